// Looks up how many discs a move on the last empty cell turns: since no other cell is empty, the own discs on
// each line through it tell everything.
#pragma once

#include <array>

#include "board/isa.hpp"
#include "board/rays.hpp"
#include "board/rules.hpp"

namespace shirokuro {

namespace detail {

// Discs turned on a line of eight by a disc at `place`, where all that is not own is the opponent's.
constexpr int flips_on_line(int place, int own) {
    int flips = 0;
    for (const int step : {-1, 1}) {
        int run = 0;
        int at = place + step;
        while (at >= 0 && at < 8 && (own >> at & 1) == 0) {
            ++run;
            at += step;
        }
        if (at >= 0 && at < 8) flips += run;
    }
    return flips;
}

constexpr std::array<std::array<std::uint8_t, 256>, 8> flips_on_lines() {
    std::array<std::array<std::uint8_t, 256>, 8> table{};
    for (int place = 0; place < 8; ++place)
        for (int own = 0; own < 256; ++own)
            table[static_cast<std::size_t>(place)][static_cast<std::size_t>(own)] =
                static_cast<std::uint8_t>(flips_on_line(place, own));
    return table;
}

}  // namespace detail

inline constexpr std::array<std::array<std::uint8_t, 256>, 8> line_flips = detail::flips_on_lines();

// The four lines through a square, in the order of Rays, and the square's place on each.
struct Lines {
    std::array<Bits, 4> cells;
    std::array<std::uint8_t, 4> place;
};

namespace detail {

constexpr std::array<Lines, squares> all_lines() {
    std::array<Lines, squares> lines{};
    for (std::size_t square = 0; square < squares; ++square)
        for (std::size_t i = 0; i < 4; ++i) {
            const Rays& ray = rays[square];
            lines[square].cells[i] = ray.up[i] | ray.down[i] | Bits{1} << square;
            lines[square].place[i] = static_cast<std::uint8_t>(count(ray.down[i]));
        }
    return lines;
}

}  // namespace detail

inline constexpr std::array<Lines, squares> lines_through = detail::all_lines();

}  // namespace shirokuro

namespace shirokuro::SHIROKURO_ISA {

inline int last_straight_flips(const Position& position, Square square) {
#ifdef SHIROKURO_USE_AVX2
    const Lines& lines = lines_through[static_cast<std::size_t>(square)];
    int flips = 0;
    for (std::size_t i = 0; i < 4; ++i)
        flips += line_flips[lines.place[i]][_pext_u64(position.own, lines.cells[i])];
    return flips;
#else
    return count(straight_flips(position, square));
#endif
}

inline int last_flips(const StraightRules&, const Position& position, Square square) {
    return last_straight_flips(position, square);
}

// On the ring straight lines and arcs overlap, so there the discs themselves are counted.
inline int last_flips(const RingRules& rules, const Position& position, Square square) {
    if (contains(rules.tables->ring.cells(), square)) return count(rules.flips(position, square));
    return last_straight_flips(position, square);
}

}  // namespace shirokuro::SHIROKURO_ISA
