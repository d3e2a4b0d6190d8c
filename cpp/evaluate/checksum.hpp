// CRC-32, as zlib computes it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace shirokuro {

namespace detail {

// The checksum of each single byte.
constexpr std::array<std::uint32_t, 256> checksums_of_bytes() {
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t byte = 0; byte < 256; ++byte) {
        table[byte] = byte;
        for (int i = 0; i < 8; ++i)
            table[byte] = table[byte] >> 1 ^ (0xedb88320u & (0u - (table[byte] & 1u)));
    }
    return table;
}
inline constexpr auto checksum_table = checksums_of_bytes();

}  // namespace detail

// Continues from the checksum of the bytes before.
inline std::uint32_t checksum(const void* data, std::size_t size, std::uint32_t before = 0) {
    std::uint32_t sum = ~before;
    for (const auto* byte = static_cast<const unsigned char*>(data); size-- > 0; ++byte)
        sum = sum >> 8 ^ detail::checksum_table[(sum ^ *byte) & 255];
    return ~sum;
}

}  // namespace shirokuro
