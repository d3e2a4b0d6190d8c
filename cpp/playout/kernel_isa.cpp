// Compiled once per instruction set: the playout kernel of that set.
#include "playout/games.hpp"
#include "playout/kernel.hpp"

namespace shirokuro::SHIROKURO_ISA {

namespace {

void playout_many(const Shape& shape, const PlayoutJob& job, std::span<const Position> positions,
                  std::int8_t* margins) {
    with_rules(shape, [&](const auto& rules) { play_out(rules, job, positions, margins); });
}

}  // namespace

extern const PlayoutKernel playout_kernel;
const PlayoutKernel playout_kernel{playout_many};

}  // namespace shirokuro::SHIROKURO_ISA
