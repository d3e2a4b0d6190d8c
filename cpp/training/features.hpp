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
    const PatternIndex index(shape);
    return {
        shape, {}, std::vector<std::int16_t>(static_cast<std::size_t>(index.phases()) * index.free_size())};
}

}  // namespace shirokuro
