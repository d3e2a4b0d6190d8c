// A position as the side to move sees it: its own discs and the opponent's. Colours do not exist here.
#pragma once

#include "board/bitboard.hpp"

namespace shirokuro {

struct Position {
    Bits own = 0;
    Bits opp = 0;

    constexpr Bits occupied() const { return own | opp; }
    constexpr Position passed() const { return {opp, own}; }
    // The position after `square` was played and turned `flips`, seen by the next side.
    constexpr Position played(Square square, Bits flips) const {
        return {opp ^ flips, own ^ flips ^ bit(square)};
    }
    constexpr auto operator<=>(const Position&) const = default;
};

enum class Scoring { winner, plain };

// Disc difference of a finished game for the side to move; `winner` gives it the `cells` left empty.
constexpr int margin(const Position& position, int cells, Scoring scoring) {
    const int own = count(position.own);
    const int opp = count(position.opp);
    if (scoring == Scoring::plain || own == opp) return own - opp;
    const int empties = cells - own - opp;
    return own > opp ? own - opp + empties : own - opp - empties;
}

// A 64-bit hash of the whole position; both halves pass through a multiplication and are then mixed.
constexpr std::uint64_t hash(const Position& position) {
    std::uint64_t mixed = position.own * 0x9e3779b97f4a7c15u;
    mixed = (mixed ^ std::rotl(position.opp * 0xd6e8feb86659fd93u, 32)) * 0xff51afd7ed558ccdu;
    return mixed ^ mixed >> 32;
}

}  // namespace shirokuro
