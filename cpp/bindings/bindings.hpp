// What the binding files share: the chosen instruction set, moves and squares out of Python objects.
#pragma once

#include <nanobind/nanobind.h>

#include <stdexcept>
#include <string>

#include "board/board.hpp"
#include "evaluate/kernel.hpp"
#include "search/task.hpp"

namespace shirokuro::bindings {

namespace nb = nanobind;

// Text or a number that names no move; becomes InvalidMoveError.
struct InvalidMove : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};
// A name that no shape has; becomes UnknownVariantError.
struct UnknownVariant : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

// The instruction set of this process: the CPU's best, or generic where SHIROKURO_ISA asks for it.
Isa chosen_isa();

const Shape& shape_named(std::string_view name);

// Throws std::invalid_argument if the weights belong to another board.
void check_serves(const Evaluation& evaluation, const Shape& shape);

// A square number or name.
Square to_square(nb::handle object);
// A square, or a pass by number or name.
Square to_move(nb::handle object);

// A frozen set of squares, Python's view of Bits.
struct SquareSet {
    Bits bits;
};

void add_squares(nb::module_& module);
void add_board(nb::module_& module);
void add_book(nb::module_& module);
void add_batch(nb::module_& module);
void add_engine(nb::module_& module);
void add_evaluation(nb::module_& module);
void add_features(nb::module_& module);
void add_playout(nb::module_& module);
void add_studies(nb::module_& module);
void add_people(nb::module_& module);
void add_training(nb::module_& module);

}  // namespace shirokuro::bindings
