// Features with the squares that make them up, and the weights of two studies.
#include <nanobind/stl/string_view.h>

#include "bindings/bindings.hpp"
#include "evaluate/edges.hpp"
#include "evaluate/regions.hpp"
#include "evaluate/square_weights.hpp"

namespace shirokuro::bindings {

namespace {

using PerSquare = std::array<std::uint8_t, squares>;

// A feature's parts: the squares of each, and what they add to its number.
nb::list each_with(const PerSquare& numbers) {
    nb::list parts;
    for (Square square = 0; square < squares; ++square)
        if (const int number = numbers[static_cast<std::size_t>(square)]; number != 0)
            parts.append(nb::make_tuple(SquareSet{bit(square)}, number));
    return parts;
}

nb::list each_once(Bits cells) {
    nb::list parts;
    for (; cells != 0; cells = without_first(cells))
        parts.append(nb::make_tuple(SquareSet{bit(first(cells))}, 1));
    return parts;
}

nb::list figures(const std::array<Bits, 4>& edges) {
    nb::list parts;
    for (const Bits cells : edges)
        if (cells != 0) parts.append(nb::make_tuple(SquareSet{cells}, 1));
    return parts;
}

nb::list groups(Bits cells) {
    nb::list parts;
    for (const Bits group : regions_of(cells)) parts.append(nb::make_tuple(SquareSet{group}, 1));
    return parts;
}

// One colour's feature, whoever is to move; undefined features are left out.
nb::dict features(const Board& board, bool white) {
    const Shape& shape = board.shape();
    const Position position = white == board.white_to_move() ? board.position() : board.position().passed();
    const SideFeatures found = evaluate_kernel(chosen_isa()).features(shape, position);
    nb::dict lists;
    lists["openness"] = each_with(found.openness);
    lists["mobility"] = each_with(found.mobility);
    lists["wall"] = groups(found.walls);
    lists["pull"] = each_once(found.pulls);
    lists["single"] = each_once(found.single_flips);
    if (shape.is_round()) return lists;
    lists["stable"] = each_once(found.stable);
    lists["c"] = each_once(found.c);
    lists["x"] = each_once(found.x);
    if (!has_figures(shape.width)) return lists;
    lists["wing"] = figures(found.wings);
    lists["mountain"] = figures(found.mountains);
    return lists;
}

SquareSet opened(const Board& board, nb::handle move) {
    return {evaluate_kernel(chosen_isa()).opened(board.shape(), board.position(), to_square(move))};
}

SquareSet stable(const Board& board, bool white) {
    const Position position = white == board.white_to_move() ? board.position() : board.position().passed();
    return {evaluate_kernel(chosen_isa()).stable(board.shape(), position)};
}

nb::list regions(const Board& board) {
    nb::list found;
    for (const Bits region : regions_of(board.empties())) found.append(SquareSet{region});
    return found;
}

nb::dict square_weights(std::string_view variant) {
    const Shape& shape = shape_named(variant);
    nb::dict weights;
    for (Bits rest = shape.cells; rest != 0; rest = without_first(rest))
        weights[nb::int_(first(rest))] = square_weight(shape, first(rest));
    return weights;
}

nb::dict weights_of_study() {
    nb::dict weights;
    weights["openness"] = study_weights.openness;
    weights["stable"] = study_weights.stable;
    weights["mobility"] = study_weights.mobility;
    weights["wing"] = study_weights.wing;
    weights["mountain"] = study_weights.mountain;
    weights["c"] = study_weights.c;
    weights["x"] = study_weights.x;
    return weights;
}

}  // namespace

void add_features(nb::module_& module) {
    module.def("features", &features, nb::arg("board"), nb::arg("white"),
               nb::sig("def features(board: Board, white: bool) -> dict[str, list[tuple[SquareSet, int]]]"),
               "One side's features, those defined here: for each the parts, as squares and a number.");
    module.def("opened", &opened, nb::arg("board"), nb::arg("move"),
               nb::sig("def opened(board: Board, move: int | str) -> SquareSet"),
               "The empty cells round the discs that a move turns.");
    module.def("stable", &stable, nb::arg("board"), nb::arg("white"),
               nb::sig("def stable(board: Board, white: bool) -> SquareSet"),
               "One side's discs that are proved to be stable, more than the study counts; on any board.");
    module.def("regions", &regions, nb::arg("board"), nb::sig("def regions(board: Board) -> list[SquareSet]"),
               "The regions that the empty cells form, joined by king's steps.");
    module.def("square_weights", &square_weights, nb::arg("variant"),
               nb::sig("def square_weights(variant: str) -> dict[int, int]"),
               "The worth of each cell, as two studies have it.");
    module.def("study_weights", &weights_of_study, nb::sig("def study_weights() -> dict[str, int]"),
               "What a unit of each feature weighs.");
}

}  // namespace shirokuro::bindings
