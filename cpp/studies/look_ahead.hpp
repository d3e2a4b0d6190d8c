// The studies' look-ahead: alpha-beta on a judge's values, without a table. Which moves come first, and who
// searches them, changes the work and never the value.
#pragma once

#include "studies/brothers.hpp"

namespace shirokuro::SHIROKURO_ISA {

// Nodes with fewer plies to go take their moves as they come.
inline constexpr int ordered_from = 2;
// Nodes with fewer plies to go are too small to be shared, and a node that its first two moves have not cut
// is likely to need them all.
inline constexpr int shared_from = 4;
inline constexpr std::size_t searched_before_sharing = 2;

// Moves that leave the opponent few replies, and no corner, come first.
template <class Worker>
void order_moves(const Worker& worker, const Position& position, Bits moves, MoveList& list) {
    for (Bits rest = moves; rest != 0; rest = without_first(rest)) {
        const Square square = first(rest);
        const Position next = position.played(square, worker.rules.flips(position, square));
        const Bits replies = worker.rules.legal(next);
        list.add(next, square, -count(replies) - 4 * count(replies & worker.corners));
    }
}

template <class Worker>
int best_unordered(Worker& worker, const Position& position, Bits moves, const Query& query) {
    int best = -beyond_points;
    for (Bits rest = moves; rest != 0 && best < query.beta; rest = without_first(rest)) {
        const Square square = first(rest);
        const Position next = position.played(square, worker.rules.flips(position, square));
        best = std::max(best, -look(worker, next, query.below(std::max(query.alpha, best), query.beta)));
    }
    return best;
}

template <class Worker>
int best_shared(Worker& worker, MoveList& list, std::size_t from, const Query& query) {
    Brothers brothers(worker.split, list, from, query, Wanted::value);
    share(worker, brothers);
    return brothers.found.best;
}

template <class Worker>
int best_ordered(Worker& worker, const Position& position, Bits moves, Query query) {
    MoveList list;
    order_moves(worker, position, moves, list);
    int best = -beyond_points;
    for (std::size_t i = 0; i < list.size() && best < query.beta && !worker.has_ended(); ++i) {
        query.alpha = std::max(query.alpha, best);
        if (i >= searched_before_sharing && i + 1 < list.size() && query.depth >= shared_from &&
            worker.team.wants_work())
            return std::max(best, best_shared(worker, list, i, query));
        best = std::max(best, look_at_brother(worker, list.pick(i).next, query, i == 0));
    }
    return best;
}

// The value of a position, exact inside the window and a bound outside it; meaningless once the worker has
// ended.
template <class Worker>
int look(Worker& worker, const Position& position, const Query& query) {
    worker.counter.count();
    if (query.depth == 0) return worker.judge(position);
    const Bits moves = worker.rules.legal(position);
    if (moves == 0) {
        if (worker.rules.legal(position.passed()) == 0) return worker.judge(position);
        Query passed = query.passed();
        if (Worker::Judge::pass_is_ply) --passed.depth;
        return -look(worker, position.passed(), passed);
    }
    return query.depth < ordered_from ? best_unordered(worker, position, moves, query)
                                      : best_ordered(worker, position, moves, query);
}

}  // namespace shirokuro::SHIROKURO_ISA
