// The handcrafted evaluation: mobility, potential mobility and the worth of squares, in discs for the side to
// move.
#pragma once

#include "board/neighbours.hpp"
#include "board/rules.hpp"
#include "evaluate/corners.hpp"
#include "evaluate/evaluator.hpp"

namespace shirokuro {

// In 1/16 disc.
struct HandWeights : Weights {
    int mobility = 40;
    int corner_mobility = 40;
    int potential = 8;
    int corner = 140;
    int bad_diagonal = -45;
    int bad_beside = -40;
    int on_rim = 24;
    int near_rim = -8;
};
inline constexpr HandWeights hand_weights{{.probcut_errors = {.percent_right = {38, 60, 90}}}};

}  // namespace shirokuro

namespace shirokuro::SHIROKURO_ISA {

template <class Rules>
class HandEvaluator {
  public:
    static constexpr std::string_view name = "hand";
    static constexpr const Weights* own_weights = &hand_weights;
    HandEvaluator(const Shape& shape, const Weights& weights)
        : rules_(shape),
          weights_(static_cast<const HandWeights&>(weights)),
          corners_(shape),
          rim_(shape.ring.cells()),
          inside_rim_(spread(rim_) & shape.cells & ~rim_) {}

    // In 1/16 disc.
    int fine(const Position& position, Bits own_moves) const {
        const HandWeights& w = weights_;
        const Bits opp_moves = rules_.legal(position.passed());
        const Bits empties = rules_.empties(position);
        const Bits open = spread(corners_.cells & empties);  // where X and C squares still cost a corner
        const auto balance = [&](Bits cells) {
            return count(position.own & cells) - count(position.opp & cells);
        };
        return w.mobility * (count(own_moves) - count(opp_moves)) +
               w.corner_mobility * (count(own_moves & corners_.cells) - count(opp_moves & corners_.cells)) +
               w.potential * (count(spread(position.opp) & empties) - count(spread(position.own) & empties)) +
               w.corner * balance(corners_.cells) + w.bad_diagonal * balance(corners_.diagonal & open) +
               w.bad_beside * balance(corners_.beside & open) + w.on_rim * balance(rim_) +
               w.near_rim * balance(inside_rim_);
    }

    int evaluate(const Position& position, Bits own_moves) const {
        return whole_discs(fine(position, own_moves), count(rules_.cells));
    }

  private:
    Rules rules_;
    HandWeights weights_;
    Corners corners_;
    Bits rim_;         // the ring
    Bits inside_rim_;  // cells next to it
};

}  // namespace shirokuro::SHIROKURO_ISA
