// The Python module: chooses the instruction set, translates the core's exceptions, lists the shapes.
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>

#include <cstdlib>
#include <string_view>

#include "bindings/bindings.hpp"
#include "bindings/interruption.hpp"
#include "board/book_table.hpp"

namespace shirokuro::bindings {

namespace {

Isa read_isa() {
    const char* const wish = std::getenv("SHIROKURO_ISA");
    if (wish == nullptr || *wish == '\0') return best_isa();
    std::string names;
    for (const Isa isa : all_isas()) {
        if (!runs_here(isa)) break;
        if (wish == isa_name(isa)) return isa;
        names.append(" ").append(isa_name(isa));
    }
    throw std::runtime_error("SHIROKURO_ISA=" + std::string(wish) + ": this machine runs" + names);
}

template <class Exception>
void translate(nb::object errors, const char* python_name) {
    // The class lives as long as the interpreter, and so may this one reference.
    PyObject* const type = nb::object(errors.attr(python_name)).release().ptr();
    nb::register_exception_translator(
        [](const std::exception_ptr& raised, void* payload) {
            try {
                std::rethrow_exception(raised);
            } catch (const Exception& error) {
                PyErr_SetString(static_cast<PyObject*>(payload), error.what());
            }
        },
        type);
}

// Raises the error that `shirokuro.errors.illegal_move` makes, whose text is in the catalogue.
void translate_refused_move(nb::object errors) {
    PyObject* const in_python = errors.release().ptr();
    nb::register_exception_translator(
        [](const std::exception_ptr& raised, void* payload) {
            try {
                std::rethrow_exception(raised);
            } catch (const RefusedMove& error) {
                const std::string move =
                    error.move <= pass ? move_name(error.move) : std::to_string(error.move);
                PyObject* const made = PyObject_CallMethod(
                    static_cast<PyObject*>(payload), "illegal_move", "ssssn", error.reason, move.c_str(),
                    error.board.c_str(), error.white_to_move ? "white" : "black",
                    static_cast<Py_ssize_t>(error.ply));
                if (made != nullptr) PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(made)), made);
                Py_XDECREF(made);
            }
        },
        in_python);
}

nb::tuple describe(const Shape& shape) {
    nb::list ring;
    for (int i = 0; i < shape.ring.size; ++i) ring.append(shape.ring.squares[static_cast<std::size_t>(i)]);
    return nb::make_tuple(nb::str(shape.name.data(), shape.name.size()), shape.width, SquareSet{shape.cells},
                          nb::tuple(ring), shape.ring.loop, SquareSet{shape.start.own},
                          SquareSet{shape.start.opp});
}

nb::list describe_all() {
    nb::list all;
    for (const Shape& shape : shapes) all.append(describe(shape));
    return all;
}

}  // namespace

Isa chosen_isa() {
    static const Isa isa = read_isa();
    return isa;
}

const Shape& shape_named(std::string_view name) {
    if (const Shape* shape = find_shape(name)) return *shape;
    throw UnknownVariant("no variant '" + std::string(name) + "'");
}

}  // namespace shirokuro::bindings

NB_MODULE(_core, module) {
    using namespace shirokuro::bindings;
    using shirokuro::Isa;

    if (PyInterpreterState_GetID(PyInterpreterState_Get()) != 0)
        throw nb::import_error("shirokuro works in the main interpreter only, not in a sub-interpreter");
    // At the end of the program other modules may still hold objects of ours. That is harmless,
    // and reporting it would bury the one line that says what was wrong. The tests turn it on.
    nb::set_leak_warnings(false);
    module.def("set_leak_warnings", &nb::set_leak_warnings, nb::arg("value"),
               "Whether objects that are left at the end of the program are reported.");
    module.doc() = "The core of shirokuro; its public face is the package.";
    const nb::object errors = nb::module_::import_("shirokuro.errors");
    translate<InvalidMove>(errors, "InvalidMoveError");
    translate<UnknownVariant>(errors, "UnknownVariantError");
    translate<shirokuro::IllegalMove>(errors, "IllegalMoveError");
    translate_refused_move(errors);  // nanobind asks the last one first
    translate<shirokuro::InvalidPosition>(errors, "InvalidPositionError");
    translate<shirokuro::InvalidBook>(errors, "BookError");
    module.attr("ISA") = shirokuro::isa_name(chosen_isa());
    add_exit(module);
    add_squares(module);
    module.def(
        "shapes", &describe_all,
        nb::sig(
            "def shapes() -> list[tuple[str, int, SquareSet, tuple[int, ...], bool, SquareSet, SquareSet]]"),
        "All shapes as (name, width, cells, ring, loop, black, white).");
    add_board(module);
    add_book(module);
    add_evaluation(module);
    add_batch(module);
    add_engine(module);
    add_features(module);
    add_playout(module);
    add_studies(module);
    add_people(module);
    add_training(module);
}
