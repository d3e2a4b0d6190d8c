#include "search/table.hpp"

#include <algorithm>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <type_traits>

namespace shirokuro {

namespace {

constexpr std::size_t first_size = 1 << 15;  // buckets that a table begins with: one huge page of memory
constexpr std::size_t growth = 8;
constexpr std::size_t sampled = 512;  // buckets that tell how full a table is

}  // namespace

Table::Table(std::size_t bytes)
    : most_(std::max<std::size_t>(bytes / sizeof(Bucket), 1)),
      size_(std::min(most_, first_size)),
      owned_(std::in_place, most_ * sizeof(Bucket)),
      buckets_(reinterpret_cast<Bucket*>(owned_->bytes().data())) {}

Table::Table(std::span<std::byte> memory) {
    std::size_t room = memory.size();
    void* begin = memory.data();
    if (std::align(alignof(Head), sizeof(Head) + sizeof(Bucket), begin, room) == nullptr)
        throw std::invalid_argument("memory: too small for a table; 192 bytes always do");
    most_ = size_ = (room - sizeof(Head)) / sizeof(Bucket);
    head_ = static_cast<Head*>(begin);
    buckets_ = reinterpret_cast<Bucket*>(static_cast<std::byte*>(begin) + sizeof(Head));
}

bool Table::agrees_on(std::uint64_t meaning) {
    std::uint64_t said = 0;
    return head_->meaning.compare_exchange_strong(said, meaning) || said == meaning;
}

void Table::clear() {
    age_ = 0;  // ages wrap round, and an empty slot of the present age would not be replaced first
    head_->age = 0;
    if (owned_) {
        owned_->clear(size_ * sizeof(Bucket));
        size_ = std::min(most_, first_size);
        return;
    }
    // Other threads may read meanwhile, so word by word; a half-cleared entry compares unequal.
    for (std::size_t i = 0; i < size_; ++i)
        for (Slot& slot : buckets_[i].slots) slot.clear();
}

bool Table::is_filling() const {
    const std::size_t buckets = std::min(size_, sampled);
    std::size_t full = 0;
    for (std::size_t i = 0; i < buckets; ++i)
        for (const Slot& slot : std::as_const(buckets_[i]).slots)
            full += slot.data.load(std::memory_order_relaxed) != 0;
    return full > buckets / growth;
}

void Table::grow(std::uint64_t expected) {
    std::size_t size = size_;
    if (size < most_ && is_filling()) size *= growth;
    while (size < most_ && 2 * size < expected) size *= growth;
    if (size != size_) resize(std::min(size, most_));
}

// An entry's new place is never before its old one, so going backwards each bucket is emptied before anything
// moves into it. Entries whose key leaves discs out are dropped: their hash is not known here.
void Table::resize(std::size_t size) {
    const std::size_t before = size_;
    size_ = size;
    for (std::size_t i = before; i-- > 0;) {
        std::pair<Position, std::uint64_t> moved[std::extent_v<decltype(Bucket::slots)>];
        for (std::size_t j = 0; j < std::size(moved); ++j) {
            Slot& slot = buckets_[i].slots[j];
            const std::uint64_t bits = slot.data.load(std::memory_order_relaxed);
            moved[j] = {{slot.own.load(std::memory_order_relaxed) ^ bits,
                         slot.opp.load(std::memory_order_relaxed) ^ std::rotl(bits, 32)},
                        bits};
            slot.clear();
        }
        for (const auto& [key, bits] : moved)
            if (bits != 0 && (key.own & key.opp) == 0) put(key, hash(key), std::bit_cast<Entry>(bits));
    }
}

void Table::store(const Position& key, std::uint64_t hash, Entry entry) {
    entry.age = age_;
    put(key, hash, entry);
}

void Table::put(const Position& key, std::uint64_t hash, const Entry& entry) {
    Bucket& bucket = buckets_[place_of(hash)];
    Slot* victim = nullptr;
    int least = 1 << 16;
    for (Slot& slot : bucket.slots) {
        Entry there;
        if (slot.read(key, there)) {
            slot.write(key, entry);
            return;
        }
        const auto held = std::bit_cast<Entry>(slot.data.load(std::memory_order_relaxed));
        const int worth = held.depth + (held.age == age_ ? 64 : 0);
        if (worth < least) {
            least = worth;
            victim = &slot;
        }
    }
    victim->write(key, entry);
}

}  // namespace shirokuro
