#include "search/move_values.hpp"

#include "board/kernel.hpp"
#include "evaluate/kernel.hpp"

namespace shirokuro {

MoveValues move_values(Engine& engine, Isa isa, const Shape& shape, const Evaluation& evaluation,
                       const Position& position) {
    const BoardKernel& rules = board_kernel(isa);
    const int empties = count(shape.cells & ~position.occupied());
    MoveValues found;
    for (auto& at_depth : found.discs) at_depth.fill(MoveValues::none);
    engine.clear({});
    for (Bits moves = rules.legal(shape, position); moves != 0; moves = without_first(moves)) {
        const Square move = first(moves);
        SearchTask task;
        task.position = after(rules, shape, position, move);
        const auto set = [&](std::size_t depth, int value) {
            found.discs[depth][static_cast<std::size_t>(move)] = static_cast<std::int8_t>(-value);
        };
        if (is_over(rules, shape, task.position)) {
            for (std::size_t depth = 0; depth < MoveValues::depths; ++depth)
                set(depth, margin(task.position, count(shape.cells), Scoring::winner));
            continue;
        }
        set(0, evaluate_kernel(isa).evaluate(shape, task.position, evaluation));
        // Looking ahead comes by one ply on its way to three.
        task.depth = empties > MoveValues::exact_empties ? 3 : 1;
        set(2, engine
                   .search(shape, evaluation, task,
                           [&](const Result& result) {
                               if (result.depth == 1) set(1, result.value);
                           })
                   .value);
        if (task.depth == 3) continue;
        set(1, -found.discs[2][static_cast<std::size_t>(move)]);
        task.depth = 0;
        task.goal = Goal::exact;
        set(2, engine.search(shape, evaluation, task, {}).value);
    }
    return found;
}

}  // namespace shirokuro
