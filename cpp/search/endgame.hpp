// Reading the last dozen empties to the end: null-window search (alpha, alpha + 1) over exact margins, with a
// small table of the thread's own and moves ordered by what they leave the opponent.
#pragma once

#include "evaluate/stability.hpp"
#include "search/last_empties.hpp"
#include "search/move_list.hpp"
#include "search/sharing.hpp"

namespace shirokuro::SHIROKURO_ISA {

// From this many empties on a node asks whether it is still wanted.
inline constexpr int large_from = 9;
// Up to this many empties the functions here do the work.
inline constexpr int solved_up_to = 12;

// Whether the opponent's stable discs alone hold the value at or below alpha; then `value` is that bound.
// While a rim is open, no disc of it is stable and the others are too few to ask.
template <class Worker>
bool stability_cuts(Worker& worker, const Position& position, int alpha, int& value) {
    const int needed = (worker.cells - alpha + 1) / 2;  // so many stable discs would do
    if (count(position.opp) < needed || alpha < worker.cells / 8) return false;
    if (ring_safe(worker.rules, position.occupied() | ~worker.rules.cells) != ~Bits{0}) return false;
    value = worker.cells - 2 * count(stable_discs(worker.rules, position.opp, position.occupied()));
    return value <= alpha;
}

// Five empties: no list and no table, odd quadrants first.
template <bool has_passed = false, class Worker>
int last_five(Worker& worker, const Position& position, int alpha) {
    ++worker.nodes;
    const Bits empties = worker.rules.empties(position);
    const Bits odd = worker.odd_cells(empties);
    const Bits beside = empties & spread(position.opp);
    int best = no_value;
    for (const Bits group : {beside & odd, beside & ~odd})
        for (Bits rest = group; rest != 0; rest = without_first(rest)) {
            const Square square = first(rest);
            const auto four = [&](const Position& next) {
                return last_four(worker, next, empties ^ bit(square), odd ^ worker.quadrant_of(square),
                                 -alpha - 1);
            };
            if (cuts(worker, position, square, alpha, best, four)) return best;
        }
    if (best != no_value) return best;
    return after_pass<has_passed>(worker, position, [&](const Position& passed) {
        return last_five<true>(worker, passed, -alpha - 1);
    });
}

// Few replies for the opponent, few empties beside own discs, an odd quadrant, a corner: in that order of
// weight.
template <class Worker>
void order_by_replies(Worker& worker, const Position& position, Bits moves, MoveList& list) {
    const Bits odd = worker.odd_cells(worker.rules.empties(position));
    for (Bits rest = moves; rest != 0; rest = without_first(rest)) {
        const Square square = first(rest);
        const Position next = worker.rules.after(position, square);
        const Bits replies = worker.rules.legal(next);
        int score = -16 * (count(replies) + count(replies & worker.corners));
        score -= 3 * count(spread(next.opp) & worker.rules.empties(next));
        score += contains(odd, square) ? 6 : 0;
        score += contains(worker.corners, square) ? 16 : 0;
        list.add(next, square, score);
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

template <class Worker>
int solve(Worker& worker, const Position& position, int alpha, int empties);

// A node with its moves; while its owner has time, larger ones ask whether they are still wanted.
struct EndNode {
    Position position;
    int alpha;
    int empties;

    bool is_large() const { return empties >= large_from; }
};

// Reads one move; whether the node is done with, by a cut or because nobody wants it any more.
template <class Worker>
bool is_done_after(Worker& worker, const EndNode& node, const Position& next, Square square,
                   Progression& found) {
    found.add(-solve(worker, next, -node.alpha - 1, node.empties - 1), square);
    return found.best > node.alpha || (node.is_large() && worker.is_stopped());
}

// The table's move goes before the others are even looked at.
template <class Worker>
void solve_moves(Worker& worker, const EndNode& node, Bits moves, Square first_move, Progression& found) {
    if (first_move != pass) {
        const Position next = worker.rules.after(node.position, first_move);
        if (is_done_after(worker, node, next, first_move, found)) return;
        moves &= ~bit(first_move);
    }
    MoveList list;
    order_by_replies(worker, node.position, moves, list);
    const bool is_shareable = node.empties >= worker.session.grain.empties;
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (is_shareable && found.move != pass && i + 1 < list.size() && worker.should_share())
            return share(worker, list, i, {node.alpha, node.alpha + 1, node.empties, full_confidence}, found);
        const Move& move = list.pick(i);
        if (is_done_after(worker, node, move.next, move.square, found)) return;
    }
}

template <class Worker>
int solve(Worker& worker, const Position& position, int alpha, int empties) {
    if (empties < 5) return solve_last(worker, position, alpha);
    if (empties == 5) return last_five(worker, position, alpha);
    ++worker.nodes;
    const Key key = worker.session.keys.of(worker.rules, position);
    worker.local.prefetch(key.hash);
    int value;
    if (stability_cuts(worker, position, alpha, value)) return value;
    const Bits moves = worker.rules.legal(position);  // while the entry is on its way
    Square first_move = pass;
    if (local_cuts(worker, key, alpha, value, first_move)) return value;
    if (moves == 0) {
        if (worker.rules.legal(position.passed()) == 0) return worker.final_margin(position);
        return -solve(worker, position.passed(), -alpha - 1, empties);
    }
    const EndNode node{position, alpha, empties};
    Progression found;
    solve_moves(worker, node, moves, first_move, found);
    if (node.is_large() && worker.is_stopped()) return alpha;
    local_learn(worker, key, alpha, found);
    return found.best;
}

}  // namespace shirokuro::SHIROKURO_ISA
