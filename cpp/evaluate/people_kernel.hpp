// The network of the model of people, as a table of functions per instruction set.
#pragma once

#include "board/isa.hpp"
#include "evaluate/people_model.hpp"

namespace shirokuro {

struct PeopleKernel {
    // Scores moves by the board, the last moves, the ratings and the values, on 8x8.
    Scores (*scores)(const PeopleModel&, const PeopleInput&);
};

SHIROKURO_KERNEL(PeopleKernel, people_kernel)

}  // namespace shirokuro
