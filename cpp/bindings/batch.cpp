// Work over arrays of positions, on many threads, without the interpreter.
#include <nanobind/ndarray.h>
#include <nanobind/stl/string_view.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "bindings/bindings.hpp"
#include "bindings/interruption.hpp"
#include "board/share_out.hpp"
#include "board/symmetry.hpp"
#include "playout/kernel.hpp"
#include "search/engine.hpp"
#include "training/features.hpp"

namespace shirokuro::bindings {

namespace {

using Positions = nb::ndarray<const std::uint64_t, nb::shape<-1, 2>, nb::c_contig, nb::device::cpu>;
using MutablePositions = nb::ndarray<std::uint64_t, nb::shape<-1, 2>, nb::c_contig, nb::device::cpu>;
using Rows = nb::ndarray<std::uint32_t, nb::shape<-1, -1>, nb::c_contig, nb::device::cpu>;
using Squares = nb::ndarray<std::uint8_t, nb::shape<-1, -1>, nb::c_contig, nb::device::cpu>;
template <class Number>
using Column = nb::ndarray<Number, nb::shape<-1>, nb::c_contig, nb::device::cpu>;

static_assert(sizeof(Position) == 2 * sizeof(std::uint64_t));

std::span<const Position> view(const Positions& positions) {
    return {reinterpret_cast<const Position*>(positions.data()), positions.shape(0)};
}

Position* view(const MutablePositions& positions) { return reinterpret_cast<Position*>(positions.data()); }

// The positions of an array; checks that the other arrays are as long and that all discs lie on the shape.
std::span<const Position> checked(const Shape& shape, const Positions& positions,
                                  std::initializer_list<std::size_t> lengths) {
    const auto all = view(positions);
    for (const std::size_t length : lengths)
        if (length != all.size()) throw std::invalid_argument("arrays of different lengths");
    const auto wrong = std::find_if(all.begin(), all.end(), [&](const Position& position) {
        return (position.own & position.opp) != 0 || (position.occupied() & ~shape.cells) != 0;
    });
    if (wrong != all.end())
        throw InvalidPosition("position " + std::to_string(wrong - all.begin()) +
                              ": discs overlap or lie outside " + std::string(shape.name));
    return all;
}

// Stored for positions that were not solved; a finished game has no move either.
constexpr std::int8_t unsolved = -128;
constexpr std::uint8_t no_move = 255;

constexpr std::size_t piece = 4096;

// Calls work(begin, end) on pieces of 0…size, on all threads and without the interpreter; raises what ended
// it.
template <class Work>
void on_all(std::size_t size, int threads, const Work& work) {
    Interruption interruption;
    {
        const Released released;
        Stopper stopper(interrupts_of(interruption));
        share_out({size, piece, threads}, stopper, [&](bool) { return std::cref(work); });
    }
    interruption.raise();
}

void legal(std::string_view variant, const Positions& positions, const Column<std::uint64_t>& out,
           int threads) {
    const Shape& shape = shape_named(variant);
    const auto all = checked(shape, positions, {out.shape(0)});
    const BoardKernel& kernel = board_kernel(chosen_isa());
    on_all(all.size(), threads, [&](std::size_t begin, std::size_t end) {
        kernel.legal_many(shape, all.subspan(begin, end - begin), out.data() + begin);
    });
}

void play(std::string_view variant, const Positions& positions, const Column<const std::uint8_t>& moves,
          const MutablePositions& out, int threads) {
    const Shape& shape = shape_named(variant);
    const auto all = checked(shape, positions, {moves.shape(0), out.shape(0)});
    std::vector<std::uint8_t> illegal(all.size(), 0);
    const BoardKernel& kernel = board_kernel(chosen_isa());
    on_all(all.size(), threads, [&](std::size_t begin, std::size_t end) {
        const std::size_t stop =
            kernel.play_many(shape, all.subspan(begin, end - begin), moves.data() + begin, view(out) + begin);
        if (begin + stop < end) illegal[begin + stop] = 1;
    });
    const auto wrong = std::find(illegal.begin(), illegal.end(), 1);
    if (wrong == illegal.end()) return;
    const auto index = static_cast<std::size_t>(wrong - illegal.begin());
    const int move = moves.data()[index];
    throw IllegalMove("position " + std::to_string(index) + ": illegal move " +
                      (move <= pass ? move_name(move) : std::to_string(move)));
}

void evaluate(std::string_view variant, const Positions& positions, const Evaluation& evaluation,
              const Column<std::int8_t>& out, int threads) {
    const Shape& shape = shape_named(variant);
    check_serves(evaluation, shape);
    const auto all = checked(shape, positions, {out.shape(0)});
    const EvaluateKernel& kernel = evaluate_kernel(chosen_isa());
    on_all(all.size(), threads, [&](std::size_t begin, std::size_t end) {
        kernel.evaluate_many(shape, all.subspan(begin, end - begin), evaluation, out.data() + begin);
    });
}

void pattern_features(std::string_view variant, const Positions& positions, const Rows& out, int threads) {
    const Shape& shape = shape_named(variant);
    if (!PatternIndex::exists_for(shape))
        throw std::invalid_argument(std::string(shape.name) + " has no patterns");
    const auto all = checked(shape, positions, {out.shape(0)});
    const PatternWeights weights = without_weights(shape);
    const auto width = static_cast<std::size_t>(features_of(weights.index, shape));
    if (out.shape(1) != width) throw std::invalid_argument("rows of another width");
    const TrainingKernel& kernel = training_kernel(chosen_isa());
    on_all(all.size(), threads, [&](std::size_t begin, std::size_t end) {
        kernel.features(weights, all.subspan(begin, end - begin), out.data() + begin * width);
    });
}

void playout(std::string_view variant, const Positions& positions, const Column<std::int8_t>& out,
             std::uint64_t seed, Scoring scoring, int threads) {
    const Shape& shape = shape_named(variant);
    const auto all = checked(shape, positions, {out.shape(0)});
    const PlayoutKernel& kernel = playout_kernel(chosen_isa());
    on_all(all.size(), threads, [&](std::size_t begin, std::size_t end) {
        const PlayoutJob job{seed, begin, scoring};
        kernel.playout_many(shape, job, all.subspan(begin, end - begin), out.data() + begin);
    });
}

// Game `first + i` of a seed is always the same, however many are played at once.
void random_games(std::string_view variant, const Squares& moves, const Column<std::int8_t>& margins,
                  std::uint64_t seed, std::uint64_t first, int threads) {
    const Shape& shape = shape_named(variant);
    const std::size_t games = margins.shape(0), width = moves.shape(1);
    if (moves.shape(0) != games) throw std::invalid_argument("arrays of different lengths");
    if (width != static_cast<std::size_t>(count(shape.cells & ~shape.start.occupied())))
        throw std::invalid_argument("rows of another width");
    const std::vector<Position> starts(std::min(games, piece), shape.start);
    const PlayoutKernel& kernel = playout_kernel(chosen_isa());
    on_all(games, threads, [&](std::size_t begin, std::size_t end) {
        const MoveRows rows{moves.data() + begin * width, width};
        std::fill_n(rows.squares, (end - begin) * width, no_move);
        const PlayoutJob job{seed, first + begin, Scoring::winner};
        kernel.random_games(shape, job, std::span(starts).first(end - begin), margins.data() + begin, rows);
    });
}

void transform_all(std::string_view variant, const Positions& positions, int symmetry,
                   const MutablePositions& out, int threads) {
    const Shape& shape = shape_named(variant);
    if (symmetry < 0 || symmetry >= symmetries) throw std::invalid_argument("symmetries are 0…7");
    const auto all = checked(shape, positions, {out.shape(0)});
    on_all(all.size(), threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) view(out)[i] = transform(shape, all[i], symmetry);
    });
}

