// Trained weights as a value, and the file they are kept in.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "evaluate/patterns.hpp"
#include "evaluate/weights.hpp"

namespace shirokuro {

// One set of weights a phase, in 1/128 disc.
struct PatternWeights : Weights {
    static constexpr int units_per_disc = 128;

    PatternWeights(const Shape& on, PatternIndex by, const Trust& how_far,
                   std::span<const std::int16_t> free_weights);

    const Shape& shape;
    const PatternIndex index;
    std::vector<std::int16_t> values;  // of all phases, one after another

    const std::int16_t* phase(int empties) const {
        return &values[static_cast<std::size_t>(index.phase(empties)) * index.size()];
    }
};

// The file, in little-endian order: "shirokuro weights", its version, the checksum of all that follows, the
// head, a note on how the weights were made, the free weights, phase by phase. training/fit.py writes it.
inline constexpr char weights_magic[17] = {'s', 'h', 'i', 'r', 'o', 'k', 'u', 'r', 'o',
                                           ' ', 'w', 'e', 'i', 'g', 'h', 't', 's'};
inline constexpr std::uint8_t weights_version = 1;
struct WeightsHead {
    char board[16];
    std::uint32_t fingerprint, phases, free_size, note_size;
    double error, error_a_ply, error_at_end, error_at_end_a_ply;  // what to trust it for
    std::int32_t percent_right[4];                                // the last one is not used
};

// std::invalid_argument says what is wrong with a file.
std::shared_ptr<const PatternWeights> read_weights(std::span<const char> file);

// An evaluation by patterns, for the weights' board.
Evaluation evaluation_by(std::shared_ptr<const PatternWeights> weights);

}  // namespace shirokuro
