// When work that may take so many seconds must end.
#pragma once

#include <chrono>

namespace shirokuro {

// Never, for 0 and for more than thirty years.
std::chrono::steady_clock::time_point deadline_after(std::chrono::steady_clock::time_point began,
                                                     double seconds);

}  // namespace shirokuro
