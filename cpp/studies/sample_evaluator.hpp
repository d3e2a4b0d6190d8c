// The evaluation of the sample program that parallel reversi took its listing from, faults included: the edge
// table drifts, mobility counts the mover's moves alone, mountains weigh nothing, g2 is ignored (the corner
// h1 uses g7, as h8 does), and C counts only between two empty corners.
#pragma once

#include "studies/leaf_evaluators.hpp"
#include "studies/sample_edges.hpp"

namespace shirokuro::SHIROKURO_ISA {

// Used on the board mirrored at its diagonal, where the listing's upper edge is the column on the left.
class SampleEvaluator {
  public:
    static constexpr bool pass_is_ply = false;

    SampleEvaluator(const Shape& shape, SampleEdges& edges, bool drifts)
        : rules_(shape), edges_(edges), drifts_(drifts) {}

    int operator()(const Position& position, bool is_black) {
        const Bits empties = rules_.empties(position);
        const Position colours = is_black ? position : position.passed();
        const int own_sign = is_black ? 1 : -1;
        const int points = edge_points(colours) + study_weights.x * x_balance(colours, empties) +
                           study_weights.openness * openness_balance(colours, empties);
        return own_sign * points + study_weights.mobility * count(rules_.legal(position));
    }

  private:
    static constexpr Bits corners = 0x8100000000000081u;

    // Black's less white's; `colours` has black's discs as own.
    int edge_points(const Position& colours) {
        if (drifts_) return add_edges(edge(colours, left), colours);
        SampleEdge sum = edge(colours, left);
        return add_edges(sum, colours);
    }

    int add_edges(SampleEdge& sum, const Position& colours) {
        for (const auto side : {right, bottom, top}) sum.add(edge(colours, side));
        // Corners were counted twice.
        sum.black.stable = static_cast<std::int8_t>(sum.black.stable - count(colours.own & corners));
        sum.white.stable = static_cast<std::int8_t>(sum.white.stable - count(colours.opp & corners));
        return study_weights.stable * (sum.black.stable - sum.white.stable) +
               study_weights.wing * (sum.black.wing - sum.white.wing) +
               study_weights.c * (sum.black.c - sum.white.c);
    }

    enum Side { left, right, bottom, top };

    SampleEdge& edge(const Position& colours, Side side) {
        const int last = 7, at = side == left || side == top ? 0 : last;
        if (side == left || side == right)
            return edges_.at(column_word(colours.own, at), column_word(colours.opp, at));
        return edges_.at(row_word(colours.own, at), row_word(colours.opp, at));
    }

    static int x_balance(const Position& colours, Bits empties) {
        constexpr Square corner_and_x[][2] = {{0, 9}, {7, 14}, {63, 54}, {56, 54}};
        int sum = 0;
        for (const auto& [corner, x] : corner_and_x)
            if ((empties & bit(corner)) != 0)
                sum += count(colours.own & bit(x)) - count(colours.opp & bit(x));
        return sum;
    }

    StraightRules rules_;
    SampleEdges& edges_;
    bool drifts_;
};

}  // namespace shirokuro::SHIROKURO_ISA
