// What becomes of the moves of random games: nothing, or a row of squares for each game.
#pragma once

#include "playout/kernel.hpp"

namespace shirokuro::SHIROKURO_ISA {

// Nobody asked: all of it is compiled away.
struct NoMoves {
    struct Row {
        void add(Bits) {}
    };

    Row row(std::size_t) const { return {}; }
};

class RowsOfMoves {
  public:
    class Row {
      public:
        Row() = default;
        explicit Row(std::uint8_t* next) : next_(next) {}
        // The square of a disc; no disc is a pass, or a game that is over.
        void add(Bits disc) {
            if (disc != 0) [[likely]]
                *next_++ = static_cast<std::uint8_t>(first(disc));
        }

      private:
        std::uint8_t* next_ = nullptr;
    };

    explicit RowsOfMoves(const MoveRows& rows) : rows_(rows) {}
    Row row(std::size_t game) const { return Row(rows_.row(game)); }

  private:
    MoveRows rows_;
};

}  // namespace shirokuro::SHIROKURO_ISA
