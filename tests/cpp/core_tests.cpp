// The core's own tests, without Python: one line a group, then the sum. Fails if one check did.
#include "board_tests.hpp"
#include "book_tests.hpp"
#include "kernel_tests.hpp"
#include "perft_tests.hpp"
#include "position_tests.hpp"
#include "symmetry_tests.hpp"
#include "zeroed_memory_tests.hpp"

using namespace shirokuro;
using namespace shirokuro::tests;

namespace {

void run_kernel(Tally& tally, Isa isa) {
    std::printf("kernel %s\n", isa_name(isa).data());
    tally.run("perft", [&](Tally& group) { perft_is_known(group, isa); });
    tally.run("loop rule", [&](Tally& group) { loop_rule(group, isa); });
    tally.run("equal to generic", [&](Tally& group) { compare_kernels(group, isa); });
    tally.run("playouts in slices", [&](Tally& group) { playouts_do_not_depend_on_slices(group, isa); });
}

}  // namespace

int main() {
    Tally tally;
    for (const Isa isa : all_isas())
        if (isa <= best_isa()) run_kernel(tally, isa);
    tally.run("symmetry", symmetry_laws);
    tally.run("hash", hash_has_no_collisions);
    tally.run("margin", margins_are_known);
    tally.run("board", board_laws);
    tally.run("book", book_laws);
    tally.run("zeroed memory", memory_is_zero_until_written);
    std::printf("%d passed, %d failed\n", tally.passed(), tally.failed());
    return tally.failed() == 0 ? 0 : 1;
}
