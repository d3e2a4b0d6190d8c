// Whole engines: their values, at any number of threads and size of table, and how they stop.
#pragma once

#include <deque>
#include <thread>

#include "check.hpp"
#include "endings.hpp"
#include "evaluate/hand.hpp"
#include "search/engine.hpp"

namespace shirokuro::tests {

inline const Progress silent;
inline const Evaluation by_hand = evaluation_named("hand");

// An engine that evaluates in one way.
class EngineBy {
  public:
    EngineBy(Isa isa, int threads, std::size_t table_bytes, const Evaluation& evaluation)
        : engine_(isa, threads, table_bytes), evaluation_(evaluation) {}
    Result search(const Shape& shape, const SearchTask& task, const Progress& progress) {
        return engine_.search(shape, evaluation_, task, progress);
    }
    bool clear(const Interrupts& interrupts) { return engine_.clear(interrupts); }

  private:
    Engine engine_;
    const Evaluation evaluation_;
};

inline SearchTask task_of(const Position& position, Goal goal, Scoring scoring = Scoring::winner) {
    SearchTask task;
    task.position = position;
    task.goal = goal;
    task.scoring = scoring;
    return task;
}

inline int sign(int value) { return (value > 0) - (value < 0); }

// The margin at the end of a line for its first side, or no margin at all if the line breaks the rules.
inline int margin_after(const Shape& shape, Position position, const std::vector<Square>& line,
                        Scoring scoring) {
    constexpr int broken = 1000;
    for (const Square move : line) {
        const Bits moves = portable().legal(shape, position);
        if (move == pass ? moves != 0 : !contains(moves, move)) return broken;
        position =
            move == pass ? position.passed() : position.played(move, portable().flips(shape, position, move));
    }
    if ((portable().legal(shape, position) | portable().legal(shape, position.passed())) != 0) return broken;
    return (line.size() % 2 == 0 ? 1 : -1) * margin(position, count(shape.cells), scoring);
}

inline void check_exact(Tally& tally, EngineBy& engine, const Shape& shape, const SearchTask& task,
                        int value) {
    const Result result = engine.search(shape, task, silent);
    tally.check(result.kind == Kind::exact && result.value == value);
    tally.check(result.lower == value && result.upper == value);
    tally.check(margin_after(shape, task.position, result.pv, task.scoring) == value);
}

inline void check_wld(Tally& tally, EngineBy& engine, const Shape& shape, const SearchTask& task, int value) {
    const Result result = engine.search(shape, task, silent);
    tally.check(result.kind == Kind::wld || result.kind == Kind::exact);
    tally.check(sign(result.value) == sign(value));
    tally.check(result.lower <= value && value <= result.upper);
}

// Engines of one to four threads, with the smallest table and with a large one, and all evaluators.
class Engines {
  public:
    explicit Engines(Isa isa) {
        const auto names = evaluator_names();
        for (int threads = 1; threads <= 4; ++threads)
            for (const std::size_t bytes : {std::size_t{0}, std::size_t{1} << 20})
                engines_.emplace_back(isa, threads, bytes,
                                      evaluation_named(names[engines_.size() % names.size()]));
    }
    EngineBy& any(Random& random) {
        return engines_[random.below(static_cast<std::uint32_t>(engines_.size()))];
    }
    std::deque<EngineBy>& all() { return engines_; }

