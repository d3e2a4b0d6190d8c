// The edge table of the sample program that parallel reversi took its listing from (its reference [1], Seal
// Software 2003, in Java): what black and white have on an edge, for all 3^8 patterns, in 8-bit numbers.
//
// Its evaluation takes the first edge's entry itself and adds the other edges INTO it, so that the table that
// all evaluations share drifts with each of them.
#pragma once

#include <array>
#include <cstdint>

#include "evaluate/edges.hpp"

namespace shirokuro {

// One colour's numbers of an edge; they wrap around, as Java's bytes do.
struct SampleCounts {
    std::int8_t stable = 0;  // discs in a row from either end
    std::int8_t wing = 0;
    std::int8_t c = 0;  // beside a corner, where both corners are empty and no block of four lies between

    void add(const SampleCounts& other) {
        stable = static_cast<std::int8_t>(stable + other.stable);
        wing = static_cast<std::int8_t>(wing + other.wing);
        c = static_cast<std::int8_t>(c + other.c);
    }
};

struct SampleEdge {
    SampleCounts black, white;

    void add(const SampleEdge& other) {
        black.add(other.black);
        white.add(other.white);
    }
};

namespace detail {

constexpr std::size_t sample_index(unsigned black, unsigned white) {
    return ternary[black] + 2u * ternary[white];
}

// Where the compiler saw their values, it would write each table entry by entry, in 12 s.
extern const std::array<SampleEdge, 6561> first_sample_edges;

}  // namespace detail

// The table; its initial values are correct.
class SampleEdges {
  public:
    SampleEdge& at(unsigned black, unsigned white) { return edges_[detail::sample_index(black, white)]; }

  private:
    std::array<SampleEdge, 6561> edges_ = detail::first_sample_edges;
};

}  // namespace shirokuro
