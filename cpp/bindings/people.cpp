// The model of people: loaded from the bytes of a file, asked for the moves of a board.
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include "bindings/bindings.hpp"
#include "bindings/interruption.hpp"
#include "board/kernel.hpp"
#include "board/share_out.hpp"
#include "evaluate/people_kernel.hpp"
#include "search/move_values.hpp"

namespace shirokuro::bindings {

namespace {

constexpr std::size_t table_bytes = std::size_t{256} << 10;

// A board and its values, ready for any rating.
struct PeopleQuestion {
    PeopleInput input;
    bool knows_board = false;  // whether people's games on this board were learned from
};

PeopleQuestion question_of(const Board& board, const Evaluation& evaluation, bool is_black,
                           const std::vector<int>& last, bool has_history) {
    const Shape& shape = board.shape();
    check_serves(evaluation, shape);
    PeopleQuestion asked;
    asked.knows_board = shape.cells == ~Bits{0} && !shape.is_round();
    asked.input.position = board.position();
    asked.input.cells = count(shape.cells);
    asked.input.legal = board_kernel(chosen_isa()).legal(shape, board.position());
    asked.input.is_black = is_black;
    asked.input.has_history = has_history;
    for (std::size_t i = 0; i < std::min(last.size(), asked.input.last.size()); ++i)
        asked.input.last[i] = static_cast<Square>(last[i]);
    const Released released;
    Engine engine(chosen_isa(), 1, table_bytes);
    asked.input.values = move_values(engine, chosen_isa(), shape, evaluation, asked.input.position);
    return asked;
}

// (move, weight) for every legal move; the weights are in proportion to the chances.
std::vector<std::pair<int, std::uint32_t>> answer(const PeopleQuestion& asked, const PeopleModel& model,
                                                  int rating, int opponent, int sharpness, bool by_values) {
    PeopleInput input = asked.input;
    input.rating = rating;
    input.opponent = opponent;
    const Released released;
    const Scores scores = by_values || !asked.knows_board ? scores_by_values(model, input)
                                                          : people_kernel(chosen_isa()).scores(model, input);
    const auto chances = chances_of(scores, input.legal, sharpness);
    std::vector<std::pair<int, std::uint32_t>> found;
    for (Bits left = input.legal; left != 0; left = without_first(left))
        found.emplace_back(first(left), chances[static_cast<std::size_t>(first(left))]);
    return found;
}

// The values of the moves of the question, depth by depth.
std::vector<std::vector<int>> values_of(const PeopleQuestion& asked) {
    std::vector<std::vector<int>> found;
    for (const auto& row : asked.input.values.discs) {
        std::vector<int>& values = found.emplace_back();
        for (Bits left = asked.input.legal; left != 0; left = without_first(left))
            values.push_back(row[static_cast<std::size_t>(first(left))]);
    }
    return found;
}

nb::bytes values_of_many(std::string_view variant, nb::bytes positions, const Evaluation& evaluation,
                         int threads) {
    const Shape& shape = shape_named(variant);
    check_serves(evaluation, shape);
    const std::span<const Position> all(reinterpret_cast<const Position*>(positions.c_str()),
                                        positions.size() / sizeof(Position));
    std::vector<MoveValues> found(all.size());
    Interruption interruption;
    {
        const Released released;
        Stopper stopper(interrupts_of(interruption));
        share_out({all.size(), 64, threads}, stopper, [&](bool) {
            const auto engine = std::make_shared<Engine>(chosen_isa(), 1, table_bytes);
            return [&, engine](std::size_t begin, std::size_t end) {
                for (std::size_t i = begin; i < end; ++i)
                    found[i] = move_values(*engine, chosen_isa(), shape, evaluation, all[i]);
            };
        });
    }
    interruption.raise();
    return nb::bytes(found.data(), found.size() * sizeof(MoveValues));
}

}  // namespace

void add_people(nb::module_& module) {
    nb::class_<PeopleModel>(module, "PeopleModel", "How people play, as learned from their games.");
    module.def(
        "read_people",
        [](nb::bytes file) {
            return std::const_pointer_cast<PeopleModel>(read_people({file.c_str(), file.size()}));
        },
        nb::arg("file"), "The model that the bytes of a file hold.");
    nb::class_<PeopleQuestion>(module, "PeopleQuestion", "A board with the values of its moves.")
        .def(nb::new_(&question_of), nb::arg("board"), nb::arg("evaluation"), nb::arg("is_black"),
             nb::arg("last"), nb::arg("has_history"))
        .def_ro("knows_board", &PeopleQuestion::knows_board,
                "Whether there are games of people on this board.")
        .def("values", &values_of,
             "Of the legal moves in their order: evaluated, after two plies, after four.")
        .def("answer", &answer, nb::arg("model"), nb::arg("rating"), nb::arg("opponent"),
             nb::arg("sharpness"), nb::arg("by_values"),
             "(move, weight) for every legal move, weights in proportion to the chances.");
    module.def("move_values_of_many", &values_of_many, nb::arg("variant"), nb::arg("positions"),
               nb::arg("evaluation"), nb::arg("threads"),
               "For each position three rows of 64 values, -128 where no move is, as bytes.");
}

}  // namespace shirokuro::bindings
