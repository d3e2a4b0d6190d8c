// A whole UCT search: its threads, and the move that its tree prefers.
#pragma once

#include "playout/uct.hpp"

namespace shirokuro::SHIROKURO_ISA {

namespace uct {

inline bool has_better_margin(const Node& a, const Node& b) {
    const auto visits = [](const Node& node) { return std::int64_t{node.visits.load()}; };
    return a.margins.load() * visits(b) > b.margins.load() * visits(a);
}

inline bool has_more_visits(const Node& a, const Node& b) {
    if (a.visits.load() != b.visits.load()) return a.visits.load() > b.visits.load();
    return a.points.load() > b.points.load();
}

// The first suitable child that no other one surpasses.
template <class Fits>
Node* best_child(const Node& node, const Fits& fits, bool (*surpasses)(const Node&, const Node&)) {
    Node* best = nullptr;
    for (Node& child : node.below())
        if (fits(child) && (best == nullptr || surpasses(child, *best))) best = &child;
    return best;
}

// The move to make at a node: of proven moves the one with the better margins, of others the most visited;
// a certain draw if those seem to lose.
inline Node* chosen(const Node& node) {
    const Verdict certain = reversed(node.possible.most());
    const auto keeps = [&](const Node& child) { return child.possible.least() >= certain; };
    if (node.possible.is_one()) return best_child(node, keeps, has_better_margin);
    const auto may_gain = [&](const Node& child) { return child.possible.most() > certain; };
    Node* const best = best_child(node, may_gain, has_more_visits);
    const bool seems_lost = best == nullptr || best->points.load() < best->visits.load();
    return certain == Verdict::draw && seems_lost ? best_child(node, keeps, has_better_margin) : best;
}

inline Branch branch_of(const Node& node) {
    return {node.move,           node.visits.load(),    node.points.load(),
            node.margins.load(), node.possible.least(), node.possible.most()};
}

}  // namespace uct

template <class Rules, Evaluates Evaluator>
UctResult search_tree(const Shape& shape, const UctTask& task) {
    UctSession<Rules, Evaluator> session(shape, task);
    {
        HelperThreads helpers(task.threads - 1);
        UctWalker walker(session, true);
        walker.grow_root();
        helpers.start(
            [&session] { do_or_stop(session.stopper, [&session] { UctWalker(session, false).work(); }); });
        do_or_stop(session.stopper, [&walker] { walker.work(); });
        helpers.finish();
    }
    UctResult result;
    for (const Node& node : session.root.below()) result.add(uct::branch_of(node));
    for (const Node* node = uct::chosen(session.root); node != nullptr;
         node = node->is_grown() ? uct::chosen(*node) : nullptr)
        result.pv.push_back(node->move);
    result.playouts = std::min(session.spent.load(), task.playouts);
    result.nodes = session.grove.planted() + 1;
    result.is_proven = session.root.possible.is_one();
    return result;
}

// With few empties every move is solved to its margin instead.
template <class Rules, Evaluates Evaluator>
UctResult solve_moves(const Shape& shape, const UctTask& task) {
    const Rules rules(shape);
    Ending<Rules, Evaluator> ending(shape, *task.evaluation.weights);
    UctResult result;
    int best = no_value;
    for (Bits rest = rules.legal(task.position); rest != 0; rest = without_first(rest)) {
        const Square move = first(rest);
        const int margin = -ending.margin(rules.after(task.position, move));
        const auto outcome = static_cast<Verdict>((margin > 0) - (margin < 0) + 1);
        result.add({move, 1, static_cast<int>(outcome), margin, outcome, outcome});
        if (margin > best) result.pv = {move};
        best = std::max(best, margin);
    }
    result.nodes = ending.nodes();
    result.is_proven = true;
    result.playouts = ending.nodes() / uct::nodes_a_playout;
    return result;
}

template <class Rules, Evaluates Evaluator>
UctResult search_uct(const Shape& shape, const UctTask& task) {
    const int empties = count(Rules(shape).empties(task.position));
    return empties <= task.solve_empties ? solve_moves<Rules, Evaluator>(shape, task)
                                         : search_tree<Rules, Evaluator>(shape, task);
}

}  // namespace shirokuro::SHIROKURO_ISA
