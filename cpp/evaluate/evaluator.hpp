// What a search needs of an evaluator: a static value for the side to move, whose legal moves it is given, in
// discs and, for ordering moves, in 1/16 disc. It is made of a shape and weights. evaluators.hpp lists them.
#pragma once

#include <algorithm>
#include <concepts>

#include "board/isa.hpp"
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

// 1/16 discs rounded to whole discs, always less than a wipe-out.
constexpr int whole_discs(int fine, int cells) {
    const int most = cells - 2;
    return std::clamp((fine + 8) >> 4, -most, most);
}

}  // namespace shirokuro

namespace shirokuro::SHIROKURO_ISA {

// The children of one position, valued one by one; some evaluators compute part of it once for all.
template <class Evaluator>
class Children {
  public:
    Children(const Evaluator& evaluator, const Position&) : evaluator_(evaluator) {}
    int fine(const Position& next, Bits moves) const { return evaluator_.fine(next, moves); }
    int evaluate(const Position& next, Bits moves) const { return evaluator_.evaluate(next, moves); }

  private:
    const Evaluator& evaluator_;
};

}  // namespace shirokuro::SHIROKURO_ISA
