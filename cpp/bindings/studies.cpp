// The studies' own searches, their results as plain tuples.
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>

#include "bindings/bindings.hpp"
#include "bindings/interruption.hpp"
#include "studies/kernel.hpp"

namespace shirokuro::bindings {

namespace {

DontCare masking_named(std::string_view name) {
    if (name == "off") return DontCare::off;
    if (name == "full-lines") return DontCare::full_lines;
    if (name == "wide") return DontCare::wide;
    throw std::invalid_argument("masking: no '" + std::string(name) +
                                "', there are off, full-lines and wide");
}

SquareSet dont_care_discs(const Board& board, std::string_view masking) {
    return {
        study_kernel(chosen_isa()).dont_care_discs(board.shape(), board.position(), masking_named(masking))};
}

nb::tuple dont_care(const Board& board, std::string_view masking, std::size_t table_bytes) {
    Interruption interruption;
    const DontCareTask task{board.position(), masking_named(masking), table_bytes,
                            interrupts_of(interruption)};
    const Shape& shape = board.shape();
    const DontCareRun run =
        run_released(interruption, [&] { return study_kernel(chosen_isa()).dont_care(shape, task); });
    return nb::make_tuple(run.value, run.positions, run.probes, run.hits, run.cuts, run.stores,
                          run.emptyings);
}

Measure measure_named(std::string_view name) {
    if (name == "features") return Measure::features;
    if (name == "map") return Measure::map;
    if (name == "map and replies") return Measure::map_and_replies;
    throw std::invalid_argument("measure: no '" + std::string(name) +
                                "', there are features, map, map and replies");
}

nb::tuple move_values(const Board& board, std::string_view measure, int beyond, std::uint64_t nodes,
                      double seconds, const Stop* stop) {
    Interruption interruption;
    const Shape& shape = board.shape();
    const ValuesTask task{board.position(), measure_named(measure), beyond,
                          interrupts_of(seconds, nodes, stop, interruption)};
    const MoveValues values =
        run_released(interruption, [&] { return study_kernel(chosen_isa()).values(shape, task); });
    nb::list candidates;
    for (const auto& [square, points] : values.candidates) candidates.append(nb::make_tuple(square, points));
    return nb::make_tuple(candidates, values.beyond, values.points_per_disc, values.nodes);
}

const char* name_of(Reading reading) {
    return reading == Reading::perfect ? "perfect" : reading == Reading::wld ? "wld" : "normal";
}

nb::tuple alpha_beta_choice(const Board& board, std::tuple<int, int, int, int> depths, int threads,
                            std::uint64_t nodes, double seconds, const Stop* stop) {
    Interruption interruption;
    const Shape& shape = board.shape();
    const auto [presearch, normal, wld, perfect] = depths;
    const ChoiceTask task{board.position(),
                          presearch,
                          normal,
                          wld,
                          perfect,
                          threads,
                          interrupts_of(seconds, nodes, stop, interruption)};
    const ChoiceRun run =
        run_released(interruption, [&] { return study_kernel(chosen_isa()).choose(shape, task); });
    return nb::make_tuple(run.square, run.points, run.points_per_disc, run.depth, name_of(run.reading),
                          run.nodes, run.is_complete);
}

nb::tuple rival_listing(const Board& board, int depth, std::uint64_t nodes, double seconds,
                        const Stop* stop) {
    Interruption interruption;
    const Shape& shape = board.shape();
    const ListingTask task{board.position(), !board.white_to_move(), depth,
                           interrupts_of(seconds, nodes, stop, interruption)};
    const ListingRun run =
        run_released(interruption, [&] { return study_kernel(chosen_isa()).listing(shape, task); });
    return nb::make_tuple(run.points, run.nodes, run.is_complete);
}

}  // namespace

void add_studies(nb::module_& module) {
    module.def("dont_care_discs", &dont_care_discs, nb::arg("board"), nb::arg("masking"),
               "The discs that a test finds to be don't-care.");
    module.def("dont_care", &dont_care, nb::arg("board"), nb::arg("masking"), nb::arg("table_bytes"),
               nb::sig("def dont_care(board: Board, masking: str, table_bytes: int) -> tuple[int, int, int, "
                       "int, int, int, int]"),
               "Study C's search: value, positions, probes, hits, cuts, stores, emptyings.");
    module.def("move_values", &move_values, nb::arg("board"), nb::arg("measure"), nb::arg("beyond"),
               nb::arg("nodes"), nb::arg("seconds"), nb::arg("stop").none(),
               nb::sig("def move_values(board: Board, measure: str, beyond: int, nodes: int, seconds: float, "
                       "stop: Stop | None) -> tuple[list[tuple[int, int]], int, int, int]"),
               "Every legal move with its points; how far beyond it was looked, points per disc, nodes.");
    module.def(
        "alpha_beta_choice", &alpha_beta_choice, nb::arg("board"), nb::arg("depths"), nb::arg("threads"),
        nb::arg("nodes"), nb::arg("seconds"), nb::arg("stop").none(),
        nb::sig("def alpha_beta_choice(board: Board, depths: tuple[int, int, int, int], threads: int, "
                "nodes: int, seconds: float, stop: Stop | None) -> tuple[int, int, int, int, str, int, "
                "bool]"),
        "Study A's move: square, points, points per disc, depth, reading, nodes, whether complete.");
    module.def("rival_listing", &rival_listing, nb::arg("board"), nb::arg("depth"), nb::arg("nodes"),
               nb::arg("seconds"), nb::arg("stop").none(),
               nb::sig("def rival_listing(board: Board, depth: int, nodes: int, seconds: float, stop: Stop | "
                       "None) -> tuple[int, int, bool]"),
               "Study D's printed alpha-beta: points, nodes, whether complete.");
}

}  // namespace shirokuro::bindings
