// Games between two evaluations, at equal nodes or equal time a move.
#pragma once

#include <array>
#include <atomic>

#include "board/joining_thread.hpp"
#include "board/kernel.hpp"
#include "playout/random.hpp"
#include "search/engine.hpp"
#include "tool/options.hpp"

namespace shirokuro::tool {

// Two evaluations against each other: every opening is played twice, with the sides changed.
class Match {
  public:
    Match(const Options& options, const Evaluation& one, const Evaluation& other)
        : shape_(options.board()),
          rules_(board_kernel(best_isa())),
          nodes_(static_cast<std::uint64_t>(options.whole("nodes", 0, 0, 2'000'000'000))),
          seconds_(options.number("seconds", nodes_ == 0 ? 0.05 : 0)),
          one_(one),
          other_(other) {}

    // The margins of the first, summed up as wins, draws and losses.
    std::array<int, 3> play(int games, int threads, std::uint64_t seed) {
        std::array<std::atomic<int>, 3> counts{};
        std::atomic<int> next = 0;
        std::vector<JoiningThread> pool;
        for (int i = 0; i < threads; ++i)
            pool.emplace_back([&] {
                Engine engines[] = {Engine(best_isa(), 1, std::size_t{16} << 20),
                                    Engine(best_isa(), 1, std::size_t{16} << 20)};
                for (int game; (game = next.fetch_add(1)) < games;) {
                    const int margin = play(engines, opening(seed, game / 2), game % 2);
                    ++counts[margin > 0 ? 0 : margin == 0 ? 1 : 2];
                }
            });
        pool.clear();
        return {counts[0], counts[1], counts[2]};
    }

  private:
    static constexpr int random_plies = 8;

    bool is_over(const Position& position) const { return shirokuro::is_over(rules_, shape_, position); }
    Position after(const Position& position, Square move) const {
        return shirokuro::after(rules_, shape_, position, move);
    }

    Position opening(std::uint64_t seed, int number) const {
        Random random(seed, static_cast<std::uint64_t>(number));
        Position position = shape_.start;
        for (int ply = 0; ply < random_plies && !is_over(position); ++ply) {
            Bits moves = rules_.legal(shape_, position);
            for (auto skip = random.below_if_any(static_cast<std::uint32_t>(count(moves))); skip > 0; --skip)
                moves = without_first(moves);
            position = after(position, moves == 0 ? pass : first(moves));
        }
        return position;
    }

    int play(Engine* engines, Position position, int first_mover) const {
        for (int i : {0, 1}) engines[i].clear({});
        int mover = first_mover;
        while (!is_over(position)) {
            SearchTask task;
            task.position = position;
            task.interrupts.nodes = nodes_;
            task.interrupts.seconds = seconds_;
            const bool must_pass = rules_.legal(shape_, position) == 0;
            position = after(
                position,
                must_pass ? pass
                          : engines[mover].search(shape_, mover == 0 ? one_ : other_, task, {}).pv.front());
            mover = 1 - mover;
        }
        const int value = margin(position, count(shape_.cells), Scoring::winner);
        return mover == 0 ? value : -value;
    }

    const Shape& shape_;
    const BoardKernel& rules_;
    const std::uint64_t nodes_;
    const double seconds_;
    const Evaluation one_, other_;
};

}  // namespace shirokuro::tool
