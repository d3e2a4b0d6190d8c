// When memory runs out: whichever allocation fails, on whichever thread, the search ends with bad_alloc and
// the engine goes on working. `search_tests.cpp` replaces operator new.
#pragma once

#include <atomic>
#include <new>

#include "engine_tests.hpp"
#include "playout/kernel.hpp"
#include "studies/kernel.hpp"

namespace shirokuro::tests {

// So many allocations succeed before one fails; negative: all succeed.
inline std::atomic<int> allocations_left{-1};

inline bool allocation_fails() { return allocations_left.load() >= 0 && allocations_left.fetch_sub(1) == 0; }

// Lets the n-th allocation of some work fail; whether it did.
template <class Work>
bool fails_at(int n, const Work& work) {
    allocations_left = n;
    bool failed = false;
    try {
        work();
    } catch (const std::bad_alloc&) {
        failed = true;
    }
    allocations_left = -1;
    return failed;
}

// Every allocation of some work fails once, until it needs no more.
template <class Work>
void every_allocation_may_fail(Tally& tally, const Work& work) {
    int failures = 0;
    for (int n = 0; n < 200; ++n) failures += fails_at(n, work);
    tally.check(failures > 0);
}

inline void engine_outlives_want_of_memory(Tally& tally, Isa isa) {
    const Shape& shape = *find_shape("reversi");
    Random random(43);
    const SearchTask task = task_of(played_ending(shape, 13, random), Goal::exact);
    for (const int threads : {1, 4}) {
        EngineBy engine(isa, threads, std::size_t{1} << 16, by_hand);
        const int value = engine.search(shape, task, silent).value;
        every_allocation_may_fail(tally, [&] {
            engine.clear({});
            tally.check(engine.search(shape, task, silent).value == value);
        });
        check_exact(tally, engine, shape, task, value);
    }
}

inline void choices_outlive_want_of_memory(Tally& tally, Isa isa) {
    const Shape& shape = *find_shape("reversi");
    FlatTask flat{shape.start};
    flat.threads = 3;
    flat.playouts = 200;
    every_allocation_may_fail(tally, [&] { playout_kernel(isa).flat(shape, flat); });
    UctTask uct{shape.start, by_hand};
    uct.threads = 3;
    uct.playouts = 200;
    every_allocation_may_fail(tally, [&] { playout_kernel(isa).uct(shape, uct); });
    ChoiceTask choice{shape.start};
    choice.presearch = 3;
    choice.normal = 5;
    choice.threads = 3;
    every_allocation_may_fail(tally, [&] { study_kernel(isa).choose(shape, choice); });
}

}  // namespace shirokuro::tests
