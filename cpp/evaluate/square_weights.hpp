// The square weights of two studies: a weight for each cell, own minus opponent's. The weights of every shape
// follow from the two tables below.
#pragma once

#include <array>

#include "board/isa.hpp"
#include "board/neighbours.hpp"
#include "board/shape.hpp"
#include "evaluate/evaluator.hpp"

namespace shirokuro {

// The rival study's map of the 8x8 board: its top left quarter, of which the others are mirror images. A
// smaller board has the quarter's corner: cells weigh what they do at the same distance from the corner.
inline constexpr int quarter_weights[4][4] = {
    {120, -20, 20, 5}, {-20, -40, -5, -5}, {20, -5, 15, 3}, {5, -5, 3, 3}};

// Monte Carlo Nip's map of its board, by how far a cell lies from the rim, which suits all round boards.
struct RoundWeights {
    int rim = 100;
    int beside_rim = -20;  // a king's step from it
    int farther_in = 50;
    int centre = 0;  // the four cells of the first discs, wherever they lie
};
inline constexpr RoundWeights round_weights;

// The numbers are the studies' own.
struct SquareWeights : Weights {};
inline constexpr SquareWeights square_weights{{.probcut_errors = {.percent_right = {30, 55, 81}}}};

constexpr int square_weight(const Shape& shape, Square square) {
    if (!shape.is_round()) {
        const auto fold = [&](int place) { return std::min(place, shape.width - 1 - place); };
        return quarter_weights[fold(row_of(square))][fold(column_of(square))];
    }
    const Bits rim = shape.ring.cells();
    if (contains(rim, square)) return round_weights.rim;
    if (contains(shape.start.occupied(), square)) return round_weights.centre;
    return contains(spread(rim), square) ? round_weights.beside_rim : round_weights.farther_in;
}

// How much weight comes to a disc: the least squares over positions that the engine searched
// (docs/features.md). The rim says less about Nip than the corners about reversi.
constexpr int square_units_per_disc(const Shape& shape) { return shape.is_round() ? 80 : 10; }

// The cells of a shape by weight: as many groups as there are weights.
struct WeightGroups {
    struct Group {
        int weight;
        Bits cells;
    };

    std::array<Group, 16> groups{};  // no map has more distinct weights
    std::size_t size = 0;

    constexpr explicit WeightGroups(const Shape& shape) {
        for (Bits rest = shape.cells; rest != 0; rest = without_first(rest))
            add(square_weight(shape, first(rest)), first(rest));
    }

  private:
    constexpr void add(int weight, Square square) {
        std::size_t i = 0;
        while (i < size && groups[i].weight != weight) ++i;
        if (i == size) groups[size++] = {weight, 0};
        groups[i].cells |= bit(square);
    }
};

}  // namespace shirokuro

namespace shirokuro::SHIROKURO_ISA {

template <class Rules>
class SquareEvaluator {
  public:
    static constexpr std::string_view name = "squares";
    static constexpr const Weights* own_weights = &square_weights;
    explicit SquareEvaluator(const Shape& shape, const Weights& = square_weights)
        : cells_(count(shape.cells)), units_per_disc_(square_units_per_disc(shape)), by_weight_(shape) {}

    // Own minus opponent's, in the studies' own units.
    int value(const Position& position) const {
        int sum = 0;
        for (std::size_t i = 0; i < by_weight_.size; ++i) {
            const auto& [weight, cells] = by_weight_.groups[i];
            sum += weight * (count(position.own & cells) - count(position.opp & cells));
        }
        return sum;
    }

    int fine(const Position& position, Bits) const { return value(position) * 16 / units_per_disc_; }
    int evaluate(const Position& position, Bits own_moves) const {
        return whole_discs(fine(position, own_moves), cells_);
    }

  private:
    int cells_;
    int units_per_disc_;
    WeightGroups by_weight_;
};

}  // namespace shirokuro::SHIROKURO_ISA
