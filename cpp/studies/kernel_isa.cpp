// Compiled once per instruction set: the studies' kernel of that set.
#include "studies/dont_care.hpp"
#include "studies/kernel.hpp"

namespace shirokuro::SHIROKURO_ISA {

namespace {

DontCareRun dont_care(const Shape& shape, const DontCareTask& task) {
    return with_rules(shape, [&](const auto& rules) { return DontCareSearch(rules, task).run(); });
}

Bits dont_care_discs(const Shape& shape, const Position& position, DontCare masking) {
    return with_rules(
        shape, [&](const auto& rules) { return Keys(masking, Scoring::plain).left_out(rules, position); });
}

}  // namespace

extern const StudyKernel study_kernel;
const StudyKernel study_kernel{dont_care, dont_care_discs};

}  // namespace shirokuro::SHIROKURO_ISA
