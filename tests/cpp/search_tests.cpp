// The tests of the search and of what chooses by random games, without Python: one line a group, then the
// sum. Fails if one check did. The same groups run on fewer positions with `--quick`, for slow sanitizers,
// and on more with `--long`.
#include "search_tests.hpp"

#include <cstdlib>
#include <string_view>

#include "engine_tests.hpp"
#include "evaluate/kernel.hpp"
#include "memory_tests.hpp"
#include "playout_tests.hpp"
#include "samples.hpp"
#include "study_tests.hpp"
#include "table_tests.hpp"
#include "training_tests.hpp"

using namespace shirokuro;
using namespace shirokuro::tests;

// Not inlined: a compiler that sees one half of such a pair alone takes it for a mistake.
[[gnu::noinline]] void* operator new(std::size_t size) {
    void* const memory = allocation_fails() ? nullptr : std::malloc(size);
    if (memory == nullptr) throw std::bad_alloc();
    return memory;
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace {

// best_isa() never names a set that the build does not contain.
auto test_search_parts(Isa isa) {
#ifdef SHIROKURO_HAS_AVX
    if (isa == Isa::avx512) return avx512::test_search_parts;
    if (isa == Isa::avx2) return avx2::test_search_parts;
#endif
    (void)isa;
    return generic::test_search_parts;
}

void guesses_over_arrays_are_the_same(Tally& tally, Isa isa, int games) {
    const EvaluateKernel& kernel = evaluate_kernel(isa);
    for (const Shape& shape : shapes) {
        const std::vector<Position> positions = samples(shape, games, 5);
        std::vector<std::int8_t> found(positions.size());
        for (const std::string_view name : evaluator_names()) {
            const Evaluation by = evaluation_named(name);
            kernel.evaluate_many(shape, positions, by, found.data());
            for (std::size_t i = 0; i < positions.size(); ++i)
                tally.check(found[i] == kernel.evaluate(shape, positions[i], by));
        }
    }
}

void run_engine(Tally& tally, Isa isa, const std::vector<Ending>& endings, int many) {
    const auto run = [&](const char* name, auto&& work) { tally.run(name, work); };
    run("engine", [&](Tally& group) { engine_equals_minimax(group, isa, endings, 10); });
    run("windows", [&](Tally& group) { windows_tell_values_inside_apart(group, isa, endings, 3); });
    run("lines", [&](Tally& group) { small_boards_have_true_lines(group, isa, 200 + 100 * many); });
    run("threads", [&](Tally& group) { exact_values_do_not_depend_on_threads(group, isa, 10 + 2 * many); });
    run("stop", [&](Tally& group) { engine_stops_when_told(group, isa, 10 * many); });
    run("after a stop", [&](Tally& group) { stopped_searches_leave_no_wrong_values(group, isa, 11 + many); });
    run("limits", [&](Tally& group) { engine_keeps_its_limits(group, isa); });
    run("asks and reports", [&](Tally& group) { engine_asks_and_reports(group, isa); });
    run("two engines", [&](Tally& group) { engines_do_not_meet(group, isa, endings); });
    run("two weights", [&](Tally& group) { engines_keep_their_weights(group, isa); });
    run("no memory", [&](Tally& group) { engine_outlives_want_of_memory(group, isa); });
    run("no memory for choices", [&](Tally& group) { choices_outlive_want_of_memory(group, isa); });
    run("finished games", [&](Tally& group) { finished_games_are_values(group, isa); });
}

void run_kernel(Tally& tally, Isa isa, const std::vector<Ending>& endings, int many) {
    std::printf("kernel %s\n", isa_name(isa).data());
    test_search_parts(isa)(tally, endings, 5 * many);
    tally.run("guesses", [&](Tally& group) { guesses_over_arrays_are_the_same(group, isa, many); });
    tally.run("trained values", [&](Tally& group) {
        for (const bool has_networks : {false, true})
            trained_values_are_symmetric(group, isa, many, has_networks);
    });
    tally.run("self-play", [&](Tally& group) { games_do_not_depend_on_threads(group, isa); });
    run_engine(tally, isa, endings, many);
    run_playout(tally, isa, endings, many);
    tally.run("msai's threads", [&](Tally& group) { choices_do_not_depend_on_threads(group, isa, many); });
    tally.run("msai's wins", [&](Tally& group) { first_wins_do_not_depend_on_threads(group, isa, many); });
    tally.run("msai's end", [&](Tally& group) { choices_end_when_told(group, isa, 4 * many); });
}

// How much of everything, as the caller wishes.
int measure(std::string_view argument) { return argument == "--quick" ? 1 : argument == "--long" ? 50 : 5; }

}  // namespace

int main(int argc, char** argv) {
    const int many = measure(argc > 1 ? argv[1] : "");
    const std::vector<Ending> endings = solved_endings(8 * many);
    Tally tally;
    for (const Isa isa : all_isas())
        if (isa <= best_isa()) run_kernel(tally, isa, endings, many);
    tally.run("weights files", damaged_weights_are_refused);
    tally.run("table", table_gives_back_what_it_took);
    tally.run("shared memory", tables_may_share_memory);
    tally.run("memory anywhere", memory_may_begin_anywhere);
    tally.run("replacement", shallow_and_old_entries_give_way);
    tally.run("growth", a_growing_table_keeps_its_entries);
    tally.run("torn entries", [&](Tally& group) { no_torn_entry_matches(group, 10000 * many); });
    std::printf("%d passed, %d failed\n", tally.passed(), tally.failed());
    return tally.failed() == 0 ? 0 : 1;
}
