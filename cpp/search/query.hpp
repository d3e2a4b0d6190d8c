// What is asked of a node: a window, a depth and a confidence.
#pragma once

#include "board/position.hpp"

namespace shirokuro {

// Searches at a lower confidence leave out moves that seem not to matter.
inline constexpr int full_confidence = 3;
// The confidence that plays best where no depth is asked for.
inline constexpr int playing_confidence = 1;

struct Query {
    int alpha, beta;
    int depth;
    int confidence;

    bool is_null() const { return beta == alpha + 1; }
    Query below(int low, int high) const { return {-high, -low, depth - 1, confidence}; }
    Query passed() const { return {-beta, -alpha, depth, confidence}; }
};

inline constexpr int no_value = -128;

// The best of a node's moves so far.
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
