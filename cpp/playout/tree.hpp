// The tree of a UCT search, shared by its threads without locks: counters are atomic, and a node's children
// appear all at once.
#pragma once

#include <atomic>
#include <bit>
#include <cstddef>
#include <memory>
#include <mutex>
#include <new>
#include <span>
#include <vector>

#include "board/isa.hpp"
#include "playout/tasks.hpp"

namespace shirokuro::SHIROKURO_ISA {

// The outcomes still possible for a node, as a set that each proof makes smaller.
class Possible {
  public:
    static constexpr std::uint8_t all = 7;
    static constexpr std::uint8_t between(Verdict least, Verdict most) {
        return static_cast<std::uint8_t>((2 << static_cast<int>(most)) - (1 << static_cast<int>(least)));
    }

    Verdict least() const { return static_cast<Verdict>(std::countr_zero(bits())); }
    Verdict most() const { return static_cast<Verdict>(std::bit_width(static_cast<unsigned>(bits())) - 1); }
    bool is_one() const { return least() == most(); }
    // Whether this changed the set. Two proofs of the same node agree, so their order does not matter.
    bool narrow(Verdict least, Verdict most) {
        const std::uint8_t proof = between(least, most);
        return (bits_.fetch_and(proof, std::memory_order_relaxed) & ~proof) != 0;
    }

  private:
    std::uint8_t bits() const { return bits_.load(std::memory_order_relaxed); }

    std::atomic<std::uint8_t> bits_{all};
};

constexpr Verdict reversed(Verdict outcome) {
    return static_cast<Verdict>(static_cast<int>(Verdict::win) - static_cast<int>(outcome));
}

// A move and what followed it, all of it as the side that made the move sees it.
struct Node {
    std::atomic<std::int64_t> margins{0};
    std::atomic<std::uint32_t> points{0};  // 2 a win, 1 a draw
    std::atomic<std::uint32_t> visits{0};  // includes walks under way, which count as lost until they end
    std::atomic<Node*> children{nullptr};
    std::atomic<std::uint8_t> state{0};
    Possible possible;
    std::uint8_t child_count = 0;
    std::uint8_t move = pass;
    std::int16_t prior = 0;

    static constexpr std::uint8_t fresh = 0, growing = 1, grown = 2;

    bool is_grown() const { return state.load(std::memory_order_acquire) == grown; }
    std::span<Node> below() const { return {children.load(std::memory_order_relaxed), child_count}; }
};

static_assert(sizeof(Node) == 32);

// Where nodes live; all are freed with it.
class Grove {
  public:
    explicit Grove(std::size_t most) : most_(most) {}

    // Allocates neighbouring nodes; returns none when the memory is used up.
    Node* plant(std::size_t number) {
        const std::lock_guard lock(mutex_);
        if (used_ + number > size_of_patch && !open_patch()) return nullptr;
        Node* const first = patches_.back().get() + used_;
        used_ += number;
        planted_ += number;
        return first;
    }
    std::size_t planted() const { return planted_; }

  private:
    bool open_patch() {
        if ((patches_.size() + 1) * size_of_patch > most_ && !patches_.empty()) return false;
        std::unique_ptr<Node[]> patch(new (std::nothrow) Node[size_of_patch]);
        if (!patch) return false;
        patches_.push_back(std::move(patch));
        used_ = 0;
        return true;
    }

    static constexpr std::size_t size_of_patch = 4096;

    std::mutex mutex_;
    std::size_t most_;
    std::size_t used_ = size_of_patch;
    std::size_t planted_ = 0;
    std::vector<std::unique_ptr<Node[]>> patches_;
};

}  // namespace shirokuro::SHIROKURO_ISA
