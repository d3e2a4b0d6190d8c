// A seeded generator of our own, so that a seed gives the same games on every machine (wyrand: a Weyl
// sequence, folded by a 64x64→128 multiplication).
#pragma once

#include <cstdint>

namespace shirokuro {

class Random {
  public:
    constexpr Random() : Random(0) {}
    // Streams of one seed are independent of each other.
    constexpr explicit Random(std::uint64_t seed, std::uint64_t stream = 0)
        : state_(fold(seed ^ 0xa0761d6478bd642fu, stream + 0xe7037ed1a0b428dbu)) {}

    constexpr std::uint64_t next() {
        state_ += increment;
        return folded();
    }

    // Uniform in 0…bound-1; the bias, below bound / 2^32, is negligible.
    constexpr std::uint32_t below(std::uint32_t bound) {
        return static_cast<std::uint32_t>((next() >> 32) * bound >> 32);
    }

    // The same, but 0 for a bound of 0, without a draw.
    constexpr std::uint32_t below_if_any(std::uint32_t bound) {
        state_ += bound != 0 ? increment : 0;
        return static_cast<std::uint32_t>((folded() >> 32) * bound >> 32);
    }

  private:
    __extension__ typedef unsigned __int128 Wide;

    static constexpr std::uint64_t fold(std::uint64_t a, std::uint64_t b) {
        const Wide product = static_cast<Wide>(a) * b;
        return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
    }

    constexpr std::uint64_t folded() const { return fold(state_, state_ ^ 0xe7037ed1a0b428dbu); }

    static constexpr std::uint64_t increment = 0x9e3779b97f4a7c15u;

    std::uint64_t state_;
};

}  // namespace shirokuro
