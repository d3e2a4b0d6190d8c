// Flanking along the rim of a round board. The rim's cells are gathered into one word in ring order; doubled,
// the circle becomes a line on which a sum's carries run through the opponent's discs.
#pragma once

#include <array>

#include "board/isa.hpp"
#include "board/shape.hpp"

namespace shirokuro {

namespace detail {

constexpr std::array<std::uint16_t, 1024> reversals(int width) {
    std::array<std::uint16_t, 1024> table{};
    for (std::uint32_t word = 0; word < 1u << width; ++word)
        for (int i = 0; i < width; ++i)
            if ((word >> i & 1) != 0) table[word] |= static_cast<std::uint16_t>(1u << (width - 1 - i));
    return table;
}

}  // namespace detail

// Cells of the ring in a row, and the one that follows.
struct Arc {
    Bits cells = 0;
    Bits end = 0;
};

// Tables to gather and scatter the word of one ring, the same for all instruction sets.
struct RingTables {
    Ring ring;
    std::uint64_t mask = 0;                      // `size` ones
    std::array<std::uint16_t, 1024> reversed{};  // half a ring, read backwards
    std::array<std::uint8_t, squares> index{};   // where on the ring a square lies
    std::array<std::array<std::uint16_t, 256>, 8>
        rising_of_row{};  // what a row's eight bits add to each half
    std::array<std::array<std::uint16_t, 256>, 8> falling_of_row{};
    std::array<Bits, squares> beside{};  // the two neighbours on the ring; none of other squares

    constexpr explicit RingTables(const Ring& from)
        : ring(from), mask((std::uint64_t{1} << from.size) - 1), reversed(detail::reversals(from.half())) {
        for (int i = 0; i < ring.size; ++i) {
            place(i);
            draw_arcs(i);
        }
    }

    constexpr const Arc& forth(int at, int length) const { return forth_[arc_index(at, length)]; }
    constexpr const Arc& back(int at, int length) const { return back_[arc_index(at, length)]; }

  private:
    // Both tables hold the arcs of each length from each cell.
    static constexpr std::size_t arc_index(int at, int length) {
        return static_cast<std::size_t>(at * Ring::most + length);
    }
    constexpr void draw_arcs(int at) {
        const auto cell = [&](int i) {
            return bit(ring.squares[static_cast<std::size_t>((i + 2 * ring.size) % ring.size)]);
        };
        beside[static_cast<std::size_t>(ring.squares[static_cast<std::size_t>(at)])] =
            cell(at - 1) | cell(at + 1);
        Arc up, down;
        for (int length = 0; length < ring.size; ++length) {
            up = {up.cells | up.end, cell(at + length + 1)};
            down = {down.cells | down.end, cell(at - length - 1)};
            forth_[arc_index(at, length)] = up;
            back_[arc_index(at, length)] = down;
        }
    }

    constexpr void place(int i) {
        const Square square = ring.squares[static_cast<std::size_t>(i)];
        index[static_cast<std::size_t>(square)] = static_cast<std::uint8_t>(i);
        const bool rises = i < ring.half();
        auto& table = (rises ? rising_of_row : falling_of_row)[static_cast<std::size_t>(row_of(square))];
        const int place = rises ? i : ring.size - 1 - i;  // both halves count from their lowest square
        for (std::size_t row = 0; row < 256; ++row)
            if ((row >> column_of(square) & 1) != 0) table[row] |= static_cast<std::uint16_t>(1u << place);
    }

    std::array<Arc, Ring::most * Ring::most> forth_{};
    std::array<Arc, Ring::most * Ring::most> back_{};
};

// The tables of a round shape out of `shapes`.
const RingTables& ring_tables(const Shape& shape);

}  // namespace shirokuro