  private:
    std::deque<EngineBy> engines_;
};

inline DontCare any_dont_care(Random& random) {
    constexpr DontCare kinds[] = {DontCare::off, DontCare::full_lines, DontCare::wide};
    return kinds[random.below(3)];
}

// Every `step`-th of the endings, each on any engine.
inline void engine_equals_minimax(Tally& tally, Isa isa, const std::vector<Ending>& endings,
                                  std::size_t step) {
    Engines engines(isa);
    Random random(23);
    for (std::size_t i = 0; i < endings.size(); i += step)
        for (const Scoring scoring : {Scoring::winner, Scoring::plain}) {
            const Ending& ending = endings[i];
            const int value = ending.values.of(scoring);
            SearchTask task = task_of(ending.position, Goal::exact, scoring);
            task.dont_care = any_dont_care(random);
            check_exact(tally, engines.any(random), *ending.shape, task, value);
            task.goal = Goal::wld;
            check_wld(tally, engines.any(random), *ending.shape, task, value);
        }
}

// Inside the window the value is exact; outside, the bound on that side is proved.
inline void windows_tell_values_inside_apart(Tally& tally, Isa isa, const std::vector<Ending>& endings,
                                             std::size_t step) {
    Engines engines(isa);
    Random random(53);
    for (std::size_t i = 0; i < endings.size(); i += step) {
        const Ending& ending = endings[i];
        const int value = ending.values.winner;
        SearchTask task = task_of(ending.position, Goal::exact);
        task.alpha = -64 + static_cast<int>(random.below(127));
        task.beta =
            task.alpha + 1 + static_cast<int>(random.below(static_cast<std::uint32_t>(64 - task.alpha)));
        const Result result = engines.any(random).search(*ending.shape, task, silent);
        tally.check(result.lower <= value && value <= result.upper);
        if (task.alpha < value && value < task.beta)
            tally.check(result.kind == Kind::exact && result.value == value);
        else if (value <= task.alpha)
            tally.check(result.upper <= task.alpha || result.kind == Kind::exact);
        else
            tally.check(result.lower >= task.beta || result.kind == Kind::exact);
    }
}

// The small boards have most passes and wipe-outs, and moves that the table expects but the line has left.
inline void small_boards_have_true_lines(Tally& tally, Isa isa, int many) {
    EngineBy engine(isa, 1, std::size_t{1} << 16, by_hand);
    Random random(41);
    for (const Shape& shape : shapes) {
        if (count(shape.cells) > 24) continue;
        for (int i = 0; i < many; ++i) {
            const SearchTask task = task_of(thrown_ending(shape, 4 + i % 4, random), Goal::exact);
            check_exact(tally, engine, shape, task, minimax(shape, task.position).winner);
        }
    }
}

// Larger endings, where threads share nodes at every layer: the value of one thread without don't-care discs
// is everybody's.
inline void exact_values_do_not_depend_on_threads(Tally& tally, Isa isa, int many) {
    Engines engines(isa);
    EngineBy single(isa, 1, std::size_t{1} << 22, by_hand);
    Random random(29);
    for (int i = 0; i < many; ++i) {
        const Shape& shape = shapes[static_cast<std::size_t>(i) % shapes.size()];
        const int empties = std::min(11 + i % 4, count(shape.cells) - 4);
        SearchTask task = task_of(played_ending(shape, empties, random), Goal::exact,
                                  i % 3 == 0 ? Scoring::plain : Scoring::winner);
        const int value = single.search(shape, task, silent).value;
        task.dont_care = any_dont_care(random);
        for (EngineBy& engine : engines.all()) check_exact(tally, engine, shape, task, value);
    }
}

inline bool is_legal_answer(const Shape& shape, const Position& position, const Result& result) {
    return !result.pv.empty() && contains(portable().legal(shape, position), result.pv.front()) &&
           result.lower <= result.upper;
}

// A search that would take hours, stopped from outside after a moment, again and again.
inline void engine_stops_when_told(Tally& tally, Isa isa, int times) {
    Random random(31);
    for (int i = 0; i < times; ++i) {
        const Shape& shape = *find_shape(i % 2 == 0 ? "reversi" : "nip");
        EngineBy engine(isa, 1 + i % 4, std::size_t{1} << 16, by_hand);
        std::atomic<bool> stop{false};
        SearchTask task = task_of(shape.start, i % 3 == 0 ? Goal::best_move : Goal::exact);
        task.interrupts.token = &stop;
        const auto moment = std::chrono::microseconds(random.below(3000));
        std::thread stopper([&] {
            std::this_thread::sleep_for(moment);
            stop = true;
        });
        const Result result = engine.search(shape, task, silent);
        stopper.join();
        tally.check(is_legal_answer(shape, task.position, result));
        if (task.goal == Goal::exact)
            tally.check(result.kind == Kind::bound);
        else
            tally.check(result.kind == Kind::depth && result.depth >= 1);
    }
}

// What an interrupted search leaves in the table must not harm the next one.
inline void stopped_searches_leave_no_wrong_values(Tally& tally, Isa isa, int many) {
    EngineBy single(isa, 1, std::size_t{1} << 20, by_hand);
    EngineBy engine(isa, 3, std::size_t{1} << 20, by_hand);
    Random random(37);
    for (int i = 0; i < many; ++i) {
        const Shape& shape = shapes[static_cast<std::size_t>(i) % shapes.size()];
        const int empties = std::min(14, count(shape.cells) - 4);
        const SearchTask task = task_of(played_ending(shape, empties, random), Goal::exact);
        const int value = single.search(shape, task, silent).value;
        SearchTask limited = task;
        for (const std::uint64_t nodes : {100u, 1000u, 5000u, 20000u}) {
            limited.interrupts.nodes = nodes;
            const Result result = engine.search(shape, limited, silent);
            tally.check(result.lower <= value && value <= result.upper);
            tally.check(result.kind == Kind::bound || result.value == value);
        }
        check_exact(tally, engine, shape, task, value);
    }
}

inline void engine_keeps_its_limits(Tally& tally, Isa isa) {
    for (const Shape& shape : shapes)
        for (const int threads : {1, 2}) {
            EngineBy engine(isa, threads, std::size_t{1} << 16, by_hand);
            for (const int depth : {1, 2, 5}) {
                SearchTask task = task_of(shape.start, Goal::best_move);
                task.depth = depth;
                const Result result = engine.search(shape, task, silent);
                tally.check(is_legal_answer(shape, shape.start, result));
                tally.check(result.depth == depth && result.kind == Kind::depth);
            }
            SearchTask task = task_of(find_shape("nip")->start, Goal::best_move);
            task.interrupts.nodes = 20000;
            const Result result = engine.search(*find_shape("nip"), task, silent);
            // Each thread checks the limits once in a while only.
            tally.check(result.nodes < 20000 + 40000 * static_cast<std::uint64_t>(threads));
            task.interrupts = {};
            task.interrupts.seconds = 0.01;
            tally.check(is_legal_answer(*find_shape("nip"), task.position,
                                        engine.search(*find_shape("nip"), task, silent)));
        }
}

// The calling thread is asked whether it wants to go on, and every pass is reported to it.
inline void engine_asks_and_reports(Tally& tally, Isa isa) {
    const Shape& shape = *find_shape("reversi");
    EngineBy engine(isa, 2, std::size_t{1} << 16, by_hand);
    const std::thread::id caller = std::this_thread::get_id();
    SearchTask task = task_of(shape.start, Goal::exact);
    int questions = 0;
    task.interrupts.wants_to_stop = [&] {
        return tally.check(std::this_thread::get_id() == caller) && ++questions == 2;
    };
    int depth = 0;
    const Progress progress = [&](const Result& result) {
        tally.check(result.depth == ++depth && std::this_thread::get_id() == caller);
    };
    const Result result = engine.search(shape, task, progress);
    tally.check(questions == 2 && depth > 0 && result.kind == Kind::bound);
}

// Two engines with different tasks at the same time, and one engine called from two threads.
inline void engines_do_not_meet(Tally& tally, Isa isa, const std::vector<Ending>& endings) {
    EngineBy first_engine(isa, 2, 1 << 16, by_hand), second_engine(isa, 2, 1 << 16, by_hand),
        shared(isa, 2, 1 << 16, by_hand);
    Tally tallies[2];
    const auto work = [&](std::size_t side, EngineBy& own) {
        for (std::size_t i = side; i < endings.size(); i += 32) {
            const Ending& ending = endings[i];
            const SearchTask task = task_of(ending.position, Goal::exact);
            for (EngineBy* engine : {&own, &shared})
                check_exact(tallies[side], *engine, *ending.shape, task, ending.values.winner);
        }
    };
    std::thread other([&] { work(1, second_engine); });
    work(0, first_engine);
    other.join();
    for (const Tally& each : tallies) tally.check(each.passed() > 0 && each.failed() == 0);
}

// Two engines with different weights at the same time: each guesses by its own.
inline void engines_keep_their_weights(Tally& tally, Isa isa) {
    HandWeights odd = hand_weights;
    odd.mobility = -odd.mobility;
    const Evaluation other{by_hand.evaluator, std::make_shared<const HandWeights>(odd)};
    const Shape& shape = *find_shape("reversi");
    SearchTask task = task_of(shape.start, Goal::best_move);
    task.depth = 6;
    const auto value = [&](const Evaluation& by) {
        EngineBy engine(isa, 2, 1 << 16, by);
        return engine.search(shape, task, silent).value;
    };
    const int expected = value(by_hand), expected_of_other = value(other);
    tally.check(expected != expected_of_other);
    int found = 0;
    std::thread beside([&] { found = value(other); });
    tally.check(value(by_hand) == expected);
    beside.join();
    tally.check(found == expected_of_other);
    // One engine after another way of evaluating answers as a new one.
    Engine engine(isa, 1, 1 << 20);
    for (const Evaluation& by : {by_hand, other, by_hand}) {
        const Result again = engine.search(shape, by, task, silent);
        const Result afresh = EngineBy(isa, 1, 1 << 20, by).search(shape, task, silent);
        tally.check(again.nodes == afresh.nodes && again.value == afresh.value);
    }
}

// Nobody can move, on full, empty and half-empty boards: the value stands at once, the line is empty.
inline void finished_games_are_values(Tally& tally, Isa isa) {
    EngineBy engine(isa, 2, 0, by_hand);
    for (const Shape& shape : shapes)
        for (const Position& position : {Position{}, Position{shape.cells, 0}, Position{0, shape.cells},
                                         Position{shape.start.occupied(), 0}})
            for (const Scoring scoring : {Scoring::winner, Scoring::plain}) {
                const SearchTask task = task_of(position, Goal::exact, scoring);
                const Result result = engine.search(shape, task, silent);
                tally.check(result.kind == Kind::exact && result.pv.empty());
                tally.check(result.value == margin(position, count(shape.cells), scoring));
            }
}

}  // namespace shirokuro::tests
