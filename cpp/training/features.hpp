// Lists the weights that positions use, as numbers, for fitting.
#pragma once

#include <span>

#include "board/isa.hpp"
#include "evaluate/weights_file.hpp"

namespace shirokuro {

struct TrainingKernel {
    // Writes for each position its free weights, `features_of` of them; the weights themselves may be
    // missing.
    void (*features)(const PatternWeights&, std::span<const Position>, std::uint32_t* out);
};

SHIROKURO_KERNEL(TrainingKernel, training_kernel)

// For a board without weights.
inline PatternWeights without_weights(const Shape& shape) { return {shape, PatternIndex(shape), {}}; }

}  // namespace shirokuro
