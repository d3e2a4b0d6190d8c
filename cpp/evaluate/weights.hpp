// The weights of an evaluator as an immutable value: made or loaded once and shared by all engines, sessions
// and threads that use it.
#pragma once

#include <array>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "board/shape.hpp"

namespace shirokuro {

// The errors of an evaluator's shallow searches, as measured with it (docs/selectivity.md).
struct ProbCutErrors {
    // The standard error, in discs, of a search as a guess of one that is deeper by so many plies …
    double error = 2.0;
    double error_a_ply = 0.8;
    // … and of the margin at the end of the game, less so much for each ply searched.
    double error_at_end = 12.0;
    double error_at_end_a_ply = 0;
    std::array<int, 3> percent_right{};  // of the values of selective searches to the end, by confidence
};

// Each evaluator has a type derived from this one.
struct Weights {
    ProbCutErrors probcut_errors{};
};

// An evaluator, by its place in the table of evaluators.hpp, and its weights.
struct Evaluation {
    Evaluation(std::size_t place, std::shared_ptr<const Weights> with, const Shape* on = nullptr)
        : evaluator(place), weights(std::move(with)), shape(on) {}

    std::size_t evaluator;
    std::shared_ptr<const Weights> weights;  // never null
    const Shape* shape;                      // the board that the weights are for; null: all boards

    bool operator==(const Evaluation&) const = default;
    // Boards that differ in their rules alone share weights.
    bool serves(const Shape& other) const { return shape == nullptr || shape->has_form_of(other); }
};

// The names of the evaluators that have built-in weights.
std::vector<std::string_view> evaluator_names();

// The evaluator of that name with its built-in weights; throws std::invalid_argument if there is none.
Evaluation evaluation_named(std::string_view name);

}  // namespace shirokuro
