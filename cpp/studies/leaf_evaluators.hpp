// How the studies evaluate leaves, for the side to move. Values lie in -most…most. `pass_is_ply`: the study
// counts a pass as a ply. `orders_moves`: the evaluation also orders moves before the leaves. `sums_lines`:
// every position of a line is evaluated, and the line is worth their alternating sum.
#pragma once

#include "evaluate/square_weights.hpp"
#include "evaluate/study_features.hpp"

namespace shirokuro::SHIROKURO_ISA {

inline constexpr int beyond_points = 1 << 24;  // no sum of weights comes near
inline constexpr int early_rim_weight = -100;  // our own choice

// Parallel reversi in the opening and the middle game; finished games too are evaluated by their features.
template <class Rules>
struct FeatureLeafEvaluator {
    static constexpr bool pass_is_ply = false;
    static constexpr int most = beyond_points;
    static constexpr bool orders_moves = true;
    static constexpr bool sums_lines = false;
    static int points_per_disc(const Shape&) { return StudyEvaluator<Rules>::units_per_disc; }

    explicit FeatureLeafEvaluator(const Shape& shape) : evaluator(shape) {}
    int operator()(const Position& position) const { return evaluator.value(position); }

    StudyEvaluator<Rules> evaluator;
};

// The margin (完全読み), of finished games only.
struct DiscLeafEvaluator {
    static constexpr bool pass_is_ply = false;
    static constexpr int most = squares;
    static constexpr bool orders_moves = false;
    static constexpr bool sums_lines = false;
    static int points_per_disc(const Shape&) { return 1; }

    explicit DiscLeafEvaluator(const Shape&) {}
    int operator()(const Position& position) const { return count(position.own) - count(position.opp); }
};

// Who wins (必勝読み): likewise.
struct WinnerLeafEvaluator : DiscLeafEvaluator {
    static constexpr int most = 1;

    using DiscLeafEvaluator::DiscLeafEvaluator;
    int operator()(const Position& position) const {
        const int margin = DiscLeafEvaluator::operator()(position);
        return (margin > 0) - (margin < 0);
    }
};

// The rival, on the map of the board's own shape.
template <class Rules>
struct SquareLeafEvaluator {
    static constexpr bool pass_is_ply = true;
    static constexpr int most = beyond_points;
    static constexpr bool orders_moves = false;
    static constexpr bool sums_lines = false;
    static int points_per_disc(const Shape& shape) { return square_units_per_disc(shape); }

    explicit SquareLeafEvaluator(const Shape& shape) : evaluator(shape) {}
    int operator()(const Position& position) const { return evaluator.value(position); }

    SquareEvaluator<Rules> evaluator;
};

// Nipevt: the square weights of the last mover's discs, and a bonus if the opponent has few replies.
template <class Rules>
struct ReplyLeafEvaluator : SquareLeafEvaluator<Rules> {
    static constexpr int bonuses[] = {10, 5, 3, 1};  // for no reply, one, two, three

    explicit ReplyLeafEvaluator(const Shape& shape) : SquareLeafEvaluator<Rules>(shape), rules(shape) {}
    int operator()(const Position& position) const {
        const int replies = count(rules.legal(position));
        return SquareLeafEvaluator<Rules>::operator()(position) - (replies < 4 ? bonuses[replies] : 0);
    }

    Rules rules;
};

// Nipevt with the sum that its listing means to form over a line: score - score2 + score3 - score4.
template <class Rules>
struct SumLeafEvaluator : ReplyLeafEvaluator<Rules> {
    static constexpr bool sums_lines = true;

    using ReplyLeafEvaluator<Rules>::ReplyLeafEvaluator;
};

// Nipevt as long as the rim is better left alone: whoever fills its last cells turns what lies on it.
template <class Rules>
struct EarlyLeafEvaluator : ReplyLeafEvaluator<Rules> {
    explicit EarlyLeafEvaluator(const Shape& shape)
        : ReplyLeafEvaluator<Rules>(shape), rim(shape.ring.cells()) {}
    int operator()(const Position& position) const {
        const int held = count(position.own & rim) - count(position.opp & rim);
        return ReplyLeafEvaluator<Rules>::operator()(position) +
               (early_rim_weight - round_weights.rim) * held;
    }

    Bits rim;
};

}  // namespace shirokuro::SHIROKURO_ISA
