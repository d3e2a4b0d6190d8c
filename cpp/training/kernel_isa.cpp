// Compiled once per instruction set: what a trained evaluation sees.
#include "evaluate/pattern_evaluator.hpp"
#include "training/features.hpp"

namespace shirokuro::SHIROKURO_ISA {

namespace {

void features(const Shape& shape, std::span<const Position> positions, std::uint32_t* out) {
    const PatternIndex index(shape);
    const std::vector<std::int16_t> nothing(static_cast<std::size_t>(index.phases()) * index.free_size());
    const PatternWeights weights(shape, {}, nothing);
    with_rules(shape, [&]<class Rules>(const Rules& rules) {
        const PatternEvaluator<Rules> evaluator(shape, weights);
        for (const Position& position : positions)
            evaluator.for_each_weight(position, rules.legal(position),
                                      [&](std::size_t place) { *out++ = index.fold(place); });
    });
}

}  // namespace

const TrainingKernel training_kernel{features};

}  // namespace shirokuro::SHIROKURO_ISA
