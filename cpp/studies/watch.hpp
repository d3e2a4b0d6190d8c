// When a study's search must end: what brakes it, or so many nodes; and how its threads count them.
#pragma once

#include <algorithm>

#include "studies/tasks.hpp"

namespace shirokuro {

// Shared by the threads of a search.
class Watch {
  public:
    explicit Watch(const Patience& patience) : brake_(patience.interrupts) {
        if (patience.nodes != 0) node_limit_ = patience.nodes;
    }

    bool has_ended() const { return has_ended_.load(std::memory_order_relaxed); }
    std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }

    // So many nodes after which a thread should report; a thousandth of a second or less.
    std::uint64_t interval() const { return std::min<std::uint64_t>(4096, node_limit_ / 8 + 1); }

    // A thread has looked at more nodes.
    void report(std::uint64_t more, bool is_caller) {
        const std::uint64_t all = nodes_.fetch_add(more, std::memory_order_relaxed) + more;
        if (all >= node_limit_ || brake_.is_on(is_caller)) has_ended_.store(true, std::memory_order_relaxed);
    }

  private:
    Brake brake_;
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
