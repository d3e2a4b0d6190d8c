// CRC-32, as zlib computes it.
#pragma once

#include <cstddef>
#include <cstdint>

namespace shirokuro {

// Goes on from the checksum of what came before.
inline std::uint32_t checksum(const void* data, std::size_t size, std::uint32_t before = 0) {
    std::uint32_t sum = ~before;
    for (const auto* byte = static_cast<const unsigned char*>(data); size-- > 0; ++byte) {
        sum ^= *byte;
        for (int i = 0; i < 8; ++i) sum = sum >> 1 ^ (0xedb88320u & (0u - (sum & 1u)));
    }
    return ~sum;
}

}  // namespace shirokuro
