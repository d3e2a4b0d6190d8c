// The studies' own searches, and their results.
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bindings/bindings.hpp"
#include "bindings/interruption.hpp"
#include "studies/kernel.hpp"

namespace shirokuro::bindings {

namespace {

SquareSet dont_care_discs(const Board& board, std::string_view masking) {
    return {study_kernel(chosen_isa())
                .dont_care_discs(board.shape(), board.position(), dont_care_named(masking))};
}

DontCareRun dont_care(const Board& board, std::string_view masking, std::size_t table_bytes) {
    Interruption interruption;
    const DontCareTask task{board.position(), dont_care_named(masking), table_bytes,
                            interrupts_of(interruption)};
    const Shape& shape = board.shape();
    return run_released(interruption, [&] { return study_kernel(chosen_isa()).dont_care(shape, task); });
}

Measure measure_named(std::string_view name) {
    return chosen<Measure>("measure", name,
                           {{"features", Measure::features},
                            {"map", Measure::map},
                            {"map and replies", Measure::map_and_replies}});
}

MoveValues move_values(const Board& board, std::string_view measure, int beyond, std::uint64_t nodes,
                       double seconds, const Stop* stop) {
    Interruption interruption;
    const Shape& shape = board.shape();
    const ValuesTask task{board.position(), measure_named(measure), beyond,
                          interrupts_of(seconds, nodes, stop, interruption)};
    return run_released(interruption, [&] { return study_kernel(chosen_isa()).values(shape, task); });
}

ChoiceRun alpha_beta_choice(const Board& board, std::tuple<int, int, int, int> depths, int threads,
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
    return run_released(interruption, [&] { return study_kernel(chosen_isa()).choose(shape, task); });
}

ListingRun rival_listing(const Board& board, int depth, std::uint64_t nodes, double seconds,
                         const Stop* stop) {
    Interruption interruption;
    const Shape& shape = board.shape();
    const ListingTask task{board.position(), !board.white_to_move(), depth,
                           interrupts_of(seconds, nodes, stop, interruption)};
    return run_released(interruption, [&] { return study_kernel(chosen_isa()).listing(shape, task); });
}

void add_results(nb::module_& module) {
    nb::class_<DontCareRun>(module, "DontCareRun")
        .def_ro("value", &DontCareRun::value)
        .def_ro("positions", &DontCareRun::positions)
        .def_ro("probes", &DontCareRun::probes)
        .def_ro("hits", &DontCareRun::hits)
        .def_ro("cuts", &DontCareRun::cuts)
        .def_ro("stores", &DontCareRun::stores)
        .def_ro("emptyings", &DontCareRun::emptyings);
    nb::class_<Candidate>(module, "Candidate")
        .def_ro("square", &Candidate::square)
        .def_ro("points", &Candidate::points);
    nb::class_<MoveValues>(module, "MoveValues")
        .def_ro("candidates", &MoveValues::candidates)
        .def_ro("beyond", &MoveValues::beyond)
        .def_ro("points_per_disc", &MoveValues::points_per_disc)
        .def_ro("nodes", &MoveValues::nodes);
    nb::enum_<Reading>(module, "Reading")
        .value("normal", Reading::normal)
        .value("wld", Reading::wld)
        .value("perfect", Reading::perfect);
    nb::class_<ChoiceRun>(module, "ChoiceRun")
        .def_ro("square", &ChoiceRun::square)
        .def_ro("points", &ChoiceRun::points)
        .def_ro("points_per_disc", &ChoiceRun::points_per_disc)
        .def_ro("depth", &ChoiceRun::depth)
        .def_ro("reading", &ChoiceRun::reading)
        .def_ro("nodes", &ChoiceRun::nodes)
        .def_ro("is_complete", &ChoiceRun::is_complete);
    nb::class_<ListingRun>(module, "ListingRun")
        .def_ro("points", &ListingRun::points)
        .def_ro("nodes", &ListingRun::nodes)
        .def_ro("is_complete", &ListingRun::is_complete);
}

}  // namespace

void add_studies(nb::module_& module) {
    add_results(module);
    module.def("dont_care_discs", &dont_care_discs, nb::arg("board"), nb::arg("masking"),
               "The discs that a test finds to be don't-care.");
    module.def("dont_care", &dont_care, nb::arg("board"), nb::arg("masking"), nb::arg("table_bytes"),
               "The don't-care experiment's search.");
    module.def("move_values", &move_values, nb::arg("board"), nb::arg("measure"), nb::arg("beyond"),
               nb::arg("nodes"), nb::arg("seconds"), nb::arg("stop").none(),
               "Every legal move with its points.");
    module.def("alpha_beta_choice", &alpha_beta_choice, nb::arg("board"), nb::arg("depths"),
               nb::arg("threads"), nb::arg("nodes"), nb::arg("seconds"), nb::arg("stop").none(),
               "The move of ssai and msai.");
    module.def("rival_listing", &rival_listing, nb::arg("board"), nb::arg("depth"), nb::arg("nodes"),
               nb::arg("seconds"), nb::arg("stop").none(), "The rival's alpha-beta as printed.");
}

}  // namespace shirokuro::bindings
