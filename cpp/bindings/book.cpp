// A book's table as a value that Python holds; records go to Python as bytes.
#include <nanobind/stl/string_view.h>

#include "bindings/bindings.hpp"
#include "board/book_table.hpp"

namespace shirokuro::bindings {

namespace {

nb::bytes bytes_of(std::string_view text) { return nb::bytes(text.data(), text.size()); }

nb::object find(const BookTable& book, const Board& board) {
    if (&board.shape() != &book.shape())
        throw std::invalid_argument("this book is of " + std::string(book.shape().name) + ", not of " +
                                    std::string(board.shape().name));
    const auto found = book.find(board.position());
    return found ? nb::object(bytes_of(*found)) : nb::none();
}

nb::tuple item(const BookTable& book, std::size_t at) {
    if (at >= book.size()) throw nb::index_error();
    return nb::make_tuple(bytes_of(book.key(at)), bytes_of(book.record(at)));
}

}  // namespace

void add_book(nb::module_& module) {
    nb::class_<BookTable>(module, "BookTable", "The positions of a book; it never changes.")
        .def(
            "__init__",
            [](BookTable* self, std::string_view variant, std::size_t size, nb::bytes body) {
                new (self) BookTable(shape_named(variant), board_kernel(chosen_isa()), size,
                                     std::string(body.c_str(), body.size()));
            },
            nb::arg("variant"), nb::arg("size"), nb::arg("body"))
        .def("__len__", &BookTable::size)
        .def("body", [](const BookTable& self) { return bytes_of(self.body()); })
        .def("find", &find, nb::arg("board"), nb::sig("def find(self, board: Board) -> bytes | None"),
             "The record of a position, its moves as they are on this board.")
        .def("item", &item, nb::arg("at"), nb::sig("def item(self, at: int) -> tuple[bytes, bytes]"),
             "A key and its record.");
}

}  // namespace shirokuro::bindings
