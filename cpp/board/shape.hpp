// The boards: which cells of the 8-wide grid exist, how the rim runs round, where the first discs lie.
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "board/position.hpp"
#include "board/square.hpp"

namespace shirokuro {

// The rim of a round board as a closed circle. From the first square on, `rising` holds the half whose
// squares ascend and `falling` the half whose squares descend, which is how a word of the ring is gathered.
struct Ring {
    static constexpr int most = 20;

    int size = 0;
    std::array<Square, most> squares{};
    Bits rising = 0;
    Bits falling = 0;
    bool loop = false;  // a placed disc flanks the whole rest of the rim with itself

    constexpr Bits cells() const { return rising | falling; }
    constexpr int half() const { return size / 2; }
};

struct Shape {
    std::string_view name;
    int width = 8;  // the board fills a width x width square at the top left of the grid
    Bits cells = 0;
    Ring ring;       // of size 0 on boards whose rim does not flank
    Position start;  // black to move

    constexpr bool is_round() const { return ring.size != 0; }
    // Boards with the same cells may differ in their rules.
    constexpr bool has_form_of(const Shape& other) const {
        return cells == other.cells && ring.size == other.ring.size;
    }
};

namespace detail {

// `rows` says how many cells each row has, centred.
constexpr Bits cells_of(std::span<const int> rows) {
    Bits cells = 0;
    const int width = static_cast<int>(rows.size());
    for (int row = 0; row < width; ++row) {
        const int length = rows[static_cast<std::size_t>(row)];
        for (int i = 0; i < length; ++i) cells |= bit(make_square((width - length) / 2 + i, row));
    }
    return cells;
}

constexpr Position start_of(int width) {
    const int low = width / 2 - 1;
    const int high = width / 2;
    const Bits white = bit(make_square(low, low)) | bit(make_square(high, high));
    const Bits black = bit(make_square(high, low)) | bit(make_square(low, high));
    return {black, white};
}

// `names` lists the circle as "c1 d1 e1 …".
constexpr Ring ring_of(std::string_view names, bool loop) {
    Ring ring;
    ring.loop = loop;
    ring.size = static_cast<int>((names.size() + 1) / 3);
    for (int i = 0; i < ring.size; ++i) {
        const Square square = *parse_square(names.substr(static_cast<std::size_t>(i) * 3, 2));
        ring.squares[static_cast<std::size_t>(i)] = square;
        (i < ring.half() ? ring.rising : ring.falling) |= bit(square);
    }
    return ring;
}

template <std::size_t width>
constexpr Shape shape_of(std::string_view name, const int (&rows)[width], std::string_view ring = "",
                         bool loop = false) {
    return {name, static_cast<int>(width), cells_of(rows), ring_of(ring, loop),
            start_of(static_cast<int>(width))};
}

inline constexpr int reversi_rows[] = {8, 8, 8, 8, 8, 8, 8, 8};
inline constexpr int reversi6_rows[] = {6, 6, 6, 6, 6, 6};
inline constexpr int reversi4_rows[] = {4, 4, 4, 4};
inline constexpr int nip_rows[] = {4, 6, 8, 8, 8, 8, 6, 4};
inline constexpr int nip40_rows[] = {2, 4, 6, 8, 8, 6, 4, 2};
inline constexpr int nip32_rows[] = {4, 6, 6, 6, 6, 4};
inline constexpr int nip24_rows[] = {2, 4, 6, 6, 4, 2};
inline constexpr int nip12_rows[] = {2, 4, 4, 2};
inline constexpr std::string_view nip_ring = "c1 d1 e1 f1 g2 h3 h4 h5 h6 g7 f8 e8 d8 c8 b7 a6 a5 a4 a3 b2";
inline constexpr std::string_view nip40_ring = "d1 e1 f2 g3 h4 h5 g6 f7 e8 d8 c7 b6 a5 a4 b3 c2";
inline constexpr std::string_view nip32_ring = "b1 c1 d1 e1 f2 f3 f4 f5 e6 d6 c6 b6 a5 a4 a3 a2";
inline constexpr std::string_view nip24_ring = "c1 d1 e2 f3 f4 e5 d6 c6 b5 a4 a3 b2";
inline constexpr std::string_view nip12_ring = "b1 c1 d2 d3 c4 b4 a3 a2";

}  // namespace detail

inline constexpr std::array shapes = {
    detail::shape_of("reversi", detail::reversi_rows),
    detail::shape_of("reversi6", detail::reversi6_rows),
    detail::shape_of("reversi4", detail::reversi4_rows),
    detail::shape_of("nip", detail::nip_rows, detail::nip_ring),
    detail::shape_of("nip40", detail::nip40_rows, detail::nip40_ring),
    detail::shape_of("nip32", detail::nip32_rows, detail::nip32_ring),
    detail::shape_of("nip24", detail::nip24_rows, detail::nip24_ring),
    detail::shape_of("nip12", detail::nip12_rows, detail::nip12_ring),
    detail::shape_of("nip+loop", detail::nip_rows, detail::nip_ring, true),
    detail::shape_of("nip40+loop", detail::nip40_rows, detail::nip40_ring, true),
    detail::shape_of("nip32+loop", detail::nip32_rows, detail::nip32_ring, true),
    detail::shape_of("nip24+loop", detail::nip24_rows, detail::nip24_ring, true),
    detail::shape_of("nip12+loop", detail::nip12_rows, detail::nip12_ring, true),
};

constexpr const Shape* find_shape(std::string_view name) {
    for (const Shape& shape : shapes)
        if (shape.name == name) return &shape;
    return nullptr;
}

}  // namespace shirokuro
