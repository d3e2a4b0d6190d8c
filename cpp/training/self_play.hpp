// Self-play that labels positions: games from varied openings, searched to a depth and solved when few
// empties are left, so that every position kept has the margin of a well-played game.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "board/isa.hpp"
#include "board/shape.hpp"
#include "board/stopper.hpp"
#include "evaluate/weights.hpp"

namespace shirokuro {

// As it lies in files, in little-endian order.
struct LabelledPosition {
    Position position;
    std::int8_t margin = 0;  // at the end of the game, for the side to move
    std::uint8_t is_exact = 0;
    std::int8_t guess = 0;  // the value that the search for its move found; the margin once that is exact
    std::uint8_t unused = 0;
    std::uint32_t game = 0;
};
static_assert(sizeof(LabelledPosition) == 24);

struct SelfPlay {
    const Shape& shape;
    Evaluation evaluation;
    std::uint64_t seed = 1;
    int depth = 6;       // plies searched for a move
    int selective = 16;  // empties from which on moves come from a selective search to the end …
    int solved = 14;     // … and from which on games are solved
};

// The positions of one game; the same number always gives the same game.
class SelfPlayer {
  public:
    SelfPlayer(Isa isa, const SelfPlay& how);
    ~SelfPlayer();
    // Meaningless if it was stopped.
    std::vector<LabelledPosition> play(std::uint32_t game, const std::function<bool()>& wants_to_stop = {});

  private:
    class Parts;
    std::unique_ptr<Parts> parts_;
};

// The games from `first` up to, but without, `end`.
struct GameNumbers {
    std::uint32_t first, end;
};

// Gets the positions of a batch of games, and how many games are done with it.
using TakeGames = std::function<void(std::span<const LabelledPosition>, std::uint32_t)>;

// Plays games on so many threads and hands them over in order, batch by batch, until all are played or the
// stopper is set; the batch that it interrupts is dropped.
void play_games(Isa isa, const SelfPlay& how, GameNumbers numbers, int threads, Stopper& stopper,
                const TakeGames& take);

}  // namespace shirokuro
