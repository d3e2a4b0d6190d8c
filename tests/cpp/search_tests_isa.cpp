// Compiled once per instruction set: the tests of what the search is made of.
#include "evaluator_tests.hpp"
#include "search_tests.hpp"
#include "solver_tests.hpp"

namespace shirokuro::SHIROKURO_ISA {

void test_search_parts(Tally& tally, const std::vector<Ending>& endings, int many) {
    tally.run("evaluators", [&](Tally& group) { tests::evaluators_are_sums(group, many); });
    tally.run("last flips", [&](Tally& group) { tests::last_flips_are_counted(group, 20 * many); });
    tally.run("solver", [&](Tally& group) { tests::solver_equals_minimax(group, endings); });
    tally.run("stable discs never turn",
              [&](Tally& group) { tests::stable_discs_never_turn(group, 8 * many); });
    tally.run("stable discs are found", [](Tally& group) { tests::stable_discs_are_found(group); });
}

}  // namespace shirokuro::SHIROKURO_ISA
