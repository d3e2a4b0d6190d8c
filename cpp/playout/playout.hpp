// One random game to its end.
#pragma once

#include "board/rules.hpp"
#include "playout/random.hpp"

namespace shirokuro::SHIROKURO_ISA {

// The square of the n-th (from 0) bit.
inline Square nth(Bits bits, std::uint32_t n) {
#ifdef SHIROKURO_USE_AVX2
    return first(_pdep_u64(Bits{1} << n, bits));
#else
    for (; n != 0; --n) bits = without_first(bits);
    return first(bits);
#endif
}

// A game being played out. `swapped` tells whether the side to move is not the one it began with.
struct Playout {
    Position position;
    Random random{};
    bool swapped = false;
    bool passed = false;

    // Makes one move or pass; false when the game was over.
    template <class Rules>
    bool step(const Rules& rules) {
        const Bits moves = rules.legal(position);
        if (moves == 0) {
            if (passed) return false;
            position = position.passed();
        } else {
            const Square square = nth(moves, random.below(static_cast<std::uint32_t>(count(moves))));
            position = rules.after(position, square);
        }
        passed = moves == 0;
        swapped = !swapped;
        return true;
    }

    int margin(int cells, Scoring scoring) const {
        return shirokuro::margin(swapped ? position.passed() : position, cells, scoring);
    }
};

}  // namespace shirokuro::SHIROKURO_ISA
