// The don't-care experiment: alpha-beta to the end on the disc difference, squares in ascending order,
// nothing pruned but by the window and the table, whose keys may leave don't-care discs out.
//
// The study does not say how bounds are kept. Here a node of the table holds a lower and an upper bound, the
// search returns bounds beyond its window too (fail-soft), and a later result for the same key narrows them.
// Finished games are counted by their discs and never stored; a pass is a position of its own.
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

    explicit ChainedTable(std::size_t bytes)
        : heads_(head_count, none), most_(std::clamp<std::size_t>(bytes / sizeof(Node), 1, none)) {}

    Node* find(const Position& key, std::uint64_t hash) {
        for (std::uint32_t at = heads_[hash % head_count]; at != none; at = nodes_[at].next)
            if (nodes_[at].key == key) return &nodes_[at];
        return nullptr;
    }

    // Puts a node, which must not be there yet, in front of its chain; whether all others were dropped first.
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
          keys_(task.masking, Scoring::plain),
          table_(task.table_bytes),
          stopper_(task.interrupts),
          counter_(stopper_, true) {}

    DontCareRun run() {
        run_.value = search(root_, -unknown, unknown);
        return run_;
    }

  private:
    using Node = ChainedTable::Node;
    static constexpr std::int8_t unknown = 127;  // a bound beyond all values

    int search(const Position& position, int alpha, int beta) {
        ++run_.positions;
        counter_.count();
        if (counter_.is_stopped()) return alpha;
        if (rules_.empties(position) == 0) return disc_difference(position);
        // 1. The table comes first.
        const Key key = keys_.of(rules_, position);
        int value;
        if (table_answers(key, alpha, beta, value)) return value;
        // 2. The moves, or a pass.
        const Bits moves = rules_.legal(position);
        if (moves != 0)
            value = best_of(position, moves, alpha, beta);
        else if (rules_.legal(position.passed()) != 0)
            value = -search(position.passed(), -beta, -alpha);
        else
            return disc_difference(position);
        // 3. Stored just before backtracking.
        store(key, alpha, beta, value);
        return value;
    }

    int best_of(const Position& position, Bits moves, int alpha, int beta) {
        int best = -unknown;
        for (Bits rest = moves; rest != 0 && best < beta; rest = without_first(rest)) {
            const Position next = rules_.after(position, first(rest));
            best = std::max(best, -search(next, -beta, -std::max(alpha, best)));
        }
        return best;
    }

    bool table_answers(const Key& key, int alpha, int beta, int& value) {
        ++run_.probes;
        const Node* const known = table_.find(key.position, key.hash);
        if (known == nullptr) return false;
        ++run_.hits;
        const int lower = keys_.restored(known->lower, key);
        const int upper = keys_.restored(known->upper, key);
        if (lower < beta && upper > alpha && lower != upper) return false;
        ++run_.cuts;
        value = lower >= beta ? lower : upper;
        return true;
    }

    void store(const Key& key, int alpha, int beta, int value) {
        Node* known = table_.find(key.position, key.hash);
        Node node = known != nullptr ? *known : Node{key.position, 0, -unknown, unknown};
        if (value > alpha) node.lower = std::max(node.lower, keys_.stored(value, key));
        if (value < beta) node.upper = std::min(node.upper, keys_.stored(value, key));
        if (known != nullptr) {
            *known = node;
            return;
        }
        ++run_.stores;
        if (table_.add(node, key.hash)) ++run_.emptyings;
    }

    static int disc_difference(const Position& position) { return count(position.own) - count(position.opp); }

    Rules rules_;
    Position root_;
    Keys keys_;
    ChainedTable table_;
    Stopper stopper_;
    NodeCounter counter_;
    DontCareRun run_;
};

}  // namespace shirokuro::SHIROKURO_ISA
