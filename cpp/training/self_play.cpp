#include "training/self_play.hpp"

#include "board/kernel.hpp"
#include "board/share_out.hpp"
#include "playout/random.hpp"
#include "search/engine.hpp"

namespace shirokuro {

namespace {

constexpr std::size_t table_bytes = std::size_t{1} << 20;
constexpr int deviations = 2;
constexpr int about_as_good = 4;                 // discs below the best move of a balanced opening
constexpr int fewest_empties = 4;                // nearer the end nothing is evaluated
constexpr std::uint32_t games_of_a_thread = 32;  // in a batch

}  // namespace

class SelfPlayer::Parts {
  public:
    Parts(Isa isa, const SelfPlay& how)
        : how_(how),
          rules_(board_kernel(isa)),
          cells_(count(how.shape.cells)),
          engine_(isa, 1, table_bytes) {}

    std::vector<LabelledPosition> play(std::uint32_t game, const std::function<bool()>& wants_to_stop) {
        interrupts_.wants_to_stop = wants_to_stop;
        random_ = Random(how_.seed, game);
        game_ = game;
        kept_.clear();
        engine_.clear({});
        Position position = opening();
        while (empties(position) > how_.solved && !is_over(position)) {
            const Result found = search_ahead(position, how_.depth);
            keep(position, 0, found.value);
            position = after(position, found.pv.front());
        }
        label(solve(position));
        for (int i = 0; i < deviations; ++i) deviate();
        return kept_;
    }

  private:
    int empties(const Position& position) const { return count(how_.shape.cells & ~position.occupied()); }
    Bits legal(const Position& position) const { return rules_.legal(how_.shape, position); }
    bool is_over(const Position& position) const { return shirokuro::is_over(rules_, how_.shape, position); }
    Position after(const Position& position, Square move) const {
        return shirokuro::after(rules_, how_.shape, position, move);
    }

    Square random_of(Bits moves) {
        if (moves == 0) return pass;
        for (auto skip = random_.below(static_cast<std::uint32_t>(count(moves))); skip > 0; --skip)
            moves = without_first(moves);
        return first(moves);
    }

    Square random_move(const Position& position) { return random_of(legal(position)); }

    Result search(SearchTask& task) {
        task.interrupts = interrupts_;
        return engine_.search(how_.shape, how_.evaluation, task, {});
    }

    Result search_ahead(const Position& position, int depth) {
        SearchTask task;
        task.position = position;
        if (depth == how_.depth && empties(position) <= how_.selective) {
            task.goal = Goal::exact;
            task.confidence = 0;
        } else {
            task.depth = depth;
            task.confidence = playing_confidence;
        }
        return search(task);
    }

    // Wild: every move is random; mixed: three in ten; balanced: each is one of the good moves.
    enum class Opening { wild, mixed, balanced, number };

    // Up to two thirds of the moves, more often fewer.
    Position opening() {
        const auto spread = static_cast<std::uint32_t>(cells_ * 2 / 3 - cells_ / 8);
        const std::uint32_t more = std::min(random_.below(spread), random_.below(spread));
        const int plies = cells_ / 8 + static_cast<int>(more);
        const auto kind = static_cast<Opening>(random_.below(static_cast<std::uint32_t>(Opening::number)));
        Position position = how_.shape.start;
        for (int ply = 0; ply < plies && !is_over(position); ++ply)
            position = after(position, opening_move(position, kind, ply + 1 == plies));
        return position;
    }

    Square opening_move(const Position& position, Opening kind, bool is_last) {
        if (legal(position) == 0) return pass;
        if (kind == Opening::balanced) return random_of(good_moves(position));
        if (kind == Opening::wild || is_last || random_.below(10) < 3) return random_move(position);
        return search_ahead(position, 2).pv.front();
    }

    // The moves that two plies find about as good as the best.
    Bits good_moves(const Position& position) {
        std::array<int, squares> values{};
        int best = -cells_;
        for (Bits rest = legal(position); rest != 0; rest = without_first(rest)) {
            int& value = values[static_cast<std::size_t>(first(rest))];
            value = -search_ahead(after(position, first(rest)), 1).value;
            best = std::max(best, value);
        }
        Bits good = 0;
        for (Bits rest = legal(position); rest != 0; rest = without_first(rest))
            if (values[static_cast<std::size_t>(first(rest))] >= best - about_as_good)
                good |= bit(first(rest));
        return good;
    }

    // Solves a position, keeps those of the line, and gives its margin.
    int solve(Position position) {
        if (is_over(position)) return margin(position, cells_, Scoring::winner);
        SearchTask task;
        task.position = position;
        task.goal = Goal::exact;
        const Result result = search(task);
        int value = result.value;
        for (const Square move : result.pv) {
            keep(position, value, value, true);
            position = after(position, move);
            value = -value;
        }
        return result.value;
    }

    // A random move from a position near the end, and the best play after it.
    void deviate() {
        std::vector<Position> candidates;
        for (const LabelledPosition& kept : kept_)
            if (kept.is_exact != 0) candidates.push_back(kept.position);
        if (candidates.empty()) return;
        const Position from = candidates[random_.below(static_cast<std::uint32_t>(candidates.size()))];
        solve(after(from, random_move(from)));
    }

    void keep(const Position& position, int margin, int guess, bool is_exact = false) {
        if (empties(position) < fewest_empties) return;
        kept_.push_back({position, static_cast<std::int8_t>(margin), is_exact,
                         static_cast<std::int8_t>(guess), 0, game_});
    }

    // The positions above the exact ones get the margin of the first of these; the sides take turns.
    void label(int margin) {
        std::size_t searched = 0;
        while (searched < kept_.size() && kept_[searched].is_exact == 0) ++searched;
        for (std::size_t i = 0; i < searched; ++i)
            kept_[i].margin = static_cast<std::int8_t>((searched - i) % 2 == 0 ? margin : -margin);
    }

    const SelfPlay how_;
    const BoardKernel& rules_;
    const int cells_;
    Engine engine_;
    Interrupts interrupts_;
    Random random_;
    std::uint32_t game_ = 0;
    std::vector<LabelledPosition> kept_;
};

SelfPlayer::SelfPlayer(Isa isa, const SelfPlay& how) : parts_(std::make_unique<Parts>(isa, how)) {}
SelfPlayer::~SelfPlayer() = default;
std::vector<LabelledPosition> SelfPlayer::play(std::uint32_t game,
                                               const std::function<bool()>& wants_to_stop) {
    return parts_->play(game, wants_to_stop);
}

void play_games(Isa isa, const SelfPlay& how, GameNumbers numbers, int threads, Stopper& stopper,
                const TakeGames& take) {
    const std::uint32_t batch = games_of_a_thread * static_cast<std::uint32_t>(threads);
    for (std::uint32_t next = numbers.first; next < numbers.end && !stopper.ask(true);) {
        const std::uint32_t end = next + std::min(batch, numbers.end - next);
        std::vector<std::vector<LabelledPosition>> games(end - next);
        share_out({games.size(), 1, threads}, stopper, [&](bool is_caller) {
            const auto player = std::make_shared<SelfPlayer>(isa, how);
            const auto asks = [&stopper, is_caller] { return stopper.ask(is_caller); };
            return [&, player, asks](std::size_t i, std::size_t) {
                games[i] = player->play(next + static_cast<std::uint32_t>(i), asks);
            };
        });
        if (stopper.is_set()) return;
        std::vector<LabelledPosition> positions;
        for (const auto& game : games) positions.insert(positions.end(), game.begin(), game.end());
        take(positions, end);
        next = end;
    }
}

}  // namespace shirokuro
