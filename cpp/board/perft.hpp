// perft: the number of leaves of the game tree at a depth. A pass uses a ply, a finished game is one leaf.
#pragma once

#include "board/rules.hpp"
#include "board/stopper.hpp"

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
        // rules.after would also ask whether the move is a pass; perft(10) of reversi took a fifth longer.
        leaves += perft(rules, position.played(square, rules.flips(position, square)), depth - 1);
    }
    return leaves;
}

// perft that can be stopped; its result is meaningless once the stopper is set. The subtrees counted without
// asking take a millisecond or less. If the compiler inlines the two into each other, perft(10) of reversi
// takes a fifth longer.
template <class Rules>
[[gnu::noinline]] std::uint64_t perft(const Rules& rules, const Position& position, int depth,
                                      Stopper& stopper) {
    constexpr int unasked = 6;
    const Bits moves = rules.legal(position);
    if (depth <= unasked || (moves == 0 && rules.legal(position.passed()) == 0))
        return perft(rules, position, depth);
    if (moves == 0) return perft(rules, position.passed(), depth - 1, stopper);
    std::uint64_t leaves = 0;
    for (Bits rest = moves; rest != 0 && !stopper.ask(true); rest = without_first(rest))
        leaves += perft(rules, rules.after(position, first(rest)), depth - 1, stopper);
    return leaves;
}

}  // namespace shirokuro::SHIROKURO_ISA
