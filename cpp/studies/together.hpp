// How several threads search the brothers of one node together: what each of them does with the next.
#pragma once

#include <optional>

#include "board/rules.hpp"
#include "board/stopper.hpp"
#include "evaluate/corners.hpp"
#include "studies/brothers.hpp"

namespace shirokuro::SHIROKURO_ISA {

// What one thread carries with it when it looks ahead for a study.
template <class RulesType, class JudgeType>
struct LookWorker {
    using Judge = JudgeType;

    Team& team;
    NodeCounter counter;
    RulesType rules;
    Judge judge;
    Bits corners;
    SplitPoint* split = nullptr;  // the innermost shared node this thread works under

    LookWorker(const Shape& shape, Team& with, Stopper& stopper, bool is_caller)
        : team(with),
          counter(stopper, is_caller),
          rules(shape),
          judge(shape),
          corners(Corners(shape).cells) {}

    // Asked at every larger node: whether what is being searched is of no use any more.
    bool has_ended() const { return counter.is_stopped() || (split != nullptr && split->is_dead()); }
};

using Lock = std::unique_lock<std::mutex>;  // on a node: held, but not while searching

template <class Worker>
int look(Worker& worker, const Position& position, const Query& query);

// Looks at a brother; none if what was found does not count, and then the others need not be searched.
template <class Worker>
std::optional<int> look_at(Worker& worker, Brothers& brothers, std::size_t place, const Query& query,
                           Lock& lock) {
    const Position next = brothers.moves[place].next;
    lock.unlock();
    const int value = -look(worker, next, query);
    const bool counts = !worker.has_ended();
    lock.lock();
    if (counts) return value;
    brothers.close();
    return std::nullopt;
}

// Tries a brother against the bound.
template <class Worker>
void try_against_bound(Worker& worker, Brothers& brothers, std::size_t place, Lock& lock) {
    const Query& query = brothers.query;
    const int alpha = brothers.alpha(place);
    const auto value = look_at(worker, brothers, place, query.below(alpha, alpha + 1), lock);
    if (!value) return;
    if (*value >= query.beta)
        brothers.add(*value, place);
    else if (*value > alpha)
        brothers.wait(*value, place);
    else if (brothers.wanted == Wanted::value)
        brothers.found.best = std::max(brothers.found.best, *value);
}

// Searches a brother for its value, which is no less than its score.
template <class Worker>
void find_value(Worker& worker, Brothers& brothers, std::size_t place, Lock& lock) {
    const int least = brothers.moves[place].score;
    const Query& query = brothers.query;
    brothers.is_valuing = true;
    const auto value = look_at(worker, brothers, place, query.below(least, query.beta), lock);
    brothers.is_valuing = false;
    if (value) brothers.add(std::max(least, *value), place);
}

template <class Worker>
void take_waiting(Worker& worker, Brothers& brothers, Lock& lock) {
    const auto place = static_cast<std::size_t>(first(brothers.waiting));
    brothers.waiting = without_first(brothers.waiting);
    if (brothers.moves[place].score > brothers.alpha(place))
        find_value(worker, brothers, place, lock);
    else
        try_against_bound(worker, brothers, place, lock);
}

template <class Worker>
void take_next(Worker& worker, Brothers& brothers, Lock& lock) {
    const std::size_t place = brothers.next++;
    brothers.moves.pick(place);
    if (brothers.next == brothers.moves.size()) worker.team.exhaust(brothers);
    if (brothers.wanted != Wanted::all_values) return try_against_bound(worker, brothers, place, lock);
    const Query& query = brothers.query;
    const auto value = look_at(worker, brothers, place, query.below(query.alpha, query.beta), lock);
    if (value) brothers.moves[place].score = *value;
}

// Takes brothers until none is left.
template <class Worker>
void work_on(Worker& worker, Brothers& brothers) {
    SplitPoint* const above = worker.split;
    worker.split = &brothers;
    Lock lock(brothers.mutex);
    while (brothers.has_work())
        if (brothers.waiting != 0 && !brothers.is_valuing)
            take_waiting(worker, brothers, lock);
        else
            take_next(worker, brothers, lock);
    worker.team.exhaust(brothers);
    lock.unlock();
    worker.split = above;
}

// Searches the brothers that are left together with whoever is idle.
template <class Worker>
void share(Worker& worker, Family& family) {
    Brothers brothers(worker.split, family);
    work_together(worker.team, brothers,
                  [&](SplitPoint& at) { work_on(worker, static_cast<Brothers&>(at)); });
    family.found = brothers.found;
    family.next = family.moves.size();
}

// What a helping thread does until the search is over. All that this team shares are brothers.
template <class Worker>
void help(Worker& worker) {
    help_team(worker.team, [&](SplitPoint& at) {
        work_on(worker, static_cast<Brothers&>(at));
        worker.counter.report();
    });
}

}  // namespace shirokuro::SHIROKURO_ISA
