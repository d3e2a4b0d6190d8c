// The table of evaluators. A new evaluator needs its file and an entry here.
#pragma once

#include <tuple>

#include "evaluate/hand.hpp"
#include "evaluate/pattern_evaluator.hpp"
#include "evaluate/square_weights.hpp"
#include "evaluate/study_features.hpp"

namespace shirokuro::SHIROKURO_ISA {

template <class Rules>
using Evaluators =
    std::tuple<HandEvaluator<Rules>, SquareEvaluator<Rules>, StudyEvaluator<Rules>, PatternEvaluator<Rules>>;

// Calls `work.operator()<Evaluator>()` with the type of an evaluation's evaluator.
template <class Rules, std::size_t place = 0, class Work>
auto with_evaluator(const Evaluation& evaluation, const Work& work) {
    using Evaluator = std::tuple_element_t<place, Evaluators<Rules>>;
    static_assert(Evaluates<Evaluator>);
    if constexpr (place + 1 < std::tuple_size_v<Evaluators<Rules>>)
        if (evaluation.evaluator != place) return with_evaluator<Rules, place + 1>(evaluation, work);
    return work.template operator()<Evaluator>();
}

}  // namespace shirokuro::SHIROKURO_ISA
