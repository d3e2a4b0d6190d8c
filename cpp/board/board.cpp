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
    if (!is_legal(move)) throw IllegalMove(why_illegal(move));
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
        if (!trial.is_legal(moves[i]))
            throw IllegalMove("move " + std::to_string(i + 1) + ": " + trial.why_illegal(moves[i]));
        trial.push_legal(moves[i]);
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

std::string Board::why_illegal(Square move) const {
    const std::string side = white_to_move_ ? "white" : "black";
    if (move == pass)
        return is_over() ? "illegal pass: the game is over" : "illegal pass: " + side + " can move";
    if (move < 0 || move > pass) return "illegal move: there is no square " + std::to_string(move);
    const std::string what = "illegal move " + move_name(move) + ": ";
    if (!contains(shape_->cells, move)) return what + "no cell of " + std::string(shape_->name);
    if (contains(position_.occupied(), move)) return what + "the cell is occupied";
    if (is_over()) return what + "the game is over";
    if (must_pass()) return what + side + " must pass";
    return what + "it turns no disc for " + side;
}

}  // namespace shirokuro
