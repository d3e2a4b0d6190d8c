// The task and the result of a search. Plain values; times are seconds, values discs for the side to move.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "board/position.hpp"
#include "board/stopper.hpp"
#include "search/query.hpp"

namespace shirokuro {

enum class Goal {
    best_move,  // deepen as far as the limits and the position allow
    exact,      // the margin under perfect play
    wld         // only who wins
};

enum class Kind {
    exact,      // the value is the margin under perfect play
    wld,        // its sign is right, and only that
    selective,  // searched to the end, with moves left out that seemed not to matter
    depth,      // searched `depth` plies deep
    bound       // the limits or the window ended an exact search: the value lies in lower…upper
};

// Which discs the table's keys leave out because nothing depends on their colour any more
// (docs/dont_care.md).
enum class DontCare { off, full_lines, wide };

// What one search is asked.
struct SearchTask {
    Position position;
    Goal goal = Goal::best_move;
    Scoring scoring = Scoring::winner;
    DontCare dont_care = DontCare::off;
    // Only values between the two are of interest; where the true one lies outside, a bound will do.
    int alpha = -squares;
    int beta = squares;
    int depth = 0;    // plies; 0: as many as the position and the interrupts allow
    int assured = 1;  // plies searched even if the interrupts have ended the search before it began
    int confidence = full_confidence;  // a lower one asks for a selective search
    int table_from = 6;                // empties: near the end smaller nodes are not looked up
    Interrupts interrupts{};
};

// How the table was used.
struct Counters {
    std::uint64_t probes = 0;
    std::uint64_t hits = 0;
    std::uint64_t cuts = 0;
    std::uint64_t stores = 0;

    void add(const Counters& other) {
        probes += other.probes;
        hits += other.hits;
        cuts += other.cuts;
        stores += other.stores;
    }
};

struct Result {
    int value = 0;
    int lower = -64;
    int upper = 64;
    std::vector<Square> pv;  // the expected moves, passes included; empty when the game is over
    int depth = 0;
    std::optional<int> confidence;  // per cent; none where only a depth or a bound is known
    std::uint64_t nodes = 0;
    double seconds = 0;
    Kind kind = Kind::depth;
    Counters counters;
};

// Called from the searching thread after each completed pass.
using Progress = std::function<void(const Result&)>;

}  // namespace shirokuro
