// The trained evaluation: the weights of all patterns of a position and of a few counts, summed; on boards
// whose weights are vectors, a small network makes the value out of the sum.
#pragma once

#include "board/neighbours.hpp"
#include "board/rules.hpp"
#include "evaluate/evaluator.hpp"
#include "evaluate/weights_file.hpp"

namespace shirokuro::SHIROKURO_ISA {

// The rim as each side sees it: words in ring order.
struct RimWords {
    std::uint64_t own, opp;

    RimWords(const RingTables& tables, const Position& position)
        : own(clockwise(tables, gather(tables, position.own))),
          opp(clockwise(tables, gather(tables, position.opp))) {}
};

// The discs that a disc at place `at` turns along the rim.
inline int rim_capture(const RingTables& tables, std::uint64_t own, std::uint64_t opp, int at) {
    const int size = tables.ring.size;
    const auto turned = [&](std::uint64_t word) {
        return (word >> at | word << (size - at)) & tables.mask & ~std::uint64_t{1};
    };
    const std::uint64_t stops = tables.mask & ~std::uint64_t{1} & ~turned(opp);
    if (stops == 0) return tables.ring.loop ? size - 1 : 0;
    const std::uint64_t mine = turned(own);
    const std::uint64_t nearest = stops & (~stops + 1), farthest = std::bit_floor(stops);
    return ((nearest & mine) != 0 ? first(nearest) - 1 : 0) +
           ((farthest & mine) != 0 ? size - 1 - first(farthest) : 0);
}

// The number of empty cells from which one side flanks along the rim, and the most discs that one turns.
struct RimReach {
    int flanks = 0;
    int most = 0;

    RimReach(const RingTables& tables, std::uint64_t own, std::uint64_t opp) {
        if (opp == 0 || (own == 0 && !tables.ring.loop)) return;
        for (std::uint64_t rest = tables.mask & ~(own | opp) & beside(opp, tables); rest != 0;
             rest = without_first(rest))
            if (const int turned = rim_capture(tables, own, opp, first(rest)); turned > 0) {
                ++flanks;
                most = std::max(most, turned);
            }
    }

  private:
    static std::uint64_t beside(std::uint64_t word, const RingTables& tables) {
        const int last = tables.ring.size - 1;
        return (word << 1 | word >> 1 | word << last | word >> last) & tables.mask;
    }
};

template <class Rules>
class PatternEvaluator {
  public:
    using Numbers = PatternIndex::Numbers;
    static constexpr std::string_view name = "trained";
    static constexpr const Weights* own_weights = nullptr;
    PatternEvaluator(const Shape& shape, const Weights& weights)
        : rules_(shape), weights_(static_cast<const PatternWeights&>(weights)), index_(weights_.index) {}

    // In 1/128 disc.
    int value(const Position& position, Bits own_moves) const {
        return value(read(position), position, own_moves);
    }
    int value(const Numbers& read, const Position& position, Bits own_moves) const {
        const std::size_t phase = weights_.phase(count(rules_.empties(position)));
        const std::size_t begin = phase * index_.size();
        if (weights_.layers.empty()) {
            int sum = 0;
            const std::int16_t* numbers = &weights_.numbers[begin];
            for_each_weight(read, position, own_moves, [&](std::size_t place) { sum += numbers[place]; });
            return sum;
        }
        // Two sums by turns: an addition waits for the one before it.
        Network::Sums sums{}, others{};
        const Network::Sums* vectors = &weights_.vectors[begin];
        const std::uint32_t* offsets = index_.offsets();
        int i = 0;
        for (; i + 1 < index_.lookups(); i += 2) {
            sums += vectors[offsets[i] + read.begin()[i]];
            others += vectors[offsets[i + 1] + read.begin()[i + 1]];
        }
        if (i < index_.lookups()) sums += vectors[offsets[i] + read.begin()[i]];
        take_scalars(position, own_moves, [&](std::size_t place) { others += vectors[place]; });
        return value_of(weights_.layers[phase], sums + others);
    }

    int fine(const Position& position, Bits own_moves) const {
        return sixteenths(value(position, own_moves));
    }
    int evaluate(const Position& position, Bits own_moves) const { return discs(value(position, own_moves)); }
    // Other units of a value.
    static int sixteenths(int value) { return (value + 4) >> 3; }
    int discs(int value) const { return whole_discs(sixteenths(value), count(rules_.cells)); }

