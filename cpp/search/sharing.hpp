// The parallel search of the moves of one node.
#pragma once

#include <algorithm>

#include "search/query.hpp"
#include "search/worker.hpp"

namespace shirokuro::SHIROKURO_ISA {

template <class Worker>
int search(Worker& worker, const Position& position, Query query, Square* best_move = nullptr);

// One move: a null window first, the whole one only if it turns out better.
template <class Worker>
int search_sibling(Worker& worker, const Move& move, const Query& query, int alpha, bool is_first) {
    if (is_first || query.is_null()) return -search(worker, move.next, query.below(alpha, query.beta));
    const int value = -search(worker, move.next, query.below(alpha, alpha + 1));
    if (value <= alpha || value >= query.beta) return value;
    return -search(worker, move.next, query.below(alpha, query.beta));
}

// Takes moves from a shared node until none is left or it is cut. The caller holds no lock.
template <class Worker>
void work_on(Worker& worker, SplitPoint& point) {
    Team& team = worker.session.team;
    SplitPoint* const above = worker.split;
    worker.split = &point;
    std::unique_lock lock(point.mutex);
    while (point.next < point.moves.size() && !point.is_cut.load(std::memory_order_relaxed)) {
        const Move move = point.moves.pick(point.next++);
        if (point.next == point.moves.size()) team.exhaust(point);
        const int alpha = std::max(point.query.alpha, point.found.best);
        lock.unlock();
        const int value = search_sibling(worker, move, point.query, alpha, false);
        const bool counts = !worker.is_stopped();
        lock.lock();
        if (!counts) {
            team.exhaust(point);
            break;
        }
        point.found.add(value, move.square);
        if (value >= point.query.beta) {
            point.is_cut.store(true, std::memory_order_relaxed);
            team.exhaust(point);
        }
    }
    lock.unlock();
    worker.split = above;
}

// Searches the rest of a node's moves in parallel with idle threads.
template <class Worker>
void share(Worker& worker, MoveList& list, std::size_t next, const Query& query, Progression& found) {
    SplitPoint point(worker.split, list, next, query, found);
    work_in_parallel(worker.session.team, point, [&](SplitPoint& at) { work_on(worker, at); });
    found = point.found;
}

// What a helping thread does until the search is over.
template <class Worker>
void help(Worker& worker) {
    help_team(worker.session.team, [&](SplitPoint& at) {
        work_on(worker, at);
        worker.report_nodes();
    });
    worker.report_counters();
}

}  // namespace shirokuro::SHIROKURO_ISA
