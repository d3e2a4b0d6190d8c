// Many random games, side by side in the lanes of wide registers: the same games as those of
// playout/batch.hpp.
#pragma once

#include <array>
#include <span>

#include "board/four_ring.hpp"
#include "playout/moves.hpp"
#include "playout/random.hpp"

#ifdef SHIROKURO_USE_AVX2

namespace shirokuro::SHIROKURO_ISA {

// The games of a job. In each step a lane makes one move or pass; a lane without a move draws no number and
// plays and turns no disc, which is a pass.
template <class Rules, class Moves>
class Abreast {
  public:
    Abreast(const Rules& rules, const PlayoutJob& job, std::span<const Position> positions,
            std::int8_t* margins, const Moves& moves)
        : rules_(rules),
          cells_(count(rules.cells)),
          job_(job),
          positions_(positions),
          margins_(margins),
          moves_(moves) {
        for (Group& group : groups_)
            for (unsigned lane = 0; lane < width; ++lane) start(group, lane);
    }

    void run() {
        while (running_ > 0)
            for (Group& group : groups_) step(group);
    }

  private:
    static constexpr unsigned width = 4;

    struct Group {
        FourPositions positions{};
        std::array<Random, width> random{};
        unsigned passed = 0;   // lanes whose last move was a pass
        unsigned swapped = 0;  // lanes in which the side to move is not the one that began
        unsigned idle = 0;     // lanes without a game
        std::array<std::size_t, width> index{};
        [[no_unique_address]] std::array<typename Moves::Row, width> row{};
    };

    void step(Group& group) {
        Four four(rules_);
        const __m256i moves = four.legal(group.positions);
        const unsigned stuck = without_bits(moves);
        alignas(32) std::array<Bits, width> choices;
        _mm256_store_si256(reinterpret_cast<__m256i*>(choices.data()), moves);
        const __m256i discs = _mm256_setr_epi64x(draw(group, choices, 0), draw(group, choices, 1),
                                                 draw(group, choices, 2), draw(group, choices, 3));
        group.positions = group.positions.played(discs, four.flips(discs));
        group.swapped ^= all;
        if (stuck != 0) [[unlikely]]
            end_or_pass(group, stuck);
        else
            group.passed = 0;
    }

    // One of the set bits.
    static long long draw(Group& group, const std::array<Bits, width>& choices, std::size_t lane) {
        const Bits bits = choices[lane];
        const std::uint32_t chosen = group.random[lane].below_if_any(static_cast<std::uint32_t>(count(bits)));
        const Bits disc = _pdep_u64(Bits{1} << chosen, bits);
        group.row[lane].add(disc);
        return static_cast<long long>(disc);
    }

    void end_or_pass(Group& group, unsigned stuck) {
        const unsigned over = stuck & group.passed;
        group.passed = stuck & ~over;
        for (unsigned lane = 0; lane < width; ++lane)
            if ((over >> lane & 1) != 0) {
                finish(group, lane);
                start(group, lane);
            }
    }

    void finish(Group& group, unsigned lane) {
        if ((group.idle >> lane & 1) != 0) return;
        const Position position = lane_of(group, lane);
        const Position seen = (group.swapped >> lane & 1) != 0 ? position.passed() : position;
        margins_[group.index[lane]] = static_cast<std::int8_t>(margin(seen, cells_, job_.scoring));
        --running_;
    }

    void start(Group& group, unsigned lane) {
        const bool is_left = next_ < positions_.size();
        put(group, lane, is_left ? positions_[next_] : Position{});
        group.idle = (group.idle & ~(1u << lane)) | static_cast<unsigned>(!is_left) << lane;
        group.swapped &= ~(1u << lane);
        if (!is_left) return;
        group.index[lane] = next_;
        group.random[lane] = Random(job_.seed, job_.first_stream + next_);
        group.row[lane] = moves_.row(next_);
        ++next_;
        ++running_;
    }

    static unsigned without_bits(__m256i four) {
        const __m256i empty = _mm256_cmpeq_epi64(four, _mm256_setzero_si256());
        return static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(empty)));
    }

    static Position lane_of(const Group& group, unsigned lane) {
        alignas(32) std::array<Bits, width> own, opp;
        _mm256_store_si256(reinterpret_cast<__m256i*>(own.data()), group.positions.own);
        _mm256_store_si256(reinterpret_cast<__m256i*>(opp.data()), group.positions.opp);
        return {own[lane], opp[lane]};
    }

    static void put(Group& group, unsigned lane, const Position& position) {
        const __m256i mask = _mm256_cmpeq_epi64(_mm256_setr_epi64x(0, 1, 2, 3), lanes(lane));
        group.positions.own = _mm256_blendv_epi8(group.positions.own, lanes(position.own), mask);
        group.positions.opp = _mm256_blendv_epi8(group.positions.opp, lanes(position.opp), mask);
    }

    static constexpr unsigned all = (1u << width) - 1;
    using Four = std::conditional_t<std::is_same_v<Rules, RingRules>, FourRing, FourStraight>;

    Rules rules_;
    int cells_;
    PlayoutJob job_;
    std::span<const Position> positions_;
    std::int8_t* margins_;
    Moves moves_;
    std::array<Group, 2> groups_{};
    std::size_t next_ = 0;
    std::size_t running_ = 0;
};

}  // namespace shirokuro::SHIROKURO_ISA

#endif
