#include "board/stopper.hpp"

#include <algorithm>

namespace shirokuro {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds between_questions{50};

// Never, for 0 and for more than thirty years.
Clock::time_point deadline_after(Clock::time_point began, double seconds) {
    if (seconds <= 0 || seconds >= 1e9) return Clock::time_point::max();
    return began + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

}  // namespace

Stopper::Stopper(const Interrupts& interrupts)
    : token_(interrupts.token),
      wants_to_stop_(interrupts.wants_to_stop),
      node_limit_(interrupts.nodes != 0 ? interrupts.nodes : ~std::uint64_t{0}),
      interval_(std::min<std::uint64_t>(4096, node_limit_ / 8 + 1)),
      began_(Clock::now()),
      deadline_(deadline_after(began_, interrupts.seconds)),
      next_question_(began_ + between_questions) {}

bool Stopper::ask(bool is_caller) {
    if (is_set()) return true;
    const auto now = Clock::now();
    if (now < deadline_ && nodes() < node_limit_ && !(is_caller && ask_caller(now))) return false;
    set();
    return true;
}

bool Stopper::report(std::uint64_t nodes, bool is_caller) {
    nodes_.fetch_add(nodes, std::memory_order_relaxed);
    return ask(is_caller);
}

bool Stopper::ask_caller(Clock::time_point now) {
    if (now < next_question_ || !wants_to_stop_) return false;
    next_question_ = now + between_questions;
    return wants_to_stop_();
}

}  // namespace shirokuro
