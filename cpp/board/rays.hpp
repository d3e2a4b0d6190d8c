// For each square the cells it sees in the eight directions, upwards (to higher squares) and downwards.
#pragma once

#include <array>

#include "board/square.hpp"

namespace shirokuro {

// Lane i of `up` runs in the steps +1 +7 +8 +9, lane i of `down` in their opposites.
struct Rays {
    alignas(32) std::array<Bits, 4> up;
    alignas(32) std::array<Bits, 4> down;
};

namespace detail {

constexpr Bits ray(Square square, int columns, int rows) {
    Bits cells = 0;
    int column = column_of(square) + columns;
    int row = row_of(square) + rows;
    for (; column >= 0 && column < 8 && row >= 0 && row < 8; column += columns, row += rows)
        cells |= bit(make_square(column, row));
    return cells;
}

constexpr std::array<Rays, squares> all_rays() {
    std::array<Rays, squares> rays{};
    for (Square square = 0; square < squares; ++square) {
        Rays& from = rays[static_cast<std::size_t>(square)];
        from.up = {ray(square, 1, 0), ray(square, -1, 1), ray(square, 0, 1), ray(square, 1, 1)};
        from.down = {ray(square, -1, 0), ray(square, 1, -1), ray(square, 0, -1), ray(square, -1, -1)};
    }
    return rays;
}

}  // namespace detail

inline constexpr std::array<Rays, squares> rays = detail::all_rays();

}  // namespace shirokuro
