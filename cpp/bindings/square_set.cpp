// Squares, moves and sets of squares. What loops use of a set goes through type slots, which spares a
// look-up.
#include <nanobind/operators.h>
#include <nanobind/stl/string.h>

#include <functional>

#include "bindings/bindings.hpp"

namespace shirokuro::bindings {

namespace {

std::string repr_of(nb::handle object) { return nb::repr(object).c_str(); }

// The number that an int-like object holds, clamped to what a move is not.
long number_of(nb::handle object) {
    const nb::object index = nb::steal(PyNumber_Index(object.ptr()));
    if (!index.is_valid()) throw nb::python_error();
    int overflow = 0;
    return PyLong_AsLongAndOverflow(index.ptr(), &overflow);  // overflow gives -1, which is no move either
}

std::string_view text_of(nb::handle object) {
    Py_ssize_t size = 0;
    const char* const text = PyUnicode_AsUTF8AndSize(object.ptr(), &size);
    if (text == nullptr) {
        PyErr_Clear();
        return "?";  // lone surrogates name nothing
    }
    return {text, static_cast<std::size_t>(size)};
}

// The int that an object stands for, as NumPy's integers and their arrays without dimensions do; nothing for
// all others.
nb::object int_of(nb::handle object) {
    if (!PyIndex_Check(object.ptr())) return {};
    nb::object index = nb::steal(PyNumber_Index(object.ptr()));
    if (!index.is_valid()) PyErr_Clear();  // an array with dimensions, which holds squares
    return index;
}

Bits bits_of_mask(nb::handle mask) {
    const std::uint64_t bits = PyLong_AsUnsignedLongLong(mask.ptr());
    if (bits == ~std::uint64_t{0} && PyErr_Occurred() != nullptr) {
        PyErr_Clear();
        throw InvalidMove(repr_of(mask) + " is no mask of 64 squares");
    }
    return bits;
}

Bits bits_of(nb::handle object) {
    if (nb::isinstance<SquareSet>(object)) return nb::cast<SquareSet>(object).bits;
    if (const nb::object mask = int_of(object); mask.is_valid()) return bits_of_mask(mask);
    Bits bits = 0;
    for (nb::handle square : nb::iter(object)) bits |= bit(to_square(square));
    return bits;
}

SquareSet& self_of(PyObject* object) { return *nb::inst_ptr<SquareSet>(object); }

Py_ssize_t length(PyObject* object) { return count(self_of(object).bits); }
int is_true(PyObject* object) { return self_of(object).bits != 0; }

// Python adds the length to a negative index before the call.
PyObject* item(PyObject* object, Py_ssize_t index) {
    Bits bits = self_of(object).bits;
    if (index < 0 || index >= count(bits)) {
        PyErr_SetString(PyExc_IndexError, "SquareSet index out of range");
        return nullptr;
    }
    for (; index > 0; --index) bits = without_first(bits);
    return PyLong_FromLong(first(bits));
}

Py_hash_t hash_of(PyObject* object) {
    const auto value = static_cast<Py_hash_t>(hash(Position{self_of(object).bits, 0}));
    return value == -1 ? -2 : value;
}

struct SquareIterator {
    Bits rest;
};

PyObject* next_square(PyObject* object) {
    Bits& rest = nb::inst_ptr<SquareIterator>(object)->rest;
    if (rest == 0) return nullptr;
    const Square square = first(rest);
    rest = without_first(rest);
    return PyLong_FromLong(square);
}

PyType_Slot iterator_slots[] = {{Py_tp_iter, reinterpret_cast<void*>(PyObject_SelfIter)},
                                {Py_tp_iternext, reinterpret_cast<void*>(next_square)},
                                {0, nullptr}};

PyObject* iterate(PyObject* object) { return nb::cast(SquareIterator{self_of(object).bits}).release().ptr(); }

PyType_Slot slots[] = {
    {Py_tp_iter, reinterpret_cast<void*>(iterate)}, {Py_sq_length, reinterpret_cast<void*>(length)},
    {Py_sq_item, reinterpret_cast<void*>(item)},    {Py_nb_bool, reinterpret_cast<void*>(is_true)},
    {Py_tp_hash, reinterpret_cast<void*>(hash_of)}, {0, nullptr}};

bool contains_object(const SquareSet& set, nb::handle object) {
    if (nb::isinstance<SquareSet>(object)) return false;
    if (!int_of(object).is_valid() && !PyUnicode_Check(object.ptr())) return false;
    const Square move = to_move(object);
    return move != pass && contains(set.bits, move);
}

// Defines an operator on the bits of two sets.
template <class Operation>
auto operation(Operation of) {
    return [of](const SquareSet& a, const SquareSet& b) { return of(a.bits, b.bits); };
}

nb::list names(const SquareSet& set) {
    nb::list list;
    for (Bits rest = set.bits; rest != 0; rest = without_first(rest)) list.append(move_name(first(rest)));
    return list;
}

}  // namespace

Square to_move(nb::handle object) {
    if (PyUnicode_Check(object.ptr())) {
        if (const auto move = parse_move(text_of(object))) return *move;
        throw InvalidMove(repr_of(object) + " is not a square: moves are a1…h8 and pass");
    }
    const long move = number_of(object);
    if (move < 0 || move > pass)
        throw InvalidMove(repr_of(object) + " is not a square: squares are 0…63, PASS is 64");
    return static_cast<Square>(move);
}

Square to_square(nb::handle object) {
    const Square move = to_move(object);
    if (move == pass) throw InvalidMove(repr_of(object) + " is not a square");
    return move;
}

void add_squares(nb::module_& module) {
    module.def(
        "parse_move", [](nb::str name) { return to_move(name); }, nb::arg("name"),
        "A square by name, or PASS for pass, pa, ps and --; any case.");
    module.def(
        "parse_square", [](nb::str name) { return to_square(name); }, nb::arg("name"),
        "`parse_square(\"d3\") == 19`; any case.");
    module.def(
        "move_name", [](int move) { return move_name(to_move(nb::int_(move))); }, nb::arg("move"),
        "The name of a square, or `pass`.");
    module.def(
        "square_name", [](int square) { return move_name(to_square(nb::int_(square))); }, nb::arg("square"),
        "`square_name(19) == \"d3\"`.");

    nb::class_<SquareIterator>(module, "SquareIterator", nb::type_slots(iterator_slots));

    nb::class_<SquareSet>(
        module, "SquareSet", nb::type_slots(slots),
        "A frozen set of squares in ascending order, made from squares, their names or a mask.")
        .def(
            "__init__", [](SquareSet* self, nb::handle from) { new (self) SquareSet{bits_of(from)}; },
            nb::arg("squares") = nb::tuple(),
            nb::sig("def __init__(self, squares: typing.SupportsIndex | collections.abc.Iterable[int | str] "
                    "= ()) -> None"))
        .def("__contains__", &contains_object, nb::arg("square").none(),
             nb::sig("def __contains__(self, square: object, /) -> bool"))
        .def("__int__", [](const SquareSet& self) { return self.bits; })
        .def("__index__", [](const SquareSet& self) { return self.bits; })
        .def("__eq__", operation(std::equal_to<>()), nb::is_operator(),
             nb::sig("def __eq__(self, other: object, /) -> bool"))
        .def("__ne__", operation(std::not_equal_to<>()), nb::is_operator(),
             nb::sig("def __ne__(self, other: object, /) -> bool"))
        .def("__le__", operation([](Bits a, Bits b) { return (a & ~b) == 0; }), nb::is_operator())
        .def("__lt__", operation([](Bits a, Bits b) { return (a & ~b) == 0 && a != b; }), nb::is_operator())
        .def("__and__", operation([](Bits a, Bits b) { return SquareSet{a & b}; }), nb::is_operator())
        .def("__or__", operation([](Bits a, Bits b) { return SquareSet{a | b}; }), nb::is_operator())
        .def("__xor__", operation([](Bits a, Bits b) { return SquareSet{a ^ b}; }), nb::is_operator())
        .def("__sub__", operation([](Bits a, Bits b) { return SquareSet{a & ~b}; }), nb::is_operator())
        .def("names", &names, nb::sig("def names(self) -> list[str]"), "The squares by name.")
        .def("__repr__", [](const SquareSet& self) { return "SquareSet(" + repr_of(names(self)) + ")"; })
        .def(
            "__reduce__",
            [](nb::handle self) {
                return nb::make_tuple(self.type(), nb::make_tuple(nb::int_(nb::cast<SquareSet>(self).bits)));
            },
            nb::sig("def __reduce__(self) -> tuple[type[SquareSet], tuple[int]]"));
}

}  // namespace shirokuro::bindings
