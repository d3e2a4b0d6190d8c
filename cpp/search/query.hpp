// What is asked of a node: a window, and how far and how surely to look.
#pragma once

#include "board/position.hpp"

namespace shirokuro {

// Levels of confidence below this one leave moves out that seem not to matter.
inline constexpr int full_confidence = 3;
// The level that plays best where no certain depth is asked for.
inline constexpr int playing_level = 1;

struct Query {
    int alpha, beta;
    int depth;
    int level;

    bool is_null() const { return beta == alpha + 1; }
    Query below(int low, int high) const { return {-high, -low, depth - 1, level}; }
    Query passed() const { return {-beta, -alpha, depth, level}; }
};

inline constexpr int no_value = -128;

// What the moves of a node have brought so far.
struct Progression {
    int best = no_value;
    Square move = pass;

    void add(int value, Square square) {
        if (value > best) {
            best = value;
            move = square;
        }
    }
};

}  // namespace shirokuro
