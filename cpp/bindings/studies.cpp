// The studies' own searches, and their results.
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstring>

#include "bindings/bindings.hpp"
#include "bindings/interruption.hpp"
#include "studies/kernel.hpp"

namespace shirokuro::bindings {

namespace {

SquareSet dont_care_discs(const Board& board, std::string_view masking) {
    return {study_kernel(chosen_isa())
                .dont_care_discs(board.shape(), board.position(), dont_care_named(masking))};
}

TableUse table_use(std::size_t most_nodes, int from_empties, std::string_view stored, std::string_view again,
                   std::string_view fails, std::string_view key) {
    return {from_empties,
            chosen<Stored>("stored", stored,
                           {{"bounds", Stored::bounds},
                            {"no-cut-offs", Stored::no_cut_offs},
                            {"no-fail-lows", Stored::no_fail_lows},
                            {"exact", Stored::exact},
                            {"as-exact", Stored::as_exact}}),
            chosen<Again>("again", again,
                          {{"narrow", Again::narrow}, {"replace", Again::replace}, {"keep", Again::keep}}),
            chosen<bool>("fails", fails, {{"soft", false}, {"hard", true}}),
            chosen<bool>("key", key, {{"discs-and-turn", true}, {"discs", false}}),
            most_nodes};
}

DontCareRun dont_care(const Board& board, std::string_view masking, const TableUse& use) {
    Interruption interruption;
    const DontCareTask task{board.position(), dont_care_named(masking), use, interrupts_of(interruption)};
    const Shape& shape = board.shape();
    return run_released(interruption, [&] { return study_kernel(chosen_isa()).dont_care(shape, task); });
}

Measure measure_named(std::string_view name) {
    return chosen<Measure>("measure", name,
                           {{"features", Measure::features},
                            {"map", Measure::map},
                            {"map and replies", Measure::map_and_replies},
                            {"sum of line", Measure::sum_of_line},
                            {"early map", Measure::early_map}});
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

Leaf leaf_named(std::string_view name) {
    return chosen<Leaf>(
        "leaf", name,
        {{"map", Leaf::map}, {"sample", Leaf::sample}, {"drifting sample", Leaf::drifting_sample}});
}

// Which listing; its edges are needed for the sample program's leaves.
struct Listing {
    Leaf leaf;
    Window window;
    SampleEdges* edges;

    Listing(std::string_view leaf_name, bool is_inverted, SampleEdges* sample)
        : leaf(leaf_named(leaf_name)), window(is_inverted ? Window::inverted : Window::full), edges(sample) {
        if (edges == nullptr && (leaf == Leaf::sample || leaf == Leaf::drifting_sample))
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
    nb::class_<TableUse>(module, "TableUse");
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
    nb::class_<SampleEdges>(module, "SampleEdges")
        .def(nb::init<>())
        .def("to_bytes", &bytes_of)
        .def_static("from_bytes", &edges_of_bytes, nb::arg("table"));
    nb::class_<Listing>(module, "Listing")
        .def(nb::init<std::string_view, bool, SampleEdges*>(), nb::arg("leaf"), nb::arg("is_inverted"),
             nb::arg("edges").none() = nb::none(), nb::keep_alive<1, 4>());
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
    module.def("table_use", &table_use, nb::arg("most_nodes"), nb::arg("from_empties"), nb::arg("stored"),
               nb::arg("again"), nb::arg("fails"), nb::arg("key"), "How that search uses its table.");
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
