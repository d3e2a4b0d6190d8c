// The transposition table that all threads of an engine share, without locks. An entry holds the whole
// position, each half xored with the entry's data, so that a torn read compares unequal (Hyatt & Mann 2002).
#pragma once

#include <atomic>
#include <cstddef>
#include <optional>
#include <span>
#include <utility>

#include "board/position.hpp"
#include "board/zeroed_memory.hpp"

namespace shirokuro {

// What is known of a position: bounds of its value from a search of `depth` plies at a `confidence`.
struct Entry {
    std::int8_t lower = -127;
    std::int8_t upper = 127;
    std::uint8_t depth = 0;
    std::uint8_t confidence = 0;
    std::uint8_t best = pass;  // the move that did best, then the one before it; pass for none
    std::uint8_t second = pass;
    std::int8_t offset = 0;  // of the key it was stored under
    std::uint8_t age = 0;
};
static_assert(sizeof(Entry) == sizeof(std::uint64_t));

// A large table begins as a small part of its memory and grows from pass to pass: a page of memory costs time
// when it is first touched, more than a short search takes.
class Table {
  public:
    explicit Table(std::size_t bytes);
    // In memory of the caller, from its first cache line on, which tables of several processes may share. Its
    // entries are kept; zeros are an empty table, since every key has discs.
    explicit Table(std::span<std::byte> memory);

    void clear();
    // Uses more of its memory if a good part of what it uses is full or more entries are `expected`. No
    // thread may use the table meanwhile. Memory of the caller is used as a whole from the beginning.
    void grow(std::uint64_t expected = 0);
    // Each search that shares the memory has its own age.
    void new_search() { age_ = static_cast<std::uint8_t>(head_->age.fetch_add(1) + 1); }
    bool has_own_memory() const { return owned_.has_value(); }
    // Whether entries mean the same to all that share the memory; the first that asks says what they mean.
    bool agrees_on(std::uint64_t meaning);
    bool is_of_this_search(const Entry& entry) const { return entry.age == age_; }
    std::size_t bytes() const { return most_ * sizeof(Bucket); }

    bool find(const Position& key, std::uint64_t hash, Entry& out) const {
        for (const Slot& slot : std::as_const(buckets_[place_of(hash)]).slots)
            if (slot.read(key, out)) return true;
        return false;
    }

    void prefetch(std::uint64_t hash) const { __builtin_prefetch(&buckets_[place_of(hash)]); }

    // Replaces what is known of the same position; otherwise the entry of an older or shallower search gives
    // way.
    void store(const Position& key, std::uint64_t hash, Entry entry);

  private:
    struct Slot {
        std::atomic<std::uint64_t> own;
        std::atomic<std::uint64_t> opp;
        std::atomic<std::uint64_t> data;

        bool read(const Position& key, Entry& out) const {
            const std::uint64_t bits = data.load(std::memory_order_relaxed);
            if ((own.load(std::memory_order_relaxed) ^ bits) != key.own ||
                (opp.load(std::memory_order_relaxed) ^ std::rotl(bits, 32)) != key.opp)
                return false;
            out = std::bit_cast<Entry>(bits);
            return true;
        }

        void write(const Position& key, const Entry& entry) {
            const auto bits = std::bit_cast<std::uint64_t>(entry);
            own.store(key.own ^ bits, std::memory_order_relaxed);
            opp.store(key.opp ^ std::rotl(bits, 32), std::memory_order_relaxed);
            data.store(bits, std::memory_order_relaxed);
        }

        void clear() {
            for (auto* word : {&own, &opp, &data}) word->store(0, std::memory_order_relaxed);
        }
    };
    struct alignas(64) Bucket {
        Slot slots[2];
    };

    void put(const Position& key, std::uint64_t hash, const Entry& entry);
    bool is_filling() const;
    void resize(std::size_t size);

    std::size_t place_of(std::uint64_t hash) const {
        return static_cast<std::size_t>(static_cast<Wide>(hash) * size_ >> 64);
    }

    // What lies before the buckets in shared memory.
    struct alignas(64) Head {
        std::atomic<std::uint64_t> meaning{0};
        std::atomic<std::uint8_t> age{0};
    };
    __extension__ typedef unsigned __int128 Wide;
    std::size_t most_;  // buckets that there is memory for, and that are in use
    std::size_t size_;
    std::optional<ZeroedMemory> owned_;  // none where the memory is the caller's
    Bucket* buckets_;
    Head own_head_;
    Head* head_ = &own_head_;
    std::uint8_t age_ = 0;
};

}  // namespace shirokuro
