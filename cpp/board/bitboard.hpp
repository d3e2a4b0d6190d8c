// Sets of squares as 64-bit words, and the few operations on them that have no better name in <bit>.
#pragma once

#include <bit>
#include <cstdint>

namespace shirokuro {

using Bits = std::uint64_t;

// A square is 0…63 on the 8-wide grid, a1 = 0 top left, h8 = 63; a move is a square or `pass`.
using Square = int;
inline constexpr int squares = 64;
inline constexpr Square pass = 64;

constexpr Bits bit(Square square) { return Bits{1} << square; }
constexpr int count(Bits bits) { return std::popcount(bits); }
constexpr Square first(Bits bits) { return std::countr_zero(bits); }
constexpr Bits without_first(Bits bits) { return bits & (bits - 1); }
constexpr bool contains(Bits bits, Square square) { return (bits >> square & 1) != 0; }

}  // namespace shirokuro
