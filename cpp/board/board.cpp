#include "board/board.hpp"

namespace shirokuro {

Board::Board(const Shape& shape, const BoardKernel& kernel)
    : shape_(&shape), kernel_(&kernel), position_(shape.start) {}

Bits Board::legal() const {
    if (!legal_is_known_) {
        legal_ = kernel_->legal(*shape_, position_);
        legal_is_known_ = true;
    }
    return legal_;
}

Bits Board::flips(Square square) const {
    return contains_square(legal(), square) ? kernel_->flips(*shape_, position_, square) : 0;
}

void Board::push(Square move) {
    if (!is_legal(move)) throw RefusedMove(why_illegal(move), shape_->name, move, white_to_move_);
    push_legal(move);
}

void Board::push_legal(Square move) {
    before_.push_back(position_);
    moves_.push_back(static_cast<std::uint8_t>(move));
    position_ =
        move == pass ? position_.passed() : position_.played(move, kernel_->flips(*shape_, position_, move));
    white_to_move_ = !white_to_move_;
    legal_is_known_ = false;
}

Square Board::pop() {
    if (moves_.empty()) throw IllegalMove("no move to take back");
    const Square move = moves_.back();
    position_ = before_.back();
    moves_.pop_back();
    before_.pop_back();
    white_to_move_ = !white_to_move_;
    legal_is_known_ = false;
    return move;
}

void Board::extend(std::span<const std::uint8_t> moves, bool insert_passes) {
    Board trial = *this;
    for (std::size_t i = 0; i < moves.size(); ++i) {
        if (insert_passes && moves[i] != pass && trial.must_pass()) trial.push_legal(pass);
        try {
            trial.push(moves[i]);
        } catch (RefusedMove& error) {
            error.ply = i + 1;
            throw;
        }
    }
    *this = std::move(trial);
}

void Board::set(Bits black, Bits white, bool white_to_move) {
    if ((black & white) != 0) throw InvalidPosition("a cell holds two discs");
    if (((black | white) & ~shape_->cells) != 0) throw InvalidPosition("a disc lies outside the board");
    position_ = white_to_move ? Position{white, black} : Position{black, white};
    white_to_move_ = white_to_move;
    legal_is_known_ = false;
    before_.clear();
    moves_.clear();
}

const char* Board::why_illegal(Square move) const {
    if (move == pass) return is_over() ? "pass_over" : "can_move";
    if (!contains_square(shape_->cells, move)) return "no_cell";
    if (contains(position_.occupied(), move)) return "occupied";
    if (is_over()) return "move_over";
    return must_pass() ? "must_pass" : "turns_nothing";
}

}  // namespace shirokuro
