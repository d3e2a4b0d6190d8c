// The studies' alpha-beta as printed, in the arithmetic of its 32-bit integers, on reversi.
//
// An inverted window is (-MAX, -MIN), and -MIN is MIN again, the lowest number there is: whatever the first
// reply brings is beyond beta, and no other is searched. MIN turns up further down too, wherever a node with
// the window (MIN, MAX) hands on -MIN before it has raised alpha.
//
// Leaves are evaluated on the board mirrored at its diagonal, where ascending squares are the columns of the
// listings; the evaluator knows whether black is to move. `pass_is_ply` tells the listings apart.
#pragma once

#include <limits>

#include "board/symmetry.hpp"
#include "studies/leaf_evaluators.hpp"
#include "studies/sample_evaluator.hpp"
#include "studies/tasks.hpp"

namespace shirokuro::SHIROKURO_ISA {

// The rival's: a leaf is evaluated for black, whoever is to move.
struct BlackMapLeafEvaluator : SquareLeafEvaluator<StraightRules> {
    using SquareLeafEvaluator::SquareLeafEvaluator;
    int operator()(const Position& position, bool is_black) const {
        const int points = SquareLeafEvaluator::operator()(position);
        return is_black ? points : -points;
    }
};

template <class Evaluator>
class ListedSearch {
  public:
    ListedSearch(const Shape& shape, const Evaluator& evaluator, const Interrupts& interrupts)
        : rules_(shape), evaluator_(evaluator), stopper_(interrupts), counter_(stopper_, true) {}

    ListingRun run(const ListingTask& task) {
        const Position turned{transpose(task.position.own), transpose(task.position.opp)};
        ListingRun run;
        const Int beta = task.window == Window::full ? most : negated(least);
        run.points = search({turned, task.is_black}, task.depth, -most, beta);
        counter_.report();
        run.nodes = stopper_.nodes();
        run.is_complete = !stopper_.is_set();
        return run;
    }

  private:
    using Int = std::int32_t;
    static constexpr Int most = std::numeric_limits<Int>::max();
    static constexpr Int least = std::numeric_limits<Int>::min();

    struct State {
        Position position;
        bool is_black;

        State passed() const { return {position.passed(), !is_black}; }
    };

    // Negates as Java does: the lowest number stays itself.
    static constexpr Int negated(Int value) {
        return static_cast<Int>(0u - static_cast<std::uint32_t>(value));
    }

    Int search(const State& state, int depth, Int alpha, Int beta) {
        counter_.count();
        if (depth == 0 || stopper_.is_set()) return evaluate(state);
        const Bits moves = rules_.legal(state.position);
        if (moves == 0) return after_pass(state, depth, alpha, beta);
        for (Bits rest = moves; rest != 0; rest = without_first(rest)) {
            const State next{rules_.after(state.position, first(rest)), !state.is_black};
            alpha = std::max(alpha, negated(search(next, depth - 1, negated(beta), negated(alpha))));
            if (alpha >= beta) return alpha;
        }
        return alpha;
    }

    // The rival's listing does not notice the end of the game, and passes until no ply is left.
    Int after_pass(const State& state, int depth, Int alpha, Int beta) {
        if (!Evaluator::pass_is_ply && rules_.legal(state.position.passed()) == 0) return evaluate(state);
        const int left = Evaluator::pass_is_ply ? depth - 1 : depth;
        return negated(search(state.passed(), left, negated(beta), negated(alpha)));
    }

    Int evaluate(const State& state) { return evaluator_(state.position, state.is_black); }

    StraightRules rules_;
    Evaluator evaluator_;
    Stopper stopper_;
    NodeCounter counter_;
};

// Searches with the leaf evaluator that the task names.
inline ListingRun search_listed(const Shape& shape, const ListingTask& task) {
    const auto search = [&]<class Evaluator>(const Evaluator& evaluator) {
        return ListedSearch<Evaluator>(shape, evaluator, task.interrupts).run(task);
    };
    switch (task.leaf) {
        case Leaf::map:
            return search(BlackMapLeafEvaluator(shape));
        default:
            return search(SampleEvaluator(shape, *task.edges, task.leaf == Leaf::drifting_sample));
    }
}

}  // namespace shirokuro::SHIROKURO_ISA
