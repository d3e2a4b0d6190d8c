// The endgame solver as UCT uses it: who wins, and by how much, with few empties left.
#pragma once

#include "search/midgame.hpp"

namespace shirokuro::SHIROKURO_ISA {

// One thread's solver, for positions of at most `solved_up_to` empties; it is never stopped, since these take
// less than a millisecond.
template <class Rules, Evaluates Evaluator>
class Ending {
  public:
    Ending(const Shape& shape, const Weights& weights)
        : session_(shape, weights, table_, SearchTask{}, never_, 1), worker_(session_, false) {}

    // A margin with this sign.
    int winner(const Position& position) {
        const int empties = count(worker_.rules.empties(position));
        const int value = solve(worker_, position, 0, empties);
        return value > 0 ? value : solve(worker_, position, -1, empties);
    }

    // The margin under perfect play: null windows, each moved to where the last one pointed.
    int margin(const Position& position) {
        const int empties = count(worker_.rules.empties(position));
        int lower = -worker_.cells, upper = worker_.cells, alpha = -1;
        while (lower < upper) {
            const int value = solve(worker_, position, alpha, empties);
            (value > alpha ? lower : upper) = value;
            alpha = value > alpha ? value : value - 1;
        }
        return lower;
    }

    std::uint64_t nodes() const { return worker_.nodes; }

  private:
    Table table_{0};
    Stopper never_{Interrupts{}};
    Session session_;
    Worker<Rules, Evaluator> worker_;
};

}  // namespace shirokuro::SHIROKURO_ISA
