// Parallel reversi's evaluation: openness, stable discs, mobility along lines, wings, mountains, C and X,
// each own minus opponent's. docs/features.md has the definitions, study_weights.hpp the weights.
#pragma once

#include "board/rules.hpp"
#include "evaluate/corners.hpp"
#include "evaluate/edges.hpp"
#include "evaluate/evaluator.hpp"
#include "evaluate/line_mobility.hpp"

namespace shirokuro::SHIROKURO_ISA {

// The empty neighbours of discs, summed over the own ones less summed over the opponent's: for each of the
// eight directions, the discs that have an empty cell there.
inline int openness_balance(const Position& position, Bits empties) {
    constexpr Bits not_left = 0xfefefefefefefefeu, not_right = 0x7f7f7f7f7f7f7f7fu;
    int sum = 0;
    const auto add = [&](Bits beside_empty) {
        sum += count(position.own & beside_empty) - count(position.opp & beside_empty);
    };
    const Bits from_left = empties << 1 & not_left, from_right = empties >> 1 & not_right;
    for (const Bits cells : {empties, from_left, from_right}) {
        add(cells << 8);
        add(cells >> 8);
    }
    add(from_left);
    add(from_right);
    return sum;
}

// In the study's units, for the side to move. On round boards only openness and mobility are defined; there
// are no corners and no edges there.
template <class Rules>
class StudyEvaluator {
  public:
    static constexpr std::string_view name = "features";
    static constexpr const Weights* own_weights = &study_weights;
    static constexpr int units_per_disc = 60;  // least squares, see docs/features.md

    explicit StudyEvaluator(const Shape& shape, const Weights& = study_weights)
        : rules_(shape),
          lines_(shape),
          corners_(shape),
          table_(shape.is_round() ? nullptr : &edge_table(shape)),
          last_(shape.width - 1) {}

    int value(const Position& position) const {
        const Bits empties = rules_.empties(position);
        const int mobility =
            lines_.flanking(position).count_lines() - lines_.flanking(position.passed()).count_lines();
        const int sum =
            study_weights.mobility * mobility + study_weights.openness * openness_balance(position, empties);
        return table_ == nullptr ? sum : sum + corners_and_edges(position, empties);
    }

    int fine(const Position& position, Bits) const { return value(position) * 16 / units_per_disc; }
    int evaluate(const Position& position, Bits own_moves) const {
        return whole_discs(fine(position, own_moves), count(rules_.cells));
    }

  private:
    int corners_and_edges(const Position& position, Bits empties) const {
        const auto balance = [&](Bits cells) {
            return count(position.own & cells) - count(position.opp & cells);
        };
        const Bits open = corners_.diagonal & spread(corners_.cells & empties);
        return edges_worth(*table_, position, last_) + study_weights.stable * balance(corners_.cells) +
               study_weights.x * balance(open);
    }

    Rules rules_;
    LineMobility<Rules> lines_;
    Corners corners_;
    const EdgeTable* table_;
    int last_;
};

}  // namespace shirokuro::SHIROKURO_ISA
