// The rival's alpha-beta as printed, in the arithmetic of its 32-bit integers, on reversi.
//
// Its root window is (-MAX, -MIN), and -MIN is MIN again, the lowest number there is: whatever the first
// reply brings is beyond beta, and no other is looked at. MIN turns up further down too, wherever a node with
// the window (MIN, MAX) hands on -MIN before it has raised alpha. A leaf is judged for black, whoever is to
// move.
#pragma once

#include <limits>

#include "board/symmetry.hpp"
#include "studies/judges.hpp"
#include "studies/tasks.hpp"

namespace shirokuro::SHIROKURO_ISA {

class ListedSearch {
  public:
    ListedSearch(const Shape& shape, const ListingTask& task)
        : rules_(shape),
          evaluator_(shape),
          task_(task),
          stopper_(task.interrupts),
          counter_(stopper_, true) {}

    // Turning the board over its diagonal makes ascending squares the columns of the listing.
    ListingRun run() {
        const Position turned{transpose(task_.position.own), transpose(task_.position.opp)};
        ListingRun run;
        run.points = search({turned, task_.is_black}, task_.depth, -most, negated(least));
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

    // As Java negates: the lowest number stays itself.
    static constexpr Int negated(Int value) {
        return static_cast<Int>(0u - static_cast<std::uint32_t>(value));
    }

    Int search(const State& state, int depth, Int alpha, Int beta) {
        counter_.count();
        if (depth == 0 || stopper_.is_set()) return judge(state);
        const Bits moves = rules_.legal(state.position);
        if (moves == 0) return negated(search(state.passed(), depth - 1, negated(beta), negated(alpha)));
        for (Bits rest = moves; rest != 0; rest = without_first(rest)) {
            const State next{rules_.after(state.position, first(rest)), !state.is_black};
            alpha = std::max(alpha, negated(search(next, depth - 1, negated(beta), negated(alpha))));
            if (alpha >= beta) return alpha;
        }
        return alpha;
    }

    Int judge(const State& state) const {
        const int points = evaluator_.value(state.position);
        return state.is_black ? points : -points;
    }

    StraightRules rules_;
    SquareEvaluator<StraightRules> evaluator_;
    const ListingTask& task_;
    Stopper stopper_;
    NodeCounter counter_;
};

}  // namespace shirokuro::SHIROKURO_ISA
