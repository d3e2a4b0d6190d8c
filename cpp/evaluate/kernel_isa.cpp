// Compiled once per instruction set: the kernel of evaluations of that set.
#include "evaluate/evaluators.hpp"
#include "evaluate/feature_parts.hpp"
#include "evaluate/kernel.hpp"
#include "evaluate/stability.hpp"

namespace shirokuro::SHIROKURO_ISA {

namespace {

// Calls `work(evaluator, rules)` with the evaluator of the shape.
template <class Work>
auto with_evaluator_of(const Shape& shape, const Evaluation& evaluation, const Work& work) {
    return with_rules(shape, [&]<class Rules>(const Rules& rules) {
        return with_evaluator<Rules>(evaluation, [&]<class Evaluator>() {
            return work(Evaluator(shape, *evaluation.weights), rules);
        });
    });
}

int evaluate(const Shape& shape, const Position& position, const Evaluation& evaluation) {
    return with_evaluator_of(shape, evaluation, [&](const auto& evaluator, const auto& rules) {
        return evaluator.evaluate(position, rules.legal(position));
    });
}

void evaluate_many(const Shape& shape, std::span<const Position> positions, const Evaluation& evaluation,
                   std::int8_t* out) {
    with_evaluator_of(shape, evaluation, [&](const auto& evaluator, const auto& rules) {
        for (const Position& position : positions)
            *out++ = static_cast<std::int8_t>(evaluator.evaluate(position, rules.legal(position)));
    });
}

int units(const Shape& shape, const Position& position, const Evaluation& evaluation) {
    return with_evaluator_of(shape, evaluation, [&](const auto& evaluator, const auto& rules) {
        if constexpr (requires { evaluator.value(position); })
            return evaluator.value(position);
        else if constexpr (requires { evaluator.value(position, Bits{}); })
            return evaluator.value(position, rules.legal(position));
        else
            return evaluator.fine(position, rules.legal(position));
    });
}

SideFeatures features(const Shape& shape, const Position& position) {
    return with_rules(shape, [&](const auto& rules) {
        return FeatureParts<std::decay_t<decltype(rules)>>(shape).of(position);
    });
}

Bits opened(const Shape& shape, const Position& position, Square move) {
    return with_rules(shape, [&](const auto& rules) {
        const Bits turned = rules.flips(position, move);
        return spread(turned) & rules.empties(position) & ~bit(move);
    });
}

Bits stable(const Shape& shape, const Position& position) {
    return with_rules(shape, [&](const auto& rules) {
        return stable_discs(rules, position.own, position.own | position.opp);
    });
}

}  // namespace

const EvaluateKernel evaluate_kernel{evaluate, evaluate_many, units, features, opened, stable};

}  // namespace shirokuro::SHIROKURO_ISA
