// The last four empty cells, unrolled: squares in registers, no lists, no table. Values are exact margins;
// every function searches the null window (alpha, alpha + 1) and returns a bound on the right side of it.
// `odd` are the cells of quadrants with an odd number of empties; they go first.
#pragma once

#include "board/last_flips.hpp"
#include "board/neighbours.hpp"
#include "search/worker.hpp"

namespace shirokuro::SHIROKURO_ISA {

// The value of a position with the one empty cell `a`.
template <class Worker>
[[gnu::always_inline]] inline int last_one(Worker& worker, const Position& position, Square a) {
    ++worker.nodes;
    const int own = count(position.own);
    if (const int flips = last_flips(worker.rules, position, a)) return 2 * (own + flips + 1) - worker.cells;
    if (const int flips = last_flips(worker.rules, position.passed(), a))
        return 2 * (own - flips) - worker.cells;
    return worker.final_margin(position);
}

// Tries one of the last cells; whether its value ends the search of the node.
template <class Worker, class After>
[[gnu::always_inline]] inline bool cuts(Worker& worker, const Position& position, Square square, int alpha,
                                        int& best, const After& after) {
    if ((neighbours_of(square) & position.opp) == 0) return false;
    const Bits flips = worker.rules.flips(position, square);
    if (flips == 0) return false;
    const int value = -after(position.played(square, flips));
    if (value > best) best = value;
    return value > alpha;
}

// No move was found: the other side's turn or, if it has none either, the end.
template <bool has_passed, class Worker, class Other>
[[gnu::always_inline]] inline int after_pass(Worker& worker, const Position& position, const Other& other) {
    if constexpr (has_passed) return worker.final_margin(position);
    --worker.nodes;  // a pass is no node
    return -other(position.passed());
}

template <bool has_passed = false, class Worker>
int last_two(Worker& worker, const Position& position, Square a, Square b, int alpha) {
    ++worker.nodes;
    const auto one = [&](Square rest) {
        return [&worker, rest](const Position& next) { return last_one(worker, next, rest); };
    };
    int best = no_value;
    if (cuts(worker, position, a, alpha, best, one(b)) || cuts(worker, position, b, alpha, best, one(a)))
        return best;
    if (best != no_value) return best;
    return after_pass<has_passed>(worker, position, [&](const Position& passed) {
        return last_two<true>(worker, passed, a, b, -alpha - 1);
    });
}

template <bool has_passed = false, class Worker>
int last_three(Worker& worker, const Position& position, Square a, Square b, Square c, int alpha) {
    ++worker.nodes;
    const auto two = [&](Square x, Square y) {
        return
            [&worker, x, y, alpha](const Position& next) { return last_two(worker, next, x, y, -alpha - 1); };
    };
    int best = no_value;
    if (cuts(worker, position, a, alpha, best, two(b, c)) ||
        cuts(worker, position, b, alpha, best, two(a, c)) ||
        cuts(worker, position, c, alpha, best, two(a, b)))
        return best;
    if (best != no_value) return best;
    return after_pass<has_passed>(worker, position, [&](const Position& passed) {
        return last_three<true>(worker, passed, a, b, c, -alpha - 1);
    });
}

// A cell alone in its quadrant goes first.
template <class Worker>
[[gnu::always_inline]] inline int last_three_in_order(Worker& worker, const Position& position, Square a,
                                                      Square b, Square c, Bits odd, int alpha) {
    if (contains(odd, a)) return last_three(worker, position, a, b, c, alpha);
    return contains(odd, b) ? last_three(worker, position, b, a, c, alpha)
                            : last_three(worker, position, c, b, a, alpha);
}

template <bool has_passed = false, class Worker>
int last_four(Worker& worker, const Position& position, Bits empties, Bits odd, int alpha) {
    ++worker.nodes;
    Bits rest = empties & odd;
    if (rest == 0) rest = empties;
    Square a = first(rest);
    // Where one is alone and three share a quadrant, all four are odd.
    const Bits others = empties & ~worker.quadrant_of(a);
    if (rest == empties && std::has_single_bit(others)) a = first(others);
    rest &= ~bit(a);
    if (rest == 0) rest = empties & ~odd;
    const Square b = first(rest);
    rest = (without_first(rest) | (empties & ~odd)) & ~bit(a) & ~bit(b);
    const Square c = first(rest);
    const Square d = first(empties & ~bit(a) & ~bit(b) & ~bit(c));
    const auto three = [&](Square played, Square x, Square y, Square z) {
        return [&worker, x, y, z, alpha, played, odd](const Position& next) {
            return last_three_in_order(worker, next, x, y, z, odd ^ worker.quadrant_of(played), -alpha - 1);
        };
    };
    int best = no_value;
    if (cuts(worker, position, a, alpha, best, three(a, b, c, d)) ||
        cuts(worker, position, b, alpha, best, three(b, a, c, d)) ||
        cuts(worker, position, c, alpha, best, three(c, a, b, d)) ||
        cuts(worker, position, d, alpha, best, three(d, a, b, c)))
        return best;
    if (best != no_value) return best;
    return after_pass<has_passed>(worker, position, [&](const Position& passed) {
        return last_four<true>(worker, passed, empties, odd, -alpha - 1);
    });
}

// Any position with at most four empties.
template <class Worker>
int solve_last(Worker& worker, const Position& position, int alpha) {
    const Bits empties = worker.rules.empties(position);
    const Square a = first(empties);
    const Bits others = without_first(empties);
    const Square b = first(others);
    const Bits odd = worker.odd_cells(empties);
    switch (count(empties)) {
        case 0:
            return worker.final_margin(position);
        case 1:
            return last_one(worker, position, a);
        case 2:
            return last_two(worker, position, a, b, alpha);
        case 3:
            return last_three_in_order(worker, position, a, b, first(without_first(others)), odd, alpha);
        default:
            return last_four(worker, position, empties, odd, alpha);
    }
}

}  // namespace shirokuro::SHIROKURO_ISA
