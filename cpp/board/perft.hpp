// perft: the number of leaves of the game tree at a depth. A pass uses a ply, a finished game is one leaf.
#pragma once

#include "board/rules.hpp"

namespace shirokuro::SHIROKURO_ISA {

template <class Rules>
std::uint64_t perft(const Rules& rules, const Position& position, int depth) {
    if (depth == 0) return 1;
    Bits moves = rules.legal(position);
    if (moves == 0) {
        if (depth == 1 || rules.legal(position.passed()) == 0) return 1;
        return perft(rules, position.passed(), depth - 1);
    }
    if (depth == 1) return static_cast<std::uint64_t>(count(moves));
    std::uint64_t leaves = 0;
    for (; moves != 0; moves = without_first(moves)) {
        const Square square = first(moves);
        leaves += perft(rules, position.played(square, rules.flips(position, square)), depth - 1);
    }
    return leaves;
}

}  // namespace shirokuro::SHIROKURO_ISA
