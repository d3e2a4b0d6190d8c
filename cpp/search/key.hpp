// The key of a position in a table: the position itself or, with don't-care discs left out, what it has in
// common with all positions that differ in them only.
#pragma once

#include "evaluate/dont_care.hpp"
#include "search/table.hpp"
#include "search/task.hpp"

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

    // Whether a position is its own key.
    bool are_plain() const { return kind_ == DontCare::off; }

    template <class Rules>
    [[gnu::always_inline]] Key of(const Rules& rules, const Position& position) const {
        return are_plain() ? Key{position, hash(position)} : masked(rules, position);
    }

    template <class Rules>
    [[gnu::noinline]] Key masked(const Rules& rules, const Position& position) const {
        const Bits discs = left_out(rules, position);
        const Position rest{position.own | discs, position.opp | discs};
        const int offset = count(position.own & discs) - count(position.opp & discs);
        return {rest, hash(rest) ^ (adds_offset_ ? 0 : spread_offset(offset)), offset};
    }

    // The discs whose colour is not part of the key.
    template <class Rules>
    Bits left_out(const Rules& rules, const Position& position) const {
        switch (kind_) {
            case DontCare::full_lines:
                return full_line_discs(rules, position);
            case DontCare::wide:
                return unreachable_discs(rules, position);
            case DontCare::off:
                break;
        }
        return 0;
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
