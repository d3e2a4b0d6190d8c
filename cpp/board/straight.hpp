// Flanking along rows, columns and diagonals, the same code for every shape: a missing cell is never
// occupied, so it ends a run like the border does.
//
// Legal moves: from all own discs at once, opponent's runs are followed by doubling steps (Kogge-Stone fill).
// Flips: along each ray from the square, the nearest cell without an opponent's disc decides; if it is own,
// all before it turn.
#pragma once

#include "board/isa.hpp"
#include "board/position.hpp"
#include "board/rays.hpp"

namespace shirokuro::SHIROKURO_ISA {

// A set of cells for each axis: the row, the rising diagonal, the column, the falling one (steps 1, 7, 8, 9).
using Axes = std::array<Bits, 4>;

#ifdef SHIROKURO_USE_AVX2

inline __m256i lanes(Bits bits) { return _mm256_set1_epi64x(static_cast<long long>(bits)); }

inline Bits any_lane(__m256i lanes4) {
    const __m128i two = _mm_or_si128(_mm256_castsi256_si128(lanes4), _mm256_extracti128_si256(lanes4, 1));
    return static_cast<Bits>(_mm_cvtsi128_si64(_mm_or_si128(two, _mm_unpackhi_epi64(two, two))));
}

// `runs` and all cells that are in both `through` and `moved`.
inline __m256i extended(__m256i runs, __m256i through, __m256i moved) {
#ifdef SHIROKURO_USE_AVX512
    return _mm256_ternarylogic_epi64(runs, through, moved, 0xf8);
#else
    return _mm256_or_si256(runs, _mm256_and_si256(through, moved));
#endif
}

// Cells, occupied or not, that close a run of opponent's discs beginning beside an own one; one lane for each
// axis.
[[gnu::always_inline]] inline __m256i ends_in_lanes(const Position& position) {
    const __m256i step = _mm256_setr_epi64x(1, 7, 8, 9);
    const __m256i twice = _mm256_add_epi64(step, step);
    const __m256i inner = _mm256_setr_epi64x(0x7e7e7e7e7e7e7e7e, 0x7e7e7e7e7e7e7e7e, -1, 0x7e7e7e7e7e7e7e7e);
    const __m256i own = lanes(position.own);
    const __m256i opp = _mm256_and_si256(lanes(position.opp), inner);
    __m256i up = _mm256_and_si256(opp, _mm256_sllv_epi64(own, step));
    __m256i down = _mm256_and_si256(opp, _mm256_srlv_epi64(own, step));
    up = extended(up, opp, _mm256_sllv_epi64(up, step));
    down = extended(down, opp, _mm256_srlv_epi64(down, step));
    const __m256i pairs_up = _mm256_and_si256(opp, _mm256_sllv_epi64(opp, step));
    const __m256i pairs_down = _mm256_srlv_epi64(pairs_up, step);
    for (int i = 0; i < 2; ++i) {
        up = extended(up, pairs_up, _mm256_sllv_epi64(up, twice));
        down = extended(down, pairs_down, _mm256_srlv_epi64(down, twice));
    }
    return _mm256_or_si256(_mm256_sllv_epi64(up, step), _mm256_srlv_epi64(down, step));
}

[[gnu::always_inline]] inline Bits straight_ends(const Position& position) {
    return any_lane(ends_in_lanes(position));
}

inline Axes straight_ends_by_axis(const Position& position) {
    Axes ends;
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(ends.data()), ends_in_lanes(position));
    return ends;
}

// The rays from a square upwards or downwards, one lane for each axis.
inline __m256i in_lanes(const std::array<Bits, 4>& ray) {
    return _mm256_load_si256(reinterpret_cast<const __m256i*>(ray.data()));
}

#ifdef SHIROKURO_USE_AVX512

// Less than the lowest bit is below it; leading zeros tell the highest. The truth tables are read with the
// first operand as the highest bit.
[[gnu::always_inline]] inline Bits straight_flips(const Position& position, Square square) {
    const __m256i ones = _mm256_set1_epi64x(-1);
    const __m256i own = lanes(position.own);
    const __m256i opp = lanes(position.opp);
    const Rays& ray = rays[static_cast<std::size_t>(square)];
    const __m256i up = in_lanes(ray.up);
    const __m256i stops_up = _mm256_andnot_si256(opp, up);
    const __m256i less = _mm256_add_epi64(stops_up, ones);
    const __m256i own_stop_up = _mm256_ternarylogic_epi64(own, stops_up, less, 0x40);  // own & stops & ~less
    const __mmask8 hits_up = _mm256_test_epi64_mask(own_stop_up, own_stop_up);
    const __m256i run_up =  // up & ~stops & less
        _mm256_maskz_ternarylogic_epi64(hits_up, up, stops_up, less, 0x20);
    const __m256i down = in_lanes(ray.down);
    const __m256i above = _mm256_lzcnt_epi64(_mm256_andnot_si256(opp, down));
    const __m256i stop_down = _mm256_srlv_epi64(lanes(Bits{1} << 63), above);
    const __mmask8 hits_down = _mm256_test_epi64_mask(stop_down, own);
    const __m256i flips =  // run_up | (down & ~the stop and what is beyond)
        _mm256_mask_ternarylogic_epi64(run_up, hits_down, down, _mm256_srlv_epi64(ones, above), 0xf4);
    return any_lane(flips);
}

