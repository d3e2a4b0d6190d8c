// Evaluations and study A's features, as a table of functions per instruction set.
#pragma once

#include <vector>

#include "board/isa.hpp"
#include "board/shape.hpp"

namespace shirokuro {

// Which evaluator guesses.
enum class Evaluation { by_hand, by_squares, by_study_a };

// Cells that make up a feature together, and what they add to its number.
struct FeaturePart {
    Bits cells;
    int number;
};
using Feature = std::vector<FeaturePart>;

// Study A's features of one side; those that need corners and edges are empty on round boards.
struct SideFeatures {
    Feature openness;        // a part a disc: its empty neighbours
    Feature stable;          // a part a disc
    Feature mobility;        // a part a cell: the lines along which a disc there flanks
    Feature wing, mountain;  // a part a figure
    Feature c, x;            // a part a disc
};

struct EvaluateKernel {
    int (*evaluate)(const Shape&, const Position&, Evaluation);  // in discs, for the side to move
    int (*units)(const Shape&, const Position&, Evaluation);     // in the evaluator's own, finer units
    SideFeatures (*features)(const Shape&, const Position&);     // of the side to move
    // The empty cells round the discs that a move turns.
    Bits (*opened)(const Shape&, const Position&, Square);
};

const EvaluateKernel& evaluate_kernel(Isa isa);

}  // namespace shirokuro
