// Study A's features one by one, each with the cells that make it up: the same lines, edges and corners that
// its evaluator weighs, told for a person to read.
#pragma once

#include "board/neighbours.hpp"
#include "evaluate/corners.hpp"
#include "evaluate/edges.hpp"
#include "evaluate/kernel.hpp"
#include "evaluate/line_mobility.hpp"

namespace shirokuro::SHIROKURO_ISA {

// Calls `work(square)` for each of `cells`, ascending.
template <class Work>
void for_each(Bits cells, Work&& work) {
    for (; cells != 0; cells = without_first(cells)) work(first(cells));
}

// A part for each cell that adds something.
template <class Number>
Feature part_each(Bits cells, Number&& number) {
    Feature parts;
    for_each(cells, [&](Square square) {
        if (const int adds = number(square); adds != 0) parts.push_back({bit(square), adds});
    });
    return parts;
}

template <class Rules>
class FeatureParts {
  public:
    explicit FeatureParts(const Shape& shape)
        : shape_(shape), rules_(shape), lines_(shape), corners_(shape) {}

    // Of the side to move.
    SideFeatures of(const Position& position) const {
        SideFeatures found;
        const Bits empties = rules_.empties(position);
        found.openness =
            part_each(position.own, [&](Square square) { return count(neighbours_of(square) & empties); });
        found.mobility = mobility(position, empties);
        if (shape_.is_round()) return found;
        add_edges(position, found);
        found.x = part_each(position.own & corners_.diagonal & spread(corners_.cells & empties),
                            [](Square) { return 1; });
        return found;
    }

  private:
    Feature mobility(const Position& position, Bits empties) const {
        const FlankingCells flanking = lines_.flanking(position);
        return part_each(empties, [&](Square square) {
            int lines = contains(flanking.ring, square) ? 1 : 0;
            for (const Bits cells : flanking.axes) lines += contains(cells, square) ? 1 : 0;
            return lines;
        });
    }

    void add_edges(const Position& position, SideFeatures& found) const {
        Bits stable = 0, beside = 0;
        for (const Edge& edge : edges_of(shape_)) {
            const EdgeFeatures on_edge =
                edge_features(word_of(edge, position.own), word_of(edge, position.opp), shape_.width);
            stable |= cells_of(edge, on_edge.stable);
            beside |= cells_of(edge, on_edge.c);
            if (on_edge.wing != 0) found.wing.push_back({cells_of(edge, on_edge.wing), 1});
            if (on_edge.mountain != 0) found.mountain.push_back({cells_of(edge, on_edge.mountain), 1});
        }
        found.stable = part_each(stable, [](Square) { return 1; });
        found.c = part_each(beside, [](Square) { return 1; });
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
