#include "search/deadline.hpp"

namespace shirokuro {

std::chrono::steady_clock::time_point deadline_after(std::chrono::steady_clock::time_point began,
                                                     double seconds) {
    using Clock = std::chrono::steady_clock;
    if (seconds <= 0 || seconds >= 1e9) return Clock::time_point::max();
    return began + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

}  // namespace shirokuro
