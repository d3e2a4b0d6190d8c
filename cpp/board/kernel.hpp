// The rules as a table of functions, one table per instruction set, chosen once per piece of work.
#pragma once

#include <span>

#include "board/isa.hpp"
#include "board/shape.hpp"
#include "board/stopper.hpp"

namespace shirokuro {

struct BoardKernel {
    Bits (*legal)(const Shape&, const Position&);
    Bits (*flips)(const Shape&, const Position&, Square);  // of an empty cell; 0 where the move is illegal
    std::uint64_t (*perft)(const Shape&, const Position&, int depth, Stopper&);
    void (*legal_many)(const Shape&, std::span<const Position>, Bits* out);
    // Plays moves[i] on positions[i]; returns the index of the first illegal one, or positions.size().
    std::size_t (*play_many)(const Shape&, std::span<const Position>, const std::uint8_t* moves,
                             Position* out);
};

SHIROKURO_KERNEL(BoardKernel, board_kernel)

// For code that plays single games; searches use Rules.
inline Position after(const BoardKernel& rules, const Shape& shape, const Position& position, Square move) {
    return move == pass ? position.passed() : position.played(move, rules.flips(shape, position, move));
}
inline bool is_over(const BoardKernel& rules, const Shape& shape, const Position& position) {
    return rules.legal(shape, position) == 0 && rules.legal(shape, position.passed()) == 0;
}

}  // namespace shirokuro
