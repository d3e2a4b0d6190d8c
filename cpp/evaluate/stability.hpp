// Discs that can never be turned again: a sound lower set, for every shape. docs/stability.md has the proof.
//
// A disc is stable when each axis through it (row, column, two diagonals and, for a disc of the rim, the
// ring) is safe: the whole line is full, or one of its two neighbours on the axis is missing (the border; the
// ring has none) or already known as a stable disc of the same colour. The least fixed point of that is
// taken.
#pragma once

#include "board/rules.hpp"

namespace shirokuro::SHIROKURO_ISA {

// The four lines of each cell that hold no empty cell; missing cells count as filled.
struct FullLines {
    Bits row, column, rising, falling;

    Bits all() const { return row & column & rising & falling; }
};

inline FullLines full_lines(Bits filled) {
    FullLines full;
    // Rows: all eight bits of a byte.
    Bits row = filled & filled >> 4 & 0x0f0f0f0f0f0f0f0fu;
    row &= row >> 2;
    row &= row >> 1;
    full.row = (row & 0x0101010101010101u) * 0xff;
    Bits column = filled & std::rotr(filled, 32);
    column &= std::rotr(column, 16);
    full.column = column & std::rotr(column, 8);
    // Diagonals: whatever would come from beyond the border counts as filled.
    constexpr Bits left1 = 0x0101010101010101u, left2 = 0x0303030303030303u, left4 = 0x0f0f0f0f0f0f0f0fu;
    const auto towards = [](Bits bits, int shift, Bits beyond) { return bits >> shift | beyond; };
    const auto back = [](Bits bits, int shift, Bits beyond) { return bits << shift | beyond; };
    constexpr Bits top1 = 0xffu, top2 = 0xffffu, top4 = 0xffffffffu;
    constexpr Bits bottom1 = top1 << 56, bottom2 = top2 << 48, bottom4 = top4 << 32;
    // Falling (step 9): smear emptiness both ways by 1, 2 and 4 steps.
    Bits up = filled, down = filled;
    up &= towards(up, 9, left1 << 7 | bottom1);
    up &= towards(up, 18, left2 << 6 | bottom2);
    up &= towards(up, 36, left4 << 4 | bottom4);
    down &= back(down, 9, left1 | top1);
    down &= back(down, 18, left2 | top2);
    down &= back(down, 36, left4 | top4);
    full.falling = up & down;
    // Rising (step 7).
    up = filled, down = filled;
    up &= towards(up, 7, left1 | bottom1);
    up &= towards(up, 14, left2 | bottom2);
    up &= towards(up, 28, left4 | bottom4);
    down &= back(down, 7, left1 << 7 | top1);
    down &= back(down, 14, left2 << 6 | top2);
    down &= back(down, 28, left4 << 4 | top4);
    full.rising = up & down;
    return full;
}

// The cells whose ring, if they lie on one, is safe. No disc of the rim has a border along it, so the first
// stable one there can only come from a full ring.
inline Bits ring_safe(const StraightRules&, Bits) { return ~Bits{0}; }
inline Bits ring_safe(const RingRules& rules, Bits filled) {
    const Bits rim = rules.tables->ring.cells();
    return (rim & ~filled) == 0 ? ~Bits{0} : ~rim;
}

// Discs of `own` that are stable when the discs of both colours are `occupied`.
template <class Rules>
Bits stable_discs(const Rules& rules, Bits own, Bits occupied) {
    constexpr Bits left = 0x0101010101010101u, right = left << 7, top = 0xffu, bottom = top << 56;
    const Bits missing = ~rules.cells;
    const FullLines full = full_lines(occupied | missing);
    // Safe by a full line or a border; shifts that wrap round reach border cells only, which are safe anyway.
    const Bits row = full.row | left | right | missing << 1 | missing >> 1;
    const Bits column = full.column | top | bottom | missing << 8 | missing >> 8;
    const Bits falling = full.falling | left | right | top | bottom | missing << 9 | missing >> 9;
    const Bits rising = full.rising | left | right | top | bottom | missing << 7 | missing >> 7;
    const Bits candidates = own & ring_safe(rules, occupied | missing);
    Bits stable = candidates & row & column & falling & rising;
    for (Bits before = 0; stable != before;) {
        before = stable;
        stable |= candidates & (row | stable << 1 | stable >> 1) & (column | stable << 8 | stable >> 8) &
                  (falling | stable << 9 | stable >> 9) & (rising | stable << 7 | stable >> 7);
    }
    return stable;
}

}  // namespace shirokuro::SHIROKURO_ISA
