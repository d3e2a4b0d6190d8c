// Compiled once per instruction set: the network of the model of people.
#include "evaluate/people_kernel.hpp"
#include "evaluate/people_network.hpp"

namespace shirokuro::SHIROKURO_ISA {

namespace {

Scores scores(const PeopleModel& model, const PeopleInput& input) {
    return PeopleNetwork(model).scores(input);
}

}  // namespace

const PeopleKernel people_kernel{scores};

}  // namespace shirokuro::SHIROKURO_ISA
