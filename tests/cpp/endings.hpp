// Positions near the end of the game with their values by plain minimax, which knows no bound and no table.
#pragma once

#include <algorithm>

#include "samples.hpp"

namespace shirokuro::tests {

// What a position is worth under each scoring.
struct Values {
    int winner = -128;
    int plain = -128;

    int of(Scoring scoring) const { return scoring == Scoring::winner ? winner : plain; }
    Values operator-() const { return {-winner, -plain}; }
};

inline Values minimax(const Shape& shape, const Position& position) {
    const Bits moves = portable().legal(shape, position);
    if (moves == 0) {
        if (portable().legal(shape, position.passed()) != 0) return -minimax(shape, position.passed());
        const int cells = count(shape.cells);
        return {margin(position, cells, Scoring::winner), margin(position, cells, Scoring::plain)};
    }
    Values best;
    for (Bits rest = moves; rest != 0; rest = without_first(rest)) {
        const Square square = first(rest);
        const Position next = position.played(square, portable().flips(shape, position, square));
        const Values value = -minimax(shape, next);
        best = {std::max(best.winner, value.winner), std::max(best.plain, value.plain)};
    }
    return best;
}

// Discs thrown on all cells but `empties`, as games seldom lead to: few of one colour, passes, wipe-outs.
inline Position thrown_ending(const Shape& shape, int empties, Random& random) {
    Bits filled = shape.cells;
    for (int i = 0; i < empties; ++i) filled &= ~bit(pick(filled, random));
    const Bits bits = random.next();
    const Bits own = filled & (random.below(3) == 0 ? bits : bits & random.next());
    const Position position{own, filled & ~own};
    return random.below(2) == 0 ? position : position.passed();
}

// A position of a random game with so many empties; games that end before are played again.
inline Position played_ending(const Shape& shape, int empties, Random& random) {
    for (;;)
        for (const Position& position : random_game(shape, random))
            if (count(shape.cells & ~position.occupied()) == empties) return position;
}

inline Position ending(const Shape& shape, int empties, Random& random) {
    // From its start a smallest board has few games, and few of them fill it.
    const bool is_thrown = random.below(2) == 0 || count(shape.cells) < 16;
    return is_thrown ? thrown_ending(shape, empties, random) : played_ending(shape, empties, random);
}

struct Ending {
    const Shape* shape;
    Position position;
    Values values;

    int empties() const { return count(shape->cells & ~position.occupied()); }
};

// Endings of every shape with 0…9 empties; `many` of each number up to six, fewer of the larger ones.
inline std::vector<Ending> solved_endings(int many) {
    std::vector<Ending> all;
    Random random(3);
    for (const Shape& shape : shapes)
        for (int empties = 0; empties <= 9; ++empties) {
            const int number = empties <= 6 ? many : many >> (empties - 5);
            for (int i = 0; i <= number; ++i) {
                const Position position = ending(shape, empties, random);
                all.push_back({&shape, position, minimax(shape, position)});
            }
        }
    return all;
}

}  // namespace shirokuro::tests
