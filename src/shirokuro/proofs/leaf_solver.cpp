// Solves the positions that a proof takes on trust, with rules, search and table of its own.
//
// It shares nothing with the program that made the proof, and needs only a C++17 compiler:
//
//     g++ -O3 -march=native -o leaf_solver leaf_solver.cpp
//     gzip -dc nip24.txt.gz | ./leaf_solver
//
// Standard input is the text of a proof (docs/solving.md has its format). For each line that says `read` one
// line is written: the position, its bounds, the nodes searched and `right`; or `wrong` and what holds
// instead. Other lines are passed over, so that a program can send the head and then one line after another.
// The exit code is 1 if something was wrong, 2 if the text cannot be read. An argument is the size of the
// table in MiB.
//
// The search is alpha-beta with null windows. Values are discs for the side to move, and the winner gets the
// empty cells.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

namespace {

using Bits = std::uint64_t;

constexpr int grid = 64, most_rim = 28, no_square = 64;
constexpr int largest = 64;  // no value is beyond

Bits bit(int square) { return Bits{1} << square; }
int count(Bits bits) { return __builtin_popcountll(bits); }
int first(Bits bits) { return __builtin_ctzll(bits); }
int last(Bits bits) { return 63 - __builtin_clzll(bits); }

struct TextError {
    std::string words;
};

// The board: which cells exist, what lies in each direction of each, and the rim as a circle.
class Board {
  public:
    Board(const std::vector<int>& cells, const std::vector<int>& rim, bool loop)
        : loop_(loop), size_(static_cast<int>(rim.size())) {
        if (size_ == 1 || size_ > most_rim) throw TextError{"a rim has 2 to 28 cells, or none"};
        for (int square : cells) cells_ |= bit(square);
        for (int square : cells) lay_rays(square);
        rim_place_.fill(-1);
        for (int at = 0; at < size_; ++at) rim_place_[rim[at]] = at;
        for (int at = 0; at < size_; ++at) {
            beside_[rim[at]] = bit(rim[(at + 1) % size_]) | bit(rim[(at + size_ - 1) % size_]);
            arcs_[at][0][0] = arcs_[at][1][0] = 0;
            for (int length = 1; length < size_; ++length) {
                arcs_[at][0][length] = arcs_[at][0][length - 1] | bit(rim[(at + length) % size_]);
                arcs_[at][1][length] = arcs_[at][1][length - 1] | bit(rim[(at + size_ - length) % size_]);
            }
        }
        for (int byte = 0; byte < 8; ++byte)
            for (int discs = 0; discs < 256; ++discs)
                for (int place = 0; place < 8; ++place)
                    if (discs >> place & 1 && rim_place_[8 * byte + place] >= 0)
                        rim_of_byte_[byte][discs] |= 1u << rim_place_[8 * byte + place];
        for (int square : cells)
            if (rim_place_[square] >= 0) rim_ |= bit(square);
    }

    Bits cells() const { return cells_; }

    // The discs that a disc placed on an empty square turns over.
    Bits turned(int square, Bits own, Bits opp) const {
        Bits found = 0;
        for (int direction = 0; direction < 4; ++direction) {  // towards higher squares
            const Bits ray = rays_[square][direction], ends = ray & ~opp, end = ends & (~ends + 1);
            if (end & own) found |= ray & (end - 1);
        }
        for (int direction = 4; direction < 8; ++direction) {  // towards lower squares
            const Bits ray = rays_[square][direction], ends = ray & ~opp;
            if (ends && bit(last(ends)) & own) found |= ray & ~((bit(last(ends)) << 1) - 1);
        }
        if (beside_[square] & opp) found |= turned_on_rim(rim_place_[square], own, opp);
        return found;
    }

    // The empty squares where a disc turns something over.
    Bits moves(Bits own, Bits opp) const {
        const Bits empty = cells_ & ~(own | opp);
        Bits found = 0;
        for (const Step& step : steps) {
            Bits run = step.next(own) & opp;
            for (int i = 0; i < 5; ++i) run |= step.next(run) & opp;
            found |= step.next(run);
        }
        found &= empty;
        for (Bits left = empty & rim_ & ~found; left; left &= left - 1) {
            const int square = first(left);
            if (beside_[square] & opp && turned_on_rim(rim_place_[square], own, opp)) found |= bit(square);
        }
        return found;
    }

