// The moves of a node, each with the position it leads to. Sorted lazily: a cut-off often comes first.
#pragma once

#include <algorithm>
#include <new>
#include <utility>

#include "board/position.hpp"

namespace shirokuro {

struct Move {
    Position next;  // after it, seen by the opponent
    Square square;
    int score = 0;
    Bits replies = 0;  // to it, where the order was made of them
};

class MoveList {
  public:
    MoveList() {}
    void add(const Move& move) {
        places_[size_] = static_cast<std::uint8_t>(size_);
        new (&moves_[size_++]) Move(move);
    }
    std::size_t size() const { return size_; }
    Move& operator[](std::size_t i) { return moves_[places_[i]]; }

    // Brings the best of those from `i` on to place `i`.
    Move& pick(std::size_t i) {
        std::int64_t best = rank(i);
        for (std::size_t j = i + 1; j < size_; ++j) best = std::max(best, rank(j));
        std::swap(places_[i], places_[static_cast<std::size_t>(-best) % squares]);
        return (*this)[i];
    }

  private:
    // Score and place in one number, so that finding the greatest takes no branch; of equals the first.
    std::int64_t rank(std::size_t i) const {
        return std::int64_t{moves_[places_[i]].score} * squares - static_cast<std::int64_t>(i);
    }

    // Where each lies, in the order of the list: to change the order no move is copied.
    std::uint8_t places_[squares];
    // A union, so that none is initialised before it is added: that would cost small nodes much.
    union {
        Move moves_[squares];
    };
    std::size_t size_ = 0;
};

}  // namespace shirokuro
