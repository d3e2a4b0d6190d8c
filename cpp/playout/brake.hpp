// Ends the work of several threads: when time is up, when a token is set, or when the caller wants it.
#pragma once

#include <atomic>
#include <functional>

#include "search/deadline.hpp"

namespace shirokuro {

// What may end a piece of work before it is done.
struct Interrupts {
    double seconds = 0;                       // 0: as long as it takes
    const std::atomic<bool>* stop = nullptr;  // may be set from outside at any time
    // Asked some twenty times a second by the thread that called: true ends the work.
    std::function<bool()> wants_to_stop;
};

class Brake {
  public:
    explicit Brake(const Interrupts& interrupts)
        : interrupts_(interrupts), deadline_(deadline_after(began_, interrupts.seconds)) {}

    // Asked by every thread, every few dozen microseconds; once it holds, it holds for all.
    bool is_on(bool is_caller) {
        if (is_on_.load(std::memory_order_relaxed)) return true;
        const auto now = Clock::now();
        const bool stop =
            now >= deadline_ ||
            (interrupts_.stop != nullptr && interrupts_.stop->load(std::memory_order_relaxed)) ||
            (is_caller && now >= next_question_ && ask(now));
        if (stop) is_on_.store(true, std::memory_order_relaxed);
        return stop;
    }

  private:
    using Clock = std::chrono::steady_clock;

    bool ask(Clock::time_point now) {
        next_question_ = now + between_questions;
        return interrupts_.wants_to_stop && interrupts_.wants_to_stop();
    }

    static constexpr std::chrono::milliseconds between_questions{50};

    const Interrupts& interrupts_;
    const Clock::time_point began_ = Clock::now();
    const Clock::time_point deadline_;
    Clock::time_point next_question_ = began_ + between_questions;  // the calling thread's alone
    std::atomic<bool> is_on_{false};
};

}  // namespace shirokuro
