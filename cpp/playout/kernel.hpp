// Random games by the thousand and what is chosen by them, as a table of functions per instruction set.
#pragma once

#include <span>

#include "board/isa.hpp"
#include "board/shape.hpp"
#include "playout/tasks.hpp"

namespace shirokuro {

struct PlayoutJob {
    std::uint64_t seed = 0;
    std::uint64_t first_stream = 0;  // position i draws from stream first_stream + i
    Scoring scoring = Scoring::winner;
};

struct PlayoutKernel {
    // Plays each position to its end at random; margins[i] is for the side to move in positions[i].
    void (*playout_many)(const Shape&, const PlayoutJob&, std::span<const Position>, std::int8_t* margins);
    FlatResult (*flat)(const Shape&, const FlatTask&);
    UctResult (*uct)(const Shape&, const UctTask&);
};

SHIROKURO_KERNEL(PlayoutKernel, playout_kernel)

}  // namespace shirokuro