    // How many empty cells touch these discs.
    int open_sides(Bits discs, Bits empty) const {
        Bits around = 0;
        for (const Step& step : steps) around |= step.next(discs);
        return count(around & empty);
    }

  private:
    // One step in a direction, which must not come in again on the other side.
    struct Step {
        int by;
        Bits allowed;
        Bits next(Bits bits) const { return (by > 0 ? bits << by : bits >> -by) & allowed; }
    };
    static constexpr Bits not_a = 0xfefefefefefefefe, not_h = 0x7f7f7f7f7f7f7f7f;
    static constexpr Step steps[] = {{1, not_a},  {8, ~Bits{0}},  {9, not_a},  {7, not_h},
                                     {-1, not_h}, {-8, ~Bits{0}}, {-9, not_h}, {-7, not_a}};

    void lay_rays(int square) {
        for (int direction = 0; direction < 8; ++direction)
            for (Bits at = steps[direction].next(bit(square)); at & cells_; at = steps[direction].next(at))
                rays_[square][direction] |= at;
    }

    std::uint32_t on_rim(Bits discs) const {
        std::uint32_t found = 0;
        for (int byte = 0; byte < 8; ++byte) found |= rim_of_byte_[byte][discs >> (8 * byte) & 255];
        return found;
    }

    Bits turned_on_rim(int at, Bits own, Bits opp) const {
        // The circle cut open at the placed disc: bit 0 is the cell after it, bit size - 2 the one before it.
        const auto cut = [&](std::uint32_t ring) {
            return (ring >> (at + 1) | ring << (size_ - at - 1)) & ((1u << (size_ - 1)) - 1);
        };
        const std::uint32_t others = cut(on_rim(opp)), mine = cut(on_rim(own));
        const int forward = __builtin_ctz(~others);
        if (forward == size_ - 1) return loop_ ? arcs_[at][0][size_ - 1] : 0;
        const int backward = __builtin_clz(~(others << (33 - size_)));
        Bits found = 0;
        if (mine >> forward & 1) found |= arcs_[at][0][forward];
        if (mine >> (size_ - 2 - backward) & 1) found |= arcs_[at][1][backward];
        return found;
    }

    Bits cells_ = 0, rim_ = 0;
    bool loop_;
    int size_;
    std::array<int, grid> rim_place_{};
    Bits rays_[grid][8] = {}, beside_[grid] = {};
    Bits arcs_[most_rim][2][most_rim] = {};  // from a cell, either way, so many cells long
    std::uint32_t rim_of_byte_[8][256] = {};
};

constexpr Board::Step Board::steps[];

// What is known of a position: its value lies between the bounds.
struct Entry {
    Bits own = 0, opp = 0;
    std::int8_t lower = -largest, upper = largest;
    std::uint8_t best = no_square, empties = 0;
};

class Table {
  public:
    explicit Table(std::size_t mib) {
        std::size_t size = 1;
        while (2 * size * sizeof(Entry) <= mib << 20) size *= 2;
        mask_ = size - 2;
        entries_.resize(size);
    }

    Entry* find(Bits own, Bits opp) {
        Entry* pair = &entries_[place(own, opp)];
        for (Entry* each : {pair, pair + 1})
            if (each->own == own && each->opp == opp) return each;
        return nullptr;
    }

    void store(const Entry& entry) {
        Entry* pair = &entries_[place(entry.own, entry.opp)];
        Entry* at = pair->own == entry.own && pair->opp == entry.opp ? pair : pair + 1;
        if (at == pair + 1 && !(at->own == entry.own && at->opp == entry.opp) &&
            pair->empties <= entry.empties) {
            *at = *pair;  // the first of two is the larger position
            at = pair;
        }
        *at = entry;
    }

  private:
    std::size_t place(Bits own, Bits opp) const {
        Bits hash = own * 0x9e3779b97f4a7c15 ^ (opp + 0x632be59bd9b4e019) * 0xd6e8feb86659fd93;
        hash ^= hash >> 32;
        return hash * 0x9e3779b97f4a7c15 >> 20 & mask_;
    }

