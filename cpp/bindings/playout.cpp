// Choices by random games, their results as plain tuples.
#include <nanobind/stl/vector.h>

#include "bindings/bindings.hpp"
#include "bindings/interruption.hpp"
#include "playout/kernel.hpp"

namespace shirokuro::bindings {

namespace {

nb::tuple flat(const Board& board, std::uint64_t seed, std::uint64_t playouts, int threads, double seconds,
               const Stop* stop) {
    Interruption interruption;
    const FlatTask task{board.position(), seed, playouts, threads,
                        interrupts_of(seconds, 0, stop, interruption)};
    const Shape& shape = board.shape();
    const FlatResult result =
        run_released(interruption, [&] { return playout_kernel(chosen_isa()).flat(shape, task); });
    nb::list trials;
    for (const Trial& each : result.trials)
        trials.append(nb::make_tuple(each.move, each.games, each.wins, each.draws, each.discs));
    return nb::make_tuple(trials, result.is_capped);
}

nb::tuple uct(const Board& board, std::uint64_t seed, std::uint64_t playouts, int threads, int solve_empties,
              int prior, double seconds, const Stop* stop) {
    Interruption interruption;
    const UctTask task{board.position(),
                       seed,
                       playouts,
                       threads,
                       solve_empties,
                       prior,
                       interrupts_of(seconds, 0, stop, interruption)};
    const Shape& shape = board.shape();
    const UctResult result =
        run_released(interruption, [&] { return playout_kernel(chosen_isa()).uct(shape, task); });
    nb::list branches;
    for (const Branch& each : result.branches)
        branches.append(nb::make_tuple(each.move, each.visits, each.points, each.margins,
                                       static_cast<int>(each.least), static_cast<int>(each.most)));
    return nb::make_tuple(branches, result.pv, result.playouts, result.nodes, result.is_proven);
}

}  // namespace

void add_playout(nb::module_& module) {
    module.def(
        "flat", &flat, nb::arg("board"), nb::arg("seed"), nb::arg("playouts"), nb::arg("threads"),
        nb::arg("seconds"), nb::arg("stop").none(),
        nb::sig("def flat(board: Board, seed: int, playouts: int, threads: int, seconds: float, stop: "
                "Stop | None) -> tuple[list[tuple[int, int, int, int, int]], bool]"),
        "Random games after each move: (move, games, wins, draws, discs), and whether it was cut short.");
    module.def("uct", &uct, nb::arg("board"), nb::arg("seed"), nb::arg("playouts"), nb::arg("threads"),
               nb::arg("solve_empties"), nb::arg("prior"), nb::arg("seconds"), nb::arg("stop").none(),
               nb::sig("def uct(board: Board, seed: int, playouts: int, threads: int, solve_empties: int, "
                       "prior: int, seconds: float, stop: Stop | None) -> tuple[list[tuple[int, int, int, "
                       "int, int, int]], list[int], int, int, bool]"),
               "Branches (move, visits, points, margins, least, most), pv, playouts, nodes, is proven.");
}

}  // namespace shirokuro::bindings
