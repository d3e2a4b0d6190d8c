// The input of the model of people for a position, in whole numbers: 128 stands for 1.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "board/shape.hpp"

namespace shirokuro {

// The value of each move at three depths; search/move_values.hpp computes them.
struct MoveValues {
    static constexpr std::size_t depths = 3;  // the position after the move as evaluated, two plies, four
    static constexpr int exact_empties = 10;  // with at most this many empties the last of the three is exact
    static constexpr std::int8_t none = -128;  // stands where there is no move

    // In discs, for the side that moves.
    std::array<std::array<std::int8_t, squares>, depths> discs;
};

struct PeopleInput {
    static constexpr int one = 128;
    static constexpr std::size_t last_moves = 4;
    static constexpr std::size_t planes = 14;       // own, opp, legal, the last moves, the values, the board
    static constexpr std::size_t value_planes = 6;  // what a move loses at each depth, and where it is best
    static constexpr std::size_t first_value_plane = 3 + last_moves;
    static constexpr std::size_t features = 15;
    using MoveRow = std::array<std::int16_t, value_planes>;

    Position position;
    int cells = squares;
    Bits legal = 0;
    std::array<Square, last_moves> last{pass, pass, pass, pass};  // the last first; pass: none
    bool has_history = false;
    bool is_black = false;
    int rating = 0, opponent = 0;
    MoveValues values{};

    // What a move loses at each depth, in 1/8 disc and at most 24 discs, and at which depths it is the best.
    std::array<MoveRow, squares> move_rows() const {
        std::array<MoveRow, squares> rows{};
        for (std::size_t depth = 0; depth < MoveValues::depths; ++depth) {
            const int best = best_at(depth);
            for (Bits left = legal; left != 0; left = without_first(left)) {
                const auto move = static_cast<std::size_t>(first(left));
                const int loss = best - values.discs[depth][move];
                rows[move][depth] = static_cast<std::int16_t>(std::min(loss, 24) * (one / 8));
                rows[move][MoveValues::depths + depth] = loss == 0 ? one : 0;
            }
        }
        return rows;
    }

    // Ratings and their errors, how far the game is, the moves there are, what the best is worth, the year.
    std::array<std::int16_t, features> feature_row() const {
        constexpr int known_error = one / 2;  // 50 rating points
        constexpr int latest_year = one * 13 / 10;
        const int empties = cells - count(position.occupied());
        const int value = std::clamp(best_at(MoveValues::depths - 1), -32, 32);
        const auto scaled = [](int points) { return (points - 1600) * one / 200; };
        const std::array<int, features> row = {scaled(rating),
                                               known_error,
                                               scaled(opponent),
                                               known_error,
                                               empties * squares * 4 / cells - one,
                                               empties % 2 * one,
                                               count(legal) * one / 10,
                                               value * (one / 16),
                                               empties <= MoveValues::exact_empties ? one : 0,
                                               latest_year,
                                               is_black ? one : 0,
                                               0,
                                               0,  // neither side is a program
                                               one,
                                               has_history ? one : 0};
        std::array<std::int16_t, features> small{};
        std::transform(row.begin(), row.end(), small.begin(),
                       [](int number) { return static_cast<std::int16_t>(number); });
        return small;
    }

  private:
    int best_at(std::size_t depth) const {
        int best = MoveValues::none;
        for (Bits left = legal; left != 0; left = without_first(left))
            best = std::max<int>(best, values.discs[depth][static_cast<std::size_t>(first(left))]);
        return best;
    }
};

}  // namespace shirokuro
