// Patterns: groups of cells whose contents, read as a number of base three, lead to a trained weight. The
// images of a pattern under the board's symmetries share its weights, and so do contents that are mirror
// images of each other where a symmetry keeps the pattern in place.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "board/shape.hpp"

namespace shirokuro {

// The values that a number of cells can have.
inline constexpr int counts = squares + 1;

// The numbers besides the patterns, by their places; each has a table of weights of its own. Those of the
// rim exist on round boards only.
enum Scalar {
    own_mobility,
    opp_mobility,
    own_potential,  // empty cells beside discs of the opponent
    opp_potential,
    cells_left,    // empty cells: whoever moves at an odd number of them tends to move last
    rim_balance,   // empty cells of the rim, and own minus opponent's discs there
    rim_captures,  // the most discs that each side can turn along the rim with one disc
    rim_flanks,    // from how many cells each side flanks along the rim
    rim_access,    // empty cells of the rim, and on how many of them each side can play
    scalars
};

constexpr int scalars_of(const Shape& shape) { return shape.is_round() ? scalars : rim_balance; }

// The size of the rim's tables, which count up to `Ring::most` cells.
inline constexpr int rim_counts = Ring::most + 1;
inline constexpr int rim_balances = 2 * Ring::most + 1;
inline constexpr int rim_moves = 8;  // more ways than seven count as seven

constexpr int scalar_size(int scalar) {
    switch (scalar) {
        case rim_balance:
            return rim_counts * rim_balances;
        case rim_captures:
        case rim_flanks:
            return rim_counts * rim_counts;
        case rim_access:
            return rim_counts * rim_moves * rim_moves;
        default:
            return counts;
    }
}

// The layout of a board's weights, and the weights that a position uses.
class PatternIndex {
  public:
    static constexpr int most_lookups = 64;
    // The numbers of all lookups side by side, in vectors that are added in one step where the processor can.
    struct alignas(64) Numbers {
        static constexpr int lanes = 16;
        using Vector [[gnu::vector_size(2 * lanes)]] = std::uint16_t;
        Vector vectors[most_lookups / lanes] = {};

        // Always inlined: every instruction set has its own code for it.
        [[gnu::always_inline]] Numbers& operator+=(const Numbers& other) {
            for (std::size_t i = 0; i < std::size(vectors); ++i) vectors[i] += other.vectors[i];
            return *this;
        }
        const std::uint16_t* begin() const { return reinterpret_cast<const std::uint16_t*>(vectors); }
    };

    // Only for boards that have patterns.
    explicit PatternIndex(const Shape& shape);
    static bool exists_for(const Shape& shape);

    int lookups() const { return static_cast<int>(offsets_.size()); }
    // What the four cells of each nibble of the board add to the numbers, for each set of discs.
    const Numbers* nibbles() const { return contributions_.data(); }
    // Where the weights of each lookup begin, and those of each scalar.
    const std::uint32_t* offsets() const { return offsets_.data(); }
    const std::uint32_t* scalar_offsets() const { return scalar_offsets_.data(); }
    std::size_t size() const { return folds_.size(); }  // weights of a phase
    // The free weights of a phase: contents that must weigh the same share one.
    std::size_t free_size() const { return free_size_; }
    std::uint32_t fold(std::size_t weight) const { return folds_[weight]; }

    int phases() const { return most_empties_ / 2; }  // the most that there can be: one for every two plies
    // The phase, out of this many, of a position with this many empties.
    int phase(int empties, int phases) const {
        const int played = std::max(0, most_empties_ - empties);
        return std::min(played * phases / most_empties_, phases - 1);
    }
    std::uint32_t fingerprint() const { return fingerprint_; }  // of the patterns, for files of weights

  private:
    void add_pattern(const Shape& shape, const std::vector<Square>& cells);
    void add_scalars(const Shape& shape);
    void add_lookup(const std::vector<Square>& cells, std::uint32_t offset);

    std::vector<Numbers> contributions_ = std::vector<Numbers>(256);
    std::vector<std::uint32_t> offsets_;
    std::vector<std::uint32_t> scalar_offsets_;
    std::vector<std::uint32_t> folds_;
    std::size_t free_size_ = 0;
    int most_empties_;
    std::uint32_t fingerprint_ = 0;
};

// The number of weights that a position uses.
inline int features_of(const PatternIndex& index, const Shape& shape) {
    return index.lookups() + scalars_of(shape);
}

}  // namespace shirokuro
