// The studies' own plain searches, as a table of functions per instruction set.
#pragma once

#include "board/isa.hpp"
#include "board/shape.hpp"
#include "search/task.hpp"
#include "studies/tasks.hpp"

namespace shirokuro {

// One position of the don't-care experiment.
struct DontCareTask {
    Position position;
    DontCare masking = DontCare::off;
    std::size_t table_bytes = 0;  // for the nodes of the chains; their heads come on top
    Interrupts interrupts{};
};

// Worth nothing if the interrupts ended it.
struct DontCareRun {
    int value = 0;                // disc difference under perfect play, for the side to move
    std::uint64_t positions = 0;  // searched, those where the game is over included
    std::uint64_t probes = 0;
    std::uint64_t hits = 0;    // probes that found an entry
    std::uint64_t cuts = 0;    // hits whose bounds ended the search of the position
    std::uint64_t stores = 0;  // new entries; a narrower bound for an old one is none
    std::uint64_t emptyings = 0;
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
