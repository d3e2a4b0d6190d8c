// The solver's functions one by one against minimax: a null-window search answers on the right side.
#pragma once

#include "evaluate/hand.hpp"
#include "search/midgame.hpp"
#include "stability_tests.hpp"

namespace shirokuro::SHIROKURO_ISA::tests {

// The answer of a search of (alpha, alpha + 1) is a bound of `value` on the side of the window it lies on.
inline bool is_bound(int answer, int alpha, int value) {
    return answer > alpha ? answer <= value : answer >= value;
}

template <class Work>
void at_windows_around(int value, int cells, Work&& work) {
    for (const int alpha : {value - 9, value - 2, value - 1, value, value + 1, value + 8})
        if (alpha >= -cells && alpha < cells) work(alpha);
}

template <class Worker>
void check_stability_cut(Tally& tally, Worker& worker, const Position& position, int alpha, int value) {
    int bound = no_value;
    if (stability_cuts(worker, position, alpha, bound)) tally.check(value <= bound && bound <= alpha);
}

// A node is cut by what the thread's own table knows of its best child, just where that child refutes it, and
// by no entry of another position or, where the winner gets the empties, of another offset.
template <class Worker>
void check_child_cuts(Tally& tally, Worker& worker, const Ending& ending, int value) {
    const Position& position = ending.position;
    const int empties = ending.empties();
    const Keys& keys = worker.session.keys;
    MoveList list;
    order_by_replies(worker, position, worker.rules.legal(position), list);
    for (std::size_t i = 0; i < list.size(); ++i) {
        const Position& next = list[i].next;
        if (-solve_window(worker, next, -worker.cells, worker.cells, empties - 1) != value) continue;
        const Key key = keys.of(worker.rules, next);
        LocalTable::Entry known{key.position, -127, keys.stored(-value, key), pass,
                                static_cast<std::int8_t>(key.offset)};
        worker.local = LocalTable();  // without what solving has left there
        const auto is_cut = [&](int alpha, const LocalTable::Entry& entry) {
            worker.local.at(key.hash) = entry;
            Progression found;
            const EndNode node{position, worker.rules.legal(position), alpha, empties};
            const bool cuts = a_child_cuts(worker, node, list, found);
            tally.check(!cuts || (found.best == value && found.move == list[i].square));
            return cuts;
        };
        at_windows_around(value, worker.cells,
                          [&](int alpha) { tally.check(is_cut(alpha, known) == (value > alpha)); });
        ++known.offset;
        if (worker.session.scoring == Scoring::winner) tally.check(!is_cut(value - 1, known));
        --known.offset;
        known.position.own ^= bit(list[i].square);
        tally.check(!is_cut(value - 1, known));
        return;
    }
}

// All that may be asked of a position with few empties.
template <class Worker>
void check_ending(Tally& tally, Worker& worker, const Ending& ending, int value) {
    const Position& position = ending.position;
    const int empties = ending.empties();
    at_windows_around(value, worker.cells, [&](int alpha) {
        if (empties <= 4) tally.check(is_bound(solve_last(worker, position, alpha), alpha, value));
        if (empties == 5)
            tally.check(
                is_bound(last_five(worker, position, worker.rules.legal(position), alpha), alpha, value));
        tally.check(is_bound(solve(worker, position, alpha, empties), alpha, value));
        check_stability_cut(tally, worker, position, alpha, value);
    });
    check_child_cuts(tally, worker, ending, value);
    tally.check(solve_window(worker, position, -worker.cells, worker.cells, empties) == value);
    const Query query{-worker.cells, worker.cells, empties, full_confidence};
    if (empties > 0) tally.check(search(worker, position, query) == value);
}

template <class Rules>
void check_endings(Tally& tally, const Shape& shape, const std::vector<Ending>& endings,
                   const SearchTask& task) {
    Table table(1 << 12);
    Stopper never(Interrupts{});
    Session session(shape, hand_weights, table, task, never, 1);
    Worker<Rules, HandEvaluator<Rules>> worker(session, true);
    for (const Ending& ending : endings)
        if (ending.shape == &shape) check_ending(tally, worker, ending, ending.values.of(task.scoring));
}

inline void solver_equals_minimax(Tally& tally, const std::vector<Ending>& endings) {
    for (const Shape& shape : shapes)
        for (const Scoring scoring : {Scoring::winner, Scoring::plain})
            for (const DontCare dont_care : {DontCare::off, DontCare::full_lines, DontCare::wide}) {
                SearchTask task;
                task.scoring = scoring;
                task.dont_care = dont_care;
                with_rules(shape, [&](const auto& rules) {
                    check_endings<std::decay_t<decltype(rules)>>(tally, shape, endings, task);
                });
            }
}

inline void last_flips_are_counted(Tally& tally, int many) {
    Random random(17);
    for (const Shape& shape : shapes)
        with_rules(shape, [&](const auto& rules) {
            for (int i = 0; i < many; ++i) {
                const Position position = thrown_ending(shape, 1, random);
                const Square square = first(rules.empties(position));
                tally.check(last_flips(rules, position, square) == count(rules.flips(position, square)));
            }
        });
}

}  // namespace shirokuro::SHIROKURO_ISA::tests
