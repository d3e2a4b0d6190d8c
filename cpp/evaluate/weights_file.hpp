// Trained weights as a value, and the file they are kept in.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "board/huge_pages.hpp"
#include "evaluate/network.hpp"
#include "evaluate/patterns.hpp"
#include "evaluate/weights.hpp"

namespace shirokuro {

// One set of weights a phase. Each is a number, in 1/128 disc, and their sum is the value; or a vector, and a
// network of the phase makes the value out of their sum.
struct PatternWeights : Weights {
    PatternWeights(const Shape& on, PatternIndex by, const ProbCutErrors& how_far)
        : Weights{how_far}, shape(on), index(std::move(by)) {}

    const Shape& shape;
    const PatternIndex index;
    int phases = 0;
    template <class Weight>
    using Array = std::vector<Weight, HugePages<Weight>>;
    Array<std::int16_t> numbers;   // of all phases, one after another; empty where there are …
    Array<Network::Sums> vectors;  // … these
    std::vector<Layers> layers;    // of a network a phase

    std::size_t phase(int empties) const { return static_cast<std::size_t>(index.phase(empties, phases)); }
};

// The file, in little-endian order: "shirokuro weights", its version, the checksum of all that follows, the
// head, a note on how the weights were made, the free weights, phase by phase, and the networks if weights
// are vectors. training/fit.py writes it.
inline constexpr char weights_magic[17] = {'s', 'h', 'i', 'r', 'o', 'k', 'u', 'r', 'o',
                                           ' ', 'w', 'e', 'i', 'g', 'h', 't', 's'};
inline constexpr std::uint8_t weights_version = 2;
struct WeightsHead {
    char board[16];
    std::uint32_t fingerprint, phases, free_size, width, note_size;  // width: 1 or Network::inputs
    std::int32_t percent_right[3];
    double error, error_a_ply, error_at_end, error_at_end_a_ply;  // of ProbCut
};

// Throws std::invalid_argument with the reason if the file is bad.
std::shared_ptr<const PatternWeights> read_weights(std::span<const char> file);

// An evaluation by patterns, for the weights' board.
Evaluation evaluation_by(std::shared_ptr<const PatternWeights> weights);

}  // namespace shirokuro