bool is_solved(const Result& result) { return result.kind == Kind::exact || result.kind == Kind::wld; }

// A finished game has its margin as the result, even if only the winner was asked for.
std::int8_t value_of(const Result& result, Goal goal) {
    if (!is_solved(result)) return unsolved;
    return static_cast<std::int8_t>(goal == Goal::wld ? (result.value > 0) - (result.value < 0)
                                                      : result.value);
}

std::uint8_t move_of(const Result& result) {
    const bool is_known = is_solved(result) && !result.pv.empty();
    return is_known ? static_cast<std::uint8_t>(result.pv[0]) : no_move;
}

// Each thread has an engine of its own, with one thread and a table of this many bytes.
void solve(std::string_view variant, const Positions& positions, const Evaluation& evaluation,
           const SearchTask& task, std::size_t table_bytes, const Column<std::int8_t>& values,
           const Column<std::uint8_t>& moves, nb::object progress, int threads) {
    const Shape& shape = shape_named(variant);
    check_serves(evaluation, shape);
    const auto all = checked(shape, positions, {values.shape(0), moves.shape(0)});
    std::fill_n(values.data(), all.size(), unsolved);
    std::fill_n(moves.data(), all.size(), no_move);
    std::atomic<std::size_t> done{0};
    Interruption interruption;
    Interrupts interrupts;
    interrupts.token = task.interrupts.token;
    interrupts.wants_to_stop = [&] {
        if (!progress.is_none()) interruption.guard([&] { progress(done.load(), all.size()); });
        return interruption.is_wanted();
    };
    {
        const Released released;
        Stopper stopper(interrupts);
        share_out({all.size(), 1, threads}, stopper, [&](bool is_caller) {
            const auto engine = std::make_shared<Engine>(chosen_isa(), 1, table_bytes);
            return [&, engine, is_caller](std::size_t i, std::size_t) {
                SearchTask one = task;
                one.position = all[i];
                one.interrupts.wants_to_stop = [&, is_caller] { return stopper.ask(is_caller); };
                const Result result = engine->search(shape, evaluation, one, {});
                values.data()[i] = value_of(result, task.goal);
                moves.data()[i] = move_of(result);
                ++done;
            };
        });
    }
    interruption.raise();
}

}  // namespace

