// What ends a piece of work before it is done, for perft, every search and every choice by random games: a
// deadline, a number of nodes, a token that another thread sets, or the caller's own question.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>

namespace shirokuro {

struct Interrupts {
    double seconds = 0;                        // 0: no limit
    std::uint64_t nodes = 0;                   // 0: no limit
    const std::atomic<bool>* token = nullptr;  // may be set from outside at any time
    // Asked some twenty times a second by the calling thread: true ends the work.
    std::function<bool()> wants_to_stop{};

    bool has_limits() const { return seconds > 0 || nodes != 0; }
};

// Shared by the threads of one piece of work. Its clock starts when it is made; once set, it stays set.
class Stopper {
  public:
    explicit Stopper(const Interrupts& interrupts);

    void set() { is_set_.store(true, std::memory_order_relaxed); }

    // Cheap enough for every larger node.
    bool is_set() const {
        return is_set_.load(std::memory_order_relaxed) ||
               (token_ != nullptr && token_->load(std::memory_order_relaxed));
    }

    // Reads the clock: call it every few dozen microseconds. Only the calling thread asks the caller.
    bool ask(bool is_caller);

    // Reports that a thread has searched this many more nodes; true if the work must end.
    bool report(std::uint64_t nodes, bool is_caller);

    // The nodes after which a thread should report: a millisecond of work or less.
    std::uint64_t interval() const { return interval_; }
    std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }
    double seconds() const { return std::chrono::duration<double>(Clock::now() - began_).count(); }

  private:
    using Clock = std::chrono::steady_clock;

    bool ask_caller(Clock::time_point now);

    const std::atomic<bool>* const token_;
    const std::function<bool()> wants_to_stop_;
    const std::uint64_t node_limit_;
    const std::uint64_t interval_;
    const Clock::time_point began_;
    const Clock::time_point deadline_;
    Clock::time_point next_question_;              // used by the calling thread only
    alignas(64) std::atomic<bool> is_set_{false};  // read at every larger node, so on a cache line of its own
    alignas(64) std::atomic<std::uint64_t> nodes_{0};
};

// Counts one thread's nodes and reports them.
class NodeCounter {
  public:
    NodeCounter(Stopper& stopper, bool is_caller)
        : stopper_(stopper), is_caller_(is_caller), interval_(stopper.interval()) {}
    NodeCounter(const NodeCounter&) = delete;
    NodeCounter& operator=(const NodeCounter&) = delete;
    ~NodeCounter() { report(); }

    void count() {
        if (++unreported_ >= interval_) report();
    }
    bool is_stopped() const { return stopper_.is_set(); }

    void report() {
        stopper_.report(unreported_, is_caller_);
        unreported_ = 0;
    }

  private:
    Stopper& stopper_;
    const bool is_caller_;
    const std::uint64_t interval_;
    std::uint64_t unreported_ = 0;
};

// Does one thread's share of the work; an exception stops the others too.
template <class Work>
void do_or_stop(Stopper& stopper, const Work& work) {
    try {
        work();
    } catch (...) {
        stopper.set();
        throw;
    }
}

}  // namespace shirokuro
