// The two kinds of rules that all searching code is a template over: straight lines alone, or with the ring.
// A Rules value knows the cells of its shape and answers `legal`, `flips` and `after`.
#pragma once

#include "board/ring.hpp"
#include "board/shape.hpp"
#include "board/straight.hpp"

namespace shirokuro::SHIROKURO_ISA {

struct StraightRules {
    Bits cells;

    explicit StraightRules(const Shape& shape) : cells(shape.cells) {}
    Bits legal(const Position& position) const { return straight_ends(position) & empties(position); }
    [[gnu::always_inline]] Bits flips(const Position& position, Square square) const {
        return straight_flips(position, square);
    }
    Position after(const Position& position, Square move) const {
        return move == pass ? position.passed() : position.played(move, flips(position, move));
    }
    Bits empties(const Position& position) const { return cells & ~position.occupied(); }
};

struct RingRules {
    Bits cells;
    const RingTables* tables;

    explicit RingRules(const Shape& shape) : cells(shape.cells), tables(&ring_tables(shape)) {}
    Bits legal(const Position& position) const {
        return (straight_ends(position) | ring_ends(*tables, position)) & empties(position);
    }
    Bits flips(const Position& position, Square square) const {
        return straight_flips(position, square) | ring_flips(*tables, position, square);
    }
    Position after(const Position& position, Square move) const {
        return move == pass ? position.passed() : position.played(move, flips(position, move));
    }
    Bits empties(const Position& position) const { return cells & ~position.occupied(); }
};

// Calls `work(rules)` with the rules of the shape: the one place where a shape chooses its template.
template <class Work>
auto with_rules(const Shape& shape, Work&& work) {
    if (shape.is_round()) return work(RingRules(shape));
    return work(StraightRules(shape));
}

}  // namespace shirokuro::SHIROKURO_ISA
