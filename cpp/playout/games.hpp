// Many random games in the way that is fastest on the instruction set: in the lanes of wide registers, or
// interleaved.
#pragma once

#include "playout/abreast.hpp"
#include "playout/batch.hpp"

namespace shirokuro::SHIROKURO_ISA {

#ifdef SHIROKURO_USE_AVX2
template <class Rules, class Moves>
using Games = Abreast<Rules, Moves>;
#else
template <class Rules, class Moves>
using Games = Batch<Rules, Moves>;
#endif

// Plays each position to its end; margins[i] is for the side to move in positions[i].
template <class Rules, class Moves = NoMoves>
void play_out(const Rules& rules, const PlayoutJob& job, std::span<const Position> positions,
              std::int8_t* margins, const Moves& moves = {}) {
    Games<Rules, Moves>(rules, job, positions, margins, moves).run();
}

}  // namespace shirokuro::SHIROKURO_ISA
