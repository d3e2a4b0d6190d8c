// Numbers of sixteen bits side by side, two for each sum of thirty-two: processors multiply both and add the
// products in one step.
#pragma once

#include <cstdint>

#include "board/isa.hpp"

#if !defined(SHIROKURO_USE_AVX2) && defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace shirokuro::SHIROKURO_ISA {

// Pairs of numbers in a register, and a sum for each of them.
#ifdef SHIROKURO_USE_AVX2
inline constexpr int sums_at_once = 8;
#else
inline constexpr int sums_at_once = 4;
#endif
using Pairs [[gnu::vector_size(4 * sums_at_once), gnu::may_alias]] = std::int16_t;
using PairSums [[gnu::vector_size(4 * sums_at_once), gnu::may_alias]] = std::int32_t;

// Adds the products of two pairs to each sum.
[[gnu::always_inline]] inline void add_products(PairSums& sums, const Pairs& one, const Pairs& other) {
#if defined(SHIROKURO_USE_AVX2)
    using Word = __m256i;
    sums += reinterpret_cast<PairSums>(
        _mm256_madd_epi16(reinterpret_cast<Word>(one), reinterpret_cast<Word>(other)));
#elif defined(__SSE2__)
    using Word = __m128i;
    sums += reinterpret_cast<PairSums>(
        _mm_madd_epi16(reinterpret_cast<Word>(one), reinterpret_cast<Word>(other)));
#else
    for (int i = 0; i < sums_at_once; ++i)
        sums[i] += one[2 * i] * other[2 * i] + one[2 * i + 1] * other[2 * i + 1];
#endif
}

}  // namespace shirokuro::SHIROKURO_ISA
