// The weights that count for positions, as numbers, for whoever fits them.
#pragma once

#include <span>

#include "board/isa.hpp"
#include "evaluate/weights_file.hpp"

namespace shirokuro {

struct TrainingKernel {
    // Writes for each position its free weights, `features_of` of them; all weights may be 0.
    void (*features)(const PatternWeights&, std::span<const Position>, std::uint32_t* out);
};

SHIROKURO_KERNEL(TrainingKernel, training_kernel)

inline int features_of(const PatternIndex& index, const Shape& shape) {
    return index.lookups() + scalars_of(shape);
}

// For whoever has no weights yet.
inline PatternWeights zero_weights(const Shape& shape) {
    PatternIndex index(shape);
    const std::vector<std::int16_t> zeros(static_cast<std::size_t>(index.phases()) * index.free_size());
    return {shape, std::move(index), {}, zeros};
}

}  // namespace shirokuro
