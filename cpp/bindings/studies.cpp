// The studies' own searches, their results as plain tuples.
#include <nanobind/stl/string_view.h>

#include "bindings/bindings.hpp"
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
    const DontCareTask task{board.position(), masking_named(masking), table_bytes};
    const Shape& shape = board.shape();
    DontCareRun run;
    {
        const nb::gil_scoped_release released;
        run = study_kernel(chosen_isa()).dont_care(shape, task);
    }
    return nb::make_tuple(run.value, run.positions, run.probes, run.hits, run.cuts, run.stores,
                          run.emptyings);
}

}  // namespace

void add_studies(nb::module_& module) {
    module.def("dont_care_discs", &dont_care_discs, nb::arg("board"), nb::arg("masking"),
               "The discs that a test finds to be don't-care.");
    module.def("dont_care", &dont_care, nb::arg("board"), nb::arg("masking"), nb::arg("table_bytes"),
               nb::sig("def dont_care(board: Board, masking: str, table_bytes: int) -> tuple[int, int, int, "
                       "int, int, int, int]"),
               "Study C's search: value, positions, probes, hits, cuts, stores, emptyings.");
}

}  // namespace shirokuro::bindings
