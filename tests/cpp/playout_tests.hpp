// Choices by random games: flat sums, what UCT proves, on any number of threads, and how both stop.
#pragma once

#include "check.hpp"
#include "endings.hpp"
#include "engine_tests.hpp"
#include "playout/kernel.hpp"

namespace shirokuro::tests {

inline std::vector<Ending> endings_with_moves(const std::vector<Ending>& endings, int most_empties,
                                              std::size_t step) {
    std::vector<Ending> chosen;
    for (std::size_t i = 0; i < endings.size(); i += step)
        if (endings[i].empties() <= most_empties &&
            portable().legal(*endings[i].shape, endings[i].position) != 0)
            chosen.push_back(endings[i]);
    return chosen;
}

inline bool operator==(const Trial& a, const Trial& b) {
    return a.move == b.move && a.games == b.games && a.wins == b.wins && a.draws == b.draws &&
           a.discs == b.discs;
}

inline bool operator==(const Branch& a, const Branch& b) {
    return a.move == b.move && a.visits == b.visits && a.points == b.points && a.margins == b.margins &&
           a.least == b.least && a.most == b.most;
}

template <class Each>
bool are_equal(const std::vector<Each>& a, const std::vector<Each>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const Each& x, const Each& y) { return x == y; });
}

// The games of one move, played as an array.
inline Trial played_as_array(const Shape& shape, const FlatTask& task, Square move) {
    const Position next = task.position.played(move, portable().flips(shape, task.position, move));
    const std::vector<Position> positions(task.playouts, next);
    std::vector<std::int8_t> margins(positions.size());
    const std::uint64_t stream = static_cast<std::uint64_t>(move) << 32;
    playout_kernel(Isa::generic)
        .playout_many(shape, {task.seed, stream, Scoring::plain}, positions, margins.data());
    Trial trial{move, task.playouts};
    for (const std::int8_t margin : margins) {
        trial.wins += margin < 0;
        trial.draws += margin == 0;
        trial.discs -= margin;
    }
    return trial;
}

inline void flat_sums_are_those_of_its_games(Tally& tally, Isa isa, std::uint64_t playouts) {
    for (const Shape& shape : shapes) {
        FlatTask task{shape.start, 5, playouts};
        std::vector<Trial> expected;
        for (Bits rest = portable().legal(shape, shape.start); rest != 0; rest = without_first(rest))
            expected.push_back(played_as_array(shape, task, first(rest)));
        for (task.threads = 1; task.threads <= 3; ++task.threads) {
            const FlatResult result = playout_kernel(isa).flat(shape, task);
            tally.check(are_equal(result.trials, expected) && !result.is_capped);
        }
    }
}

// A set token leaves one round; a deadline any number of whole ones.
inline void flat_ends_when_told(Tally& tally, Isa isa) {
    const std::atomic<bool> stop{true};
    for (const int threads : {1, 3}) {
        FlatTask task{shapes[0].start, 5, 1'000'000, threads};
        task.interrupts.token = &stop;
        const FlatResult stopped = playout_kernel(isa).flat(shapes[0], task);
        task.interrupts = {0.002};
        const FlatResult timed = playout_kernel(isa).flat(shapes[0], task);
        for (const FlatResult* result : {&stopped, &timed}) {
            tally.check(result->is_capped);
            for (const Trial& trial : result->trials)
                tally.check(trial.games > 0 && trial.games == result->trials[0].games);
        }
    }
}

inline Verdict verdict_of(int value) { return static_cast<Verdict>((value > 0) - (value < 0) + 1); }

inline int value_after(const Ending& ending, Square move) {
    const Bits flips = portable().flips(*ending.shape, ending.position, move);
    return -minimax(*ending.shape, ending.position.played(move, flips)).winner;
}

// What the tree claims of each move is true, it ends with a proof, and its move keeps the outcome.
inline void check_proof(Tally& tally, const Ending& ending, const UctResult& result) {
    tally.check(result.is_proven);
    for (const Branch& branch : result.branches) {
        const Verdict truth = verdict_of(value_after(ending, branch.move));
        tally.check(branch.least <= truth && truth <= branch.most);
    }
    tally.check(!result.pv.empty() &&
                verdict_of(value_after(ending, result.pv[0])) == verdict_of(ending.values.winner));
}

