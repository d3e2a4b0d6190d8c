// Compiled once per instruction set: the board kernel of that set.
#include "board/kernel.hpp"
#include "board/perft.hpp"

namespace shirokuro::SHIROKURO_ISA {

namespace {

Bits legal(const Shape& shape, const Position& position) {
    return with_rules(shape, [&](const auto& rules) { return rules.legal(position); });
}

Bits flips(const Shape& shape, const Position& position, Square square) {
    return with_rules(shape, [&](const auto& rules) { return rules.flips(position, square); });
}

std::uint64_t count_leaves(const Shape& shape, const Position& position, int depth, Stopper& stopper) {
    return with_rules(shape, [&](const auto& rules) { return perft(rules, position, depth, stopper); });
}

void legal_many(const Shape& shape, std::span<const Position> positions, Bits* out) {
    with_rules(shape, [&](const auto& rules) {
        for (std::size_t i = 0; i < positions.size(); ++i) out[i] = rules.legal(positions[i]);
    });
}

// A pass is legal when only the opponent can move.
template <class Rules>
bool play(const Rules& rules, const Position& position, Square move, Position& out) {
    if (move == pass) {
        out = position.passed();
        return rules.legal(position) == 0 && rules.legal(out) != 0;
    }
    if (move > pass || !contains(rules.empties(position), move)) return false;
    const Bits turned = rules.flips(position, move);
    out = position.played(move, turned);
    return turned != 0;
}

std::size_t play_many(const Shape& shape, std::span<const Position> positions, const std::uint8_t* moves,
                      Position* out) {
    return with_rules(shape, [&](const auto& rules) {
        std::size_t i = 0;
        while (i < positions.size() && play(rules, positions[i], moves[i], out[i])) ++i;
        return i;
    });
}

}  // namespace

const BoardKernel board_kernel{legal, flips, count_leaves, legal_many, play_many};

}  // namespace shirokuro::SHIROKURO_ISA
