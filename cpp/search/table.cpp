#include "search/table.hpp"

#include <algorithm>
#include <stdexcept>

namespace shirokuro {

Table::Table(std::size_t bytes)
    : size_(std::max<std::size_t>(bytes / sizeof(Bucket), 1)),
      owned_(allocated(size_)),
      buckets_(owned_.get()) {
    clear();
}

Table::Table(std::span<std::byte> memory) : owned_(nullptr, Release{0}) {
    if (memory.size() < sizeof(Head) + sizeof(Bucket) ||
        reinterpret_cast<std::uintptr_t>(memory.data()) % alignof(Bucket) != 0)
        throw std::invalid_argument("memory: too small for a table, or not aligned to 64 bytes");
    size_ = (memory.size() - sizeof(Head)) / sizeof(Bucket);
    head_ = reinterpret_cast<Head*>(memory.data());
    buckets_ = reinterpret_cast<Bucket*>(memory.data() + sizeof(Head));
}

bool Table::agrees_on(std::uint64_t meaning) {
    std::uint64_t said = 0;
    return head_->meaning.compare_exchange_strong(said, meaning) || said == meaning;
}

Table::Buckets Table::allocated(std::size_t size) {
    Bucket* const buckets = HugePages<Bucket>().allocate(size);
    std::uninitialized_default_construct_n(buckets, size);
    return Buckets(buckets, {size});
}

void Table::clear() {
    age_ = 0;  // ages come round again, and an empty slot of the present one would not give way first
    head_->age = 0;
    // No key is a lone a1 of both colours, so what is written here matches nothing.
    for (std::size_t i = 0; i < size_; ++i)
        for (Slot& slot : buckets_[i].slots) slot.write({1, 1}, Entry{});
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
