// Features of the edges of a square board: stable runs, wings, mountains and C, looked up in one table of all
// 3^8 patterns of an edge.
#pragma once

#include <array>
#include <cstdint>

#include "board/isa.hpp"
#include "board/shape.hpp"
#include "evaluate/study_weights.hpp"

namespace shirokuro {

// One side's discs on an edge by feature; each is a word with a bit for each place along the edge.
struct EdgeFeatures {
    unsigned stable = 0;    // in one row with a corner, the corner included
    unsigned wing = 0;      // all but three places, with one empty beyond one end and two beyond the other
    unsigned mountain = 0;  // all but the corners, which are empty
    unsigned c = 0;         // beside an empty corner, unless part of a wing or mountain
};

// On 4x4 a wing would be a single disc and a mountain two: there are none.
constexpr bool has_figures(int width) { return width >= 6; }

// The length of the row of discs from place `from` on, in steps of `step`.
constexpr unsigned run_from(unsigned own, int from, int step, int width) {
    unsigned run = 0;
    for (int place = from; place >= 0 && place < width && (own >> place & 1) != 0; place += step)
        run |= 1u << place;
    return run;
}

constexpr EdgeFeatures edge_features(unsigned own, unsigned opp, int width) {
    const unsigned left = 1u, right = 1u << (width - 1);
    EdgeFeatures found;
    found.stable = run_from(own, 0, 1, width) | run_from(own, width - 1, -1, width);
    if (has_figures(width) && opp == 0) {
        const unsigned five = (1u << (width - 3)) - 1, six = (1u << (width - 2)) - 1;
        if (own == five << 1 || own == five << 2) found.wing = own;
        if (own == six << 1) found.mountain = own;
    }
    const unsigned empty_corners = (left | right) & ~(own | opp);
    const unsigned beside = (empty_corners & left) << 1 | (empty_corners & right) >> 1;
    found.c = own & beside & ~(found.wing | found.mountain);
    return found;
}

namespace detail {

// Reads a word's bits as digits of base three.
constexpr std::array<std::uint16_t, 256> ternary_digits() {
    std::array<std::uint16_t, 256> table{};
    for (unsigned word = 1; word < 256; ++word)
        table[word] = static_cast<std::uint16_t>(3 * table[word >> 1] + (word & 1));
    return table;
}
inline constexpr std::array<std::uint16_t, 256> ternary = ternary_digits();

// Corners belong to two edges each and are weighed separately.
constexpr int edge_worth(unsigned own, unsigned opp, int width) {
    const EdgeFeatures found = edge_features(own, opp, width);
    const unsigned corners = 1u | 1u << (width - 1);
    return study_weights.stable * std::popcount(found.stable & ~corners) +
           study_weights.wing * (found.wing != 0) + study_weights.mountain * (found.mountain != 0) +
           study_weights.c * std::popcount(found.c);
}

}  // namespace detail

// The weight of every pattern of an edge, own minus opponent's.
class EdgeTable {
  public:
    constexpr explicit EdgeTable(int width) {
        const unsigned end = 1u << width;
        for (unsigned own = 0; own < end; ++own)
            for (unsigned opp = 0; opp < end; ++opp)
                if ((own & opp) == 0)
                    worths_[index(own, opp)] = static_cast<std::int16_t>(detail::edge_worth(own, opp, width) -
                                                                         detail::edge_worth(opp, own, width));
    }
    constexpr int worth(unsigned own, unsigned opp) const { return worths_[index(own, opp)]; }

  private:
    static constexpr std::size_t index(unsigned own, unsigned opp) {
        return detail::ternary[own] + 2u * detail::ternary[opp];
    }
    std::array<std::int16_t, 6561> worths_{};
};

namespace detail {
inline constexpr EdgeTable edge_tables[] = {EdgeTable(4), EdgeTable(6), EdgeTable(8)};
}

// The edges of a square board, 4, 6 or 8 cells wide.
constexpr const EdgeTable& edge_table(const Shape& shape) {
    return detail::edge_tables[(shape.width - 4) / 2];
}

// One of the four edges: its first cell, and the step to the next.
struct Edge {
    Square start;
    int step;

    constexpr Square at(int place) const { return start + place * step; }
};

constexpr std::array<Edge, 4> edges_of(const Shape& shape) {
    const int last = shape.width - 1;
    return {{{0, 1}, {0, 8}, {last, 8}, {8 * last, 1}}};
}

}  // namespace shirokuro

namespace shirokuro::SHIROKURO_ISA {

inline unsigned row_word(Bits bits, int row) { return static_cast<unsigned>(bits >> 8 * row & 0xff); }

// The product brings the cells of a column side by side into the highest byte.
inline unsigned column_word(Bits bits, int column) {
    return static_cast<unsigned>((bits >> column & 0x0101010101010101u) * 0x0102040810204080u >> 56);
}

// All four edges, own minus opponent's.
inline int edges_worth(const EdgeTable& table, const Position& position, int last) {
    const auto row = [&](int at) {
        return table.worth(row_word(position.own, at), row_word(position.opp, at));
    };
    const auto column = [&](int at) {
        return table.worth(column_word(position.own, at), column_word(position.opp, at));
    };
    return row(0) + row(last) + column(0) + column(last);
}

}  // namespace shirokuro::SHIROKURO_ISA
