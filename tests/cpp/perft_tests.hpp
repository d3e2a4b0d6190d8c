// The known numbers of leaves, and positions on which the ring and the loop rule show.
#pragma once

#include "check.hpp"
#include "samples.hpp"

namespace shirokuro::tests {

struct KnownPerft {
    std::string_view variant;
    std::vector<std::uint64_t> leaves;  // at depth 1, 2, 3 …
};

inline std::vector<KnownPerft> known_perfts() {
    return {
        {"reversi", {4, 12, 56, 244, 1396, 8200, 55092, 390216}},
        {"reversi6", {4, 12, 56, 244, 1364, 7604, 47740, 308716}},
        {"reversi4", {4, 12, 44, 128, 424, 1256, 3624, 9116, 20044, 36540, 50704, 57436}},
        {"nip", {4, 12, 56, 244, 1392, 8000, 53100, 365024}},
        {"nip40", {4, 12, 56, 240, 1320, 7116, 44556, 279328}},
        {"nip32", {4, 12, 56, 240, 1300, 6964, 41844, 256544}},
        {"nip24", {4, 12, 44, 156, 676, 3008, 14140, 68156}},
        {"nip12", {4, 8, 16, 32, 68, 120, 176, 208, 208, 212, 212, 212}},
    };
}

inline void perft_is_known(Tally& tally, Isa isa) {
    const BoardKernel& kernel = board_kernel(isa);
    for (const KnownPerft& known : known_perfts()) {
        const Shape& shape = *find_shape(known.variant);
        tally.check(leaves(kernel, shape, shape.start, 0) == 1);
        for (std::size_t i = 0; i < known.leaves.size(); ++i)
            tally.check(leaves(kernel, shape, shape.start, static_cast<int>(i) + 1) == known.leaves[i]);
    }
    // The same 52 cells without their rim: the rule first shows at depth 8.
    Shape straight = *find_shape("nip");
    straight.ring = {};
    tally.check(leaves(kernel, straight, straight.start, 7) == 53100);
    tally.check(leaves(kernel, straight, straight.start, 8) == 364964);
}

struct KnownLoop {
    std::string_view variant;
    int turned;
};

// The start discs and every rim cell white but the ring's first: how many discs black turns from there.
inline void loop_rule(Tally& tally, Isa isa) {
    const KnownLoop known[] = {{"nip", 0},         {"nip40", 0},     {"nip32", 0},       {"nip24", 0},
                               {"nip12", 1},       {"nip+loop", 19}, {"nip40+loop", 15}, {"nip32+loop", 15},
                               {"nip24+loop", 11}, {"nip12+loop", 8}};
    for (const auto& [variant, turned] : known) {
        const Shape& shape = *find_shape(variant);
        const Square gap = shape.ring.squares[0];
        const Bits rim = shape.ring.cells() & ~bit(gap);
        const Position position{shape.start.own, shape.start.opp | rim};
        tally.check(count(board_kernel(isa).flips(shape, position, gap)) == turned);
        tally.check(contains(board_kernel(isa).legal(shape, position), gap) == (turned != 0));
    }
}

}  // namespace shirokuro::tests
