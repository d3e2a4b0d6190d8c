// What a table knows a position by: itself or, with don't-care discs left out, all positions that differ in
// them only.
#pragma once

#include "evaluate/dont_care.hpp"
#include "search/limits.hpp"
#include "search/table.hpp"

namespace shirokuro::SHIROKURO_ISA {

struct Key {
    Position position;
    std::uint64_t hash;
    int offset = 0;  // what the discs left out add to the value
};

// A cell left out carries both colours, which no other position has there. Under plain scoring the offset is
// taken off the stored value; where the winner gets the empties, positions must have the same offset to share
// an entry.
class Keys {
  public:
    Keys(DontCare kind, Scoring scoring) : kind_(kind), adds_offset_(scoring == Scoring::plain) {}

    template <class Rules>
    Key of(const Rules& rules, const Position& position) const {
        if (kind_ == DontCare::off) return {position, hash(position)};
        const Bits left_out = dont_care_discs(rules, position);
        const Position masked{position.own | left_out, position.opp | left_out};
        const int offset = count(position.own & left_out) - count(position.opp & left_out);
        return {masked, hash(masked) ^ (adds_offset_ ? 0 : spread_offset(offset)), offset};
    }

    // Bounds in and out of a table. Without the discs left out a value is at most the other cells' number,
    // and an unknown bound stays beyond all values.
    std::int8_t stored(int value, const Key& key) const {
        return static_cast<std::int8_t>(adds_offset_ ? value - key.offset : value);
    }
    int restored(std::int8_t bound, const Key& key) const {
        return adds_offset_ ? bound + key.offset : bound;
    }
    bool fits(int offset_there, const Key& key) const { return adds_offset_ || offset_there == key.offset; }

  private:
    static std::uint64_t spread_offset(int offset) {
        return static_cast<std::uint64_t>(offset) * 0x9e3779b97f4a7c15u;
    }

    DontCare kind_;
    bool adds_offset_;
};

}  // namespace shirokuro::SHIROKURO_ISA
