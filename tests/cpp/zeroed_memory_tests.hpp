// Memory that is zero when it is made, and again when it is cleared, to its last byte.
#pragma once

#include <algorithm>
#include <cstring>

#include "board/huge_pages.hpp"
#include "board/zeroed_memory.hpp"
#include "check.hpp"

namespace shirokuro::tests {

inline void memory_is_zero_until_written(Tally& tally) {
    // Some that pages are no whole number of, and some that the system takes back page by page.
    const std::size_t large = (std::size_t{130} << 20) + huge_page / 2 + 64;
    for (const std::size_t size : {std::size_t{64}, huge_page - 64, huge_page, large}) {
        ZeroedMemory memory(size);
        const auto bytes = memory.bytes();
        const auto is_zero = [&] {
            return bytes[0] == std::byte{0} && std::memcmp(&bytes[0], &bytes[1], size - 1) == 0;
        };
        const auto address = reinterpret_cast<std::uintptr_t>(bytes.data());
        tally.check(bytes.size() == size && address % (size < huge_page ? 64 : huge_page) == 0);
        for (int round = 0; round < 2; ++round) {
            tally.check(is_zero());
            std::fill(bytes.begin(), bytes.end(), std::byte{0xa5});
            memory.clear(size);
        }
        tally.check(is_zero());
    }
}

}  // namespace shirokuro::tests
