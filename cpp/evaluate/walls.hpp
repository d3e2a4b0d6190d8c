// Walls of discs and the two techniques of the middle game that the studies name: pulling (引っ張り), which
// leaves the opponent's walls standing, and turning a single disc (一石返し). docs/features.md defines them.
#pragma once

#include "board/neighbours.hpp"
#include "board/rules.hpp"

namespace shirokuro::SHIROKURO_ISA {

inline constexpr int least_wall = 3;  // discs; our choice, since fewer hardly matter

// The groups of cells, joined by king's steps, that are large enough for a wall; all of them together.
constexpr Bits large_groups(Bits cells) {
    Bits large = 0;
    for (Bits rest = cells; rest != 0;) {
        Bits group = bit(first(rest));
        for (Bits before = 0; group != before;) {
            before = group;
            group = spread(group) & cells;
        }
        if (count(group) >= least_wall) large |= group;
        rest &= ~group;
    }
    return large;
}

// The own discs that block their own side: they have empty neighbours, and the side can play at none of them.
template <class Rules>
Bits walls_of(const Rules& rules, const Position& position) {
    const Bits beside_empty = position.own & spread(rules.empties(position));
    return large_groups(beside_empty & ~spread(rules.legal(position)));
}

// The moves after which all walls of the opponent still stand: no disc of them is turned, and the opponent
// still has no move beside them. None where there is no wall.
template <class Rules>
Bits pulls_of(const Rules& rules, const Position& position) {
    const Bits walls = walls_of(rules, position.passed());
    const Bits beside = spread(walls) & rules.empties(position);
    if (walls == 0) return 0;
    Bits pulls = 0;
    for (Bits rest = rules.legal(position); rest != 0; rest = without_first(rest)) {
        const Square move = first(rest);
        const Position next = rules.after(position, move);
        const bool stands = (walls & ~next.own) == 0 && (rules.legal(next) & beside) == 0;
        if (stands) pulls |= bit(move);
    }
    return pulls;
}

template <class Rules>
Bits single_flips_of(const Rules& rules, const Position& position) {
    Bits single = 0;
    for (Bits rest = rules.legal(position); rest != 0; rest = without_first(rest))
        if (count(rules.flips(position, first(rest))) == 1) single |= bit(first(rest));
    return single;
}

}  // namespace shirokuro::SHIROKURO_ISA
