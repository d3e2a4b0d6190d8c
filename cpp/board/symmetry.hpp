// The eight symmetries that every shape has, numbered: 1 mirrors the columns, 2 the rows, 4 the diagonal.
// Symmetry k first transposes (k & 4), then mirrors columns (k & 1), then rows (k & 2).
#pragma once

#include <utility>

#include "board/shape.hpp"

namespace shirokuro {

inline constexpr int symmetries = 8;

constexpr Bits mirror_columns(Bits bits) {
    bits = (bits >> 1 & 0x5555555555555555u) | (bits & 0x5555555555555555u) << 1;
    bits = (bits >> 2 & 0x3333333333333333u) | (bits & 0x3333333333333333u) << 2;
    return (bits >> 4 & 0x0f0f0f0f0f0f0f0fu) | (bits & 0x0f0f0f0f0f0f0f0fu) << 4;
}

constexpr Bits mirror_rows(Bits bits) {
    bits = (bits >> 8 & 0x00ff00ff00ff00ffu) | (bits & 0x00ff00ff00ff00ffu) << 8;
    bits = (bits >> 16 & 0x0000ffff0000ffffu) | (bits & 0x0000ffff0000ffffu) << 16;
    return bits >> 32 | bits << 32;
}

constexpr Bits transpose(Bits bits) {
    Bits swap = (bits ^ bits >> 7) & 0x00aa00aa00aa00aau;
    bits ^= swap ^ swap << 7;
    swap = (bits ^ bits >> 14) & 0x0000cccc0000ccccu;
    bits ^= swap ^ swap << 14;
    swap = (bits ^ bits >> 28) & 0x00000000f0f0f0f0u;
    return bits ^ swap ^ swap << 28;
}

// A mirrored small board lies at the far side of the grid; shifting brings it back to the top left.
constexpr Bits transform(const Shape& shape, Bits bits, int symmetry) {
    const int gap = 8 - shape.width;
    if ((symmetry & 4) != 0) bits = transpose(bits);
    if ((symmetry & 1) != 0) bits = mirror_columns(bits) >> gap;
    if ((symmetry & 2) != 0) bits = mirror_rows(bits) >> 8 * gap;
    return bits;
}

constexpr Position transform(const Shape& shape, const Position& position, int symmetry) {
    return {transform(shape, position.own, symmetry), transform(shape, position.opp, symmetry)};
}

// All but the two quarter turns are their own inverses.
constexpr int inverse(int symmetry) { return symmetry == 5 ? 6 : symmetry == 6 ? 5 : symmetry; }

// The least of the eight images, and a symmetry that leads there.
constexpr std::pair<Position, int> canonical(const Shape& shape, const Position& position) {
    std::pair best{position, 0};
    for (int symmetry = 1; symmetry < symmetries; ++symmetry) {
        const Position image = transform(shape, position, symmetry);
        if (image < best.first) best = {image, symmetry};
    }
    return best;
}

}  // namespace shirokuro
