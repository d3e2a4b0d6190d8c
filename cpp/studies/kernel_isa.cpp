// Compiled once per instruction set: the studies' kernel of that set.
#include "studies/choice.hpp"
#include "studies/dont_care.hpp"
#include "studies/kernel.hpp"
#include "studies/listing.hpp"

namespace shirokuro::SHIROKURO_ISA {

namespace {

DontCareRun dont_care(const Shape& shape, const DontCareTask& task) {
    return with_rules(shape, [&](const auto& rules) { return DontCareSearch(rules, task).run(); });
}

Bits dont_care_discs(const Shape& shape, const Position& position, DontCare masking) {
    return with_rules(
        shape, [&](const auto& rules) { return Keys(masking, Scoring::plain).left_out(rules, position); });
}

MoveValues values(const Shape& shape, const ValuesTask& task) {
    return with_rules(shape, [&](const auto& rules) {
        using Rules = std::decay_t<decltype(rules)>;
        switch (task.measure) {
            case Measure::features:
                return value_candidates<Rules, FeatureLeafEvaluator<Rules>>(shape, task);
            case Measure::map:
                return value_candidates<Rules, SquareLeafEvaluator<Rules>>(shape, task);
            case Measure::sum_of_line:
                return value_candidates<Rules, SumLeafEvaluator<Rules>>(shape, task);
            case Measure::early_map:
                return value_candidates<Rules, EarlyLeafEvaluator<Rules>>(shape, task);
            default:
                return value_candidates<Rules, ReplyLeafEvaluator<Rules>>(shape, task);
        }
    });
}

ChoiceRun choose(const Shape& shape, const ChoiceTask& task) {
    return CandidateChoice<StraightRules>(shape, task).run();
}

ListingRun listing(const Shape& shape, const ListingTask& task) { return search_listed(shape, task); }

}  // namespace

const StudyKernel study_kernel{dont_care, dont_care_discs, values, choose, listing};

}  // namespace shirokuro::SHIROKURO_ISA
