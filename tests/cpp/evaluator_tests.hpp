// The evaluators by the studies: each is the sum of what it is made of, and as good for one side as it is bad
// for the other.
#pragma once

#include <numeric>

#include "check.hpp"
#include "evaluate/feature_parts.hpp"
#include "evaluate/square_weights.hpp"
#include "evaluate/study_features.hpp"
#include "samples.hpp"

namespace shirokuro::SHIROKURO_ISA::tests {

using namespace shirokuro::tests;

inline int sum_of(const std::array<std::uint8_t, squares>& numbers) {
    return std::accumulate(numbers.begin(), numbers.end(), 0);
}

inline int figures(const std::array<Bits, 4>& edges) {
    return static_cast<int>(std::count_if(edges.begin(), edges.end(), [](Bits cells) { return cells != 0; }));
}

inline int weighed(const SideFeatures& side) {
    const StudyWeights& w = study_weights;
    return w.openness * sum_of(side.openness) + w.stable * count(side.stable) +
           w.mobility * sum_of(side.mobility) + w.wing * figures(side.wings) +
           w.mountain * figures(side.mountains) + w.c * count(side.c) + w.x * count(side.x);
}

inline int weighed(const Shape& shape, Bits cells) {
    int sum = 0;
    for (; cells != 0; cells = without_first(cells)) sum += square_weight(shape, first(cells));
    return sum;
}

template <class Rules>
void check_evaluators(Tally& tally, const Shape& shape, int games) {
    const StudyEvaluator<Rules> study(shape);
    const SquareEvaluator<Rules> by_squares(shape);
    const FeatureParts<Rules> parts(shape);
    for (const Position& position : samples(shape, games, 31)) {
        const int value = study.value(position);
        tally.check(value == weighed(parts.of(position)) - weighed(parts.of(position.passed())));
        tally.check(value == -study.value(position.passed()));
        tally.check(by_squares.value(position) ==
                    weighed(shape, position.own) - weighed(shape, position.opp));
        const Bits moves = Rules(shape).legal(position);
        for (const int guess : {study.evaluate(position, moves), by_squares.evaluate(position, moves)})
            tally.check(-count(shape.cells) < guess && guess < count(shape.cells));
    }
}

inline void evaluators_are_sums(Tally& tally, int games) {
    for (const Shape& shape : shapes)
        with_rules(shape, [&](const auto& rules) {
            check_evaluators<std::decay_t<decltype(rules)>>(tally, shape, games);
        });
}

}  // namespace shirokuro::SHIROKURO_ISA::tests
