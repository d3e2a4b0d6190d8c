#include "evaluate/patterns.hpp"

#include <algorithm>
#include <map>
#include <span>

#include "board/symmetry.hpp"
#include "evaluate/checksum.hpp"

namespace shirokuro {

namespace {

// Lines, edges with their X squares, corners and triangles of the 8x8 board.
constexpr std::string_view reversi_patterns[] = {
    "a2 b2 c2 d2 e2 f2 g2 h2",
    "a3 b3 c3 d3 e3 f3 g3 h3",
    "a4 b4 c4 d4 e4 f4 g4 h4",
    "a4 b3 c2 d1",
    "a5 b4 c3 d2 e1",
    "a6 b5 c4 d3 e2 f1",
    "a7 b6 c5 d4 e3 f2 g1",
    "a8 b7 c6 d5 e4 f3 g2 h1",
    "b2 a1 b1 c1 d1 e1 f1 g1 h1 g2",
    "a1 b1 c1 a2 b2 c2 a3 b3 c3",
    "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2",
    "a1 b1 c1 d1 a2 b2 c2 a3 b3 a4",
};

// The same on 6x6, as far as there is room.
constexpr std::string_view reversi6_patterns[] = {
    "a2 b2 c2 d2 e2 f2",
    "a3 b3 c3 d3 e3 f3",
    "a4 b3 c2 d1",
    "a5 b4 c3 d2 e1",
    "a6 b5 c4 d3 e2 f1",
    "b2 a1 b1 c1 d1 e1 f1 e2",
    "a1 b1 c1 a2 b2 c2 a3 b3 c3",
    "a1 b1 c1 d1 a2 b2 c2 d2",
    "a1 b1 c1 d1 a2 b2 c2 a3 b3 a4",
};

// Arcs of the rim, lines, sides and blocks of the Nip board.
constexpr std::string_view nip_patterns[] = {
    "c1 d1 e1 f1 g2 h3 h4 h5 h6 g7",
    "d1 e1 f1 g2 h3 h4 h5 h6 g7 f8",
    "e1 f1 g2 h3 h4 h5 h6 g7 f8 e8",
    "b2 c2 d2 e2 f2 g2",
    "a3 b3 c3 d3 e3 f3 g3 h3",
    "a4 b4 c4 d4 e4 f4 g4 h4",
    "b2 c3 d4 e5 f6 g7",
    "c2 d3 e4 f5 g6",
    "c1 d2 e3 f4 g5 h6",
    "d1 e2 f3 g4 h5",
    "e1 f2 g3 h4",
    "c1 d1 b2 c2 d2 a3 b3 c3 a4 b4",
    "b2 c1 d1 e1 f1 g2 c2 d2 e2 f2",
    "b2 c2 d2 b3 c3 d3 b4 c4 d4",
};

// The sides of this board are diagonals.
constexpr std::string_view nip40_patterns[] = {
    "d1 e1 f2 g3 h4 h5 g6 f7 e8 d8",
    "b3 c2 d1 e1 f2 g3 h4 h5 g6 f7",
    "c2 d2 e2 f2",
    "b3 c3 d3 e3 f3 g3",
    "a4 b4 c4 d4 e4 f4 g4 h4",
    "d1 e2 f3 g4 h5",
    "d2 e3 f4 g5",
    "c2 d3 e4 f5 g6",
    "c3 d4 e5 f6",
    "d1 e1 c2 d2 e2 f2 c3 d3 e3 f3",
    "a4 b3 c2 d1 b4 c3 d2 c4 d3 d4",
    "c3 d3 e3 c4 d4 e4 c5 d5 e5",
};

constexpr std::string_view nip32_patterns[] = {
    "b1 c1 d1 e1 f2 f3 f4 f5 e6 d6",
    "c1 d1 e1 f2 f3 f4 f5 e6",
    "a2 b2 c2 d2 e2 f2",
    "a3 b3 c3 d3 e3 f3",
    "b2 c3 d4 e5",
    "b1 c2 d3 e4 f5",
    "c1 d2 e3 f4",
    "b1 c1 a2 b2 c2 a3 b3 c3",
    "b1 c1 d1 e1 a2 b2 c2 d2 e2 f2",
};

struct Family {
    std::string_view cells;  // of the board whose rows and rim have these patterns
    std::span<const std::string_view> patterns;
};

constexpr Family families[] = {
    {"reversi", reversi_patterns}, {"reversi6", reversi6_patterns}, {"nip", nip_patterns},
    {"nip40", nip40_patterns},     {"nip32", nip32_patterns},
};

std::span<const std::string_view> patterns_of(const Shape& shape) {
    for (const Family& family : families)
        if (family.cells == shape.name.substr(0, shape.name.find('+'))) return family.patterns;
    return {};
}

std::vector<Square> squares_of(std::string_view names) {
    std::vector<Square> found;
    for (std::size_t i = 0; i < names.size(); i += 3) found.push_back(*parse_square(names.substr(i, 2)));
    return found;
}

std::vector<Square> image(const Shape& shape, const std::vector<Square>& cells, int symmetry) {
    std::vector<Square> found;
    for (const Square cell : cells) found.push_back(first(transform(shape, bit(cell), symmetry)));
    return found;
}

Bits set_of(const std::vector<Square>& cells) {
    Bits set = 0;
    for (const Square cell : cells) set |= bit(cell);
    return set;
}

constexpr auto powers_of_three = [] {
    std::array<std::size_t, 11> powers{1};  // of patterns up to ten cells
    for (std::size_t i = 1; i < powers.size(); ++i) powers[i] = 3 * powers[i - 1];
    return powers;
}();
constexpr std::size_t power_of_three(std::size_t exponent) { return powers_of_three[exponent]; }

// The number of the same contents after the digit at place i has moved to places[i].
std::size_t moved(std::size_t number, const std::vector<std::size_t>& places) {
    std::size_t found = 0;
    for (const std::size_t place : places) {
        found += number % 3 * power_of_three(place);
        number /= 3;
    }
    return found;
}

std::vector<std::size_t> places_in(const std::vector<Square>& cells, const std::vector<Square>& other) {
    std::vector<std::size_t> places;
    for (const Square cell : cells)
        places.push_back(
            static_cast<std::size_t>(std::find(other.begin(), other.end(), cell) - other.begin()));
    return places;
}

}  // namespace

bool PatternIndex::exists_for(const Shape& shape) { return !patterns_of(shape).empty(); }

PatternIndex::PatternIndex(const Shape& shape) : most_empties_(count(shape.cells) - 4) {
    for (const std::string_view names : patterns_of(shape)) {
        fingerprint_ = checksum(names.data(), names.size(), fingerprint_);
        add_pattern(shape, squares_of(names));
    }
    add_scalars(shape);
}

void PatternIndex::add_pattern(const Shape& shape, const std::vector<Square>& cells) {
    const auto offset = static_cast<std::uint32_t>(folds_.size());
    std::map<Bits, std::vector<Square>> images;
    std::vector<std::vector<std::size_t>> mirrorings;
    for (int symmetry = 0; symmetry < symmetries; ++symmetry) {
        const std::vector<Square> seen = image(shape, cells, symmetry);
        if (set_of(seen) == set_of(cells) && seen != cells) mirrorings.push_back(places_in(cells, seen));
        if (images.emplace(set_of(seen), seen).second) add_lookup(seen, offset);
    }
    // The first of the numbers that must weigh the same has the free weight.
    for (std::size_t number = 0; number < power_of_three(cells.size()); ++number) {
        std::size_t least = number;
        for (const auto& places : mirrorings) least = std::min(least, moved(number, places));
        folds_.push_back(least == number ? static_cast<std::uint32_t>(free_size_++) : folds_[offset + least]);
    }
}

void PatternIndex::add_scalars(const Shape& shape) {
    for (int scalar = 0; scalar < scalars_of(shape); ++scalar) {
        scalar_offsets_.push_back(static_cast<std::uint32_t>(folds_.size()));
        for (int i = 0; i < scalar_size(scalar); ++i)
            folds_.push_back(static_cast<std::uint32_t>(free_size_++));
    }
}

void PatternIndex::add_lookup(const std::vector<Square>& cells, std::uint32_t offset) {
    constexpr std::size_t lanes = Numbers::lanes;
    const std::size_t lookup = offsets_.size();
    for (std::size_t place = 0; place < cells.size(); ++place) {
        const auto square = static_cast<std::size_t>(cells[place]);
        for (std::size_t discs = 0; discs < 16; ++discs)
            if ((discs >> square % 4 & 1) != 0) {
                Numbers& numbers = contributions_[square / 4 * 16 + discs];
                numbers.vectors[lookup / lanes][lookup % lanes] +=
                    static_cast<std::uint16_t>(power_of_three(place));
            }
    }
    offsets_.push_back(offset);
}

}  // namespace shirokuro
