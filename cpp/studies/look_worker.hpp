// What one thread carries with it when it looks ahead for a study.
#pragma once

#include "board/rules.hpp"
#include "board/stopper.hpp"
#include "evaluate/corners.hpp"
#include "search/split.hpp"

namespace shirokuro::SHIROKURO_ISA {

template <class RulesType, class JudgeType>
struct LookWorker {
    using Judge = JudgeType;

    Team& team;
    NodeCounter counter;
    RulesType rules;
    Judge judge;
    Bits corners;
    SplitPoint* split = nullptr;  // the innermost shared node this thread works under

    LookWorker(const Shape& shape, Team& with, Stopper& stopper, bool is_caller)
        : team(with),
          counter(stopper, is_caller),
          rules(shape),
          judge(shape),
          corners(Corners(shape).cells) {}

    // Asked at every larger node: whether what is being searched is of no use any more.
    bool has_ended() const { return counter.is_stopped() || (split != nullptr && split->is_dead()); }
};

}  // namespace shirokuro::SHIROKURO_ISA
