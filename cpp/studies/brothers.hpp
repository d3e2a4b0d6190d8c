// How the moves of one node, brothers, are searched by several threads.
//
// Study A hands each candidate to a thread and does so again at the nodes below. Here the first brother is
// searched before the others (young brothers wait), so that they have a bound to beat, and idle threads take
// the rest in order.
//
// Why the first of the best candidates is found at any number of threads: a brother is taken after all before
// it, and its bound is the best value at that moment, which belongs to one of those. If it fails to beat the
// bound, then a brother before it is at least as good, and it is rightly forgotten. Otherwise its value is
// exact, and `add` prefers the greater value and, of equal ones, the earlier place, whatever came in first.
// Candidates are never given up because another one has turned out well; nodes below are, but only their
// values count, which are exact or bounds in whatever order they were found.
#pragma once

#include <algorithm>

#include "studies/judges.hpp"
#include "studies/look_worker.hpp"

namespace shirokuro::SHIROKURO_ISA {

template <class Worker>
int look(Worker& worker, const Position& position, const Query& query);

// What is wanted of a node's moves.
enum class Wanted {
    value,       // the node's own; a brother beyond the window ends the search of all
    first_best,  // of the candidates the best, and of equal ones the first
    all_values   // of all candidates: they become the moves' scores
};

struct Brothers : SplitPoint {
    Brothers(SplitPoint* above, MoveList& list, std::size_t from, const Query& of, Wanted what)
        : SplitPoint(above, list, from, of, {-beyond_points, pass}), wanted(what) {}

    const Wanted wanted;
    std::size_t best_place = 0;
    bool is_broken_off = false;  // a brother could not be searched to its end

    // The rest is to be called with the mutex held.

    int alpha() const {
        return wanted == Wanted::all_values ? query.alpha : std::max(query.alpha, found.best);
    }

    void add(int value, std::size_t place) {
        if (wanted == Wanted::all_values) moves[place].score = value;
        if (value > found.best || (value == found.best && place < best_place)) {
            found = {value, moves[place].square};
            best_place = place;
        }
    }

    // Whether brothers that nobody has begun can be left out.
    bool is_decided() const { return wanted != Wanted::all_values && found.best >= query.beta; }
};

// One brother: a null window first, the whole one only if it turns out better.
template <class Worker>
int look_at_brother(Worker& worker, const Position& next, const Query& query, bool is_first) {
    const int alpha = query.alpha;
    if (is_first || query.is_null()) return -look(worker, next, query.below(alpha, query.beta));
    const int value = -look(worker, next, query.below(alpha, alpha + 1));
    if (value <= alpha || value >= query.beta) return value;
    return -look(worker, next, query.below(alpha, query.beta));
}

// Searches the first brother while the others wait.
template <class Worker>
void search_first(Worker& worker, Brothers& brothers) {
    const int value = look_at_brother(worker, brothers.moves[0].next, brothers.query, true);
    brothers.next = 1;
    brothers.is_broken_off = worker.has_ended();
    if (!brothers.is_broken_off) brothers.add(value, 0);
    if (brothers.is_broken_off || brothers.is_decided()) brothers.next = brothers.moves.size();
}

// Nobody need take another brother; inside the tree those under way are given up too.
inline void close(Team& team, Brothers& brothers) {
    brothers.next = brothers.moves.size();
    if (brothers.wanted == Wanted::value) brothers.is_cut.store(true, std::memory_order_relaxed);
    team.exhaust(brothers);
}

// Searches the next brother. The lock on the node is held, but not while searching.
template <class Worker>
void take_next(Worker& worker, Brothers& brothers, std::unique_lock<std::mutex>& lock) {
    const std::size_t place = brothers.next++;
    const Position next = brothers.moves.pick(place).next;
    Query query = brothers.query;
    query.alpha = brothers.alpha();
    const bool is_first = brothers.wanted == Wanted::all_values;  // there is no bound to beat
    if (brothers.next == brothers.moves.size()) worker.team.exhaust(brothers);
    lock.unlock();
    const int value = look_at_brother(worker, next, query, is_first);
    const bool counts = !worker.has_ended();
    lock.lock();
    if (counts)
        brothers.add(value, place);
    else
        brothers.is_broken_off = true;
    if (!counts || brothers.is_decided()) close(worker.team, brothers);
}

// Takes brothers until none is left.
template <class Worker>
void work_on(Worker& worker, Brothers& brothers) {
    SplitPoint* const above = worker.split;
    worker.split = &brothers;
    std::unique_lock lock(brothers.mutex);
    while (brothers.next < brothers.moves.size()) take_next(worker, brothers, lock);
    lock.unlock();
    worker.split = above;
}

// Searches a node's brothers together with whoever is idle.
template <class Worker>
void share(Worker& worker, Brothers& brothers) {
    Team& team = worker.team;
    team.publish(brothers);
    work_on(worker, brothers);
    team.withdraw(brothers);
    while (SplitPoint* below = team.wait_for_helpers(brothers)) {
        work_on(worker, static_cast<Brothers&>(*below));
        team.leave(*below);
    }
}

// What a helping thread does until the search is over. All that this team shares are Brothers.
template <class Worker>
void help(Worker& worker) {
    while (SplitPoint* point = worker.team.wait_for_work()) {
        work_on(worker, static_cast<Brothers&>(*point));
        worker.counter.report();
        worker.team.leave(*point);
    }
}

}  // namespace shirokuro::SHIROKURO_ISA
