// Don't-care discs (study C): discs whose colour can neither change nor matter to any later move.
// docs/dont_care.md has the proofs.
#pragma once

#include "evaluate/stability.hpp"

namespace shirokuro::SHIROKURO_ISA {

// The study's test: no empty cell on any line through the disc; on the rim of a round board the ring is one
// of them.
template <class Rules>
Bits dont_care_discs(const Rules& rules, const Position& position) {
    const Bits filled = position.occupied() | ~rules.cells;
    return position.occupied() & full_lines(filled).all() & ring_safe(rules, filled);
}

}  // namespace shirokuro::SHIROKURO_ISA
