// Requests of the studies' players and their results. Plain values; points are those of the study, for the
// side to move.
#pragma once

#include <vector>

#include "board/position.hpp"
#include "board/stopper.hpp"
#include "studies/sample_edges.hpp"

namespace shirokuro {

// How a leaf is evaluated.
enum class Measure {
    features,         // the evaluation of parallel reversi; a pass is no ply
    map,              // the rival study's map; a pass is a ply
    map_and_replies,  // the map of Monte Carlo Nip, and few replies for whoever must move; a pass is a ply
    sum_of_line,      // the same of every position on the line, summed with alternating signs
    early_map         // the same with a map on which the rim is bad
};

// Asks for the value of every legal move.
struct ValuesTask {
    Position position;
    Measure measure = Measure::features;
    int beyond = 0;  // plies searched after the move
    Interrupts interrupts{};
};

struct Candidate {
    Square square;
    int points;
};

struct MoveValues {
    std::vector<Candidate> candidates;  // column by column, each from the top, as the studies list them
    int beyond = 0;                     // fewer than asked for if the search was stopped
    int points_per_disc = 1;
    std::uint64_t nodes = 0;
};

// Asks for the move of ssai and msai.
struct ChoiceTask {
    Position position;
    int presearch = 0;  // plies of the preliminary search that orders the moves
    int normal = 0;     // plies of the search itself
    int wld = 0;        // with so few empties it is solved who wins,
    int perfect = 0;    // and with so few by how many discs
    int threads = 1;
    Interrupts interrupts{};
};

// What was searched for: a value at a depth, who wins, or the margin.
enum class Stage { normal, wld, perfect };

struct ChoiceRun {
    Square square = pass;
    int points = 0;
    int points_per_disc = 1;
    int depth = 0;
    Stage stage = Stage::normal;
    std::uint64_t nodes = 0;
    bool is_complete = true;  // false if the search was stopped; then the move is the best so far
};

// How a listing evaluates a leaf.
enum class Leaf {
    map,             // the rival's map, for black
    sample,          // parallel reversi's sample program, as it was meant
    drifting_sample  // and as it is: each leaf changes its table
};

// A listing's first window: as it was meant, or as integers overflow.
enum class Window { full, inverted };

// Asks for the result of a listing's alpha-beta.
struct ListingTask {
    Position position;
    bool is_black = true;  // the side to move
    int depth = 0;
    Leaf leaf = Leaf::map;
    Window window = Window::inverted;
    SampleEdges* edges = nullptr;  // needed for the sample program's leaves
    Interrupts interrupts{};
};

struct ListingRun {
    int points = 0;
    std::uint64_t nodes = 0;
    bool is_complete = true;
};

}  // namespace shirokuro
