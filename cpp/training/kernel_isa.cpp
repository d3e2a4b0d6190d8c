// Compiled once per instruction set: what a trained evaluation sees.
#include "evaluate/pattern_evaluator.hpp"
#include "training/features.hpp"

namespace shirokuro::SHIROKURO_ISA {

namespace {

void features(const PatternWeights& weights, std::span<const Position> positions, std::uint32_t* out) {
    with_rules(weights.shape, [&]<class Rules>(const Rules& rules) {
        const PatternEvaluator<Rules> evaluator(weights.shape, weights);
        for (const Position& position : positions)
            evaluator.for_each_weight(position, rules.legal(position),
                                      [&](std::size_t place) { *out++ = weights.index.fold(place); });
    });
}

}  // namespace

const TrainingKernel training_kernel{features};

}  // namespace shirokuro::SHIROKURO_ISA
