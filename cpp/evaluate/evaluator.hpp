// What a search asks of an evaluator: a guess for the side to move, whose legal moves it is given, in discs
// and, for ordering moves, in 1/16 disc; and how many of 100 values a selective reading with it gets right,
// level by level (measured: docs/selectivity.md). There are three: by hand (hand.hpp), by the worth of
// squares (square_weights.hpp) and by study A's features (study_features.hpp).
#pragma once

#include <algorithm>
#include <array>
#include <concepts>

#include "board/position.hpp"

namespace shirokuro {

template <class Type>
concept Evaluates = requires(const Type& evaluator, const Position& position, Bits own_moves) {
    { evaluator.fine(position, own_moves) } -> std::same_as<int>;
    { evaluator.evaluate(position, own_moves) } -> std::same_as<int>;
    { Type::percent_right } -> std::same_as<const std::array<int, 3>&>;
};

// 1/16 discs as whole ones; a certain wipe-out is never guessed.
constexpr int whole_discs(int fine, int cells) {
    const int most = cells - 2;
    return std::clamp((fine + 8) >> 4, -most, most);
}

}  // namespace shirokuro
