// The don't-care experiment's table: a fixed array of heads, each the beginning of a chain of nodes, and a
// cap on the nodes' memory; when it is reached all of them are dropped.
#pragma once

#include <algorithm>
#include <vector>

#include "board/position.hpp"

namespace shirokuro {

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

}  // namespace shirokuro
