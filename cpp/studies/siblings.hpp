// How the moves of one node, siblings, are searched: one after the other or by several threads.
//
// The study hands each candidate to a thread and does so again at the nodes below. Here the first siblings
// are searched before the others (young brothers wait), so that they have a bound to beat, and idle threads
// take the rest in order. A sibling is tried with a null window against the current bound. If it beats that,
// it raises the bound at once and waits to be searched for its value. Only one at a time is, since most will
// not beat its value: searching them against outdated bounds is what makes parallel search costly.
//
// Why the first of the best candidates is found at any number of threads: the bound is never more than the
// value of one of the candidates. To be the answer, a candidate before that one must be as good, and one
// after it better. `alpha` demands just this, so a candidate that fails is rightly dropped. One that does not
// is searched for its exact value, and `add` prefers the greater value and, of equal ones, the earlier place,
// in whatever order they arrive. Candidates under way are never abandoned because another one was good; nodes
// below are, but only their values count, which are exact or bounds in any order.
#pragma once

#include <algorithm>

#include "search/split.hpp"
#include "studies/leaf_evaluators.hpp"

namespace shirokuro::SHIROKURO_ISA {

// What is needed of a node's moves.
enum class Wanted {
    value,       // the node's own window; a sibling beyond it ends the search of all
    first_best,  // of the candidates the best, and of equal ones the first
    all_values   // of all candidates: they become the moves' scores
};

// A node's moves, and what those before `next` have brought.
struct NodeMoves {
    MoveList& moves;
    Query query;  // its alpha rises with the best value
    Wanted wanted;
    Progression found{-beyond_points, pass};
    std::size_t next = 0;

    bool is_decided() const { return found.best >= query.beta; }

    void add(int value, Square square) {
        found.add(value, square);
        query.alpha = std::max(query.alpha, value);
    }
};

// The remaining siblings of a node, shared by several threads.
struct Siblings : SplitPoint {
    Siblings(SplitPoint* above, const NodeMoves& node)
        : SplitPoint(above, node.moves, node.next, node.query, node.found),
          wanted(node.wanted),
          bound(node.query.alpha) {}

    const Wanted wanted;
    int bound;                    // a lower bound of the value of one sibling
    std::size_t bound_place = 0;  // that sibling
    std::size_t best_place = 0;
    Bits waiting = 0;  // places of those that have beaten a bound; what they scored is their least value
    bool is_valuing = false;  // one of them is being searched for its value

    // The functions below need the mutex.

    bool is_decided() const { return bound >= query.beta; }
    bool has_work() const { return next < moves.size() || (waiting != 0 && !is_valuing); }

    // What the sibling at a place has to beat. If the bound is its own or a later one's, to be as good is
    // enough.
    int alpha(std::size_t place) const { return place <= bound_place ? bound - 1 : bound; }

    // A sibling has beaten the bound, and waits for its exact search.
    void wait(int value, std::size_t place) {
        moves[place].score = value;
        waiting |= bit(static_cast<Square>(place));
        raise_bound(value, place);
    }

    // Takes a sibling's exact value, or one beyond the window.
    void add(int value, std::size_t place) {
        if (value > found.best || (value == found.best && place < best_place)) {
            found = {value, moves[place].square};
            best_place = place;
        }
        raise_bound(value, place);
    }

    // Starts no more siblings.
    void close() {
        next = moves.size();
        waiting = 0;
    }

  private:
    void raise_bound(int value, std::size_t place) {
        if (value > bound || (value == bound && place < bound_place)) {
            bound = value;
            bound_place = place;
        }
        if (!is_decided()) return;
        // Nothing can be better. Of the candidates that wait those before it might be as good.
        const Bits before = bit(static_cast<Square>(bound_place)) - 1;
        const Bits still_waiting = wanted == Wanted::first_best ? waiting & before : 0;
        close();
        waiting = still_waiting;
        if (wanted == Wanted::value) is_cut.store(true, std::memory_order_relaxed);
    }
};

}  // namespace shirokuro::SHIROKURO_ISA
