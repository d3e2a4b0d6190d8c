#include "search/table.hpp"

#include <algorithm>
#include <memory>
#include <stdexcept>

namespace shirokuro {

Table::Table(std::size_t bytes)
    : size_(std::max<std::size_t>(bytes / sizeof(Bucket), 1)),
      owned_(std::in_place, size_ * sizeof(Bucket)),
      buckets_(reinterpret_cast<Bucket*>(owned_->bytes().data())) {}

Table::Table(std::span<std::byte> memory) {
    std::size_t room = memory.size();
    void* begin = memory.data();
    if (std::align(alignof(Head), sizeof(Head) + sizeof(Bucket), begin, room) == nullptr)
        throw std::invalid_argument("memory: too small for a table; 192 bytes always do");
    size_ = (room - sizeof(Head)) / sizeof(Bucket);
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
    if (owned_) return owned_->clear();
    // Other threads may read meanwhile, so word by word; a half-cleared entry compares unequal.
    for (std::size_t i = 0; i < size_; ++i)
        for (Slot& slot : buckets_[i].slots) slot.clear();
}

void Table::store(const Position& key, std::uint64_t hash, Entry entry) {
    Bucket& bucket = buckets_[place_of(hash)];
    entry.age = age_;
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
