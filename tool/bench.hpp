// The bench signature: the same fixed work as that of `shirokuro bench` (src/shirokuro/cli/bench.py).
#pragma once

#include "board/kernel.hpp"
#include "playout/kernel.hpp"
#include "search/engine.hpp"

namespace shirokuro::tool {

class Bench {
  public:
    explicit Bench(const Shape& shape) : shape_(shape) {}

    std::uint64_t work() const { return searched() + solved() + played_out(); }

  private:
    static constexpr std::size_t playouts = 10'000;
    static constexpr int depth = 10;
    static constexpr int opening = 24, ending = 14, selective = 22;  // empties
    static constexpr std::size_t table_bytes = std::size_t{4} << 20;

    std::uint64_t searched() const {
        Engine engine(best_isa(), 1, table_bytes);
        std::uint64_t nodes = 0;
        for (const Position& position : {shape_.start, reached(opening)}) {
            SearchTask task;
            task.position = position;
            task.depth = depth;
            nodes += engine.search(shape_, by_hand_, task, {}).nodes;
        }
        return nodes;
    }

    // An ending by every mode, scoring and kind of key; on small boards a longer one too.
    std::uint64_t solved() const {
        Engine engine(best_isa(), 1, table_bytes);
        const auto nodes = [&](int empties, Goal goal, Scoring scoring, DontCare dont_care) {
            SearchTask task;
            task.position = reached(empties);
            task.goal = goal;
            task.scoring = scoring;
            task.dont_care = dont_care;
            return engine.search(shape_, by_hand_, task, {}).nodes;
        };
        std::uint64_t sum = nodes(ending, Goal::exact, Scoring::winner, DontCare::off);
        sum += nodes(ending, Goal::wld, Scoring::plain, DontCare::off);
        sum += nodes(ending, Goal::exact, Scoring::plain, DontCare::full_lines);
        sum += nodes(ending, Goal::exact, Scoring::winner, DontCare::wide);
        if (count(shape_.cells) <= 36) sum += nodes(selective, Goal::exact, Scoring::winner, DontCare::off);
        return sum;
    }

    // The margins of seeded random games, counted from the worst.
    std::uint64_t played_out() const {
        const std::vector<Position> starts(playouts, shape_.start);
        std::vector<std::int8_t> margins(playouts);
        playout_kernel(best_isa()).playout_many(shape_, {1, 0, Scoring::winner}, starts, margins.data());
        std::int64_t sum = 0;
        for (const int margin : margins) sum += margin + count(shape_.cells);
        return static_cast<std::uint64_t>(sum);
    }

    // A position of a game whose moves are chosen by a plain rule.
    Position reached(int empties) const {
        const BoardKernel& rules = board_kernel(best_isa());
        Position position = shape_.start;
        for (int ply = 0; count(shape_.cells & ~position.occupied()) > empties; ++ply) {
            Bits moves = rules.legal(shape_, position);
            if (moves == 0) {
                if (rules.legal(shape_, position.passed()) == 0) break;
                position = position.passed();
                continue;
            }
            for (int skip = 7 * ply % count(moves); skip > 0; --skip) moves = without_first(moves);
            position = position.played(first(moves), rules.flips(shape_, position, first(moves)));
        }
        return position;
    }

    const Shape& shape_;
    const Evaluation by_hand_ = evaluation_named("hand");
};

}  // namespace shirokuro::tool
