// The corners of a square board and the two kinds of cells that may give one away.
#pragma once

#include "board/neighbours.hpp"
#include "board/shape.hpp"

namespace shirokuro {

// All empty on round boards, where lines pass through every cell.
struct Corners {
    Bits cells = 0;
    Bits diagonal = 0;  // X squares, diagonally beside a corner
    Bits beside = 0;    // C squares, beside a corner on the edge

    constexpr explicit Corners(const Shape& shape) {
        if (shape.is_round()) return;
        const int last = shape.width - 1;
        cells = bit(0) | bit(last) | bit(8 * last) | bit(9 * last);
        diagonal = bit(9) | bit(last + 7) | bit(8 * last - 7) | bit(9 * last - 9);
        beside = spread(cells) & shape.cells & ~cells & ~diagonal;
    }
};

}  // namespace shirokuro
