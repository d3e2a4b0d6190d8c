// Evaluations as Python values, and static evaluation.
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>

#include "bindings/bindings.hpp"
#include "evaluate/weights_file.hpp"

namespace shirokuro::bindings {

namespace {

Evaluation evaluation_by_weights(nb::bytes file) {
    return evaluation_by(read_weights({file.c_str(), file.size()}));
}

std::optional<std::string> board_of(const Evaluation& evaluation) {
    if (evaluation.shape == nullptr) return std::nullopt;
    return std::string(evaluation.shape->name);
}

int evaluate(const Board& board, const Evaluation& evaluation) {
    check_serves(evaluation, board.shape());
    return evaluate_kernel(chosen_isa()).evaluate(board.shape(), board.position(), evaluation);
}

int evaluation_units(const Board& board, const Evaluation& evaluation) {
    check_serves(evaluation, board.shape());
    return evaluate_kernel(chosen_isa()).units(board.shape(), board.position(), evaluation);
}

}  // namespace

void check_serves(const Evaluation& evaluation, const Shape& shape) {
    if (!evaluation.serves(shape))
        throw std::invalid_argument("weights of " + std::string(evaluation.shape->name) +
                                    " cannot evaluate positions of " + std::string(shape.name));
}

void add_evaluation(nb::module_& module) {
    nb::class_<Evaluation>(module, "Evaluation", "An evaluator and its weights; it never changes.")
        .def_prop_ro("board", &board_of, "The board that it is for; None: all boards.")
        .def_prop_ro(
            "percent_right",
            [](const Evaluation& self) { return self.weights->probcut_errors.percent_right; },
            "How often selective searches to the end are right, in per cent, by confidence.")
        .def(
            "serves",
            [](const Evaluation& self, std::string_view variant) {
                return self.serves(shape_named(variant));
            },
            nb::arg("variant"), "Whether it can evaluate positions of a variant.");
    module.def(
        "evaluators",
        [] {
            nb::list names;
            for (const std::string_view name : evaluator_names())
                names.append(nb::str(name.data(), name.size()));
            return names;
        },
        nb::sig("def evaluators() -> list[str]"), "The evaluators that have weights of their own.");
    module.def("evaluation_named", &evaluation_named, nb::arg("name"), "One of them.");
    module.def("evaluation_by_weights", &evaluation_by_weights, nb::arg("file"),
               "The evaluation by patterns with the weights that the bytes of a file hold.");
    module.def("evaluate", &evaluate, nb::arg("board"), nb::arg("evaluation"),
               "The static evaluation, in discs for the side to move.");
    module.def("evaluation_units", &evaluation_units, nb::arg("board"), nb::arg("evaluation"),
               "The same in the evaluator's own units.");
}

}  // namespace shirokuro::bindings