namespace shirokuro::SHIROKURO_ISA {

// One colour's discs on the ring as two half words, each counted from its lowest square.
struct Halves {
    std::uint64_t rising;
    std::uint64_t falling;
};

#ifdef SHIROKURO_USE_AVX2

inline Halves gather(const RingTables& tables, Bits bits) {
    return {_pext_u64(bits, tables.ring.rising), _pext_u64(bits, tables.ring.falling)};
}

inline Bits scatter(const RingTables& tables, const Halves& halves) {
    return _pdep_u64(halves.rising, tables.ring.rising) | _pdep_u64(halves.falling, tables.ring.falling);
}

#else

inline Halves gather(const RingTables& tables, Bits bits) {
    Halves halves{0, 0};
    for (std::size_t row = 0; row < 8; ++row) {
        const std::size_t cells = bits >> 8 * row & 0xff;
        halves.rising |= tables.rising_of_row[row][cells];
        halves.falling |= tables.falling_of_row[row][cells];
    }
    return halves;
}

inline Bits scatter(const RingTables& tables, const Halves& halves) {
    const Ring& ring = tables.ring;
    Bits bits = 0;
    for (Bits rest = halves.rising; rest != 0; rest = without_first(rest))
        bits |= bit(ring.squares[static_cast<std::size_t>(first(rest))]);
    for (Bits rest = halves.falling; rest != 0; rest = without_first(rest))
        bits |= bit(ring.squares[static_cast<std::size_t>(ring.size - 1 - first(rest))]);
    return bits;
}

#endif

// The word in ring order, and the word read the other way round.
inline std::uint64_t clockwise(const RingTables& tables, const Halves& halves) {
    return halves.rising | std::uint64_t{tables.reversed[halves.falling]} << tables.ring.half();
}
inline std::uint64_t anticlockwise(const RingTables& tables, const Halves& halves) {
    return halves.falling | std::uint64_t{tables.reversed[halves.rising]} << tables.ring.half();
}

// Cells that end a run of opponent's discs which begins just after an own one, in the word's direction.
inline std::uint64_t ends_of_runs(std::uint64_t own, std::uint64_t opp, int size) {
    own |= own << size;
    opp |= opp << size;
    const std::uint64_t ends = (opp + (opp & own << 1)) & ~opp;
    return ends | ends >> size;
}

// Cells, occupied or not, from which a disc flanks along the ring.
inline Bits ring_ends(const RingTables& tables, const Position& position) {
    const Ring& ring = tables.ring;
    const Bits opp_on_ring = position.opp & ring.cells();
    if (opp_on_ring == 0) return 0;
    if ((position.own & ring.cells()) ==
        0)  // nothing to flank with but, under the loop rule, the disc itself
        return ring.loop && count(opp_on_ring) == ring.size - 1 ? ring.cells() & ~opp_on_ring : 0;
    const Halves own = gather(tables, position.own);
    const Halves opp = gather(tables, position.opp);
    const std::uint64_t forth = ends_of_runs(clockwise(tables, own), clockwise(tables, opp), ring.size);
    const std::uint64_t back =
        ends_of_runs(anticlockwise(tables, own), anticlockwise(tables, opp), ring.size);
    const std::uint64_t low = (std::uint64_t{1} << ring.half()) - 1;
    return scatter(tables, {(forth & low) | tables.reversed[back >> ring.half() & low],
                            (back & low) | tables.reversed[forth >> ring.half() & low]});
}

[[gnu::always_inline]] inline Bits ring_flips(const RingTables& tables, const Position& position,
                                              Square square) {
    if ((position.opp & tables.beside[static_cast<std::size_t>(square)]) == 0) return 0;
    const Ring& ring = tables.ring;
    const int at = tables.index[static_cast<std::size_t>(square)];
    // Written twice in a row, the circle is a line on which runs lead off the placed disc both ways.
    const std::uint64_t word = clockwise(tables, gather(tables, position.opp & ~bit(square)));
    const std::uint64_t opp = word | word << ring.size;
    const Arc& forth = tables.forth(at, std::countr_one(opp >> (at + 1)));
    const Arc& back = tables.back(at, std::countl_one(opp << (squares - ring.size - at)));
    // Under the loop rule the placed disc flanks too.
    const Bits own = ring.loop ? position.own | bit(square) : position.own;
    return ((own & forth.end) != 0 ? forth.cells : 0) | ((own & back.end) != 0 ? back.cells : 0);
}

}  // namespace shirokuro::SHIROKURO_ISA
