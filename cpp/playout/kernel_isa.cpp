// Compiled once per instruction set: the playout kernel of that set.
#include "evaluate/evaluators.hpp"
#include "playout/flat.hpp"
#include "playout/kernel.hpp"
#include "playout/uct_search.hpp"

namespace shirokuro::SHIROKURO_ISA {

namespace {

void playout_many(const Shape& shape, const PlayoutJob& job, std::span<const Position> positions,
                  std::int8_t* margins) {
    with_rules(shape, [&](const auto& rules) { play_out(rules, job, positions, margins); });
}

void random_games(const Shape& shape, const PlayoutJob& job, std::span<const Position> positions,
                  std::int8_t* margins, const MoveRows& rows) {
    with_rules(shape,
               [&](const auto& rules) { play_out(rules, job, positions, margins, RowsOfMoves(rows)); });
}

FlatResult flat(const Shape& shape, const FlatTask& task) {
    return with_rules(shape, [&](const auto& rules) { return Flat(rules, task).run(); });
}

UctResult uct_of(const Shape& shape, const UctTask& task) {
    return with_rules(shape, [&]<class Rules>(const Rules&) {
        return with_evaluator<Rules>(
            task.evaluation, [&]<class Evaluator>() { return search_uct<Rules, Evaluator>(shape, task); });
    });
}

}  // namespace

const PlayoutKernel playout_kernel{playout_many, random_games, flat, uct_of};

}  // namespace shirokuro::SHIROKURO_ISA
