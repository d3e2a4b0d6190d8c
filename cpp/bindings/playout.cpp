// Choices by random games, and their results.
#include <nanobind/stl/vector.h>

#include "bindings/bindings.hpp"
#include "bindings/interruption.hpp"
#include "playout/kernel.hpp"

namespace shirokuro::bindings {

namespace {

FlatResult flat(const Board& board, std::uint64_t seed, std::uint64_t playouts, int threads, double seconds,
                const Stop* stop) {
    Interruption interruption;
    const FlatTask task{board.position(), seed, playouts, threads,
                        interrupts_of(seconds, 0, stop, interruption)};
    const Shape& shape = board.shape();
    return run_released(interruption, [&] { return playout_kernel(chosen_isa()).flat(shape, task); });
}

UctResult uct(const Board& board, std::uint64_t seed, std::uint64_t playouts, int threads, int solve_empties,
              int prior, const Evaluation& evaluation, double seconds, const Stop* stop) {
    check_serves(evaluation, board.shape());
    Interruption interruption;
    const UctTask task{board.position(), evaluation,    seed,  playouts,
                       threads,          solve_empties, prior, interrupts_of(seconds, 0, stop, interruption)};
    const Shape& shape = board.shape();
    return run_released(interruption, [&] { return playout_kernel(chosen_isa()).uct(shape, task); });
}

}  // namespace

void add_playout(nb::module_& module) {
    nb::class_<Trial>(module, "Trial")
        .def_ro("move", &Trial::move)
        .def_ro("games", &Trial::games)
        .def_ro("wins", &Trial::wins)
        .def_ro("draws", &Trial::draws)
        .def_ro("discs", &Trial::discs);
    nb::class_<FlatResult>(module, "FlatResult")
        .def_ro("trials", &FlatResult::trials)
        .def_ro("is_capped", &FlatResult::is_capped);
    nb::enum_<Verdict>(module, "Verdict")
        .value("loss", Verdict::loss)
        .value("draw", Verdict::draw)
        .value("win", Verdict::win);
    nb::class_<Branch>(module, "Branch")
        .def_ro("move", &Branch::move)
        .def_ro("visits", &Branch::visits)
        .def_ro("points", &Branch::points)
        .def_ro("margins", &Branch::margins)
        .def_ro("least", &Branch::least)
        .def_ro("most", &Branch::most);
    nb::class_<UctResult>(module, "UctResult")
        .def_ro("branches", &UctResult::branches)
        .def_ro("pv", &UctResult::pv)
        .def_ro("playouts", &UctResult::playouts)
        .def_ro("nodes", &UctResult::nodes)
        .def_ro("is_proven", &UctResult::is_proven);
    module.def("flat", &flat, nb::arg("board"), nb::arg("seed"), nb::arg("playouts"), nb::arg("threads"),
               nb::arg("seconds"), nb::arg("stop").none(), "Random games after each move.");
    module.def("uct", &uct, nb::arg("board"), nb::arg("seed"), nb::arg("playouts"), nb::arg("threads"),
               nb::arg("solve_empties"), nb::arg("prior"), nb::arg("evaluation"), nb::arg("seconds"),
               nb::arg("stop").none(), "A tree that grows where moves do well.");
}

}  // namespace shirokuro::bindings
