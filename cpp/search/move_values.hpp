// Finds what each move of a position is worth at the three depths that the model of people knows.
#pragma once

#include "evaluate/people_input.hpp"
#include "search/engine.hpp"

namespace shirokuro {

// The same for the same position: the engine forgets what it searched before. Its table need not be large.
MoveValues move_values(Engine& engine, Isa isa, const Shape& shape, const Evaluation& evaluation,
                       const Position& position);

}  // namespace shirokuro