    // Calls `take` with the index of every weight that the position uses.
    template <class Take>
    void for_each_weight(const Position& position, Bits own_moves, const Take& take) const {
        for_each_weight(read(position), position, own_moves, take);
    }
    template <class Take>
    [[gnu::always_inline]] void for_each_weight(const Numbers& read, const Position& position, Bits own_moves,
                                                const Take& take) const {
        const std::uint32_t* offsets = index_.offsets();
        for (int i = 0; i < index_.lookups(); ++i) take(offsets[i] + read.begin()[i]);
        take_scalars(position, own_moves, take);
    }

    // The contents that the lookups see, as numbers of base three: 1 for an own disc, 2 for the opponent's.
    [[gnu::always_inline]] Numbers read(const Position& position) const {
        const Numbers* nibbles = index_.nibbles();
        Numbers own, opp;
        for (int nibble = 0; nibble < 16; ++nibble, nibbles += 16) {
            own += nibbles[position.own >> 4 * nibble & 15];
            opp += nibbles[position.opp >> 4 * nibble & 15];
        }
        own += opp;
        own += opp;
        return own;
    }
    // Adds some own discs to the numbers.
    [[gnu::always_inline]] void add(Bits discs, Numbers& numbers) const {
        while (discs != 0) {
            const int nibble = first(discs) / 4;
            const Bits four = discs >> 4 * nibble & 15;
            numbers += index_.nibbles()[16 * static_cast<std::size_t>(nibble) + four];
            discs ^= four << 4 * nibble;
        }
    }

  private:
    template <class Take>
    [[gnu::always_inline]] void take_scalars(const Position& position, Bits own_moves,
                                             const Take& take) const {
        const Bits empties = rules_.empties(position);
        const Bits opp_moves = rules_.legal(position.passed());
        const std::uint32_t* offsets = index_.scalar_offsets();
        const auto add = [&](Scalar scalar, int number) {
            take(offsets[scalar] + static_cast<std::size_t>(number));
        };
        add(own_mobility, count(own_moves));
        add(opp_mobility, count(opp_moves));
        add(own_potential, count(spread(position.opp) & empties));
        add(opp_potential, count(spread(position.own) & empties));
        add(cells_left, count(empties));
        if constexpr (requires { rules_.tables; }) {
            const RingTables& tables = *rules_.tables;
            const RimWords words(tables, position);
            const int open = tables.ring.size - count(words.own | words.opp);
            const RimReach own(tables, words.own, words.opp), opp(tables, words.opp, words.own);
            const Bits rim = tables.ring.cells();
            const auto ways = [&](Bits moves) { return std::min(count(moves & rim), rim_moves - 1); };
            add(rim_balance, open * rim_balances + count(words.own) - count(words.opp) + Ring::most);
            add(rim_captures, own.most * rim_counts + opp.most);
            add(rim_flanks, own.flanks * rim_counts + opp.flanks);
            add(rim_access, (open * rim_moves + ways(own_moves)) * rim_moves + ways(opp_moves));
        }
    }

    Rules rules_;
    const PatternWeights& weights_;
    const PatternIndex& index_;
};

// The patterns of the position are read once; each child differs from it in the discs turned and the one
// placed.
template <class Rules>
class Children<PatternEvaluator<Rules>> {
  public:
    Children(const PatternEvaluator<Rules>& evaluator, const Position& position)
        : evaluator_(evaluator), position_(position), before_(evaluator.read(position.passed())) {}

    int fine(const Position& next, Bits moves) const { return evaluator_.sixteenths(value(next, moves)); }
    int evaluate(const Position& next, Bits moves) const { return evaluator_.discs(value(next, moves)); }

  private:
    // A turned disc was the child's own and is the opponent's now: 2 instead of 1.
    int value(const Position& next, Bits moves) const {
        const Bits placed = next.occupied() ^ position_.occupied();
        PatternIndex::Numbers numbers = before_;
        evaluator_.add((next.own ^ position_.opp) | placed, numbers);
        evaluator_.add(placed, numbers);
        return evaluator_.value(numbers, next, moves);
    }

    const PatternEvaluator<Rules>& evaluator_;
    const Position position_;
    const PatternIndex::Numbers before_;
};

}  // namespace shirokuro::SHIROKURO_ISA
