// Many random games in the way that is fastest on the instruction set: in the lanes of wide registers, or
// interleaved.
#pragma once

#include "playout/abreast.hpp"
#include "playout/batch.hpp"

namespace shirokuro::SHIROKURO_ISA {

#ifdef SHIROKURO_USE_AVX2
template <class Rules>
using Games = Abreast<Rules>;
#else
template <class Rules>
using Games = Batch<Rules>;
#endif

// Plays each position to its end; margins[i] is for the side to move in positions[i].
template <class Rules>
void play_out(const Rules& rules, const PlayoutJob& job, std::span<const Position> positions,
              std::int8_t* margins) {
    Games<Rules>(rules, job, positions, margins).run();
}

}  // namespace shirokuro::SHIROKURO_ISA
