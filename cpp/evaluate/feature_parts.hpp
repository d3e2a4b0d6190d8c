// The features one by one, each with the cells that make it up, from the same lines, edges and corners that
// the evaluator weighs.
#pragma once

#include "board/neighbours.hpp"
#include "evaluate/corners.hpp"
#include "evaluate/edges.hpp"
#include "evaluate/kernel.hpp"
#include "evaluate/line_mobility.hpp"
#include "evaluate/walls.hpp"

namespace shirokuro::SHIROKURO_ISA {

template <class Rules>
class FeatureParts {
  public:
    explicit FeatureParts(const Shape& shape)
        : shape_(shape), rules_(shape), lines_(shape), corners_(shape) {}

    // Of the side to move.
    SideFeatures of(const Position& position) const {
        SideFeatures found;
        const Bits empties = rules_.empties(position);
        for (Bits rest = position.own; rest != 0; rest = without_first(rest))
            found.openness[index(first(rest))] =
                static_cast<std::uint8_t>(count(neighbours_of(first(rest)) & empties));
        add_mobility(position, found);
        found.walls = walls_of(rules_, position);
        found.pulls = pulls_of(rules_, position);
        found.single_flips = single_flips_of(rules_, position);
        if (shape_.is_round()) return found;
        add_edges(position, found);
        found.x = position.own & corners_.diagonal & spread(corners_.cells & empties);
        return found;
    }

  private:
    static std::size_t index(Square square) { return static_cast<std::size_t>(square); }

    void add_mobility(const Position& position, SideFeatures& found) const {
        const FlankingCells flanking = lines_.flanking(position);
        const auto [row, rising, column, falling] = flanking.axes;
        for (const Bits cells : {row, rising, column, falling, flanking.ring})
            for (Bits rest = cells; rest != 0; rest = without_first(rest))
                ++found.mobility[index(first(rest))];
    }

    void add_edges(const Position& position, SideFeatures& found) const {
        const auto edges = edges_of(shape_);
        for (std::size_t i = 0; i < edges.size(); ++i) {
            const EdgeFeatures on_edge =
                edge_features(word_of(edges[i], position.own), word_of(edges[i], position.opp), shape_.width);
            found.stable |= cells_of(edges[i], on_edge.stable);
            found.c |= cells_of(edges[i], on_edge.c);
            found.wings[i] = cells_of(edges[i], on_edge.wing);
            found.mountains[i] = cells_of(edges[i], on_edge.mountain);
        }
    }

    unsigned word_of(const Edge& edge, Bits bits) const {
        unsigned word = 0;
        for (int place = 0; place < shape_.width; ++place)
            if (contains(bits, edge.at(place))) word |= 1u << place;
        return word;
    }

    Bits cells_of(const Edge& edge, unsigned word) const {
        Bits cells = 0;
        for (int place = 0; place < shape_.width; ++place)
            if ((word >> place & 1) != 0) cells |= bit(edge.at(place));
        return cells;
    }

    const Shape& shape_;
    Rules rules_;
    LineMobility<Rules> lines_;
    Corners corners_;
};

}  // namespace shirokuro::SHIROKURO_ISA
