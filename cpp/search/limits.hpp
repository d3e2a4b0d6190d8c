// What a search may use and what it answers. Plain values; times are seconds, values discs for the side to
// move.
#pragma once

#include <atomic>
#include <functional>
#include <vector>

#include "board/position.hpp"
#include "search/query.hpp"

namespace shirokuro {

// Zero means no limit; the engine refuses negative ones.
struct Limits {
    int depth = 0;
    std::uint64_t nodes = 0;
    double seconds = 0;
};

enum class Goal {
    best_move,  // deepen as far as the limits and the position allow
    exact,      // the margin under perfect play
    wld         // only who wins
};

enum class Kind {
    exact,      // the value is the margin under perfect play
    wld,        // its sign is right, and only that
    selective,  // read to the end, with moves left out that seemed not to matter
    depth,      // looked `depth` plies ahead
    bound       // the limits ended an exact search: the value lies in lower…upper
};

// Which discs the table's keys leave out because nothing depends on their colour any more
// (docs/dont_care.md).
enum class DontCare { off, full_lines, wide };

struct Task {
    Position position;
    Goal goal = Goal::best_move;
    Scoring scoring = Scoring::winner;
    Limits limits;
    int level = full_confidence;  // a lower one is content with a selective reading
    DontCare dont_care = DontCare::off;
    const std::atomic<bool>* stop = nullptr;  // may be set from outside at any time
    // Asked some twenty times a second by the thread that called the search: true ends it.
    std::function<bool()> wants_to_stop;
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
    int confidence = 100;  // per cent, for selective results
    std::uint64_t nodes = 0;
    double seconds = 0;
    Kind kind = Kind::depth;
    Counters counters;
};

// Called from the searching thread after each completed pass.
using Progress = std::function<void(const Result&)>;

}  // namespace shirokuro
