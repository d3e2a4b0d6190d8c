// A game in progress: the position, whose turn it is, and the moves that led here. Every change is all or
// nothing.
#pragma once

#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "board/kernel.hpp"

namespace shirokuro {

// A move that the rules do not allow.
struct IllegalMove : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

// One that a board refused. `reason` is a key: the texts for people are made where they are shown.
struct RefusedMove : IllegalMove {
    RefusedMove(const char* why, std::string_view variant, Square square, bool white)
        : IllegalMove(why), reason(why), board(variant), move(square), white_to_move(white) {}

    const char* reason;
    std::string board;
    Square move;
    bool white_to_move;
    std::size_t ply = 0;  // of several moves, the number of this one, from 1
};

// Discs that cannot lie on this board.
struct InvalidPosition : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

class Board {
  public:
    Board(const Shape& shape, const BoardKernel& kernel);

    const Shape& shape() const { return *shape_; }
    const Position& position() const { return position_; }
    bool white_to_move() const { return white_to_move_; }
    std::span<const std::uint8_t> moves() const { return moves_; }
    Bits black() const { return white_to_move_ ? position_.opp : position_.own; }
    Bits white() const { return white_to_move_ ? position_.own : position_.opp; }
    Bits empties() const { return shape_->cells & ~position_.occupied(); }

    Bits legal() const;
    Bits flips(Square square) const;  // 0 unless `square` is a legal move
    bool must_pass() const { return legal() == 0 && opponent_can_move(); }
    bool is_over() const { return legal() == 0 && !opponent_can_move(); }
    bool is_legal(Square move) const { return move == pass ? must_pass() : contains_square(legal(), move); }

    void push(Square move);
    Square pop();  // throws IllegalMove when no move was made
    // Pushes all moves or none; `insert_passes` adds the passes that the moves leave out.
    void extend(std::span<const std::uint8_t> moves, bool insert_passes);
    // Puts any discs on the board; forgets the moves. The cells must be the shape's and disjoint.
    void set(Bits black, Bits white, bool white_to_move);

    // The position that the first of the moves was played on.
    const Position& root() const { return before_.empty() ? position_ : before_.front(); }
    bool root_white_to_move() const { return white_to_move_ != (moves_.size() % 2 != 0); }

  private:
    static bool contains_square(Bits bits, Square square) {
        return square >= 0 && square < squares && contains(bits, square);
    }
    bool opponent_can_move() const { return kernel_->legal(*shape_, position_.passed()) != 0; }
    void push_legal(Square move);
    const char* why_illegal(Square move) const;

    const Shape* shape_;
    const BoardKernel* kernel_;
    Position position_;
    bool white_to_move_ = false;
    mutable bool legal_is_known_ = false;
    mutable Bits legal_ = 0;
    std::vector<Position> before_;  // the position before each move
    std::vector<std::uint8_t> moves_;
};

}  // namespace shirokuro
