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

// Where the moves of games are written: a row of squares for each, without its passes. What lies beyond the
// last move of a game is left as it was.
struct MoveRows {
    std::uint8_t* squares = nullptr;
    std::size_t width = 0;

    std::uint8_t* row(std::size_t game) const { return squares + game * width; }
};

struct PlayoutKernel {
    // Plays each position to its end at random; margins[i] is for the side to move in positions[i].
    void (*playout_many)(const Shape&, const PlayoutJob&, std::span<const Position>, std::int8_t* margins);
    // The same games with their moves, for which each row has to have room.
    void (*random_games)(const Shape&, const PlayoutJob&, std::span<const Position>, std::int8_t* margins,
                         const MoveRows&);
    FlatResult (*flat)(const Shape&, const FlatTask&);
    UctResult (*uct)(const Shape&, const UctTask&);
};

SHIROKURO_KERNEL(PlayoutKernel, playout_kernel)

}  // namespace shirokuro
