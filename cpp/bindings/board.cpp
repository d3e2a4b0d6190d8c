// The core's board: state and move stack. Squares and moves may come in any form that Python has.
#include "board/board.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>

#include <vector>

#include "bindings/bindings.hpp"
#include "bindings/interruption.hpp"
#include "board/symmetry.hpp"

namespace shirokuro::bindings {

namespace {

// Reads moves from bytes at once, or from any iterable one by one.
std::vector<std::uint8_t> moves_of(nb::handle object) {
    std::vector<std::uint8_t> moves;
    if (PyBytes_Check(object.ptr())) {
        const char* const data = PyBytes_AsString(object.ptr());
        moves.assign(data, data + PyBytes_Size(object.ptr()));
        return moves;
    }
    for (nb::handle move : nb::iter(object)) {
        try {
            moves.push_back(static_cast<std::uint8_t>(to_move(move)));
        } catch (const InvalidMove& error) {
            throw InvalidMove("move " + std::to_string(moves.size() + 1) + ": " + error.what());
        }
    }
    return moves;
}

std::string line(const Board& board) {
    std::string text;
    for (Bits rest = board.shape().cells; rest != 0; rest = without_first(rest)) {
        const Square square = first(rest);
        text += contains(board.black(), square) ? 'X' : contains(board.white(), square) ? 'O' : '-';
    }
    return text + (board.white_to_move() ? " O" : " X");
}

Square transformed(const Shape& shape, Square move, int symmetry) {
    return move == pass ? pass : first(transform(shape, bit(move), symmetry));
}

void set_transformed(Board& board, const Board& from, int symmetry) {
    if (symmetry < 0 || symmetry >= symmetries) throw std::invalid_argument("symmetries are 0…7");
    const Shape& shape = from.shape();
    const Position root = transform(shape, from.root(), symmetry);
    const bool white = from.root_white_to_move();
    std::vector<std::uint8_t> moves;
    for (const std::uint8_t move : from.moves())
        moves.push_back(static_cast<std::uint8_t>(transformed(shape, move, symmetry)));
    board.set(white ? root.opp : root.own, white ? root.own : root.opp, white);
    board.extend(moves, false);
}

bool same(const Board& a, const Board& b) {
    return &a.shape() == &b.shape() && a.white_to_move() == b.white_to_move() && a.position() == b.position();
}

nb::bytes moves_as_bytes(const Board& board) { return nb::bytes(board.moves().data(), board.moves().size()); }

std::uint64_t perft(const Board& board, int depth) {
    if (depth < 0 || depth > 120) throw std::invalid_argument("perft: depth is 0…120");
    const Shape& shape = board.shape();
    const Position position = board.position();  // another thread may change the board meanwhile
    Interruption interruption;
    Stopper stopper(interrupts_of(interruption));
    return run_released(interruption,
                        [&] { return board_kernel(chosen_isa()).perft(shape, position, depth, stopper); });
}

}  // namespace

void add_board(nb::module_& module) {
    nb::class_<Board>(module, "Board", "State and move stack of one game.")
        .def(
            "__init__",
            [](Board* self, std::string_view variant) {
                new (self) Board(shape_named(variant), board_kernel(chosen_isa()));
            },
            nb::arg("variant"))
        .def(nb::init<const Board&>(), nb::arg("board"))
        .def_prop_ro("variant_name", [](const Board& self) { return std::string(self.shape().name); })
        .def_prop_ro("white_to_move", &Board::white_to_move)
        .def_prop_ro(
            "own", [](const Board& self) { return SquareSet{self.position().own}; },
            "The discs of the side to move.")
        .def_prop_ro(
            "opp", [](const Board& self) { return SquareSet{self.position().opp}; },
            "The other side's discs.")
        .def_prop_ro(
            "legal_moves", [](const Board& self) { return SquareSet{self.legal()}; },
            "The squares that the side to move may play, ascending; never PASS.")
        .def_prop_ro(
            "move_stack",
            [](const Board& self) {
                nb::list moves;
                for (const std::uint8_t move : self.moves()) moves.append(static_cast<int>(move));
                return moves;
            },
            nb::sig("def move_stack(self) -> list[int]"), "The moves made so far, passes included; a copy.")
        .def("black", [](const Board& self) { return SquareSet{self.black()}; })
        .def("white", [](const Board& self) { return SquareSet{self.white()}; })
        .def(
            "empties", [](const Board& self) { return SquareSet{self.empties()}; }, "The empty cells.")
        .def(
            "push", [](Board& self, nb::handle move) { self.push(to_move(move)); }, nb::arg("move"),
            nb::sig("def push(self, move: int | str) -> None"),
            "Makes a move, given as a square or its name; PASS passes.")
        .def(
            "push_pass", [](Board& self) { self.push(pass); }, "Passes, which is legal only without a move.")
        .def("pop", &Board::pop, "Takes the last move back and returns it.")
        .def(
            "extend",
            [](Board& self, nb::handle moves, bool insert_passes) {
                self.extend(moves_of(moves), insert_passes);
            },
            nb::arg("moves"), nb::kw_only(), nb::arg("insert_passes") = true,
            nb::sig("def extend(self, moves: bytes | collections.abc.Iterable[int | str], *, "
                    "insert_passes: bool = True) -> None"),
            "Makes all of these moves or, if one is illegal, none; passes that were left out are put in.")
        .def(
            "is_legal", [](const Board& self, nb::handle move) { return self.is_legal(to_move(move)); },
            nb::arg("move"), nb::sig("def is_legal(self, move: int | str) -> bool"),
            "Whether the side to move may play this square, or pass.")
        .def(
            "flips",
            [](const Board& self, nb::handle square) { return SquareSet{self.flips(to_square(square))}; },
            nb::arg("square"), nb::sig("def flips(self, square: int | str) -> SquareSet"),
            "The discs that a move would turn; none if it is illegal.")
        .def("must_pass", &Board::must_pass, "Whether only the opponent can move.")
        .def("is_over", &Board::is_over, "Whether neither side can move.")
        .def(
            "set_cells",
            [](Board& self, const SquareSet& black, const SquareSet& white, bool white_to_move) {
                self.set(black.bits, white.bits, white_to_move);
            },
            nb::arg("black"), nb::arg("white"), nb::arg("white_to_move"),
            "Any discs at all; forgets the moves.")
        .def("set_transformed", &set_transformed, nb::arg("board"), nb::arg("symmetry"),
             "Becomes the image of a board, moves included.")
        .def(
            "canonical_symmetry",
            [](const Board& self) { return canonical(self.shape(), self.position()).second; },
            "The symmetry that leads to the least image.")
        .def(
            "root_cells",
            [](const Board& self) {
                const bool white = self.root_white_to_move();
                const Position& root = self.root();
                return nb::make_tuple(SquareSet{white ? root.opp : root.own},
                                      SquareSet{white ? root.own : root.opp}, white);
            },
            nb::sig("def root_cells(self) -> tuple[SquareSet, SquareSet, bool]"),
            "Black, white and whether white was to move, before the first move of the stack.")
        .def("moves_as_bytes", &moves_as_bytes)
        .def("line", &line, "The position as text: X, O or - for each cell, then the side to move.")
        .def("__eq__", &same, nb::is_operator(), nb::sig("def __eq__(self, other: object, /) -> bool"))
        .def("perft", &perft, nb::arg("depth"));
}

}  // namespace shirokuro::bindings
