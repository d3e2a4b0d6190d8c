// The don't-care experiment: alpha-beta to the end on the disc difference, squares in ascending order,
// nothing pruned but by the window and the table, whose keys may leave don't-care discs out.
//
// The study does not say how bounds are kept. Here a node of the table holds a lower and an upper bound, and
// `TableUse` says which results become such bounds. A pass is a position of its own.
#pragma once

#include <algorithm>
#include <vector>

#include "search/key.hpp"
#include "studies/kernel.hpp"

namespace shirokuro::SHIROKURO_ISA {

// The experiment's table: a fixed array of heads, each the beginning of a chain of nodes, and a cap on the
// nodes' memory; when it is reached all of them are dropped.
class ChainedTable {
  public:
    struct Node {
        Position key;
        std::uint32_t next;
        std::int8_t lower;
        std::int8_t upper;
    };

    explicit ChainedTable(std::size_t most)
        : heads_(head_count, none), most_(std::clamp<std::size_t>(most, 1, none)) {}

    std::size_t size() const { return nodes_.size(); }

    Node* find(const Position& key, std::uint64_t hash) {
        for (std::uint32_t at = heads_[hash % head_count]; at != none; at = nodes_[at].next)
            if (nodes_[at].key == key) return &nodes_[at];
        return nullptr;
    }

    // Puts a new node in front of its chain; returns whether all others were dropped first.
    bool add(Node node, std::uint64_t hash) {
        const bool is_full = nodes_.size() == most_;
        if (is_full) drop_all();
        std::uint32_t& head = heads_[hash % head_count];
        node.next = head;
        head = static_cast<std::uint32_t>(nodes_.size());
        nodes_.push_back(node);
        return is_full;
    }

  private:
    static constexpr std::size_t head_count = 999983;
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    void drop_all() {
        nodes_.clear();
        std::fill(heads_.begin(), heads_.end(), none);
    }

    std::vector<std::uint32_t> heads_;
    std::vector<Node> nodes_;
    std::size_t most_;
};

template <class Rules>
class DontCareSearch {
  public:
    DontCareSearch(const Rules& rules, const DontCareTask& task)
        : rules_(rules),
          root_(task.position),
          use_(task.use),
          keys_(task.masking, Scoring::plain),
          table_(task.use.most_nodes),
          stopper_(task.interrupts),
          counter_(stopper_, true) {}

    DontCareRun run() {
        run_.value = search({root_, true}, {-unknown, unknown});
        run_.entries = table_.size();
        return run_;
    }

  private:
    using Node = ChainedTable::Node;
    static constexpr std::int8_t unknown = 127;  // a bound beyond all values

    struct State {
        Position position;
        bool is_first;  // of the side that moves at the root

        State passed() const { return {position.passed(), !is_first}; }
    };

    // A lower and an upper bound; or a window, in which values are exact.
    struct Bounds {
        int lower, upper;

        Bounds negated() const { return {-upper, -lower}; }
        Bounds above(int value) const { return {std::max(lower, value), upper}; }
    };

    struct Found {
        int value;
        bool is_over;  // the bound of a finished game
    };

    int search(const State& state, const Bounds& window) {
        ++run_.positions;
        counter_.count();
        if (counter_.is_stopped()) return window.lower;
        if (count(rules_.empties(state.position)) < use_.from_empties) return expand(state, window).value;
        // 1. The table comes first.
        const Key key = key_of(state);
        int value;
        if (table_answers(key, state, window, value)) return value;
        // 2. The moves, or a pass.
        const Found found = expand(state, window);
        // 3. Stored just before backtracking.
        if (!found.is_over || use_.from_empties == 0) {
            const Bounds bounds = bounds_of(found, window, key);
            store(key, is_turned(state) ? bounds.negated() : bounds);
        }
        return found.value;
    }

    Found expand(const State& state, const Bounds& window) {
        const Bits moves = rules_.legal(state.position);
        if (moves == 0 && rules_.legal(state.position.passed()) == 0)
            return {disc_difference(state.position), true};
        const int value =
            moves != 0 ? best_of(state, moves, window) : -search(state.passed(), window.negated());
        return {use_.is_fail_hard ? std::clamp(value, window.lower, window.upper) : value, false};
    }

    int best_of(const State& state, Bits moves, const Bounds& window) {
        int best = -unknown;
        for (Bits rest = moves; rest != 0 && best < window.upper; rest = without_first(rest)) {
            const State next{rules_.after(state.position, first(rest)), !state.is_first};
            best = std::max(best, -search(next, window.above(best).negated()));
        }
        return best;
    }

    // A key without the mover has the discs, and the values, of the side that moves at the root.
    bool is_turned(const State& state) const { return !use_.tells_mover && !state.is_first; }

    Key key_of(const State& state) const {
        Key key = keys_.of(rules_, state.position);
        if (!is_turned(state)) return key;
        key.position = key.position.passed();
        key.hash = hash(key.position);
        return key;
    }

    bool table_answers(const Key& key, const State& state, const Bounds& window, int& value) {
        ++run_.probes;
        const Node* const known = table_.find(key.position, key.hash);
        if (known == nullptr) return false;
        ++run_.hits;
        const Bounds stored{known->lower, known->upper};
        const auto [lower, upper] = is_turned(state) ? stored.negated() : stored;
        value = keys_.restored(static_cast<std::int8_t>(lower), key);
        if (value < window.upper && lower != upper) {
            value = keys_.restored(static_cast<std::int8_t>(upper), key);
            if (value > window.lower) return false;
        }
        ++run_.cuts;
        return true;
    }

    // The bounds that a result proves for the value without the discs left out, as far as they are stored.
    Bounds bounds_of(const Found& found, const Bounds& window, const Key& key) const {
        const int value = keys_.stored(found.value, key);
        const bool is_cut = found.value >= window.upper, is_low = found.value <= window.lower;
        if (use_.stored == Stored::as_exact || found.is_over || (!is_cut && !is_low)) return {value, value};
        const bool is_unwanted = use_.stored == Stored::exact ||
                                 use_.stored == (is_cut ? Stored::no_cut_offs : Stored::no_fail_lows);
        if (is_unwanted) return {-unknown, unknown};
        return is_cut ? Bounds{value, unknown} : Bounds{-unknown, value};
    }

    void store(const Key& key, const Bounds& bounds) {
        if (bounds.lower == -unknown && bounds.upper == unknown) return;
        if (Node* const known = table_.find(key.position, key.hash)) return renew(*known, bounds);
        ++run_.stores;
        if (table_.add(renewed({key.position, 0, -unknown, unknown}, bounds), key.hash)) ++run_.emptyings;
    }

    void renew(Node& known, const Bounds& bounds) const {
        if (use_.again == Again::keep) return;
        if (use_.again == Again::replace || use_.stored == Stored::as_exact)
            known = renewed({known.key, known.next, -unknown, unknown}, bounds);
        else
            known = renewed(known, bounds);
    }

    static Node renewed(Node node, const Bounds& bounds) {
        node.lower = std::max(node.lower, static_cast<std::int8_t>(bounds.lower));
        node.upper = std::min(node.upper, static_cast<std::int8_t>(bounds.upper));
        return node;
    }

    static int disc_difference(const Position& position) { return count(position.own) - count(position.opp); }

    Rules rules_;
    Position root_;
    TableUse use_;
    Keys keys_;
    ChainedTable table_;
    Stopper stopper_;
    NodeCounter counter_;
    DontCareRun run_;
};

}  // namespace shirokuro::SHIROKURO_ISA
