// A board plays, takes back and refuses; what it refuses leaves it as it was.
#pragma once

#include <algorithm>

#include "board/board.hpp"
#include "check.hpp"
#include "samples.hpp"

namespace shirokuro::tests {

inline Board board_of(std::string_view variant) { return {*find_shape(variant), portable()}; }

inline bool same(const Board& a, const Board& b) {
    return a.position() == b.position() && a.white_to_move() == b.white_to_move() &&
           std::equal(a.moves().begin(), a.moves().end(), b.moves().begin(), b.moves().end()) &&
           a.root() == b.root() && a.root_white_to_move() == b.root_white_to_move() && a.legal() == b.legal();
}

// A random game to its end, passes included.
inline Board played_out(const Shape& shape, std::uint64_t seed) {
    Random random(seed);
    Board board(shape, portable());
    while (!board.is_over()) board.push(board.must_pass() ? pass : pick(board.legal(), random));
    return board;
}

inline void push_and_pop(Tally& tally) {
    for (const Shape& shape : shapes)
        for (std::uint64_t seed = 0; seed < 5; ++seed) {
            Board board = played_out(shape, seed);
            const std::vector<std::uint8_t> moves(board.moves().begin(), board.moves().end());
            tally.check(board.root() == shape.start && !board.root_white_to_move());
            std::vector<Board> stages{Board(shape, portable())};
            for (const std::uint8_t move : moves) {
                stages.push_back(stages.back());
                stages.back().push(move);
            }
            tally.check(same(stages.back(), board));
            for (std::size_t i = moves.size(); i-- > 0;) {
                tally.check(board.pop() == moves[i]);
                tally.check(same(board, stages[i]));
            }
            tally.check_throws<IllegalMove>([&] { board.pop(); });
        }
}

inline void extend_is_all_or_nothing(Tally& tally) {
    for (const Shape& shape : shapes)
        for (std::uint64_t seed = 0; seed < 5; ++seed) {
            const Board full = played_out(shape, seed);
            std::vector<std::uint8_t> moves(full.moves().begin(), full.moves().end());
            Board exact(shape, portable());
            exact.extend(moves, false);
            tally.check(same(exact, full));
            std::erase(moves, static_cast<std::uint8_t>(pass));
            Board filled(shape, portable());
            filled.extend(moves, true);
            // A pass after the last move leaves nobody to move, so the moves end where the game does.
            tally.check(same(filled, full));
            for (const int wrong : {0, 64, 65, 255}) {
                moves.back() = static_cast<std::uint8_t>(wrong == 0 ? moves.front() : wrong);
                Board board(shape, portable());
                board.push(first(board.legal()));
                const Board before = board;
                tally.check_throws<IllegalMove>([&] { board.extend(moves, true); });
                tally.check(same(board, before));
            }
        }
}

inline void illegal_moves_change_nothing(Tally& tally) {
    for (const Shape& shape : shapes) {
        Board board(shape, portable());
        const Board before = board;
        for (Square move = -1; move <= 66; ++move) {
            if (board.is_legal(move)) continue;
            tally.check(move == pass || move < 0 || board.flips(move) == 0);
            tally.check_throws<IllegalMove>([&] { board.push(move); });
            tally.check(same(board, before));
        }
        board = played_out(shape, 1);
        tally.check(board.is_over() && !board.must_pass());
        tally.check_throws<IllegalMove>([&] { board.push(pass); });
    }
}

inline void set_refuses_impossible_discs(Tally& tally) {
    for (const Shape& shape : shapes) {
        Board board(shape, portable());
        board.push(first(board.legal()));
        const Board before = board;
        tally.check_throws<InvalidPosition>([&] { board.set(shape.cells, bit(first(shape.cells)), false); });
        tally.check(same(board, before));
        if (~shape.cells != 0) {
            tally.check_throws<InvalidPosition>([&] { board.set(bit(first(~shape.cells)), 0, false); });
            tally.check(same(board, before));
        }
        board.set(shape.start.opp, shape.start.own, true);
        tally.check(board.moves().empty() && board.white_to_move());
        tally.check(board.position() == shape.start);
        tally.check(board.black() == shape.start.opp && board.white() == shape.start.own);
        tally.check(board.root() == shape.start && board.root_white_to_move());
    }
}

inline void a_pass_must_be_forced(Tally& tally) {
    Board board = board_of("reversi");
    board.set(bit(0) | bit(2), 0, false);  // nothing to flank
    tally.check(board.is_over());
    board.set(bit(1), bit(0), false);  // black sees no cell past white; white flanks b1 from c1
    tally.check(board.must_pass() && board.legal() == 0);
    tally.check_throws<IllegalMove>([&] { board.push(2); });
    board.push(pass);
    tally.check(board.white_to_move() && board.legal() == bit(2));
    tally.check(board.flips(2) == bit(1));
    board.push(2);
    tally.check(board.is_over() && board.white() == (bit(0) | bit(1) | bit(2)));
}

inline void board_laws(Tally& tally) {
    push_and_pop(tally);
    extend_is_all_or_nothing(tally);
    illegal_moves_change_nothing(tally);
    set_refuses_impossible_discs(tally);
    a_pass_must_be_forced(tally);
}

}  // namespace shirokuro::tests