    std::size_t mask_;
    std::vector<Entry> entries_;
};

struct Move {
    Bits own, opp;  // after it, seen by the other side
    int square, score;
};

class Search {
  public:
    Search(const Board& board, std::size_t mib) : board_(board), table_(mib) {}

    long long nodes = 0;

    // A bound of the value on the side of alpha where the value lies: at most alpha, or more.
    int value(Bits own, Bits opp, int alpha) {
        ++nodes;
        const Bits empty = board_.cells() & ~(own | opp);
        const int empties = count(empty);
        if (empties <= few_) return value_of_few(own, opp, empty, alpha);
        Entry known{own, opp, -largest, largest, no_square, static_cast<std::uint8_t>(empties)};
        if (const Entry* found = table_.find(own, opp)) {
            if (found->lower > alpha) return found->lower;
            if (found->upper <= alpha) return found->upper;
            known = *found;
        }
        const Bits legal = board_.moves(own, opp);
        if (!legal) return board_.moves(opp, own) ? -value(opp, own, -alpha - 1) : score(own, opp);
        std::array<Move, grid> moves;
        const int number = ordered(own, opp, legal, empties, known.best, moves);
        if (empties >= looks_ahead_) {
            for (int i = 0; i < number; ++i) {
                const Entry* after = table_.find(moves[i].own, moves[i].opp);
                if (after && -after->upper > alpha) return -after->upper;
            }
        }
        int best = -largest - 1;
        for (int i = 0; i < number; ++i) {
            std::swap(moves[i],
                      *std::max_element(&moves[i], &moves[number],
                                        [](const Move& a, const Move& b) { return a.score < b.score; }));
            const int found = -value(moves[i].own, moves[i].opp, -alpha - 1);
            if (found > best) {
                best = found;
                known.best = static_cast<std::uint8_t>(moves[i].square);
            }
            if (best > alpha) break;
        }
        (best > alpha ? known.lower : known.upper) = static_cast<std::int8_t>(best);
        table_.store(known);
        return best;
    }

  private:
    static constexpr int few_ = 5;          // so few empties need neither order nor table
    static constexpr int looks_ahead_ = 9;  // from so many on, known values of the moves are looked up first
    static constexpr int well_ordered_ = 13;  // and moves are ordered by a search

    int score(Bits own, Bits opp) const {
        const int mine = count(own), others = count(opp), rest = count(board_.cells()) - mine - others;
        return mine > others ? mine - others + rest : mine < others ? mine - others - rest : 0;
    }

    int value_of_few(Bits own, Bits opp, Bits empty, int alpha, bool has_passed = false) {
        int best = -largest - 1;
        for (Bits left = empty; left; left &= left - 1) {
            const int square = first(left);
            const Bits turned = board_.turned(square, own, opp);
            if (!turned) continue;
            ++nodes;
            const int found =
                -value_of_few(opp & ~turned, own | turned | bit(square), empty & ~bit(square), -alpha - 1);
            if (found > best) best = found;
            if (best > alpha) return best;
        }
        if (best >= -largest) return best;
        return has_passed || !empty ? score(own, opp) : -value_of_few(opp, own, empty, -alpha - 1, true);
    }

    int ordered(Bits own, Bits opp, Bits legal, int empties, int best, std::array<Move, grid>& moves) {
        int number = 0;
        for (; legal; legal &= legal - 1) {
            Move& move = moves[number++];
            move.square = first(legal);
            const Bits turned = board_.turned(move.square, own, opp);
            move.own = opp & ~turned;
            move.opp = own | turned | bit(move.square);
            if (move.square == best)
                move.score = 1 << 20;
            else if (empties >= well_ordered_)
                move.score = -guess(move.own, move.opp, (empties - well_ordered_) / 3, -(1 << 19), 1 << 19);
            else
                move.score = -16 * count(board_.moves(move.own, move.opp)) -
                             board_.open_sides(move.opp, board_.cells() & ~(move.own | move.opp));
        }
        return number;
    }

