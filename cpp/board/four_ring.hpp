// The ring rule on four positions at once (see board/four.hpp): the rim's discs as words in ring order, each
// written twice in a row, so that the circle becomes a line.
#pragma once

#include "board/four.hpp"

#ifdef SHIROKURO_USE_AVX2

namespace shirokuro::SHIROKURO_ISA {

class FourRing {
  public:
    explicit FourRing(const RingRules& rules) : straight_(rules.cells), tables_(*rules.tables) {}

    [[gnu::always_inline]] __m256i legal(const FourPositions& at) {
        return _mm256_and_si256(_mm256_or_si256(straight_.ends(at), scattered(ring_ends(at))),
                                straight_.empties(at));
    }
    [[gnu::always_inline]] __m256i flips(__m256i discs) const {
        return _mm256_or_si256(straight_.flips(discs), scattered(ring_flips(gathered(discs))));
    }

  private:
    static constexpr int rows = 5;  // 2^5 discs in a row are more than any ring has

    // Words whose ones are cells that close a run along the ring.
    [[gnu::always_inline]] __m256i ring_ends(const FourPositions& at) {
        const __m256i own = twice(gathered(at.own));
        opp_ = gathered(at.opp);
        const __m256i opp = twice(opp_);
        const __m256i sum = _mm256_add_epi64(opp, _mm256_and_si256(opp, _mm256_slli_epi64(own, 1)));
        up_ = _mm256_andnot_si256(sum, opp);
        rows_[0] = opp;
        for (int i = 0; i + 1 < rows; ++i)
            rows_[i + 1] = _mm256_and_si256(rows_[i], _mm256_srli_epi64(rows_[i], 1 << i));
        down_ = filled_down(_mm256_and_si256(opp, _mm256_srli_epi64(own, 1)));
        const __m256i ends = _mm256_or_si256(_mm256_andnot_si256(opp, sum), _mm256_srli_epi64(down_, 1));
        return tables_.ring.loop ? _mm256_or_si256(once(ends), last_cell()) : once(ends);
    }

    // Upwards a carry runs through the discs to turn, downwards they are filled.
    [[gnu::always_inline]] __m256i ring_flips(__m256i placed) const {
        const __m256i disc = twice(placed);
        const __m256i sum = _mm256_add_epi64(down_, _mm256_and_si256(down_, _mm256_slli_epi64(disc, 1)));
        const __m256i above = _mm256_andnot_si256(sum, down_);
        const __m256i below = filled_down(_mm256_and_si256(up_, _mm256_srli_epi64(disc, 1)));
        const __m256i flips = once(_mm256_or_si256(above, below));
        if (!tables_.ring.loop) return flips;
        const __m256i is_last = _mm256_andnot_si256(_mm256_cmpeq_epi64(placed, _mm256_setzero_si256()),
                                                    _mm256_cmpeq_epi64(placed, last_cell()));
        return _mm256_or_si256(flips, _mm256_and_si256(is_last, opp_));
    }

    // The one cell of the ring without an opponent's disc; no cell if there are more.
    __m256i last_cell() const {
        const __m256i others = _mm256_andnot_si256(opp_, lanes(tables_.mask));
        const __m256i rest = _mm256_and_si256(others, _mm256_add_epi64(others, _mm256_set1_epi64x(-1)));
        return _mm256_and_si256(others, _mm256_cmpeq_epi64(rest, _mm256_setzero_si256()));
    }

    // Row i marks where 2^i opponent's discs in a row begin.
    [[gnu::always_inline]] __m256i filled_down(__m256i bits) const {
        for (int i = 0; i < rows; ++i)
            bits = _mm256_or_si256(bits, _mm256_and_si256(rows_[i], _mm256_srli_epi64(bits, 1 << i)));
        return bits;
    }

    [[gnu::always_inline]] __m256i twice(__m256i words) const {
        return _mm256_or_si256(words, _mm256_sll_epi64(words, _mm_cvtsi32_si128(tables_.ring.size)));
    }
    [[gnu::always_inline]] __m256i once(__m256i words) const {
        const __m256i both =
            _mm256_or_si256(words, _mm256_srl_epi64(words, _mm_cvtsi32_si128(tables_.ring.size)));
        return _mm256_and_si256(both, lanes(tables_.mask));
    }

    // Discs to words and words to discs, each lane by itself.
    template <class Work>
    [[gnu::always_inline]] static __m256i each(__m256i four, const Work& work) {
        alignas(32) std::array<Bits, 4> bits;
        _mm256_store_si256(reinterpret_cast<__m256i*>(bits.data()), four);
        return _mm256_setr_epi64x(work(bits[0]), work(bits[1]), work(bits[2]), work(bits[3]));
    }
    [[gnu::always_inline]] __m256i gathered(__m256i discs) const {
        return each(discs, [&](Bits bits) {
            return static_cast<long long>(clockwise(tables_, gather(tables_, bits)));
        });
    }
    [[gnu::always_inline]] __m256i scattered(__m256i words) const {
        const std::uint64_t low = (std::uint64_t{1} << tables_.ring.half()) - 1;
        return each(words, [&](Bits word) {
            const Halves halves{word & low, tables_.reversed[word >> tables_.ring.half()]};
            return static_cast<long long>(scatter(tables_, halves));
        });
    }

    FourStraight straight_;
    const RingTables& tables_;
    __m256i opp_, up_, down_;
    __m256i rows_[rows];
};

}  // namespace shirokuro::SHIROKURO_ISA

#endif
