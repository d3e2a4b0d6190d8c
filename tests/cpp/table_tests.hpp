// The shared table: what was stored comes back whole or not at all, whoever writes meanwhile.
#pragma once

#include <algorithm>
#include <stdexcept>
#include <thread>
#include <vector>

#include "check.hpp"
#include "playout/random.hpp"
#include "search/table.hpp"

namespace shirokuro::tests {

inline Position random_key(Random& random) {
    const Bits own = random.next();
    return {own, random.next() & ~own};
}

// An entry that its key can be told from; `salt` makes several for one key.
inline Entry entry_of(const Position& key, unsigned salt) {
    const std::uint64_t mixed = hash(key) * (2 * salt + 1);
    Entry entry;
    entry.lower = static_cast<std::int8_t>(mixed & 0x3f);
    entry.upper = static_cast<std::int8_t>((mixed >> 8 & 0x3f) + 64);
    entry.depth = static_cast<std::uint8_t>(mixed >> 16 & 0x3f);
    entry.confidence = static_cast<std::uint8_t>(salt);
    entry.best = static_cast<std::uint8_t>(mixed >> 24 & 0x3f);
    entry.second = static_cast<std::uint8_t>(mixed >> 32 & 0x3f);
    return entry;
}

inline bool is_same(Entry a, Entry b) {
    a.age = b.age = 0;  // the table's own
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

inline void table_gives_back_what_it_took(Tally& tally) {
    Table table(5 << 20);
    Random random(1);
    Entry found;
    for (int i = 0; i < 2000; ++i) {
        const Position key = random_key(random);
        tally.check(!table.find(key, hash(key), found));
        for (const unsigned salt : {0u, 1u}) {  // the second replaces the first
            table.store(key, hash(key), entry_of(key, salt));
            tally.check(table.find(key, hash(key), found) && is_same(found, entry_of(key, salt)));
        }
        tally.check(!table.find(key.passed(), hash(key), found));
        tally.check(!table.find({key.own ^ 1, key.opp}, hash(key), found));
        tally.check(!table.find({key.own, key.opp ^ bit(63)}, hash(key), found));
    }
    Random again(1);
    table.clear();
    for (int i = 0; i < 2000; ++i) {
        const Position key = random_key(again);
        tally.check(!table.find(key, hash(key), found));
    }
    tally.check(Table(0).bytes() > 0 && Table(1 << 20).bytes() <= 1 << 20);
}

inline Entry of_depth(int depth) {
    Entry entry;
    entry.depth = static_cast<std::uint8_t>(depth);
    return entry;
}

// Two tables in one memory: what one stores the other finds, as long as they mean the same by it.
inline void tables_may_share_memory(Tally& tally) {
    struct alignas(64) Line {
        std::byte bytes[64]{};
    };
    std::vector<Line> lines(1024);
    const auto memory = std::as_writable_bytes(std::span(lines));
    Table one(memory), other(memory);
    tally.check(!one.has_own_memory() && Table(0).has_own_memory() && one.bytes() == memory.size() - 64);
    Random random(3);
    Entry found;
    for (int i = 0; i < 200; ++i) {
        const Position key = random_key(random);
        tally.check(!other.find(key, hash(key), found));
        one.store(key, hash(key), entry_of(key, 0));
        tally.check(other.find(key, hash(key), found) && is_same(found, entry_of(key, 0)));
    }
    one.new_search();
    other.new_search();
    one.store({1, 2}, hash({1, 2}), of_depth(9));
    tally.check(other.find({1, 2}, hash({1, 2}), found));
    tally.check(one.is_of_this_search(found) && !other.is_of_this_search(found));
    tally.check(one.agrees_on(5) && other.agrees_on(5) && !other.agrees_on(6) && one.agrees_on(5));
    one.clear();
    tally.check(!one.find({1, 2}, hash({1, 2}), found) && !other.find({1, 2}, hash({1, 2}), found));
    for (const auto small : {memory.first(0), memory.first(127), memory.subspan(1, 190)})
        tally.check_throws<std::invalid_argument>([&] { const Table table(small); });
}

// Wherever memory begins, tables in it begin where a line of the cache does, and stay inside.
inline void memory_may_begin_anywhere(Tally& tally) {
    std::vector<std::byte> memory(4096, std::byte{0});
    for (std::size_t begin = 0; begin < 128; ++begin)
        for (const std::size_t size : {std::size_t{192}, std::size_t{1000}}) {
            std::fill(memory.begin(), memory.end(), std::byte{0});
            const auto part = std::span(memory).subspan(begin, size);
            Table one(part), other(part);
            tally.check(one.bytes() % 64 == 0 && one.bytes() + 64 <= size && one.bytes() + 64 + 128 > size);
            one.new_search();
            for (Bits own = 1; own < 200; ++own) one.store({own, bit(60)}, hash({own, bit(60)}), of_depth(1));
            Entry found;
            tally.check(other.find({199, bit(60)}, hash({199, bit(60)}), found));
            const auto is_untouched = [](std::byte byte) { return byte == std::byte{0}; };
            tally.check(std::all_of(memory.begin(), memory.begin() + static_cast<std::ptrdiff_t>(begin),
                                    is_untouched) &&
                        std::all_of(memory.begin() + static_cast<std::ptrdiff_t>(begin + size), memory.end(),
                                    is_untouched));
        }
}

// In a table of one bucket the shallower entry gives way, and before it any of an older search.
inline void shallow_and_old_entries_give_way(Tally& tally) {
    Table table(0);
    const Position a{1, 2}, b{4, 8}, c{16, 32}, d{64, 128};
    Entry found;
    const auto has = [&](const Position& key) { return table.find(key, hash(key), found); };
    table.store(a, hash(a), of_depth(9));
    table.store(b, hash(b), of_depth(5));
    table.store(c, hash(c), of_depth(3));
    tally.check(has(a) && !has(b) && has(c));
    table.new_search();
    table.store(d, hash(d), of_depth(1));
    table.store(b, hash(b), of_depth(2));
    tally.check(!has(a) && has(b) && !has(c) && has(d));
}

// A table whose sizes are multiples of each other loses nothing when it grows, and a cleared one is small and
// empty again.
inline void a_growing_table_keeps_its_entries(Tally& tally) {
    Table table(std::size_t{128} << 20);
    Entry found;
    for (int round = 0; round < 2; ++round) {
        Random random(5);
        table.new_search();
        std::vector<Position> keys;
        const auto has = [&](const Position& key) {
            return table.find(key, hash(key), found) && is_same(found, entry_of(key, 1));
        };
        for (int i = 0; i < 20000; ++i) {
            keys.push_back(random_key(random));
            tally.check(!table.find(keys.back(), hash(keys.back()), found));
            table.store(keys.back(), hash(keys.back()), entry_of(keys.back(), 1));
        }
        const auto kept = std::count_if(keys.begin(), keys.end(), has);
        tally.check(kept > 19000);
        table.grow();  // as full as it is
        tally.check(std::count_if(keys.begin(), keys.end(), has) == kept);
        const Position masked{7, 4};  // a key that leaves a disc out
        table.store(masked, hash(masked), entry_of(masked, 1));
        tally.check(has(masked));
        table.grow(std::uint64_t{1} << 40);
        tally.check(!has(masked) && std::count_if(keys.begin(), keys.end(), has) == kept);
        table.clear();
    }
    tally.check(table.bytes() == std::size_t{128} << 20);
}

// Writers and readers in one bucket: no entry is ever found under a key it was not made for, nor torn.
inline void no_torn_entry_matches(Tally& tally, int rounds) {
    Table table(0);
    Random random(2);
    std::vector<Position> keys;
    for (int i = 0; i < 4; ++i) keys.push_back(random_key(random));
    std::atomic<int> wrong{0};
    std::atomic<int> hits{0};
    const auto work = [&](std::uint64_t seed) {
        Random own(seed);
        for (int i = 0; i < rounds; ++i) {
            const Position& stored = keys[own.below(4)];
            table.store(stored, hash(stored), entry_of(stored, own.below(3)));
            const Position& wanted = keys[own.below(4)];
            Entry found;
            if (!table.find(wanted, hash(wanted), found)) continue;
            hits.fetch_add(1, std::memory_order_relaxed);
            if (found.confidence > 2 || !is_same(found, entry_of(wanted, found.confidence)))
                wrong.fetch_add(1);
        }
    };
    std::vector<std::thread> threads;
    for (std::uint64_t seed = 0; seed < 4; ++seed) threads.emplace_back(work, seed);
    for (std::thread& thread : threads) thread.join();
    tally.check(wrong == 0);
    tally.check(hits > 0);
}

}  // namespace shirokuro::tests
