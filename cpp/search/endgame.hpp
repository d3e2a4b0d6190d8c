// Solving the last dozen empties: null-window search (alpha, alpha + 1) over exact margins, with a
// small table of the thread's own and moves ordered by what they leave the opponent.
#pragma once

#include "evaluate/stability.hpp"
#include "search/last_empties.hpp"
#include "search/move_list.hpp"
#include "search/sharing.hpp"

namespace shirokuro::SHIROKURO_ISA {

// From this many empties on a node checks whether it was stopped.
inline constexpr int large_from = 9;
// With five empties the stable discs are counted only for so high an alpha; lower ones seldom repay it.
inline constexpr int stable_at_five = 14;
// Up to this many empties positions are solved here.
inline constexpr int solved_up_to = 12;

// Whether the opponent's stable discs alone hold the value at or below alpha; then `value` is that bound.
// While a rim is open, none of its discs is stable and the others are too few to try.
template <class Worker>
bool stability_cuts(Worker& worker, const Position& position, int alpha, int& value) {
    const int needed = (worker.cells - alpha + 1) / 2;  // so many stable discs would do
    if (count(position.opp) < needed || alpha < worker.cells / 8) return false;
    if (ring_safe(worker.rules, position.occupied() | ~worker.rules.cells) != ~Bits{0}) return false;
    value = worker.cells - 2 * count(stable_discs(worker.rules, position.opp, position.occupied()));
    return value <= alpha;
}

// Whether a node of so many empties is looked up in the thread's own table.
template <class Worker>
bool is_looked_up(const Worker& worker, int empties) {
    return empties >= worker.session.table_from;
}

// Five empties and their legal moves: no list and no table, odd quadrants first.
template <class Worker>
int last_five(Worker& worker, const Position& position, Bits moves, int alpha) {
    const Bits empties = worker.rules.empties(position);
    const Bits odd = worker.odd_cells(empties);
    if (moves == 0) {
        const Bits replies = worker.rules.legal(position.passed());
        if (replies == 0) return ++worker.nodes, worker.final_margin(position);
        return -last_five(worker, position.passed(), replies, -alpha - 1);
    }
    ++worker.nodes;
    int best;
    if (alpha >= stable_at_five && stability_cuts(worker, position, alpha, best)) return best;
    best = no_value;
    for (const Bits group : {moves & odd, moves & ~odd})
        for (Bits rest = group; rest != 0; rest = without_first(rest)) {
            const Square square = first(rest);
            const Position next = worker.rules.after(position, square);
            best = std::max(best, -last_four(worker, next, empties ^ bit(square),
                                             odd ^ worker.quadrant_of(square), -alpha - 1));
            if (best > alpha) return best;
        }
    return best;
}

// Few replies for the opponent, few empties beside own discs, an odd quadrant, a corner: in that order of
// weight. What the thread's own table knows of the children is fetched meanwhile if it is wanted.
template <bool looks_up = false, class Worker>
void order_by_replies(Worker& worker, const Position& position, Bits moves, MoveList& list) {
    const Bits odd = worker.odd_cells(worker.rules.empties(position));
    for (Bits rest = moves; rest != 0; rest = without_first(rest)) {
        const Square square = first(rest);
        const Position next = worker.rules.after(position, square);
        if (looks_up && worker.session.keys.are_plain()) worker.local.prefetch(hash(next));
        const Bits replies = worker.rules.legal(next);
        int score = -16 * (count(replies) + count(replies & worker.corners));
        score -= 3 * count(spread(next.opp) & worker.rules.empties(next));
        score += contains(odd, square) ? 6 : 0;
        score += contains(worker.corners, square) ? 8 : 0;
        list.add({next, square, score, replies});
    }
}

// Looks a position up in the thread's own table: its bounds may answer, its best move goes first.
template <class Worker>
bool local_cuts(Worker& worker, const Key& key, int alpha, int& value, Square& first_move) {
    const Keys& keys = worker.session.keys;
    const LocalTable::Entry& known = worker.local.at(key.hash);
    ++worker.counters.probes;
    if (known.position != key.position || !keys.fits(known.offset, key)) return false;
    ++worker.counters.hits;
    first_move = known.best;
    const int lower = keys.restored(known.lower, key);
    const int upper = keys.restored(known.upper, key);
    if (lower <= alpha && upper > alpha) return false;
    ++worker.counters.cuts;
    value = lower > alpha ? lower : upper;
    return true;
}

template <class Worker>
void local_learn(Worker& worker, const Key& key, int alpha, const Progression& found) {
    const Keys& keys = worker.session.keys;
    LocalTable::Entry& known = worker.local.at(key.hash);
    ++worker.counters.stores;
    if (known.position != key.position || !keys.fits(known.offset, key))
        known = {key.position, -127, 127, pass, static_cast<std::int8_t>(key.offset)};
    (found.best > alpha ? known.lower : known.upper) = keys.stored(found.best, key);
    known.best = static_cast<std::uint8_t>(found.move);
}

// A node with its legal moves; while its owner has time, larger ones ask whether they are still wanted.
struct EndNode {
    Position position;
    Bits moves;
    int alpha;
    int empties;

