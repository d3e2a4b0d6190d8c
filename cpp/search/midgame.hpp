// The tree above the endgame: principal variation search to a depth, or to the end, over the shared table,
// with ProbCut below full confidence and with other threads' help. docs/search.md describes the parts.
#pragma once

#include <algorithm>

#include "search/endgame.hpp"
#include "search/probcut.hpp"
#include "search/query.hpp"
#include "search/sharing.hpp"
#include "search/worker.hpp"

namespace shirokuro::SHIROKURO_ISA {

// From this remaining depth on a node is looked up, and its moves are searched for their order.
inline constexpr int table_from_depth = 3;

// How deep to search a move just to order it; 0 or less means the evaluation alone.
inline int ordering_depth(int depth, int empties) {
    if (depth >= empties) return (empties - 16) / 2;
    return depth / 2 - 2;
}

// What the shared table knows: an entry and its bounds for this very position.
struct Known {
    Entry entry;
    int lower = -127;
    int upper = 127;

    // At full confidence the value of a depth comes from that depth alone, so that it does not depend on what
    // the table happens to hold and can be compared.
    bool is_enough_for(int depth, int confidence) const {
        if (confidence == full_confidence) return entry.depth == depth && entry.confidence == confidence;
        return entry.depth >= depth && entry.confidence >= confidence;
    }
    bool answers(const Query& query, int& value) const {
        value = lower >= query.beta || lower == upper ? lower : upper;
        return lower >= query.beta || upper <= query.alpha || lower == upper;
    }
};

// Only values searched to the end at full confidence are free of the colours of don't-care discs.
template <class Worker>
Key key_for(Worker& worker, const Position& position, int depth, int confidence) {
    if (confidence < full_confidence || depth < count(worker.rules.empties(position)))
        return {position, hash(position)};
    return worker.session.keys.of(worker.rules, position);
}

template <class Worker>
bool look_up(Worker& worker, const Key& key, Known& known) {
    const Session& session = worker.session;
    ++worker.counters.probes;
    if (!session.table.find(key.position, key.hash, known.entry) ||
        !session.keys.fits(known.entry.offset, key)) {
        known.entry = Entry{};
        return false;
    }
    ++worker.counters.hits;
    known.lower = session.keys.restored(known.entry.lower, key);
    known.upper = session.keys.restored(known.entry.upper, key);
    return true;
}

// The value of a move for ordering; a deeper value from the table is even better here.
template <class Worker>
int ordering_value(Worker& worker, const Position& next, int depth, int confidence) {
    Known known;
    if (look_up(worker, {next, hash(next)}, known) && known.lower == known.upper &&
        known.entry.depth >= depth && known.entry.confidence >= confidence)
        return known.lower;
    return search(worker, next, {-worker.cells, worker.cells, depth, confidence});
}

// Whether the shared table may know the children of a node.
inline bool looks_children_up(const Query& query, int empties) {
    return query.depth >= empties ? empties - 1 > solved_up_to : query.depth > table_from_depth;
}

// What a reply of the opponent weighs in the order, in 1/16 disc. Where the end is searched, most nodes
// need just one good move, and the one that leaves few replies is searched soonest.
inline int reply_weight(int depth, int empties) { return depth >= empties ? 64 : 16; }

// The moves of a node, the table's first, the others by few replies and parity; `value_moves` adds what the
// children are worth.
template <class Worker>
void list_moves(Worker& worker, const Position& position, Bits moves, int depth, const Entry& known,
                MoveList& list) {
    const Bits empties = worker.rules.empties(position);
    const Bits odd = worker.odd_cells(empties);
    const int a_reply = reply_weight(depth, count(empties));
    for (Bits rest = moves; rest != 0; rest = without_first(rest)) {
        const Square square = first(rest);
        const Position next = worker.rules.after(position, square);
        const Bits replies = worker.rules.legal(next);
        int score = contains(odd, square) ? 12 : 0;
        if (square == known.best)
            score = 1 << 20;
        else if (square == known.second)
            score = 1 << 19;
        else
            score -= a_reply * (count(replies) + count(replies & worker.corners));
        list.add({next, square, score, replies});
    }
}

// Takes the value of each child from the `from`-th on into its score.
template <class Worker>
void value_moves(Worker& worker, const Position& position, const Query& query, MoveList& list,
                 std::size_t from) {
    const int empties = count(worker.rules.empties(position));
    const int depth = ordering_depth(query.depth, empties);
    if (depth <= 0) {
        const Children children(worker.evaluator, position);
        for (std::size_t i = from; i < list.size(); ++i)
            list[i].score -= children.fine(list[i].next, list[i].replies);
        return;
    }
    const int confidence = query.depth >= empties ? 0 : query.confidence;  // to the end for its order alone
    for (std::size_t i = from; i < list.size(); ++i)
        list[i].score -= 16 * ordering_value(worker, list[i].next, depth, confidence);
}

// A child whose known bound already answers the query (enhanced transposition cut-off); children known to be
// no good go to the end.
template <class Worker>
bool child_cuts(Worker& worker, const Query& query, int depth, MoveList& list, Progression& found) {
    for (std::size_t i = 0; i < list.size(); ++i) worker.session.table.prefetch(hash(list[i].next));
    for (std::size_t i = 0; i < list.size(); ++i) {
        Known child;
        if (!look_up(worker, key_for(worker, list[i].next, depth - 1, query.confidence), child)) continue;
        if (!child.is_enough_for(depth - 1, query.confidence)) continue;
        if (-child.upper >= query.beta) {
            ++worker.counters.cuts;
            found = {-child.upper, list[i].square};
            return true;
        }
        if (-child.lower <= query.alpha) list[i].score -= 1 << 18;
    }
    return false;
}

// Most nodes with a move from the table are cut by it, so the others are valued when it was searched in vain.
template <class Worker>
void search_moves(Worker& worker, const Position& position, MoveList& list, const Entry& known,
                  const Query& query, Progression& found) {
    std::size_t known_moves = 0;
    for (std::size_t i = 0; i < list.size(); ++i)
        known_moves += list[i].square == known.best || list[i].square == known.second;
    bool is_valued = false;
    for (std::size_t i = 0; i < list.size() && found.best < query.beta; ++i) {
        const bool is_shared = i > 0 && query.depth >= worker.session.grain.depth && i + 1 < list.size() &&
                               worker.should_share();
        if (!is_valued && (i == known_moves || is_shared) && i + 1 < list.size()) {
            for (std::size_t j = i; j < known_moves; ++j) list.pick(j);
            value_moves(worker, position, query, list, known_moves);
            if (worker.is_stopped()) return;
            is_valued = true;
        }
        if (is_shared) return share(worker, list, i, query, found);
        const Move& move = list.pick(i);
        const int value = search_sibling(worker, move, query, std::max(query.alpha, found.best), i == 0);
        if (worker.is_stopped()) return;
        found.add(value, move.square);
    }
}

// The last plies of a limited depth: no table, moves in order of mobility.
template <class Worker>
int search_shallow(Worker& worker, const Position& position, Query query) {
    ++worker.nodes;
    const Bits moves = worker.rules.legal(position);
    if (query.depth <= 0) return worker.evaluator.evaluate(position, moves);
    if (moves == 0) {
        if (worker.rules.legal(position.passed()) == 0) return worker.final_margin(position);
        return -search_shallow(worker, position.passed(), query.passed());
    }
    int best = no_value;
    if (query.depth == 1) {
        const Children children(worker.evaluator, position);
        for (Bits rest = moves; rest != 0 && best < query.beta; rest = without_first(rest)) {
            const Square square = first(rest);
            const Position next = worker.rules.after(position, square);
            best = std::max(best, -children.evaluate(next, worker.rules.legal(next)));
            ++worker.nodes;
        }
        return best;
    }
    MoveList list;
    order_by_replies(worker, position, moves, list);
    for (std::size_t i = 0; i < list.size() && best < query.beta; ++i)
        best = std::max(best, -search_shallow(worker, list.pick(i).next,
                                              query.below(std::max(query.alpha, best), query.beta)));
    return best;
}

// A wide window near the end, closed from below by null windows.
template <class Worker>
int solve_window(Worker& worker, const Position& position, int alpha, int beta, int empties) {
    int value = alpha;
    do {
        alpha = value;
        value = solve(worker, position, alpha, empties);
    } while (value > alpha && value < beta);
    return value;
}

// Joins what was found with the entry of an equally deep and sure search, unless this search has stored a
// better one.
template <class Worker>
void learn(Worker& worker, const Key& key, const Query& query, Entry entry, const Progression& found) {
    const Keys& keys = worker.session.keys;
    if (worker.session.table.is_of_this_search(entry) &&
        (entry.depth > query.depth || (entry.depth == query.depth && entry.confidence > query.confidence)))
        return;
    if (entry.depth != query.depth || entry.confidence != query.confidence) {
        entry.lower = -127;
        entry.upper = 127;
    }
    entry.depth = static_cast<std::uint8_t>(query.depth);
    entry.confidence = static_cast<std::uint8_t>(query.confidence);
    entry.offset = static_cast<std::int8_t>(key.offset);
    if (found.best > query.alpha) entry.lower = keys.stored(found.best, key);
    if (found.best < query.beta) entry.upper = keys.stored(found.best, key);
    // Searches that leave moves out can contradict each other; the later one counts.
    if (entry.lower > entry.upper) entry.lower = entry.upper = keys.stored(found.best, key);
    if (entry.best != found.move && (entry.best == pass || found.best > query.alpha)) {
        entry.second = entry.best;
        entry.best = static_cast<std::uint8_t>(found.move);
    }
    ++worker.counters.stores;
    worker.session.table.store(key.position, key.hash, entry);
}

// The value of a position, exact inside the window and a bound outside it; meaningless once the worker is
// stopped. With `best_move` the node is a root: it is searched whatever is known of it, and its best move is
// written there.
template <class Worker>
int search(Worker& worker, const Position& position, Query query, Square* best_move) {
    const int empties = count(worker.rules.empties(position));
    if (best_move == nullptr) {
        if (query.depth >= empties && empties <= solved_up_to)
            return solve_window(worker, position, query.alpha, query.beta, empties);
        if (query.depth < empties && query.depth < table_from_depth)
            return search_shallow(worker, position, query);
    }
    ++worker.nodes;
    if (worker.is_stopped()) return query.alpha;
    query.depth = std::min(query.depth, empties);
    int value;
    // Stable discs bound the margin at the end; an evaluation may lie beyond.
    if (query.depth == empties && query.is_null() && stability_cuts(worker, position, query.alpha, value))
        return value;
    const Key key = key_for(worker, position, query.depth, query.confidence);
    Known known;
    if (look_up(worker, key, known) && best_move == nullptr &&
        known.is_enough_for(query.depth, query.confidence)) {
        if (known.answers(query, value)) return ++worker.counters.cuts, value;
        query.alpha = std::max(query.alpha, known.lower);
        query.beta = std::min(query.beta, known.upper);
    }
    const Bits moves = worker.rules.legal(position);
    if (moves == 0) {
        if (worker.rules.legal(position.passed()) == 0) return worker.final_margin(position);
        return -search(worker, position.passed(), query.passed());
    }
    if (query.is_null() && query.confidence < full_confidence &&
        probcut(worker, position, query, empties, value))
        return value;
    MoveList list;
    list_moves(worker, position, moves, query.depth, known.entry, list);
    Progression found;
    const bool may_cut = best_move == nullptr && looks_children_up(query, empties);
    if (!may_cut || !child_cuts(worker, query, query.depth, list, found))
        search_moves(worker, position, list, known.entry, query, found);
    if (worker.is_stopped()) return query.alpha;
    learn(worker, key, query, known.entry, found);
    if (best_move != nullptr) *best_move = found.move;
    return found.best;
}

}  // namespace shirokuro::SHIROKURO_ISA
