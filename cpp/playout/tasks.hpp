// Tasks and results of choices by random games. Plain values; sums are for the side to move.
#pragma once

#include <cstdint>
#include <vector>

#include "board/position.hpp"
#include "board/stopper.hpp"
#include "evaluate/weights.hpp"

namespace shirokuro {

// Flat Monte Carlo: this many random games after each legal move. There must be a legal move.
struct FlatTask {
    Position position;
    std::uint64_t seed = 0;
    std::uint64_t playouts = 500;  // after each move
    int threads = 1;
    Interrupts interrupts{};
};

// How the random games after one move ended.
struct Trial {
    Square move = pass;
    std::uint64_t games = 0;
    std::uint64_t wins = 0;
    std::uint64_t draws = 0;
    std::int64_t discs = 0;  // the final disc differences, summed
};

struct FlatResult {
    std::vector<Trial> trials;  // in the order of the squares, all with equally many games
    bool is_capped = false;     // ended before all games were played

    void add(const Trial& trial);  // out of line, since a vector's own code would differ between kernels
};

// UCT: a tree that grows where moves do well; there must be a legal move.
struct UctTask {
    Position position;
    Evaluation evaluation;
    std::uint64_t seed = 0;
    std::uint64_t playouts = 10000;  // in all
    int threads = 1;
    int solve_empties = 10;  // leaves with at most this many empties are solved, not played out
    int prior = 100;         // the evaluation of a move counts as much as this many games
    Interrupts interrupts{};
};

enum class Verdict : std::int8_t { loss, draw, win };

// What the tree holds of one move of the root.
struct Branch {
    Square move = pass;
    std::uint64_t visits = 0;
    std::int64_t points = 0;        // 2 a win, 1 a draw
    std::int64_t margins = 0;       // the final margins, summed
    Verdict least = Verdict::loss;  // what is proven: the outcome lies between the two
    Verdict most = Verdict::win;
};

struct UctResult {
    std::vector<Branch> branches;  // in the order of the squares
    std::vector<Square> pv;
    std::uint64_t playouts = 0;  // with solved leaves counted by the time they took
    std::uint64_t nodes = 0;     // nodes of the tree, or of the solver if all moves were solved
    bool is_proven = false;      // the outcome under perfect play is proven

    void add(const Branch& branch);
};

}  // namespace shirokuro
