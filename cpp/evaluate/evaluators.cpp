#include "evaluate/evaluators.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace shirokuro {

namespace {

constexpr std::string_view names[] = {"hand", "squares", "study-a"};
constexpr const Weights* weights[] = {&hand_weights, &square_weights, &study_weights};

static_assert(std::size(names) == std::size(weights));
static_assert(std::size(names) == std::tuple_size_v<generic::Evaluators<generic::StraightRules>>);

}  // namespace

std::span<const std::string_view> evaluator_names() { return names; }

Evaluation evaluation_named(std::string_view name) {
    const auto place = static_cast<std::size_t>(std::find(std::begin(names), std::end(names), name) - names);
    if (place == std::size(names)) throw std::invalid_argument("no evaluator '" + std::string(name) + "'");
    // The constants are nobody's to free.
    return {place, std::shared_ptr<const Weights>(std::shared_ptr<void>(), weights[place])};
}

}  // namespace shirokuro
