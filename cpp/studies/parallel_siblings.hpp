// How several threads search the moves of one node in parallel.
#pragma once

#include <optional>

#include "board/rules.hpp"
#include "board/stopper.hpp"
#include "evaluate/corners.hpp"
#include "studies/siblings.hpp"

namespace shirokuro::SHIROKURO_ISA {

// The state of one thread in a study's look-ahead.
template <class RulesType, class EvaluatorType>
struct LookAheadWorker {
    using Evaluator = EvaluatorType;

    Team& team;
    NodeCounter counter;
    RulesType rules;
    Evaluator evaluator;
    Bits corners;
    SplitPoint* split = nullptr;  // the innermost shared node that this thread works under

    LookAheadWorker(const Shape& shape, Team& with, Stopper& stopper, bool is_caller)
        : team(with),
          counter(stopper, is_caller),
          rules(shape),
          evaluator(shape),
          corners(Corners(shape).cells) {}

    // Asked at every larger node: whether the result of the current search is no longer needed.
    bool has_ended() const { return counter.is_stopped() || (split != nullptr && split->is_dead()); }
};

using Lock = std::unique_lock<std::mutex>;  // locks a node; released while searching

template <class Worker>
int look_ahead(Worker& worker, const Position& position, const Query& query);

// Searches a sibling without the lock; returns nothing if this search, and so all of them, was stopped.
template <class Worker>
std::optional<int> search_unlocked(Worker& worker, Siblings& siblings, std::size_t place, const Query& query,
                                   Lock& lock) {
    const Position next = siblings.moves[place].next;
    lock.unlock();
    const int value = -look_ahead(worker, next, query);
    const bool counts = !worker.has_ended();
    lock.lock();
    if (counts) return value;
    siblings.close();
    return std::nullopt;
}

// Compares a sibling with the bound.
template <class Worker>
void try_against_bound(Worker& worker, Siblings& siblings, std::size_t place, Lock& lock) {
    const Query& query = siblings.query;
    const int alpha = siblings.alpha(place);
    const auto value = search_unlocked(worker, siblings, place, query.below(alpha, alpha + 1), lock);
    if (!value) return;
    if (*value >= query.beta)
        siblings.add(*value, place);
    else if (*value > alpha)
        siblings.wait(*value, place);
    else if (siblings.wanted == Wanted::value)
        siblings.found.best = std::max(siblings.found.best, *value);
}

// Searches a sibling for its exact value, which is at least its score.
template <class Worker>
void find_value(Worker& worker, Siblings& siblings, std::size_t place, Lock& lock) {
    const int least = siblings.moves[place].score;
    const Query& query = siblings.query;
    siblings.is_valuing = true;
    const auto value = search_unlocked(worker, siblings, place, query.below(least, query.beta), lock);
    siblings.is_valuing = false;
    if (value) siblings.add(std::max(least, *value), place);
}

template <class Worker>
void take_waiting(Worker& worker, Siblings& siblings, Lock& lock) {
    const auto place = static_cast<std::size_t>(first(siblings.waiting));
    siblings.waiting = without_first(siblings.waiting);
    if (siblings.moves[place].score > siblings.alpha(place))
        find_value(worker, siblings, place, lock);
    else
        try_against_bound(worker, siblings, place, lock);
}

template <class Worker>
void take_next(Worker& worker, Siblings& siblings, Lock& lock) {
    const std::size_t place = siblings.next++;
    siblings.moves.pick(place);
    if (siblings.next == siblings.moves.size()) worker.team.exhaust(siblings);
    if (siblings.wanted != Wanted::all_values) return try_against_bound(worker, siblings, place, lock);
    const Query& query = siblings.query;
    const auto value = search_unlocked(worker, siblings, place, query.below(query.alpha, query.beta), lock);
    if (value) siblings.moves[place].score = *value;
}

// Takes siblings until none is left.
template <class Worker>
void work_on(Worker& worker, Siblings& siblings) {
    SplitPoint* const above = worker.split;
    worker.split = &siblings;
    Lock lock(siblings.mutex);
    while (siblings.has_work())
        if (siblings.waiting != 0 && !siblings.is_valuing)
            take_waiting(worker, siblings, lock);
        else
            take_next(worker, siblings, lock);
    worker.team.exhaust(siblings);
    lock.unlock();
    worker.split = above;
}

// Searches the remaining siblings in parallel with idle threads.
template <class Worker>
void share(Worker& worker, NodeMoves& node) {
    Siblings siblings(worker.split, node);
    work_in_parallel(worker.team, siblings,
                     [&](SplitPoint& at) { work_on(worker, static_cast<Siblings&>(at)); });
    node.found = siblings.found;
    node.next = node.moves.size();
}

// What a helping thread does until the search is over. This team shares nothing but siblings.
template <class Worker>
void help(Worker& worker) {
    help_team(worker.team, [&](SplitPoint& at) {
        work_on(worker, static_cast<Siblings&>(at));
        worker.counter.report();
    });
}

}  // namespace shirokuro::SHIROKURO_ISA