    // A shallow search, by who has more moves and fewer open sides.
    int guess(Bits own, Bits opp, int depth, int alpha, int beta) {
        ++nodes;
        const Bits legal = board_.moves(own, opp), answers = board_.moves(opp, own);
        if (!legal && !answers) return 1000 * score(own, opp);
        if (depth == 0) {
            const Bits empty = board_.cells() & ~(own | opp);
            return 16 * (count(legal) - count(answers)) +
                   4 * (board_.open_sides(opp, empty) - board_.open_sides(own, empty));
        }
        if (!legal) return -guess(opp, own, depth, -beta, -alpha);
        for (Bits left = legal; left && alpha < beta; left &= left - 1) {
            const int square = first(left);
            const Bits turned = board_.turned(square, own, opp);
            alpha =
                std::max(alpha, -guess(opp & ~turned, own | turned | bit(square), depth - 1, -beta, -alpha));
        }
        return alpha;
    }

    const Board& board_;
    Table table_;
};

int square_of(const std::string& name) {
    if (name.size() != 2 || name[0] < 'a' || name[0] > 'h' || name[1] < '1' || name[1] > '8')
        throw TextError{"cells are a1…h8, not " + name};
    return (name[1] - '1') * 8 + name[0] - 'a';
}

std::vector<int> squares_of(const std::string& text) {
    std::vector<int> found;
    std::istringstream words(text);
    for (std::string word; words >> word && word != "none";) found.push_back(square_of(word));
    return found;
}

std::string field(const std::string& name) {
    std::string line;
    if (!std::getline(std::cin, line) || line.rfind(name + " ", 0) != 0)
        throw TextError{name + " was expected"};
    return line.substr(name.size() + 1);
}

// Solves one claim; returns whether it is right.
bool check(Search& search, const std::vector<int>& cells, const std::string& position, int lower, int upper) {
    if (position.size() != cells.size()) throw TextError{position + " has not as many cells as the board"};
    Bits own = 0, opp = 0;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (position[i] == 'X') own |= bit(cells[i]);
        if (position[i] == 'O') opp |= bit(cells[i]);
    }
    const int most = static_cast<int>(cells.size());
    search.nodes = 0;
    const int at_least = lower > -most ? search.value(own, opp, lower - 1) : lower;
    const int at_most = upper < most ? search.value(own, opp, upper) : upper;
    const bool is_right = at_least >= lower && at_most <= upper;
    std::printf("%s %d %d %lld ", position.c_str(), lower, upper, search.nodes);
    if (is_right)
        std::printf("right\n");
    else if (at_least < lower)
        std::printf("wrong: %d at most\n", at_least);
    else
        std::printf("wrong: %d at least\n", at_most);
    std::fflush(stdout);
    return is_right;
}

int run(std::size_t mib) {
    if (field("shirokuro") != "proof 1") throw TextError{"this is no proof of version 1"};
    field("board");
    const std::vector<int> cells = squares_of(field("cells")), rim = squares_of(field("rim"));
    const std::string loop = field("loop");
    if (loop != "yes" && loop != "no") throw TextError{"loop is yes or no"};
    field("start");
    field("positions");
    field("readings");
    const auto board = std::make_unique<Board>(cells, rim, loop == "yes");
    const auto search = std::make_unique<Search>(*board, mib);
    bool all_right = true;
    for (std::string line; std::getline(std::cin, line);) {
        std::istringstream words(line);
        std::string position, trust;
        int lower = 0, upper = 0;
        if (!(words >> position >> lower >> upper)) throw TextError{"no position with its bounds: " + line};
        if (words >> trust) all_right = check(*search, cells, position, lower, upper) && all_right;
    }
    return all_right ? 0 : 1;
}

}  // namespace

int main(int number, char** arguments) {
    try {
        const long mib = number > 1 ? std::strtol(arguments[1], nullptr, 10) : 256;
        if (mib < 1 || mib > 1 << 20) throw TextError{"the size of the table is a number of MiB"};
        return run(static_cast<std::size_t>(mib));
    } catch (const TextError& error) {
        std::cerr << "leaf_solver: " << error.words << "\n";
        return 2;
    }
}
