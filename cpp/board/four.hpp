// The rules on four positions at once, one in each lane of a 256-bit register, for games that are played
// side by side. Only instruction sets with such registers have them.
//
// `legal` follows the opponent's runs from all own discs, as board/straight.hpp does, and remembers them. A
// placed disc turns a run which it touches at one end and an own disc at the other: those are the remembered
// runs that can be followed back from it, so `flips` needs neither the own discs nor a table of rays.
#pragma once

#include "board/rules.hpp"

#ifdef SHIROKURO_USE_AVX2

namespace shirokuro::SHIROKURO_ISA {

struct FourPositions {
    __m256i own, opp;

    __m256i occupied() const { return _mm256_or_si256(own, opp); }
    // After one disc or pass (no disc, no flips) each, as the next side sees them.
    FourPositions played(__m256i discs, __m256i flips) const {
        return {_mm256_xor_si256(opp, flips), _mm256_xor_si256(own, _mm256_xor_si256(flips, discs))};
    }
};

// The runs along one direction and its opposite; a run is opponent's discs in a row, beginning beside an own.
template <int step>
class FourRuns {
  public:
    // The cells, occupied or not, that close a run.
    [[gnu::always_inline]] __m256i follow(__m256i own, __m256i opp) {
        pairs_up_ = _mm256_and_si256(opp, up(opp));
        pairs_down_ = down(pairs_up_);
        up_ = fill_up(_mm256_and_si256(opp, up(own)), opp);
        down_ = fill_down(_mm256_and_si256(opp, down(own)), opp);
        return _mm256_or_si256(up(up_), down(down_));
    }

    // The discs of runs that a placed disc closes.
    [[gnu::always_inline]] __m256i closed_by(__m256i discs) const {
        const __m256i below = fill_down(_mm256_and_si256(up_, down(discs)), up_);
        const __m256i above = fill_up(_mm256_and_si256(down_, up(discs)), down_);
        return _mm256_or_si256(below, above);
    }

  private:
    static __m256i up(__m256i bits, int steps = 1) { return _mm256_slli_epi64(bits, steps * step); }
    static __m256i down(__m256i bits, int steps = 1) { return _mm256_srli_epi64(bits, steps * step); }

    // At most six discs in a row can be turned: one, two, then two more twice.
    [[gnu::always_inline]] __m256i fill_up(__m256i bits, __m256i through) const {
        bits = _mm256_or_si256(bits, _mm256_and_si256(through, up(bits)));
        bits = _mm256_or_si256(bits, _mm256_and_si256(pairs_up_, up(bits, 2)));
        return _mm256_or_si256(bits, _mm256_and_si256(pairs_up_, up(bits, 2)));
    }
    [[gnu::always_inline]] __m256i fill_down(__m256i bits, __m256i through) const {
        bits = _mm256_or_si256(bits, _mm256_and_si256(through, down(bits)));
        bits = _mm256_or_si256(bits, _mm256_and_si256(pairs_down_, down(bits, 2)));
        return _mm256_or_si256(bits, _mm256_and_si256(pairs_down_, down(bits, 2)));
    }

    __m256i up_, down_, pairs_up_, pairs_down_;
};

class FourStraight {
  public:
    explicit FourStraight(const StraightRules& rules) : FourStraight(rules.cells) {}
    explicit FourStraight(Bits cells) : cells_(lanes(cells)) {}

    [[gnu::always_inline]] __m256i legal(const FourPositions& at) {
        return _mm256_and_si256(ends(at), empties(at));
    }
    [[gnu::always_inline]] __m256i flips(__m256i discs) const {
        return _mm256_or_si256(_mm256_or_si256(rows_.closed_by(discs), falling_.closed_by(discs)),
                               _mm256_or_si256(columns_.closed_by(discs), rising_.closed_by(discs)));
    }

    [[gnu::always_inline]] __m256i ends(const FourPositions& at) {
        const __m256i inner = _mm256_and_si256(at.opp, lanes(0x7e7e7e7e7e7e7e7eu));
        return _mm256_or_si256(
            _mm256_or_si256(rows_.follow(at.own, inner), falling_.follow(at.own, inner)),
            _mm256_or_si256(columns_.follow(at.own, at.opp), rising_.follow(at.own, inner)));
    }
    __m256i empties(const FourPositions& at) const { return _mm256_andnot_si256(at.occupied(), cells_); }

  private:
    __m256i cells_;
    FourRuns<1> rows_;
    FourRuns<7> falling_;
    FourRuns<8> columns_;
    FourRuns<9> rising_;
};

}  // namespace shirokuro::SHIROKURO_ISA

#endif
