// Mobility as parallel reversi's tables of lines count it: a cell from which a disc flanks along k lines
// counts k times. Lines are rows, columns, diagonals and, on a round board, the ring.
#pragma once

#include "board/rules.hpp"

namespace shirokuro {

// For each axis the cells whose whole line lies on the rim. Such a line is a piece of the ring, along which
// whatever it flanks is flanked as well, so it counts as no line of its own.
constexpr std::array<Bits, 4> lines_on_rim(const Shape& shape) {
    constexpr int columns[] = {1, -1, 0, 1}, rows[] = {0, 1, 1, 1};
    std::array<Bits, 4> found{};
    for (Bits rest = shape.ring.cells(); rest != 0; rest = without_first(rest))
        for (std::size_t axis = 0; axis < 4; ++axis) {
            const Bits line = detail::ray(first(rest), columns[axis], rows[axis]) |
                              detail::ray(first(rest), -columns[axis], -rows[axis]);
            if ((line & shape.cells & ~shape.ring.cells()) == 0) found[axis] |= bit(first(rest));
        }
    return found;
}

}  // namespace shirokuro

namespace shirokuro::SHIROKURO_ISA {

// The empty cells from which the side to move can flank, separately for each kind of line.
struct FlankingCells {
    Axes axes;
    Bits ring = 0;

    int count_lines() const {
        return count(axes[0]) + count(axes[1]) + count(axes[2]) + count(axes[3]) + count(ring);
    }
};

// Knows the lines of a shape.
template <class Rules>
class LineMobility;

template <>
class LineMobility<StraightRules> {
  public:
    explicit LineMobility(const Shape& shape) : rules_(shape) {}

    FlankingCells flanking(const Position& position) const {
        FlankingCells found{straight_ends_by_axis(position)};
        for (Bits& cells : found.axes) cells &= rules_.empties(position);
        return found;
    }

  private:
    StraightRules rules_;
};

template <>
class LineMobility<RingRules> {
  public:
    explicit LineMobility(const Shape& shape) : rules_(shape), on_rim_(lines_on_rim(shape)) {}

    FlankingCells flanking(const Position& position) const {
        const Bits empties = rules_.empties(position);
        FlankingCells found{straight_ends_by_axis(position), ring_ends(*rules_.tables, position) & empties};
        for (std::size_t axis = 0; axis < 4; ++axis) found.axes[axis] &= empties & ~on_rim_[axis];
        return found;
    }

  private:
    RingRules rules_;
    Axes on_rim_;
};

}  // namespace shirokuro::SHIROKURO_ISA
