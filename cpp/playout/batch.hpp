// Many random games, several at a time: their steps do not wait for each other, so a CPU overlaps them.
#pragma once

#include <array>
#include <span>

#include "board/rules.hpp"
#include "playout/moves.hpp"
#include "playout/random.hpp"

namespace shirokuro::SHIROKURO_ISA {

// The square of the n-th (from 0) bit.
inline Square nth(Bits bits, std::uint32_t n) {
#ifdef SHIROKURO_USE_AVX2
    return first(_pdep_u64(Bits{1} << n, bits));
#else
    for (; n != 0; --n) bits = without_first(bits);
    return first(bits);
#endif
}

// A game being played out. `swapped` tells whether the side to move has changed since its start.
template <class Row = NoMoves::Row>
struct Playout {
    Position position;
    Random random{};
    Row row{};
    bool swapped = false;
    bool passed = false;

    // Makes one move or pass; false when the game was over.
    template <class Rules>
    bool step(const Rules& rules) {
        const Bits moves = rules.legal(position);
        if (moves == 0) {
            if (passed) return false;
            position = position.passed();
        } else {
            const Square square = nth(moves, random.below(static_cast<std::uint32_t>(count(moves))));
            position = rules.after(position, square);
            row.add(bit(square));
        }
        passed = moves == 0;
        swapped = !swapped;
        return true;
    }

    int margin(int cells, Scoring scoring) const {
        return shirokuro::margin(swapped ? position.passed() : position, cells, scoring);
    }
};

// The games of a job. Each draws from the stream of its position, so how they are played together does not
// matter.
template <class Rules, class Moves>
class Batch {
  public:
    Batch(const Rules& rules, const PlayoutJob& job, std::span<const Position> positions,
          std::int8_t* margins, const Moves& moves)
        : rules_(rules), job_(job), positions_(positions), margins_(margins), moves_(moves) {}

    void run() {
        std::size_t running = 0;
        for (; running < at_once && next_ < positions_.size(); ++running) start(running);
        while (running == at_once)
            for (std::size_t i = 0; i < at_once; ++i)
                if (!games_[i].step(rules_)) {
                    finish(i);
                    if (next_ == positions_.size()) {
                        games_[i] = games_[--running];
                        index_[i] = index_[running];
                        break;
                    }
                    start(i);
                }
        for (std::size_t i = 0; i < running; ++i) {
            while (games_[i].step(rules_)) {
            }
            finish(i);
        }
    }

  private:
    // More would no longer fit the registers.
    static constexpr std::size_t at_once = 4;

    void start(std::size_t i) {
        index_[i] = next_;
        games_[i] = {positions_[next_], Random(job_.seed, job_.first_stream + next_), moves_.row(next_)};
        ++next_;
    }

    void finish(std::size_t i) {
        margins_[index_[i]] = static_cast<std::int8_t>(games_[i].margin(count(rules_.cells), job_.scoring));
    }

    Rules rules_;
    PlayoutJob job_;
    std::span<const Position> positions_;
    std::int8_t* margins_;
    Moves moves_;
    std::array<Playout<typename Moves::Row>, at_once> games_{};
    std::array<std::size_t, at_once> index_{};
    std::size_t next_ = 0;
};

}  // namespace shirokuro::SHIROKURO_ISA
