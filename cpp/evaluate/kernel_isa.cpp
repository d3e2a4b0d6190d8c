// Compiled once per instruction set: the kernel of evaluations of that set.
#include "evaluate/feature_parts.hpp"
#include "evaluate/hand.hpp"
#include "evaluate/kernel.hpp"
#include "evaluate/square_weights.hpp"
#include "evaluate/study_features.hpp"

namespace shirokuro::SHIROKURO_ISA {

namespace {

// Calls `work(evaluator, rules)` with the evaluator of the shape.
template <class Work>
auto with_evaluator(const Shape& shape, Evaluation evaluation, Work&& work) {
    return with_rules(shape, [&](const auto& rules) {
        using Rules = std::decay_t<decltype(rules)>;
        switch (evaluation) {
            case Evaluation::by_squares:
                return work(SquareEvaluator<Rules>(shape), rules);
            case Evaluation::by_study_a:
                return work(StudyEvaluator<Rules>(shape), rules);
            case Evaluation::by_hand:
                break;
        }
        return work(HandEvaluator<Rules>(shape), rules);
    });
}

int evaluate(const Shape& shape, const Position& position, Evaluation evaluation) {
    return with_evaluator(shape, evaluation, [&](const auto& evaluator, const auto& rules) {
        return evaluator.evaluate(position, rules.legal(position));
    });
}

void evaluate_many(const Shape& shape, std::span<const Position> positions, Evaluation evaluation,
                   std::int8_t* out) {
    with_evaluator(shape, evaluation, [&](const auto& evaluator, const auto& rules) {
        for (const Position& position : positions)
            *out++ = static_cast<std::int8_t>(evaluator.evaluate(position, rules.legal(position)));
    });
}

int units(const Shape& shape, const Position& position, Evaluation evaluation) {
    return with_evaluator(shape, evaluation, [&](const auto& evaluator, const auto& rules) {
        if constexpr (requires { evaluator.value(position); })
            return evaluator.value(position);
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

}  // namespace

extern const EvaluateKernel evaluate_kernel;
const EvaluateKernel evaluate_kernel{evaluate, evaluate_many, units, features, opened};

}  // namespace shirokuro::SHIROKURO_ISA
