// The studies' own plain searches, as a table of functions per instruction set.
#pragma once

#include "board/isa.hpp"
#include "board/shape.hpp"
#include "search/task.hpp"
#include "studies/tasks.hpp"

namespace shirokuro {

// Which results the experiment's table stores.
enum class Stored {
    bounds,        // all, as the bounds that they are
    no_cut_offs,   // none at or above the window
    no_fail_lows,  // none at or below it
    exact,         // those inside it alone
    as_exact       // all, each as the value itself, so results may be wrong
};

// What happens to a result whose key is there already.
enum class Again { narrow, replace, keep };

// How the experiment uses its table, where the study leaves it open.
struct TableUse {
    int from_empties = 1;  // positions with at least this many empties use the table; 0: finished games too
    Stored stored = Stored::bounds;
    Again again = Again::narrow;
    bool is_fail_hard = false;  // no value lies beyond the window
    bool tells_mover = true;    // whether the key says whose turn it is
    std::size_t most_nodes = 0;
};

// One position of the don't-care experiment.
struct DontCareTask {
    Position position;
    DontCare masking = DontCare::off;
    TableUse use;
    Interrupts interrupts{};
};

// Meaningless if the interrupts ended it.
struct DontCareRun {
    int value = 0;                // disc difference under perfect play, for the side to move
    std::uint64_t positions = 0;  // positions searched, finished games included
    std::uint64_t probes = 0;
    std::uint64_t hits = 0;    // probes that found an entry
    std::uint64_t cuts = 0;    // hits whose bounds ended the search of the position
    std::uint64_t stores = 0;  // new entries; narrower bounds of an old one do not count
    std::uint64_t emptyings = 0;
    std::uint64_t entries = 0;  // in the table at the end
};

struct StudyKernel {
    DontCareRun (*dont_care)(const Shape&, const DontCareTask&);
    Bits (*dont_care_discs)(const Shape&, const Position&, DontCare);
    // These three of positions with a legal move; the last two on boards without a ring.
    MoveValues (*values)(const Shape&, const ValuesTask&);
    ChoiceRun (*choose)(const Shape&, const ChoiceTask&);
    ListingRun (*listing)(const Shape&, const ListingTask&);
};

SHIROKURO_KERNEL(StudyKernel, study_kernel)

}  // namespace shirokuro