void add_batch(nb::module_& module) {
    module.def("legal_many", &legal, nb::arg("variant"), nb::arg("positions").noconvert(),
               nb::arg("out").noconvert(), nb::arg("threads"));
    module.def("play_many", &play, nb::arg("variant"), nb::arg("positions").noconvert(),
               nb::arg("moves").noconvert(), nb::arg("out").noconvert(), nb::arg("threads"));
    module.def("evaluate_many", &evaluate, nb::arg("variant"), nb::arg("positions").noconvert(),
               nb::arg("evaluation"), nb::arg("out").noconvert(), nb::arg("threads"));
    module.def("pattern_features", &pattern_features, nb::arg("variant"), nb::arg("positions").noconvert(),
               nb::arg("out").noconvert(), nb::arg("threads"));
    module.def("playout_many", &playout, nb::arg("variant"), nb::arg("positions").noconvert(),
               nb::arg("out").noconvert(), nb::arg("seed"), nb::arg("scoring"), nb::arg("threads"));
    module.def("random_games", &random_games, nb::arg("variant"), nb::arg("moves").noconvert(),
               nb::arg("margins").noconvert(), nb::arg("seed"), nb::arg("first"), nb::arg("threads"));
    module.def("solve_many", &solve, nb::arg("variant"), nb::arg("positions").noconvert(),
               nb::arg("evaluation"), nb::arg("task"), nb::arg("table_bytes"), nb::arg("values").noconvert(),
               nb::arg("moves").noconvert(), nb::arg("progress").none(), nb::arg("threads"));
    module.def("transform_many", &transform_all, nb::arg("variant"), nb::arg("positions").noconvert(),
               nb::arg("symmetry"), nb::arg("out").noconvert(), nb::arg("threads"));
}

}  // namespace shirokuro::bindings
