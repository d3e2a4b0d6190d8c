// The studies' look-ahead: alpha-beta on the values of a leaf evaluator, without a table. The order of moves
// and the threads change the work and never the value.
#pragma once

#include "studies/parallel_siblings.hpp"

namespace shirokuro::SHIROKURO_ISA {

// Nodes with fewer plies to go order their moves by the replies alone.
inline constexpr int evaluated_from = 4;

// The weight of a reply in the order, beside the evaluation, tuned for the fewest nodes: less where a value
// is wanted than where any move that beats a bound will do, for then small trees come first.
inline int points_per_reply(const Query& query) { return query.is_null() ? 90 : 30; }

// Nodes with fewer plies to go are too small to be shared, and a node that its first two moves have not cut
// is likely to need them all.
inline constexpr int shared_from = 4;
inline constexpr std::size_t searched_before_sharing = 2;

// Prefers moves after which the opponent has few replies, no corner and a bad evaluation.
template <class Worker>
void order_moves(const Worker& worker, const Position& position, Bits moves, const Query& query,
                 MoveList& list) {
    for (Bits rest = moves; rest != 0; rest = without_first(rest)) {
        const Square square = first(rest);
        const Position next = worker.rules.after(position, square);
        const Bits replies = worker.rules.legal(next);
        int score = -count(replies) - 4 * count(replies & worker.corners);
        if constexpr (Worker::Evaluator::orders_moves)
            if (query.depth >= evaluated_from)
                score = score * points_per_reply(query) - worker.evaluator(next);
        list.add({next, square, score});
    }
}

// The last ply: moves in their plain order.
template <class Worker>
int best_leaf(Worker& worker, const Position& position, Bits moves, int beta) {
    int best = -beyond_points;
    for (Bits rest = moves; rest != 0 && best < beta; rest = without_first(rest)) {
        worker.counter.count();
        const Square square = first(rest);
        best = std::max(best, -worker.evaluator(worker.rules.after(position, square)));
    }
    return best;
}

// Searches one move: a null window first, a wider one only if it turns out better.
template <class Worker>
int search_sibling(Worker& worker, const Position& next, const Query& query, bool is_first) {
    const int alpha = query.alpha;
    if (is_first || query.is_null()) return -look_ahead(worker, next, query.below(alpha, query.beta));
    const int value = -look_ahead(worker, next, query.below(alpha, alpha + 1));
    if (value <= alpha || value >= query.beta) return value;
    return std::max(value, -look_ahead(worker, next, query.below(value, query.beta)));
}

template <class Worker>
bool is_worth_sharing(const Worker& worker, const NodeMoves& node) {
    return node.next >= searched_before_sharing && node.query.depth >= shared_from &&
           node.next + 1 < node.moves.size() && worker.team.wants_work();
}

// Searches a node's moves in order, in parallel with other threads where that pays.
template <class Worker>
void search_in_order(Worker& worker, NodeMoves& node) {
    while (node.next < node.moves.size() && !node.is_decided()) {
        if (is_worth_sharing(worker, node)) return share(worker, node);
        const bool is_first = node.next == 0;
        const Move& move = node.moves.pick(node.next++);
        const int value = search_sibling(worker, move.next, node.query, is_first);
        if (worker.has_ended()) return;
        node.add(value, move.square);
    }
}

template <class Worker>
int best_ordered(Worker& worker, const Position& position, Bits moves, const Query& query) {
    MoveList list;
    order_moves(worker, position, moves, query, list);
    NodeMoves node{list, query, Wanted::value};
    search_in_order(worker, node);
    return node.found.best;
}

// Searches the moves of a position with at least a ply to go.
template <class Worker>
int search_below(Worker& worker, const Position& position, const Query& query) {
    const Bits moves = worker.rules.legal(position);
    if (moves == 0) {
        if (worker.rules.legal(position.passed()) == 0)
            return Worker::Evaluator::sums_lines ? 0 : worker.evaluator(position);
        Query passed = query.passed();
        if (Worker::Evaluator::pass_is_ply) --passed.depth;
        return -look_ahead(worker, position.passed(), passed);
    }
    return query.depth == 1 ? best_leaf(worker, position, moves, query.beta)
                            : best_ordered(worker, position, moves, query);
}

// The value of a position, exact inside the window and a bound outside it; meaningless once the worker has
// ended.
template <class Worker>
int look_ahead(Worker& worker, const Position& position, const Query& query) {
    worker.counter.count();
    if (query.depth == 0) return worker.evaluator(position);
    if constexpr (!Worker::Evaluator::sums_lines) return search_below(worker, position, query);
    const int here = worker.evaluator(position);
    return here + search_below(worker, position,
                               {query.alpha - here, query.beta - here, query.depth, query.confidence});
}

}  // namespace shirokuro::SHIROKURO_ISA
