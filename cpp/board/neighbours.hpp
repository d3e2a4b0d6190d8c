// The king's-step neighbours of squares. Ring neighbours are among them, so a cell without an opponent's disc
// beside it can turn nothing.
#pragma once

#include <array>

#include "board/square.hpp"

namespace shirokuro {

// Every cell next to one of `bits`, and `bits` itself.
constexpr Bits spread(Bits bits) {
    bits |= (bits << 1 & 0xfefefefefefefefeu) | (bits >> 1 & 0x7f7f7f7f7f7f7f7fu);
    return bits | bits << 8 | bits >> 8;
}

namespace detail {

constexpr std::array<Bits, squares> all_neighbours() {
    std::array<Bits, squares> table{};
    for (Square square = 0; square < squares; ++square)
        table[static_cast<std::size_t>(square)] = spread(bit(square)) & ~bit(square);
    return table;
}

}  // namespace detail

inline constexpr std::array<Bits, squares> neighbours = detail::all_neighbours();

constexpr Bits neighbours_of(Square square) { return neighbours[static_cast<std::size_t>(square)]; }

}  // namespace shirokuro
