// The moves of the position in question: listed as the studies do, valued, and searched by
// several threads.
#pragma once

#include "board/symmetry.hpp"
#include "studies/look_ahead.hpp"
#include "studies/tasks.hpp"

namespace shirokuro::SHIROKURO_ISA {

// What the threads of one search share.
struct StudySession {
    const Shape& shape;
    Team& team;
    Stopper& stopper;
};

// The legal moves column by column, each from the top.
template <class Rules>
MoveList list_candidates(const Rules& rules, const Position& position) {
    MoveList list;
    for (Bits rest = transpose(rules.legal(position)); rest != 0; rest = without_first(rest)) {
        const Square square = make_square(row_of(first(rest)), column_of(first(rest)));
        list.add({rules.after(position, square), square});
    }
    return list;
}

struct BestCandidate {
    int points;
    Square square;     // pass until a candidate was searched to its end
    bool is_complete;  // false if it was stopped
};

// Searches candidates `depth` plies deep, the move itself included.
template <class Rules, class Evaluator>
BestCandidate search_candidates(const StudySession& session, MoveList& list, int depth, Wanted wanted) {
    LookAheadWorker<Rules, Evaluator> worker(session.shape, session.team, session.stopper, true);
    NodeMoves node{list, {-Evaluator::most, Evaluator::most, depth, full_confidence}, wanted};
    if (wanted == Wanted::all_values)
        share(worker, node);
    else
        search_in_order(worker, node);
    return {node.found.best, node.found.move, !worker.has_ended()};
}

// What a helping thread does until the team has finished.
template <class Rules, class Evaluator>
void help_search(const StudySession& session) {
    LookAheadWorker<Rules, Evaluator> worker(session.shape, session.team, session.stopper, false);
    help(worker);
}

// Values all candidates; if it was stopped it returns false and changes nothing.
template <class Rules, class Evaluator>
bool value_all(const StudySession& session, const Position& position, int beyond, MoveValues& values) {
    MoveList list = list_candidates(Rules(session.shape), position);
    if (!search_candidates<Rules, Evaluator>(session, list, beyond + 1, Wanted::all_values).is_complete)
        return false;
    values.candidates.clear();
    for (std::size_t i = 0; i < list.size(); ++i)
        values.candidates.push_back({list[i].square, list[i].score});
    values.beyond = beyond;
    return true;
}

// The value of every move as far as the interrupts allow: from ply to ply where there are limits, so that
// some ply is complete; the move alone is always evaluated.
template <class Rules, class Evaluator>
MoveValues value_candidates(const Shape& shape, const ValuesTask& task) {
    const bool is_limited = task.interrupts.has_limits();
    Stopper stopper(task.interrupts), never(Interrupts{});
    Team alone;
    MoveValues values;
    for (int beyond = is_limited ? 0 : task.beyond; beyond <= task.beyond; ++beyond)
        if (!value_all<Rules, Evaluator>({shape, alone, stopper}, task.position, beyond, values)) break;
    if (values.candidates.empty())
        value_all<Rules, Evaluator>({shape, alone, never}, task.position, 0, values);
    values.points_per_disc = Evaluator::points_per_disc(shape);
    values.nodes = stopper.nodes();
    return values;
}

}  // namespace shirokuro::SHIROKURO_ISA
