// The evaluation by hand: mobility, potential mobility and the worth of squares, in discs for the side to
// move. It is the engine's own.
#pragma once

#include "board/neighbours.hpp"
#include "board/rules.hpp"
#include "evaluate/corners.hpp"
#include "evaluate/evaluator.hpp"

namespace shirokuro {

// What the evaluation needs to know of a shape; the weights are in 1/16 disc.
struct HandWeights {
    Corners corners;
    Bits rim = 0;         // the ring
    Bits inside_rim = 0;  // cells next to it
    int mobility = 40;
    int corner_mobility = 40;
    int potential = 8;
    int corner = 140;
    int bad_diagonal = -45;
    int bad_beside = -40;
    int on_rim = 24;
    int near_rim = -8;

    explicit HandWeights(const Shape& shape)
        : corners(shape), rim(shape.ring.cells()), inside_rim(spread(rim) & shape.cells & ~rim) {}
};

}  // namespace shirokuro

namespace shirokuro::SHIROKURO_ISA {

template <class Rules>
class HandEvaluator {
  public:
    static constexpr std::array percent_right{38, 60, 90};

    explicit HandEvaluator(const Shape& shape) : rules_(shape), weights_(shape) {}

    // In 1/16 disc.
    int fine(const Position& position, Bits own_moves) const {
        const HandWeights& w = weights_;
        const Bits opp_moves = rules_.legal(position.passed());
        const Bits empties = rules_.empties(position);
        const Bits open = spread(w.corners.cells & empties);  // where X and C still cost a corner
        const auto balance = [&](Bits cells) {
            return count(position.own & cells) - count(position.opp & cells);
        };
        return w.mobility * (count(own_moves) - count(opp_moves)) +
               w.corner_mobility * (count(own_moves & w.corners.cells) - count(opp_moves & w.corners.cells)) +
               w.potential * (count(spread(position.opp) & empties) - count(spread(position.own) & empties)) +
               w.corner * balance(w.corners.cells) + w.bad_diagonal * balance(w.corners.diagonal & open) +
               w.bad_beside * balance(w.corners.beside & open) + w.on_rim * balance(w.rim) +
               w.near_rim * balance(w.inside_rim);
    }

    int evaluate(const Position& position, Bits own_moves) const {
        return whole_discs(fine(position, own_moves), count(rules_.cells));
    }

  private:
    Rules rules_;
    HandWeights weights_;
};

}  // namespace shirokuro::SHIROKURO_ISA
