// The studies' own searches, and their results.
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstring>

#include "bindings/bindings.hpp"
#include "bindings/interruption.hpp"
#include "studies/kernel.hpp"

namespace shirokuro::bindings {

namespace {

SquareSet dont_care_discs(const Board& board, DontCare masking) {
    return {study_kernel(chosen_isa()).dont_care_discs(board.shape(), board.position(), masking)};
}

DontCareRun dont_care(const Board& board, DontCare masking, const TableUse& use) {
    Interruption interruption;
    const DontCareTask task{board.position(), masking, use, interrupts_of(interruption)};
    const Shape& shape = board.shape();
    return run_released(interruption, [&] { return study_kernel(chosen_isa()).dont_care(shape, task); });
}

MoveValues move_values(const Board& board, Measure measure, int beyond, std::uint64_t nodes, double seconds,
                       const Stop* stop) {
    Interruption interruption;
    const Shape& shape = board.shape();
    const ValuesTask task{board.position(), measure, beyond,
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

// The listing to follow; the sample program's leaves need its edges.
struct Listing {
    Leaf leaf;
    Window window;
    SampleEdges* edges;

    Listing(Leaf evaluated, bool is_inverted, SampleEdges* sample)
        : leaf(evaluated), window(is_inverted ? Window::inverted : Window::full), edges(sample) {
        if (edges == nullptr && leaf != Leaf::map)
            throw std::invalid_argument("the sample program's leaves need its edges");
    }
};

ListingRun search_listing(const Board& board, const Listing& listing, int depth, std::uint64_t nodes,
                          double seconds, const Stop* stop) {
    Interruption interruption;
    const Shape& shape = board.shape();
    const ListingTask task{board.position(),
                           !board.white_to_move(),
                           depth,
                           listing.leaf,
                           listing.window,
                           listing.edges,
                           interrupts_of(seconds, nodes, stop, interruption)};
    return run_released(interruption, [&] { return study_kernel(chosen_isa()).listing(shape, task); });
}

nb::bytes bytes_of(const SampleEdges& edges) { return nb::bytes(&edges, sizeof edges); }

SampleEdges edges_of_bytes(const nb::bytes& table) {
    if (table.size() != sizeof(SampleEdges))
        throw std::invalid_argument("the sample program's edges have " + std::to_string(sizeof(SampleEdges)) +
                                    " bytes, not " + std::to_string(table.size()));
    SampleEdges edges;
    std::memcpy(&edges, table.data(), sizeof edges);
    return edges;
}

void add_enums(nb::module_& module) {
    nb::enum_<Stored>(module, "Stored")
        .value("bounds", Stored::bounds)
        .value("no_cut_offs", Stored::no_cut_offs)
        .value("no_fail_lows", Stored::no_fail_lows)
        .value("exact", Stored::exact)
        .value("as_exact", Stored::as_exact);
    nb::enum_<Again>(module, "Again")
        .value("narrow", Again::narrow)
        .value("replace", Again::replace)
        .value("keep", Again::keep);
    nb::enum_<Measure>(module, "Measure")
        .value("features", Measure::features)
        .value("map", Measure::map)
        .value("map_and_replies", Measure::map_and_replies)
        .value("sum_of_line", Measure::sum_of_line)
        .value("early_map", Measure::early_map);
    nb::enum_<Leaf>(module, "Leaf")
        .value("map", Leaf::map)
        .value("sample", Leaf::sample)
        .value("drifting_sample", Leaf::drifting_sample);
    nb::enum_<Stage>(module, "Stage")
        .value("normal", Stage::normal)
        .value("wld", Stage::wld)
        .value("perfect", Stage::perfect);
}

void add_results(nb::module_& module) {
    nb::class_<DontCareRun>(module, "DontCareRun")
        .def_ro("value", &DontCareRun::value)
        .def_ro("positions", &DontCareRun::positions)
        .def_ro("probes", &DontCareRun::probes)
        .def_ro("hits", &DontCareRun::hits)
        .def_ro("cuts", &DontCareRun::cuts)
        .def_ro("stores", &DontCareRun::stores)
        .def_ro("emptyings", &DontCareRun::emptyings)
        .def_ro("entries", &DontCareRun::entries);
    nb::class_<TableUse>(module, "TableUse")
        .def(nb::init<int, Stored, Again, bool, bool, std::size_t>(), nb::arg("from_empties"),
             nb::arg("stored"), nb::arg("again"), nb::arg("is_fail_hard"), nb::arg("tells_mover"),
             nb::arg("most_nodes"));
    nb::class_<Candidate>(module, "Candidate")
        .def_ro("square", &Candidate::square)
        .def_ro("points", &Candidate::points);
    nb::class_<MoveValues>(module, "MoveValues")
        .def_ro("candidates", &MoveValues::candidates)
        .def_ro("beyond", &MoveValues::beyond)
        .def_ro("points_per_disc", &MoveValues::points_per_disc)
        .def_ro("nodes", &MoveValues::nodes);
    nb::class_<ChoiceRun>(module, "ChoiceRun")
        .def_ro("square", &ChoiceRun::square)
        .def_ro("points", &ChoiceRun::points)
        .def_ro("points_per_disc", &ChoiceRun::points_per_disc)
        .def_ro("depth", &ChoiceRun::depth)
        .def_ro("stage", &ChoiceRun::stage)
        .def_ro("nodes", &ChoiceRun::nodes)
        .def_ro("is_complete", &ChoiceRun::is_complete);
    nb::class_<SampleEdges>(module, "SampleEdges")
        .def(nb::init<>())
        .def("to_bytes", &bytes_of)
        .def_static("from_bytes", &edges_of_bytes, nb::arg("table"));
    nb::class_<Listing>(module, "Listing")
        .def(nb::init<Leaf, bool, SampleEdges*>(), nb::arg("leaf"), nb::arg("is_inverted"),
             nb::arg("edges").none() = nb::none(), nb::keep_alive<1, 4>());
    nb::class_<ListingRun>(module, "ListingRun")
        .def_ro("points", &ListingRun::points)
        .def_ro("nodes", &ListingRun::nodes)
        .def_ro("is_complete", &ListingRun::is_complete);
}

}  // namespace

void add_studies(nb::module_& module) {
    add_enums(module);
    add_results(module);
    module.def("dont_care_discs", &dont_care_discs, nb::arg("board"), nb::arg("masking"),
               "The discs that a test finds to be don't-care.");
    module.def("dont_care", &dont_care, nb::arg("board"), nb::arg("masking"), nb::arg("use"),
               "The don't-care experiment's search.");
    module.def("move_values", &move_values, nb::arg("board"), nb::arg("measure"), nb::arg("beyond"),
               nb::arg("nodes"), nb::arg("seconds"), nb::arg("stop").none(),
               "Every legal move with its points.");
    module.def("alpha_beta_choice", &alpha_beta_choice, nb::arg("board"), nb::arg("depths"),
               nb::arg("threads"), nb::arg("nodes"), nb::arg("seconds"), nb::arg("stop").none(),
               "The move of ssai and msai.");
    module.def("search_listing", &search_listing, nb::arg("board"), nb::arg("listing"), nb::arg("depth"),
               nb::arg("nodes"), nb::arg("seconds"), nb::arg("stop").none(),
               "The alpha-beta of a listing, as printed.");
}

}  // namespace shirokuro::bindings
