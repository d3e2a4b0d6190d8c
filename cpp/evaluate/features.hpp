// The evaluation by hand: mobility, potential mobility and the worth of squares, in discs for the side to
// move. An evaluator is a type with `evaluate(position, own_moves)` in discs and `fine`, the same in 1/16
// disc; searches are templates over it, so that another, trained one can take this one's place.
#pragma once

#include <algorithm>

#include "board/neighbours.hpp"
#include "board/rules.hpp"

namespace shirokuro {

// What the evaluation needs to know of a shape; the weights are in 1/16 disc.
struct FeatureWeights {
    Bits corners = 0;     // cells that no line passes through: never turned, on boards without a ring
    Bits diagonal = 0;    // X squares, diagonally beside a corner
    Bits beside = 0;      // C squares, beside a corner on the edge
    Bits rim = 0;         // the ring
    Bits inside_rim = 0;  // cells next to it
    int mobility = 40;
    int corner_mobility = 40;
    int potential = 8;
    int corner = 140;
    int bad_diagonal = -45;
    int bad_beside = -40;
    int on_rim = 0;
    int near_rim = 0;
};

inline FeatureWeights feature_weights(const Shape& shape) {
    FeatureWeights weights;
    if (shape.is_round()) {
        weights.rim = shape.ring.cells();
        weights.inside_rim = spread(weights.rim) & shape.cells & ~weights.rim;
        weights.on_rim = 24;
        weights.near_rim = -8;
        return weights;
    }
    const int last = shape.width - 1;
    weights.corners = bit(0) | bit(last) | bit(8 * last) | bit(9 * last);
    const Bits near = spread(weights.corners) & shape.cells & ~weights.corners;
    const Bits edge = shape.cells & ~(shape.cells & shape.cells << 8 & shape.cells >> 8 & shape.cells << 1 &
                                      shape.cells >> 1 & 0x7e7e7e7e7e7e7e7eu);
    weights.diagonal = near & ~edge;
    weights.beside = near & edge;
    return weights;
}

}  // namespace shirokuro

namespace shirokuro::SHIROKURO_ISA {

template <class Rules>
class FeatureEvaluator {
  public:
    explicit FeatureEvaluator(const Shape& shape) : rules_(shape), weights_(feature_weights(shape)) {}

    // In 1/16 disc.
    int fine(const Position& position, Bits own_moves) const {
        const FeatureWeights& w = weights_;
        const Bits opp_moves = rules_.legal(position.passed());
        const Bits empties = rules_.empties(position);
        const Bits open = spread(w.corners & empties);  // where X and C still cost a corner
        const auto balance = [&](Bits cells) {
            return count(position.own & cells) - count(position.opp & cells);
        };
        return w.mobility * (count(own_moves) - count(opp_moves)) +
               w.corner_mobility * (count(own_moves & w.corners) - count(opp_moves & w.corners)) +
               w.potential * (count(spread(position.opp) & empties) - count(spread(position.own) & empties)) +
               w.corner * balance(w.corners) + w.bad_diagonal * balance(w.diagonal & open) +
               w.bad_beside * balance(w.beside & open) + w.on_rim * balance(w.rim) +
               w.near_rim * balance(w.inside_rim);
    }

    int evaluate(const Position& position, Bits own_moves) const {
        const int most = count(rules_.cells) - 2;  // a certain wipe-out is never guessed
        return std::clamp((fine(position, own_moves) + 8) >> 4, -most, most);
    }

  private:
    Rules rules_;
    FeatureWeights weights_;
};

}  // namespace shirokuro::SHIROKURO_ISA
