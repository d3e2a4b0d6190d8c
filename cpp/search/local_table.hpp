// A small table of one thread for positions near the leaves; it fits the core's own cache.
#pragma once

#include <vector>

#include "board/position.hpp"

namespace shirokuro {

class LocalTable {
  public:
    // Each lies in one line of the cache.
    struct alignas(32) Entry {
        Position position{~Bits{0}, ~Bits{0}};
        std::int8_t lower = -127;
        std::int8_t upper = 127;
        std::uint8_t best = pass;
        std::int8_t offset = 0;
    };

    Entry& at(std::uint64_t hash) { return entries_[hash & (size - 1)]; }

    void prefetch(std::uint64_t hash) const { __builtin_prefetch(&entries_[hash & (size - 1)]); }

  private:
    static constexpr std::size_t size = std::size_t{1} << 14;
    std::vector<Entry> entries_ = std::vector<Entry>(size);
};

}  // namespace shirokuro
