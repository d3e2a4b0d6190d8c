// Discs called stable never turn; those that would be called so without the ring condition do.
#pragma once

#include "check.hpp"
#include "endings.hpp"
#include "evaluate/stability.hpp"

namespace shirokuro::SHIROKURO_ISA::tests {

using namespace shirokuro::tests;

// The rules of a round board, but to `stable_discs` they say that its rim is like any border.
struct WithoutRingCondition : RingRules {
    using RingRules::RingRules;
};
inline Bits ring_safe(const WithoutRingCondition&, Bits) { return ~Bits{0}; }

// Both colours' stable discs; as a position, so that sides change with the moves.
template <class Rules>
Position all_stable(const Rules& rules, const Position& position) {
    const Bits occupied = position.occupied();
    return {stable_discs(rules, position.own, occupied), stable_discs(rules, position.opp, occupied)};
}

inline bool still_there(const Position& stable, const Position& position) {
    return (stable.own & ~position.own) == 0 && (stable.opp & ~position.opp) == 0;
}

// Whether some continuation turns a disc of `stable`.
template <class Rules>
bool turns(const Rules& rules, const Position& position, const Position& stable) {
    if (!still_there(stable, position)) return true;
    const Bits moves = rules.legal(position);
    if (moves == 0 && rules.legal(position.passed()) != 0)
        return turns(rules, position.passed(), stable.passed());
    for (Bits rest = moves; rest != 0; rest = without_first(rest)) {
        const Square square = first(rest);
        if (turns(rules, position.played(square, rules.flips(position, square)), stable.passed()))
            return true;
    }
    return false;
}

// Whether a game, given as its positions, turns a disc that was called stable before.
template <class Rules>
bool turns(const Rules& rules, const std::vector<Position>& game) {
    Position stable;
    for (const Position& position : game) {
        if (!still_there(stable, position)) return true;
        const Position now = all_stable(rules, position);
        stable = Position{stable.own | now.own, stable.opp | now.opp}.passed();
    }
    return false;
}

// How many of `games` random games and of as many endings, read to the end in all ways, turn a stable disc.
template <class Rules>
int counter_examples(const Shape& shape, int games) {
    const Rules rules(shape);
    Random random(11);
    int found = 0;
    for (int i = 0; i < games; ++i) {
        found += turns(rules, random_game(shape, random)) ? 1 : 0;
        const Position position = ending(shape, i % 8 == 0 ? 8 : 1 + i % 7, random);
        found += turns(rules, position, all_stable(rules, position)) ? 1 : 0;
    }
    return found;
}

inline void stable_discs_never_turn(Tally& tally, int games) {
    for (const Shape& shape : shapes) {
        if (!shape.is_round()) {
            tally.check(counter_examples<StraightRules>(shape, games) == 0);
            continue;
        }
        tally.check(counter_examples<RingRules>(shape, games) == 0);
        tally.check(counter_examples<WithoutRingCondition>(shape, games) > 0);
    }
}

// What is found must also be something: full boards are stable to the last disc, corners hold their edges.
inline void stable_discs_are_found(Tally& tally) {
    Random random(5);
    for (const Shape& shape : shapes)
        with_rules(shape, [&](const auto& rules) {
            const Position full = thrown_ending(shape, 0, random);
            tally.check(all_stable(rules, full) == full);
            tally.check(all_stable(rules, shape.start) == Position{});
        });
    const StraightRules rules(*find_shape("reversi"));
    const Bits corner = bit(0) | bit(1) | bit(8);  // a1 b1 a2
    tally.check(stable_discs(rules, corner, corner) == corner);
    const Bits open = corner | bit(9);  // b2, flanked from a3 and c1
    tally.check(stable_discs(rules, open, open) == corner);
    tally.check(stable_discs(rules, open | bit(16), open | bit(16)) == (open | bit(16)));  // a3 holds it
    tally.check(stable_discs(rules, bit(1) | bit(2), bit(1) | bit(2)) == 0);               // b1 c1 alone
}

}  // namespace shirokuro::SHIROKURO_ISA::tests
