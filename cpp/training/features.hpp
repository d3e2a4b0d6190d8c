// The weights that count for positions, as numbers, for whoever fits them.
#pragma once

#include <span>

#include "board/isa.hpp"
#include "evaluate/weights_file.hpp"

namespace shirokuro {

struct TrainingKernel {
    // Writes for each position its free weights, `features_of` of them.
    void (*features)(const Shape&, std::span<const Position>, std::uint32_t* out);
};

SHIROKURO_KERNEL(TrainingKernel, training_kernel)

inline int features_of(const PatternIndex& index, const Shape& shape) {
    return index.lookups() + scalars_of(shape);
}

}  // namespace shirokuro