    bool is_large() const { return empties >= large_from; }
    EndNode after(const Move& move) const { return {move.next, move.replies, -alpha - 1, empties - 1}; }
};

template <class Worker>
int solve(Worker& worker, const EndNode& node);

// A child whose bound in the thread's own table already refutes the node (enhanced transposition cut-off).
template <class Worker>
bool a_child_cuts(Worker& worker, const EndNode& node, MoveList& list, Progression& found) {
    const Keys& keys = worker.session.keys;
    for (std::size_t i = 0; i < list.size(); ++i) {
        const Key key = keys.of(worker.rules, list[i].next);
        const LocalTable::Entry& known = worker.local.at(key.hash);
        ++worker.counters.probes;
        if (known.position != key.position || !keys.fits(known.offset, key)) continue;
        ++worker.counters.hits;
        const int value = -keys.restored(known.upper, key);
        if (value <= node.alpha) continue;
        ++worker.counters.cuts;
        found.add(value, list[i].square);
        return true;
    }
    return false;
}

// Searches one move; whether that ends the node's search, by a cut or because the search was stopped.
template <class Worker>
bool is_done_after(Worker& worker, const EndNode& node, const Move& move, Progression& found) {
    found.add(-solve(worker, node.after(move)), move.square);
    return found.best > node.alpha || (node.is_large() && worker.is_stopped());
}

// The table's move is searched before the others are generated.
template <class Worker>
void solve_moves(Worker& worker, const EndNode& node, Square first_move, Progression& found) {
    Bits moves = node.moves;
    if (first_move != pass) {
        const Position next = worker.rules.after(node.position, first_move);
        if (is_done_after(worker, node, {next, first_move, 0, worker.rules.legal(next)}, found)) return;
        moves &= ~bit(first_move);
    }
    MoveList list;
    if (is_looked_up(worker, node.empties - 1))
        order_by_replies<true>(worker, node.position, moves, list);
    else
        order_by_replies(worker, node.position, moves, list);
    const bool are_children_known = is_looked_up(worker, node.empties - 1);
    if (node.is_large() && are_children_known && a_child_cuts(worker, node, list, found)) return;
    const bool is_shareable = node.empties >= worker.session.grain.empties;
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (is_shareable && found.move != pass && i + 1 < list.size() && worker.should_share())
            return share(worker, list, i, {node.alpha, node.alpha + 1, node.empties, full_confidence}, found);
        if (is_done_after(worker, node, list.pick(i), found)) return;
    }
}

// A node of at most five empties, without a table.
template <class Worker>
int solve_small(Worker& worker, const EndNode& node) {
    if (node.empties == 5) return last_five(worker, node.position, node.moves, node.alpha);
    return solve_last(worker, node.position, node.alpha);
}

// From five empties up, or from as few as are looked up.
template <class Worker>
int solve(Worker& worker, const EndNode& node) {
    const Position& position = node.position;
    const bool looks_up = is_looked_up(worker, node.empties);
    if (node.empties <= 5 && !looks_up) return solve_small(worker, node);
    ++worker.nodes;
    Key key{};
    if (looks_up) {
        key = worker.session.keys.of(worker.rules, position);
        worker.local.prefetch(key.hash);
    }
    int value;
    if (stability_cuts(worker, position, node.alpha, value)) return value;
    Square first_move = pass;
    if (looks_up && local_cuts(worker, key, node.alpha, value, first_move)) return value;
    if (node.moves == 0) {
        const Bits replies = worker.rules.legal(position.passed());
        if (replies == 0) return worker.final_margin(position);
        return -solve(worker, {position.passed(), replies, -node.alpha - 1, node.empties});
    }
    Progression found;
    solve_moves(worker, node, first_move, found);
    if (node.is_large() && worker.is_stopped()) return node.alpha;
    if (looks_up) local_learn(worker, key, node.alpha, found);
    return found.best;
}

// Any position with at most `solved_up_to` empties.
template <class Worker>
int solve(Worker& worker, const Position& position, int alpha, int empties) {
    if (empties < 5 && !is_looked_up(worker, empties)) return solve_last(worker, position, alpha);
    return solve(worker, {position, worker.rules.legal(position), alpha, empties});
}

}  // namespace shirokuro::SHIROKURO_ISA