inline void uct_proves_endings(Tally& tally, Isa isa, const std::vector<Ending>& endings) {
    int threads = 0;
    for (const Ending& ending : endings) {
        UctTask task{ending.position, by_hand, 9, 1'000'000, 1 + threads++ % 3};
        for (task.solve_empties = 0; task.solve_empties <= 4; task.solve_empties += 4)
            check_proof(tally, ending, playout_kernel(isa).uct(*ending.shape, task));
    }
}

// With the solver at the root the margin itself is right.
inline void uct_solves_endings(Tally& tally, Isa isa, const std::vector<Ending>& endings) {
    for (const Ending& ending : endings) {
        const UctResult result = playout_kernel(isa).uct(*ending.shape, {ending.position, by_hand});
        tally.check(value_after(ending, result.pv[0]) == ending.values.winner);
        for (const Branch& branch : result.branches)
            tally.check(branch.margins == value_after(ending, branch.move));
    }
}

inline void uct_is_the_same_on_every_kernel(Tally& tally, Isa isa) {
    for (const Shape& shape : shapes) {
        UctTask task{shape.start, by_hand, 3, 1500};
        const UctResult expected = playout_kernel(Isa::generic).uct(shape, task);
        const UctResult found = playout_kernel(isa).uct(shape, task);
        tally.check(are_equal(found.branches, expected.branches));
        tally.check(found.pv == expected.pv && found.nodes == expected.nodes);
        tally.check(found.playouts == expected.playouts && found.playouts <= task.playouts);
    }
}

// Threads share the tree: every walk is counted once, and none is left under way.
inline void uct_counts_every_walk(Tally& tally, Isa isa, std::uint64_t playouts) {
    for (const Shape& shape : shapes) {
        UctTask task{shape.start, by_hand, 3, playouts, 4};
        task.solve_empties = 0;
        const UctResult result = playout_kernel(isa).uct(shape, task);
        std::uint64_t visits = 0;
        for (const Branch& branch : result.branches) {
            visits += branch.visits;
            tally.check(branch.points <= 2 * static_cast<std::int64_t>(branch.visits));
        }
        tally.check(visits <= playouts && (result.is_proven || visits == playouts));
    }
}

inline void uct_ends_when_told(Tally& tally, Isa isa) {
    const std::atomic<bool> stop{true};
    for (const int threads : {1, 3}) {
        UctTask task{shapes[0].start, by_hand, 5, 1'000'000, threads};
        task.interrupts.token = &stop;
        const UctResult stopped = playout_kernel(isa).uct(shapes[0], task);
        task.interrupts = {0.002};
        const UctResult timed = playout_kernel(isa).uct(shapes[0], task);
        for (const UctResult* result : {&stopped, &timed})
            tally.check(!result->pv.empty() && result->playouts < task.playouts);
    }
}

inline void run_playout(Tally& tally, Isa isa, const std::vector<Ending>& endings, int many) {
    const auto run = [&](const char* name, auto&& work) { tally.run(name, work); };
    const std::size_t step = 21;
    run("flat sums", [&](Tally& group) {
        flat_sums_are_those_of_its_games(group, isa, 150 + 50 * static_cast<std::uint64_t>(many));
    });
    run("flat ends", [&](Tally& group) { flat_ends_when_told(group, isa); });
    run("uct proves",
        [&](Tally& group) { uct_proves_endings(group, isa, endings_with_moves(endings, 7, step)); });
    run("uct solves",
        [&](Tally& group) { uct_solves_endings(group, isa, endings_with_moves(endings, 9, step)); });
    run("uct kernels", [&](Tally& group) { uct_is_the_same_on_every_kernel(group, isa); });
    run("uct walks",
        [&](Tally& group) { uct_counts_every_walk(group, isa, 1000 * static_cast<std::uint64_t>(many)); });
    run("uct ends", [&](Tally& group) { uct_ends_when_told(group, isa); });
}

}  // namespace shirokuro::tests
