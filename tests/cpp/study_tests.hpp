// The choice of ssai and msai on several threads: always that of one thread, and ended when it is told to.
#pragma once

#include <chrono>
#include <thread>

#include "check.hpp"
#include "samples.hpp"
#include "studies/kernel.hpp"

namespace shirokuro::tests {

inline ChoiceTask choice_task(const Position& position, int x, int threads) {
    ChoiceTask task;
    task.position = position;
    task.presearch = 3;
    task.normal = 2 + x;
    task.wld = 5 + x;
    task.perfect = 3 + x;
    task.threads = threads;
    return task;
}

// Whole games, each move chosen by one thread and by several.
inline void choices_do_not_depend_on_threads(Tally& tally, Isa isa, int games) {
    const StudyKernel& kernel = study_kernel(isa);
    Random random(43);
    for (int i = 0; i < games; ++i) {
        const Shape& shape = *find_shape(i % 3 == 2 ? "reversi6" : "reversi");
        for (const Position& position : random_game(shape, random)) {
            if (count(portable().legal(shape, position)) < 2) continue;
            const ChoiceRun one = kernel.choose(shape, choice_task(position, 4, 1));
            const ChoiceRun many = kernel.choose(shape, choice_task(position, 4, 2 + i % 3));
            tally.check(one.square == many.square && one.points == many.points);
            tally.check(one.stage == many.stage && one.is_complete && many.is_complete);
        }
    }
}

// Solving who wins, where most candidates are equal: the first of them, whoever of many threads finds it.
inline void first_wins_do_not_depend_on_threads(Tally& tally, Isa isa, int games) {
    const StudyKernel& kernel = study_kernel(isa);
    const Shape& shape = *find_shape("reversi");
    Random random(53);
    for (int i = 0; i < games; ++i)
        for (const Position& position : random_game(shape, random)) {
            const int empties = squares - count(position.occupied());
            if (empties < 8 || empties > 10 || count(portable().legal(shape, position)) < 2) continue;
            ChoiceTask task = choice_task(position, 5, 1);
            task.perfect = 0;
            const ChoiceRun one = kernel.choose(shape, task);
            task.threads = 2 + 3 * (i % 3);
            const ChoiceRun many = kernel.choose(shape, task);
            tally.check(one.stage == Stage::wld && many.stage == Stage::wld);
            tally.check(one.square == many.square && one.points == many.points);
        }
}

// A search that would take hours, stopped from outside after a moment.
inline void choices_end_when_told(Tally& tally, Isa isa, int times) {
    const Shape& shape = *find_shape("reversi");
    Random random(47);
    for (int i = 0; i < times; ++i) {
        std::atomic<bool> stop{false};
        ChoiceTask task = choice_task(shape.start, 40, 1 + i % 4);
        task.interrupts.token = &stop;
        const auto moment = std::chrono::microseconds(random.below(3000));
        std::thread stopper([&] {
            std::this_thread::sleep_for(moment);
            stop = true;
        });
        const ChoiceRun run = study_kernel(isa).choose(shape, task);
        stopper.join();
        tally.check(!run.is_complete);
        tally.check(contains(portable().legal(shape, shape.start), run.square));
    }
}

}  // namespace shirokuro::tests
