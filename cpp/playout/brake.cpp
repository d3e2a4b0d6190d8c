#include "playout/brake.hpp"

namespace shirokuro {

Brake::Brake(const Interrupts& interrupts) : interrupts_(interrupts) {
    if (interrupts.seconds > 0 && interrupts.seconds < 1e9)
        deadline_ = began_ + std::chrono::duration_cast<Clock::duration>(
                                 std::chrono::duration<double>(interrupts.seconds));
}

}  // namespace shirokuro
