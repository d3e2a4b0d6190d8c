// Don't-care discs: discs that no later move can turn or flank with, so that nothing but the final
// count depends on their colour. docs/dont_care.md has the proofs.
#pragma once

#include "evaluate/stability.hpp"

namespace shirokuro::SHIROKURO_ISA {

// The study's test: no empty cell on any line through the disc; on the rim of a round board the ring is one
// of them.
template <class Rules>
Bits full_line_discs(const Rules& rules, const Position& position) {
    const Bits filled = position.occupied() | ~rules.cells;
    return position.occupied() & full_lines(filled).all() & ring_safe(rules, filled);
}

// The cells seen from `start` through cells that are `clear`, up to and including the first that is not.
// `moved` shifts by so many steps in one direction; nothing crosses the border onto the cells `beyond`.
template <class Moved>
Bits seen(Bits start, Bits clear, Bits beyond, const Moved& moved) {
    clear &= ~beyond;
    start |= clear & moved(start, 1);
    clear &= moved(clear, 1);
    start |= clear & moved(start, 2);
    clear &= moved(clear, 2);
    start |= clear & moved(start, 4);
    return moved(start, 1) & ~beyond;
}

// The cells that a run along one way may reach, now or later. A run from the one empty cell behind it ends
// at the latest where both colours have shown among the discs that are `fixed` on all other axes.
template <class Moved>
Bits in_reach(const Position& position, Bits empties, Bits fixed, Bits beyond, const Moved& moved) {
    const Bits occupied = position.occupied(), all = ~Bits{0};
    const Bits behind_another = empties & seen(empties, all, beyond, moved);
    return seen(empties, occupied & ~(position.own & fixed), beyond, moved) |
           seen(empties, occupied & ~(position.opp & fixed), beyond, moved) |
           seen(behind_another, all, beyond, moved);
}

// The wider test: no run reaches the disc, although lines through it may have an empty cell on either side.
template <class Rules>
Bits unreachable_discs(const Rules& rules, const Position& position) {
    constexpr Bits left = 0x0101010101010101u, right = left << 7, top = 0xffu, bottom = top << 56;
    const Bits empties = rules.empties(position);
    const Bits missing = ~rules.cells;
    const Bits filled = position.occupied() | missing;
    const FullLines full = full_lines(filled);
    // 1. Where no disc is turned along an axis: its line is full, or ends here. Shifts that wrap round reach
    // border cells only.
    const Bits row = full.row | left | right | missing << 1 | missing >> 1;
    const Bits column = full.column | top | bottom | missing << 8 | missing >> 8;
    const Bits falling = full.falling | left | right | top | bottom | missing << 9 | missing >> 9;
    const Bits rising = full.rising | left | right | top | bottom | missing << 7 | missing >> 7;
    // 2. Both ways along each axis, four axes at once; on a ring that is not full every disc is in reach.
    const Bits candidates = position.occupied() & ring_safe(rules, filled);
    const Bits fixed[] = {column & falling & rising, row & falling & rising, row & column & rising,
                          row & column & falling};
    constexpr int steps[] = {1, 8, 9, 7};
    constexpr Bits before[] = {left, 0, left, right}, after[] = {right, 0, right, left};
    Bits reached = 0;
    for (std::size_t axis = 0; axis < 4; ++axis) {
        const int step = steps[axis];
        const Bits unturned = candidates & fixed[axis];
        reached |= in_reach(position, empties, unturned, before[axis],
                            [step](Bits bits, int times) { return bits << times * step; });
        reached |= in_reach(position, empties, unturned, after[axis],
                            [step](Bits bits, int times) { return bits >> times * step; });
    }
    return candidates & ~reached;
}

}  // namespace shirokuro::SHIROKURO_ISA
