#include "evaluate/evaluators.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace shirokuro {

namespace {

struct Row {
    std::string_view name;
    const Weights* weights;  // none where they come from a file
};

// The table as values; names and weights are the same on every instruction set and for all rules.
template <class... Each>
constexpr auto rows_of(const std::tuple<Each...>*) {
    return std::array{Row{Each::name, Each::own_weights}...};
}
using Table = generic::Evaluators<generic::StraightRules>;
constexpr auto rows = rows_of(static_cast<const Table*>(nullptr));

}  // namespace

std::vector<std::string_view> evaluator_names() {
    std::vector<std::string_view> names;
    for (const Row& row : rows)
        if (row.weights != nullptr) names.push_back(row.name);
    return names;
}

Evaluation evaluation_named(std::string_view name) {
    const auto found =
        std::find_if(rows.begin(), rows.end(), [&](const Row& row) { return row.name == name; });
    if (found == rows.end() || found->weights == nullptr)
        throw std::invalid_argument("no evaluator '" + std::string(name) + "'");
    // Constants must not be freed.
    return {static_cast<std::size_t>(found - rows.begin()),
            std::shared_ptr<const Weights>(std::shared_ptr<void>(), found->weights)};
}

Evaluation evaluation_by(std::shared_ptr<const PatternWeights> weights) {
    const auto found =
        std::find_if(rows.begin(), rows.end(), [](const Row& row) { return row.weights == nullptr; });
    const Shape* const shape = &weights->shape;
    return {static_cast<std::size_t>(found - rows.begin()), std::move(weights), shape};
}

}  // namespace shirokuro
