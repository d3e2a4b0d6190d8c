// What a search asks of an evaluator: a guess for the side to move, whose legal moves it is given, in discs
// and, for ordering moves, in 1/16 disc. It is made of a shape and weights, its
// own or others of its kind. There are three: by hand
// (hand.hpp), by the worth of squares (square_weights.hpp) and by features (study_features.hpp).
#pragma once

#include <algorithm>
#include <concepts>

#include "board/position.hpp"
#include "board/shape.hpp"
#include "evaluate/weights.hpp"

namespace shirokuro {

template <class Type>
concept Evaluates = std::constructible_from<Type, const Shape&, const Weights&> &&
                    requires(const Type& evaluator, const Position& position, Bits own_moves) {
                        { evaluator.fine(position, own_moves) } -> std::same_as<int>;
                        { evaluator.evaluate(position, own_moves) } -> std::same_as<int>;
                        { Type::name } -> std::convertible_to<std::string_view>;
                        { Type::own_weights } -> std::convertible_to<const Weights*>;
                    };

// 1/16 discs as whole ones; a certain wipe-out is never guessed.
constexpr int whole_discs(int fine, int cells) {
    const int most = cells - 2;
    return std::clamp((fine + 8) >> 4, -most, most);
}

}  // namespace shirokuro
