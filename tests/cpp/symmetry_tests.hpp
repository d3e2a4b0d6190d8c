// The eight symmetries form a group, keep the board, and commute with the rules.
#pragma once

#include <algorithm>

#include "board/symmetry.hpp"
#include "check.hpp"
#include "samples.hpp"

namespace shirokuro::tests {

// The one symmetry that is `a`, then `b`; -1 if none is.
inline int composed(const Shape& shape, int a, int b, const std::vector<Position>& positions) {
    for (int candidate = 0; candidate < symmetries; ++candidate) {
        const auto agrees = [&](const Position& position) {
            return transform(shape, transform(shape, position, a), b) ==
                   transform(shape, position, candidate);
        };
        if (std::all_of(positions.begin(), positions.end(), agrees)) return candidate;
    }
    return -1;
}

inline void symmetries_form_a_group(Tally& tally) {
    for (const Shape& shape : shapes) {
        const std::vector<Position> positions = samples(shape, 2, 2);
        for (int a = 0; a < symmetries; ++a) {
            tally.check(composed(shape, a, 0, positions) == a);
            tally.check(composed(shape, 0, a, positions) == a);
            tally.check(composed(shape, a, inverse(a), positions) == 0);
            unsigned reached = 0;
            for (int b = 0; b < symmetries; ++b) {
                const int both = composed(shape, a, b, positions);
                if (tally.check(both >= 0)) reached |= 1u << both;
            }
            tally.check(reached == 0xff);
        }
    }
}

inline void symmetries_keep_the_board(Tally& tally) {
    for (const Shape& shape : shapes)
        for (int symmetry = 0; symmetry < symmetries; ++symmetry) {
            tally.check(transform(shape, shape.cells, symmetry) == shape.cells);
            tally.check(transform(shape, shape.ring.cells(), symmetry) == shape.ring.cells());
            const Position image = transform(shape, shape.start, symmetry);
            tally.check(image == shape.start || image == shape.start.passed());
        }
}

inline void symmetries_commute_with_moves(Tally& tally, const Shape& shape, const Position& position) {
    const Bits moves = portable().legal(shape, position);
    for (int symmetry = 0; symmetry < symmetries; ++symmetry) {
        const Position image = transform(shape, position, symmetry);
        tally.check(portable().legal(shape, image) == transform(shape, moves, symmetry));
        for (Bits rest = moves; rest != 0; rest = without_first(rest)) {
            const Bits flips = portable().flips(shape, position, first(rest));
            const Square moved = first(transform(shape, bit(first(rest)), symmetry));
            tally.check(portable().flips(shape, image, moved) == transform(shape, flips, symmetry));
        }
    }
}

inline void canonical_is_invariant(Tally& tally, const Shape& shape, const Position& position) {
    const auto [least, symmetry] = canonical(shape, position);
    tally.check(transform(shape, position, symmetry) == least);
    for (int other = 0; other < symmetries; ++other) {
        const Position image = transform(shape, position, other);
        tally.check(canonical(shape, image).first == least);
        tally.check(least <= image);
    }
}

inline void symmetry_laws(Tally& tally) {
    symmetries_form_a_group(tally);
    symmetries_keep_the_board(tally);
    for (const Shape& shape : shapes)
        for (const Position& position : samples(shape, 4, 3)) {
            symmetries_commute_with_moves(tally, shape, position);
            canonical_is_invariant(tally, shape, position);
        }
}

}  // namespace shirokuro::tests
