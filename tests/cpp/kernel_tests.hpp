// Kernels answer alike on every shape, move by move and over whole arrays.
#pragma once

#include "check.hpp"
#include "playout/kernel.hpp"
#include "samples.hpp"

namespace shirokuro::tests {

inline void compare_moves(Tally& tally, const Shape& shape, const Position& position, Isa isa) {
    const BoardKernel& kernel = board_kernel(isa);
    const Bits moves = portable().legal(shape, position);
    tally.check(kernel.legal(shape, position) == moves);
    for (Bits rest = shape.cells & ~position.occupied(); rest != 0; rest = without_first(rest)) {
        const Square square = first(rest);
        const Bits flips = portable().flips(shape, position, square);
        tally.check(kernel.flips(shape, position, square) == flips);
        tally.check((flips != 0) == contains(moves, square));
        tally.check((flips & ~position.opp) == 0);
    }
}

// What follows each position when a first move, a pass or an impossible number is played on it.
struct Replies {
    std::vector<std::uint8_t> moves;
    std::vector<Position> after;
    std::size_t stopped = 0;
};

inline Replies play_all(const Shape& shape, const std::vector<Position>& positions, Isa isa,
                        std::size_t wrong_at) {
    Replies replies;
    for (const Position& position : positions) {
        const Bits moves = portable().legal(shape, position);
        replies.moves.push_back(static_cast<std::uint8_t>(moves != 0 ? first(moves) : pass));
    }
    if (wrong_at < positions.size()) replies.moves[wrong_at] = 200;
    replies.after.resize(positions.size());
    replies.stopped =
        board_kernel(isa).play_many(shape, positions, replies.moves.data(), replies.after.data());
    return replies;
}

inline void compare_play_many(Tally& tally, const Shape& shape, const std::vector<Position>& positions,
                              Isa isa) {
    for (const std::size_t wrong_at : {positions.size(), positions.size() / 2}) {
        const Replies expected = play_all(shape, positions, Isa::generic, wrong_at);
        const Replies found = play_all(shape, positions, isa, wrong_at);
        tally.check(found.stopped == expected.stopped);
        tally.check(found.stopped <= wrong_at);
        for (std::size_t i = 0; i < found.stopped; ++i) tally.check(found.after[i] == expected.after[i]);
    }
}

inline std::vector<std::int8_t> margins(const Shape& shape, const std::vector<Position>& positions, Isa isa,
                                        Scoring scoring) {
    std::vector<std::int8_t> result(positions.size());
    playout_kernel(isa).playout_many(shape, {7, 0, scoring}, positions, result.data());
    return result;
}

// Random games with their moves, which lead to the margins that the same games have without them.
inline void compare_random_games(Tally& tally, const Shape& shape, Isa isa) {
    const std::vector<Position> starts(50, shape.start);
    const auto width = static_cast<std::size_t>(count(shape.cells & ~shape.start.occupied()));
    const auto played = [&](Isa by, std::vector<std::uint8_t>& squares) {
        std::vector<std::int8_t> result(starts.size());
        playout_kernel(by).random_games(shape, {7, 3, Scoring::winner}, starts, result.data(),
                                        MoveRows{squares.data(), width});
        return result;
    };
    std::vector<std::uint8_t> squares(starts.size() * width, 255), expected = squares;
    std::vector<std::int8_t> alone(starts.size());
    playout_kernel(isa).playout_many(shape, {7, 3, Scoring::winner}, starts, alone.data());
    tally.check(played(isa, squares) == alone);
    tally.check(played(Isa::generic, expected) == alone);
    tally.check(squares == expected);
    for (std::size_t game = 0; game < starts.size(); ++game) {
        Position position = shape.start;
        bool swapped = false;
        for (std::size_t i = game * width; i < (game + 1) * width && squares[i] <= pass; ++i) {
            if (portable().legal(shape, position) == 0) position = position.passed(), swapped = !swapped;
            tally.check(contains(portable().legal(shape, position), squares[i]));
            position = position.played(squares[i], portable().flips(shape, position, squares[i]));
            swapped = !swapped;
        }
        tally.check(is_over(portable(), shape, position));
        const Position seen = swapped ? position.passed() : position;
        tally.check(margin(seen, count(shape.cells), Scoring::winner) == alone[game]);
    }
}

inline void compare_kernels(Tally& tally, Isa isa) {
    for (const Shape& shape : shapes) {
        const std::vector<Position> positions = samples(shape, 40, 1);
        compare_random_games(tally, shape, isa);
        for (const Position& position : positions) compare_moves(tally, shape, position, isa);
        for (std::size_t i = 0; i < positions.size(); i += 25)
            tally.check(leaves(board_kernel(isa), shape, positions[i], 4) ==
                        leaves(portable(), shape, positions[i], 4));
        std::vector<Bits> legal(positions.size());
        board_kernel(isa).legal_many(shape, positions, legal.data());
        for (std::size_t i = 0; i < positions.size(); ++i)
            tally.check(legal[i] == portable().legal(shape, positions[i]));
        // A finished game has no reply; without those, every move is played.
        std::vector<Position> unfinished;
        for (const Position& position : positions)
            if ((portable().legal(shape, position) | portable().legal(shape, position.passed())) != 0)
                unfinished.push_back(position);
        compare_play_many(tally, shape, unfinished, isa);
        for (const Scoring scoring : {Scoring::winner, Scoring::plain})
            tally.check(margins(shape, positions, isa, scoring) ==
                        margins(shape, positions, Isa::generic, scoring));
    }
}

// A playout draws from the stream of its position, however the positions are cut into jobs.
inline void playouts_do_not_depend_on_slices(Tally& tally, Isa isa) {
    for (const Shape& shape : shapes) {
        const std::vector<Position> positions(23, shape.start);
        const std::vector<std::int8_t> whole = margins(shape, positions, isa, Scoring::winner);
        for (std::size_t size = 1; size <= 7; ++size)
            for (std::size_t begin = 0; begin < positions.size(); begin += size) {
                const std::size_t length = std::min(size, positions.size() - begin);
                std::vector<std::int8_t> slice(length);
                playout_kernel(isa).playout_many(shape, {7, begin, Scoring::winner},
                                                 std::span(positions).subspan(begin, length), slice.data());
                for (std::size_t i = 0; i < length; ++i) tally.check(slice[i] == whole[begin + i]);
            }
    }
}

}  // namespace shirokuro::tests