#else

[[gnu::always_inline]] inline Bits straight_flips(const Position& position, Square square) {
    const __m256i step = _mm256_setr_epi64x(1, 7, 8, 9);
    const __m256i zero = _mm256_setzero_si256();
    const __m256i own = lanes(position.own);
    const __m256i opp = lanes(position.opp);
    const Rays& ray = rays[static_cast<std::size_t>(square)];
    // Upwards the nearest such cell is the lowest bit.
    const __m256i up = in_lanes(ray.up);
    const __m256i stops_up = _mm256_andnot_si256(opp, up);
    const __m256i stop_up = _mm256_and_si256(stops_up, _mm256_sub_epi64(zero, stops_up));
    const __m256i miss_up = _mm256_cmpeq_epi64(_mm256_and_si256(stop_up, own), zero);
    const __m256i run_up = _mm256_and_si256(up, _mm256_add_epi64(stop_up, _mm256_set1_epi64x(-1)));
    // Downwards it is the highest: smear all of them to the end of the ray, what is left out is the run.
    const __m256i down = in_lanes(ray.down);
    __m256i past = _mm256_andnot_si256(opp, down);
    const __m256i twice = _mm256_add_epi64(step, step);
    past = _mm256_or_si256(past, _mm256_srlv_epi64(past, step));
    past = _mm256_or_si256(past, _mm256_srlv_epi64(past, twice));
    past = _mm256_or_si256(past, _mm256_srlv_epi64(past, _mm256_add_epi64(twice, twice)));
    const __m256i stop_down = _mm256_andnot_si256(_mm256_srlv_epi64(past, step), past);
    const __m256i miss_down = _mm256_cmpeq_epi64(_mm256_and_si256(stop_down, own), zero);
    const __m256i run_down = _mm256_andnot_si256(past, down);
    return any_lane(
        _mm256_or_si256(_mm256_andnot_si256(miss_up, run_up), _mm256_andnot_si256(miss_down, run_down)));
}

#endif

#else

template <int step>
constexpr Bits ends_along(Bits own, Bits opp) {
    Bits up = opp & own << step;
    Bits down = opp & own >> step;
    up |= opp & up << step;
    down |= opp & down >> step;
    const Bits pairs_up = opp & opp << step;
    const Bits pairs_down = pairs_up >> step;
    up |= pairs_up & up << 2 * step;
    down |= pairs_down & down >> 2 * step;
    up |= pairs_up & up << 2 * step;
    down |= pairs_down & down >> 2 * step;
    return up << step | down >> step;
}

constexpr Axes straight_ends_by_axis(const Position& position) {
    const Bits inner = position.opp & 0x7e7e7e7e7e7e7e7eu;
    return {ends_along<1>(position.own, inner), ends_along<7>(position.own, inner),
            ends_along<8>(position.own, position.opp), ends_along<9>(position.own, inner)};
}

// Cells, occupied or not, that close a run of opponent's discs which begins beside an own one.
constexpr Bits straight_ends(const Position& position) {
    const Axes ends = straight_ends_by_axis(position);
    return ends[0] | ends[1] | ends[2] | ends[3];
}

constexpr Bits straight_flips(const Position& position, Square square) {
    const Rays& ray = rays[static_cast<std::size_t>(square)];
    Bits flips = 0;
    for (std::size_t lane = 0; lane < 4; ++lane) {
        const Bits stops_up = ray.up[lane] & ~position.opp;
        const Bits stop_up = stops_up & (~stops_up + 1);
        if ((stop_up & position.own) != 0) flips |= ray.up[lane] & (stop_up - 1);
        const Bits stop_down = std::bit_floor(ray.down[lane] & ~position.opp);
        if ((stop_down & position.own) != 0) flips |= ray.down[lane] & ~(stop_down | (stop_down - 1));
    }
    return flips;
}

#endif

}  // namespace shirokuro::SHIROKURO_ISA
