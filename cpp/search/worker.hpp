// The state of one thread of a search: rules and evaluator, counters, its own small table, its split point.
// All searching functions take their worker first.
#pragma once

#include <algorithm>
#include <array>

#include "board/rules.hpp"
#include "evaluate/evaluator.hpp"
#include "search/key.hpp"
#include "search/local_table.hpp"
#include "search/split.hpp"
#include "search/table.hpp"
#include "search/task.hpp"

namespace shirokuro::SHIROKURO_ISA {

// The smallest nodes that threads share: in empties when solving, in plies otherwise. Few threads
// gain from small pieces; many would only stand in each other's way.
struct Grain {
    int empties, depth;

    static constexpr Grain for_threads(int threads) { return threads <= 4 ? Grain{9, 5} : Grain{11, 8}; }
};

// What the threads of one search share.
struct Session {
    Session(const Shape& on, const Weights& by, Table& with, const SearchTask& task, Stopper& ends,
            int threads)
        : shape(on),
          weights(by),
          table(with),
          stopper(ends),
          grain(Grain::for_threads(threads)),
          scoring(task.scoring),
          keys(task.dont_care, task.scoring),
          table_from(task.table_from) {}

    const Shape& shape;
    const Weights& weights;
    Table& table;
    Stopper& stopper;
    const Grain grain;
    const Scoring scoring;
    const Keys keys;
    const int table_from;
    Team team;
    std::mutex counters_mutex;
    Counters counters;  // of the workers that are done
};

template <class RulesType, Evaluates EvaluatorType>
struct Worker {
    using Rules = RulesType;

    Session& session;
    const bool is_caller;
    Rules rules;
    EvaluatorType evaluator;
    int cells;
    std::array<Bits, 4> quadrants;
    Bits corners;
    LocalTable local;
    SplitPoint* split = nullptr;  // the innermost shared node this thread works under
    std::uint64_t nodes = 0;
    Counters counters;
    bool is_unstoppable = false;  // while the first, tiny search makes sure that there is an answer

    // The `caller`'s own worker also asks whether it wants to stop.
    Worker(Session& with, bool called)
        : session(with),
          is_caller(called),
          rules(with.shape),
          evaluator(with.shape, with.weights),
          cells(count(with.shape.cells)),
          quadrants(quadrants_of(with.shape.width)),
          corners(with.shape.is_round() ? 0 : corners_of(with.shape.width)) {}

    // The quarter of the board that a cell is in; empty regions seldom cross them.
    Bits quadrant_of(Square square) const { return quadrant_of_[static_cast<std::size_t>(square)]; }

    // The cells of the quadrants that hold an odd number of empties.
    Bits odd_cells(Bits empties) const {
        Bits odd = 0;
        for (const Bits cells_of_quadrant : quadrants)
            odd |= (Bits{0} - static_cast<Bits>(count(empties & cells_of_quadrant) & 1)) & cells_of_quadrant;
        return odd;
    }

    int final_margin(const Position& position) const { return margin(position, cells, session.scoring); }

    // Asked at every larger node; the clock is read once in a while.
    bool is_stopped() {
        if (is_unstoppable) return false;
        if (session.stopper.is_set()) return true;
        if (split != nullptr && split->is_dead()) return true;
        return nodes - reported_ >= interval_ && report_nodes();
    }

    // Whether to share a node: helpers can be stopped, so not while this worker must find its answer.
    bool should_share() const { return !is_unstoppable && session.team.wants_work(); }

    // True if the search must end.
    bool report_nodes() {
        const std::uint64_t more = nodes - reported_;
        reported_ = nodes;
        return session.stopper.report(more, is_caller);
    }

    void report_counters() {
        report_nodes();
        const std::lock_guard lock(session.counters_mutex);
        session.counters.add(counters);
    }

  private:
    static std::array<Bits, 4> quadrants_of(int width) {
        const int half = width / 2;
        const Bits columns = 0x0101010101010101u * ((Bits{1} << half) - 1);
        const Bits rows = (Bits{1} << 8 * half) - 1;
        return {columns & rows, ~columns & rows, columns & ~rows, ~columns & ~rows};
    }
    static std::array<Bits, squares> quadrants_of_all(const std::array<Bits, 4>& quadrants) {
        std::array<Bits, squares> all{};
        for (Square square = 0; square < squares; ++square)
            for (const Bits quadrant : quadrants)
                if (contains(quadrant, square)) all[static_cast<std::size_t>(square)] = quadrant;
        return all;
    }
    static Bits corners_of(int width) {
        const int last = width - 1;
        return bit(0) | bit(last) | bit(8 * last) | bit(9 * last);
    }

    std::array<Bits, squares> quadrant_of_ = quadrants_of_all(quadrants);
    std::uint64_t reported_ = 0;
    std::uint64_t interval_ = session.stopper.interval();
};

}  // namespace shirokuro::SHIROKURO_ISA
