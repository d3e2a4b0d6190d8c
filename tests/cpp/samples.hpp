// Positions to test on: those of random games, and discs thrown on the board, which run along lines and rims
// that games seldom fill.
#pragma once

#include <vector>

#include "board/kernel.hpp"
#include "playout/random.hpp"

namespace shirokuro::tests {

inline const BoardKernel& portable() { return board_kernel(Isa::generic); }

inline std::uint64_t leaves(const BoardKernel& kernel, const Shape& shape, const Position& position,
                            int depth) {
    Stopper never(Interrupts{});
    return kernel.perft(shape, position, depth, never);
}

inline Square pick(Bits bits, Random& random) {
    for (std::uint32_t skip = random.below(static_cast<std::uint32_t>(count(bits))); skip != 0; --skip)
        bits = without_first(bits);
    return first(bits);
}

// Every position of a random game, the start and the end included.
inline std::vector<Position> random_game(const Shape& shape, Random& random) {
    std::vector<Position> seen{shape.start};
    for (;;) {
        const Position& now = seen.back();
        const Bits moves = portable().legal(shape, now);
        if (moves != 0) {
            const Square square = pick(moves, random);
            seen.push_back(now.played(square, portable().flips(shape, now, square)));
        } else if (portable().legal(shape, now.passed()) != 0) {
            seen.push_back(now.passed());
        } else {
            return seen;
        }
    }
}

// A few empties; among the discs the opponent's are the most.
inline Position thrown(const Shape& shape, Random& random) {
    const Bits filled = shape.cells & (random.next() | random.next());
    const Bits own = filled & random.next() & random.next();
    return {own, filled & ~own};
}

inline std::vector<Position> samples(const Shape& shape, int games, std::uint64_t seed) {
    Random random(seed, static_cast<std::uint64_t>(&shape - shapes.data()));
    std::vector<Position> all;
    for (int i = 0; i < games; ++i) {
        const std::vector<Position> game = random_game(shape, random);
        all.insert(all.end(), game.begin(), game.end());
        for (int j = 0; j < 30; ++j) all.push_back(thrown(shape, random));
    }
    return all;
}

}  // namespace shirokuro::tests
