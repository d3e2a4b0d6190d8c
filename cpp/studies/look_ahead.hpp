// The studies' look-ahead: alpha-beta on a judge's values, without a table. Which moves come first, and who
// searches them, changes the work and never the value.
#pragma once

#include "studies/together.hpp"

namespace shirokuro::SHIROKURO_ISA {

// Nodes with fewer plies to go order their moves by the replies alone.
inline constexpr int judged_from = 4;

// What a reply counts beside the judge's points, by which makes for the fewest nodes: less where a value is
// wanted than where any move that beats a bound will do, for then small trees come first.
inline int points_per_reply(const Query& query) { return query.is_null() ? 90 : 30; }

// Nodes with fewer plies to go are too small to be shared, and a node that its first two moves have not cut
// is likely to need them all.
inline constexpr int shared_from = 4;
inline constexpr std::size_t searched_before_sharing = 2;

// Moves that leave the opponent few replies, no corner and, if the judge can tell, little else come first.
template <class Worker>
void order_moves(const Worker& worker, const Position& position, Bits moves, const Query& query,
                 MoveList& list) {
    for (Bits rest = moves; rest != 0; rest = without_first(rest)) {
        const Square square = first(rest);
        const Position next = worker.rules.after(position, square);
        const Bits replies = worker.rules.legal(next);
        int score = -count(replies) - 4 * count(replies & worker.corners);
        if constexpr (Worker::Judge::orders_moves)
            if (query.depth >= judged_from) score = score * points_per_reply(query) - worker.judge(next);
        list.add({next, square, score});
    }
}

// The last ply: the moves as they come.
template <class Worker>
int best_leaf(Worker& worker, const Position& position, Bits moves, int beta) {
    int best = -beyond_points;
    for (Bits rest = moves; rest != 0 && best < beta; rest = without_first(rest)) {
        worker.counter.count();
        const Square square = first(rest);
        best = std::max(best, -worker.judge(worker.rules.after(position, square)));
    }
    return best;
}

// One brother: a null window first, a wider one only if it turns out better.
template <class Worker>
int look_at_brother(Worker& worker, const Position& next, const Query& query, bool is_first) {
    const int alpha = query.alpha;
    if (is_first || query.is_null()) return -look(worker, next, query.below(alpha, query.beta));
    const int value = -look(worker, next, query.below(alpha, alpha + 1));
    if (value <= alpha || value >= query.beta) return value;
    return std::max(value, -look(worker, next, query.below(value, query.beta)));
}

template <class Worker>
bool is_worth_sharing(const Worker& worker, const Family& family) {
    return family.next >= searched_before_sharing && family.query.depth >= shared_from &&
           family.next + 1 < family.moves.size() && worker.team.wants_work();
}

// Searches a family in order, and from where it is worth it together with other threads.
template <class Worker>
void search_family(Worker& worker, Family& family) {
    while (family.next < family.moves.size() && !family.is_decided()) {
        if (is_worth_sharing(worker, family)) return share(worker, family);
        const bool is_first = family.next == 0;
        const Move& move = family.moves.pick(family.next++);
        const int value = look_at_brother(worker, move.next, family.query, is_first);
        if (worker.has_ended()) return;
        family.add(value, move.square);
    }
}

template <class Worker>
int best_ordered(Worker& worker, const Position& position, Bits moves, const Query& query) {
    MoveList list;
    order_moves(worker, position, moves, query, list);
    Family family{list, query, Wanted::value};
    search_family(worker, family);
    return family.found.best;
}

// What comes after a position from which there is a ply to go.
template <class Worker>
int look_beyond(Worker& worker, const Position& position, const Query& query) {
    const Bits moves = worker.rules.legal(position);
    if (moves == 0) {
        if (worker.rules.legal(position.passed()) == 0)
            return Worker::Judge::sums_lines ? 0 : worker.judge(position);
        Query passed = query.passed();
        if (Worker::Judge::pass_is_ply) --passed.depth;
        return -look(worker, position.passed(), passed);
    }
    return query.depth == 1 ? best_leaf(worker, position, moves, query.beta)
                            : best_ordered(worker, position, moves, query);
}

// The value of a position, exact inside the window and a bound outside it; meaningless once the worker has
// ended.
template <class Worker>
int look(Worker& worker, const Position& position, const Query& query) {
    worker.counter.count();
    if (query.depth == 0) return worker.judge(position);
    if constexpr (!Worker::Judge::sums_lines) return look_beyond(worker, position, query);
    const int here = worker.judge(position);
    return here +
           look_beyond(worker, position, {query.alpha - here, query.beta - here, query.depth, query.level});
}

}  // namespace shirokuro::SHIROKURO_ISA
