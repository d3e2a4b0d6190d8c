// Evaluations and features, as a table of functions per instruction set.
#pragma once

#include <array>
#include <span>

#include "board/isa.hpp"
#include "board/shape.hpp"
#include "evaluate/weights.hpp"

namespace shirokuro {

// The features of one side; those that need corners and edges are empty on round boards.
struct SideFeatures {
    std::array<std::uint8_t, squares> openness{};  // of each own disc: its empty neighbours
    std::array<std::uint8_t, squares> mobility{};  // of each empty cell: the lines along which it flanks
    Bits walls = 0;                                // own discs
    Bits pulls = 0, single_flips = 0;              // moves
    Bits stable = 0, c = 0, x = 0;
    std::array<Bits, 4> wings{}, mountains{};  // of each edge; 0 where there is none
};

struct EvaluateKernel {
    int (*evaluate)(const Shape&, const Position&, const Evaluation&);  // in discs, for the side to move
    void (*evaluate_many)(const Shape&, std::span<const Position>, const Evaluation&, std::int8_t* out);
    int (*units)(const Shape&, const Position&, const Evaluation&);  // in the evaluator's own, finer units
    SideFeatures (*features)(const Shape&, const Position&);         // of the side to move
    // The empty cells round the discs that a move turns.
    Bits (*opened)(const Shape&, const Position&, Square);
    // The own discs that stability.hpp proves stable, on any board.
    Bits (*stable)(const Shape&, const Position&);
};

SHIROKURO_KERNEL(EvaluateKernel, evaluate_kernel)

}  // namespace shirokuro
