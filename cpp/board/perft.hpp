// perft: the number of leaves of the game tree at a depth. A pass uses a ply, a finished game is one leaf.
#pragma once

#include "board/rules.hpp"
#include "board/stopper.hpp"

namespace shirokuro::SHIROKURO_ISA {

// From this depth on a node asks whether it is still wanted: what is below takes a millisecond or less.
inline constexpr int perft_asks_from = 6;

// Meaningless once the stopper is set.
template <class Rules>
std::uint64_t perft(const Rules& rules, const Position& position, int depth, Stopper& stopper) {
    if (depth == 0) return 1;
    if (depth >= perft_asks_from && stopper.ask(true)) return 0;
    Bits moves = rules.legal(position);
    if (moves == 0) {
        if (depth == 1 || rules.legal(position.passed()) == 0) return 1;
        return perft(rules, position.passed(), depth - 1, stopper);
    }
    if (depth == 1) return static_cast<std::uint64_t>(count(moves));
    std::uint64_t leaves = 0;
    for (; moves != 0; moves = without_first(moves)) {
        const Square square = first(moves);
        leaves += perft(rules, rules.after(position, square), depth - 1, stopper);
    }
    return leaves;
}

}  // namespace shirokuro::SHIROKURO_ISA
