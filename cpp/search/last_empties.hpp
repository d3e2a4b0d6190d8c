// The last four empty cells, unrolled: squares in registers, no lists, no table. Values are exact margins;
// every function searches the null window (alpha, alpha + 1) and returns a bound on the right side of it.
#pragma once

#include "board/last_flips.hpp"
#include "board/neighbours.hpp"
#include "search/worker.hpp"

namespace shirokuro::SHIROKURO_ISA {

// The value of a position with the one empty cell `a`.
template <class Worker>
int last_one(Worker& worker, const Position& position, Square a) {
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

template <class Worker>
int last_two(Worker& worker, const Position& position, Square a, Square b, int alpha) {
    ++worker.nodes;
    const auto one = [&](Square rest) {
        return [&worker, rest](const Position& next) { return last_one(worker, next, rest); };
    };
    int best = no_value;
    if (cuts(worker, position, a, alpha, best, one(b)) || cuts(worker, position, b, alpha, best, one(a)))
        return best;
    if (best != no_value) return best;
    const Position passed = position.passed();
    const int beta = -alpha - 1;
    if (cuts(worker, passed, a, beta, best, one(b)) || cuts(worker, passed, b, beta, best, one(a)))
        return -best;
    return best != no_value ? -best : worker.final_margin(position);
}

template <class Worker>
int last_three(Worker& worker, const Position& position, Square a, Square b, Square c, int alpha) {
    ++worker.nodes;
    // A cell alone in its quadrant goes first.
    const int qa = worker.quadrant(a), qb = worker.quadrant(b), qc = worker.quadrant(c);
    if (qa == qb && qb != qc)
        std::swap(a, c);
    else if (qa == qc && qb != qc)
        std::swap(a, b);
    const auto two = [&](Square x, Square y, int bound) {
        return
            [&worker, x, y, bound](const Position& next) { return last_two(worker, next, x, y, -bound - 1); };
    };
    int best = no_value;
    if (cuts(worker, position, a, alpha, best, two(b, c, alpha)) ||
        cuts(worker, position, b, alpha, best, two(a, c, alpha)) ||
        cuts(worker, position, c, alpha, best, two(a, b, alpha)))
        return best;
    if (best != no_value) return best;
    const Position passed = position.passed();
    const int beta = -alpha - 1;
    if (cuts(worker, passed, a, beta, best, two(b, c, beta)) ||
        cuts(worker, passed, b, beta, best, two(a, c, beta)) ||
        cuts(worker, passed, c, beta, best, two(a, b, beta)))
        return -best;
    return best != no_value ? -best : worker.final_margin(position);
}

template <class Worker>
int last_four(Worker& worker, const Position& position, Bits empties, int alpha) {
    ++worker.nodes;
    // Cells in quadrants with an odd number of empties go first.
    const Bits odd = worker.odd_cells(empties);
    Bits rest = empties & odd;
    if (rest == 0) rest = empties;
    const Square a = first(rest);
    rest = without_first(rest);
    if (rest == 0) rest = empties & ~odd;
    const Square b = first(rest);
    rest = (without_first(rest) | (empties & ~odd)) & ~bit(a) & ~bit(b);
    const Square c = first(rest);
    const Square d = first(empties & ~bit(a) & ~bit(b) & ~bit(c));
    const auto three = [&](Square x, Square y, Square z, int bound) {
        return [&worker, x, y, z, bound](const Position& next) {
            return last_three(worker, next, x, y, z, -bound - 1);
        };
    };
    int best = no_value;
    if (cuts(worker, position, a, alpha, best, three(b, c, d, alpha)) ||
        cuts(worker, position, b, alpha, best, three(a, c, d, alpha)) ||
        cuts(worker, position, c, alpha, best, three(a, b, d, alpha)) ||
        cuts(worker, position, d, alpha, best, three(a, b, c, alpha)))
        return best;
    if (best != no_value) return best;
    const Position passed = position.passed();
    const int beta = -alpha - 1;
    if (cuts(worker, passed, a, beta, best, three(b, c, d, beta)) ||
        cuts(worker, passed, b, beta, best, three(a, c, d, beta)) ||
        cuts(worker, passed, c, beta, best, three(a, b, d, beta)) ||
        cuts(worker, passed, d, beta, best, three(a, b, c, beta)))
        return -best;
    return best != no_value ? -best : worker.final_margin(position);
}

// Any position with at most four empties.
template <class Worker>
int solve_last(Worker& worker, const Position& position, int alpha) {
    const Bits empties = worker.rules.empties(position);
    const Square a = first(empties);
    const Bits others = without_first(empties);
    const Square b = first(others);
    switch (count(empties)) {
        case 0:
            return worker.final_margin(position);
        case 1:
            return last_one(worker, position, a);
        case 2:
            return last_two(worker, position, a, b, alpha);
        case 3:
            return last_three(worker, position, a, b, first(without_first(others)), alpha);
        default:
            return last_four(worker, position, empties, alpha);
    }
}

}  // namespace shirokuro::SHIROKURO_ISA
