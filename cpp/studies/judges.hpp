// Who says what a position at the end of a line is worth, for the side to move. A judge's values lie in
// -most…most; `pass_is_ply` tells whether the study counts a pass when it looks ahead. A judge that
// `orders_moves` can tell, before the end of a line, which to look at first. One that `sums_lines` judges
// every position of a line, good for whoever has just moved, and the line is worth their alternating sum.
#pragma once

#include "evaluate/square_weights.hpp"
#include "evaluate/study_features.hpp"

namespace shirokuro::SHIROKURO_ISA {

inline constexpr int beyond_points = 1 << 24;  // no sum of weights comes near
inline constexpr int early_rim_weight = -100;  // ours; docs/players.md says what was tried

// Parallel reversi in the opening and the middle game; finished games too are judged by their features there.
template <class Rules>
struct FeatureJudge {
    static constexpr bool pass_is_ply = false;
    static constexpr int most = beyond_points;
    static constexpr bool orders_moves = true;
    static constexpr bool sums_lines = false;
    static int points_per_disc(const Shape&) { return StudyEvaluator<Rules>::units_per_disc; }

    explicit FeatureJudge(const Shape& shape) : evaluator(shape) {}
    int operator()(const Position& position) const { return evaluator.value(position); }

    StudyEvaluator<Rules> evaluator;
};

// Its reading by how many discs (完全読み): asked of finished games only.
struct DiscJudge {
    static constexpr bool pass_is_ply = false;
    static constexpr int most = squares;
    static constexpr bool orders_moves = false;
    static constexpr bool sums_lines = false;
    static int points_per_disc(const Shape&) { return 1; }

    explicit DiscJudge(const Shape&) {}
    int operator()(const Position& position) const { return count(position.own) - count(position.opp); }
};

// Its reading who wins (必勝読み): likewise.
struct WinnerJudge : DiscJudge {
    static constexpr int most = 1;

    using DiscJudge::DiscJudge;
    int operator()(const Position& position) const {
        const int margin = DiscJudge::operator()(position);
        return (margin > 0) - (margin < 0);
    }
};

// The rival, on the map of the board's own shape.
template <class Rules>
struct SquareJudge {
    static constexpr bool pass_is_ply = true;
    static constexpr int most = beyond_points;
    static constexpr bool orders_moves = false;
    static constexpr bool sums_lines = false;
    static int points_per_disc(const Shape& shape) { return square_units_per_disc(shape); }

    explicit SquareJudge(const Shape& shape) : evaluator(shape) {}
    int operator()(const Position& position) const { return evaluator.value(position); }

    SquareEvaluator<Rules> evaluator;
};

// Nipevt: what the last move left is good for its side by the map and by how few replies there are.
template <class Rules>
struct ReplyJudge : SquareJudge<Rules> {
    static constexpr int bonuses[] = {10, 5, 3, 1};  // for no reply, one, two, three

    explicit ReplyJudge(const Shape& shape) : SquareJudge<Rules>(shape), rules(shape) {}
    int operator()(const Position& position) const {
        const int replies = count(rules.legal(position));
        return SquareJudge<Rules>::operator()(position) - (replies < 4 ? bonuses[replies] : 0);
    }

    Rules rules;
};

// Nipevt with the sum that its listing means to form over a line: score - score2 + score3 - score4.
template <class Rules>
struct SumJudge : ReplyJudge<Rules> {
    static constexpr bool sums_lines = true;

    using ReplyJudge<Rules>::ReplyJudge;
};

// Nipevt as long as the rim is better left alone: whoever fills its last cells turns what lies on it.
template <class Rules>
struct EarlyJudge : ReplyJudge<Rules> {
    explicit EarlyJudge(const Shape& shape) : ReplyJudge<Rules>(shape), rim(shape.ring.cells()) {}
    int operator()(const Position& position) const {
        const int held = count(position.own & rim) - count(position.opp & rim);
        return ReplyJudge<Rules>::operator()(position) + (early_rim_weight - round_weights.rim) * held;
    }

    Bits rim;
};

}  // namespace shirokuro::SHIROKURO_ISA
