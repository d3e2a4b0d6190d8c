// When a study's search must end: its limits, a token set from outside, a caller who loses patience.
#pragma once

#include <algorithm>
#include <chrono>

#include "studies/tasks.hpp"

namespace shirokuro {

// Shared by the threads of a search.
class Watch {
  public:
    explicit Watch(const Patience& patience) : patience_(patience) {
        const Limits& limits = patience.limits;
        if (limits.nodes != 0) node_limit_ = limits.nodes;
        if (limits.seconds > 0 && limits.seconds < 1e9)
            deadline_ +=
                std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(limits.seconds));
        else
            deadline_ = Clock::time_point::max();
    }

    bool has_ended() const { return has_ended_.load(std::memory_order_relaxed); }
    std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }

    // So many nodes after which a thread should report; a thousandth of a second or less.
    std::uint64_t interval() const { return std::min<std::uint64_t>(4096, node_limit_ / 8 + 1); }

    // A thread has looked at more nodes. Only the caller's own may ask it.
    void report(std::uint64_t more, bool is_caller) {
        const std::uint64_t all = nodes_.fetch_add(more, std::memory_order_relaxed) + more;
        const auto now = Clock::now();
        if (all >= node_limit_ || now >= deadline_ || is_stopped() || (is_caller && ask(now)))
            has_ended_.store(true, std::memory_order_relaxed);
    }

  private:
    using Clock = std::chrono::steady_clock;

    bool is_stopped() const {
        return patience_.stop != nullptr && patience_.stop->load(std::memory_order_relaxed);
    }

    bool ask(Clock::time_point now) {
        if (now < next_question_) return false;
        next_question_ = now + std::chrono::milliseconds(50);
        return patience_.wants_to_stop && patience_.wants_to_stop();
    }

    const Patience& patience_;
    Clock::time_point deadline_ = Clock::now();
    Clock::time_point next_question_ = Clock::now() + std::chrono::milliseconds(50);
    std::uint64_t node_limit_ = ~std::uint64_t{0};
    alignas(64) std::atomic<bool> has_ended_{false};
    alignas(64) std::atomic<std::uint64_t> nodes_{0};
};

// What one thread reports to the watch.
class Counter {
  public:
    Counter(Watch& watch, bool is_caller)
        : watch_(watch), is_caller_(is_caller), interval_(watch.interval()) {}
    Counter(const Counter&) = delete;
    Counter& operator=(const Counter&) = delete;
    ~Counter() { report(); }

    void count() {
        if (++unreported_ >= interval_) report();
    }
    bool has_ended() const { return watch_.has_ended(); }

    void report() {
        watch_.report(unreported_, is_caller_);
        unreported_ = 0;
    }

  private:
    Watch& watch_;
    const bool is_caller_;
    const std::uint64_t interval_;
    std::uint64_t unreported_ = 0;
};

}  // namespace shirokuro
