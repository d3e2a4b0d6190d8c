// Squares by name: "a1" is 0, "h8" is 63.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "board/bitboard.hpp"

namespace shirokuro {

constexpr Square make_square(int column, int row) { return row * 8 + column; }
constexpr int column_of(Square square) { return square & 7; }
constexpr int row_of(Square square) { return square >> 3; }

constexpr std::optional<Square> parse_square(std::string_view name) {
    if (name.size() != 2) return std::nullopt;
    const bool is_upper = name[0] >= 'A' && name[0] <= 'H';
    const int column = name[0] - (is_upper ? 'A' : 'a');
    const int row = name[1] - '1';
    if (column < 0 || column > 7 || row < 0 || row > 7) return std::nullopt;
    return make_square(column, row);
}

// A square, or `pass` written as pass, pa, ps or --; any case.
inline std::optional<Square> parse_move(std::string_view name) {
    std::string lower;
    for (const char letter : name.substr(0, 5))
        lower += letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter | 0x20) : letter;
    if (lower == "pass" || lower == "pa" || lower == "ps" || lower == "--") return pass;
    return parse_square(lower);
}

// The name of a square, or "pass".
inline std::string move_name(Square square) {
    if (square == pass) return "pass";
    return {static_cast<char>('a' + column_of(square)), static_cast<char>('1' + row_of(square))};
}

}  // namespace shirokuro
