// The queue of an engine's callers: one after another, in the order they came.
#pragma once

#include <condition_variable>
#include <mutex>
#include <vector>

#include "board/stopper.hpp"

namespace shirokuro {

class Queue {
  public:
    // Waits for this caller's turn; false if the stopper is set first.
    bool enter(Stopper& stopper);
    void leave();

  private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<std::uint64_t> callers_;  // their numbers; the first has its turn
    std::uint64_t next_number_ = 0;
};

// A caller's turn, if it has come.
class Turn {
  public:
    Turn(Queue& queue, Stopper& stopper) : queue_(queue), has_come_(queue.enter(stopper)) {}
    ~Turn() {
        if (has_come_) queue_.leave();
    }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;
    bool has_come() const { return has_come_; }

  private:
    Queue& queue_;
    const bool has_come_;
};

}  // namespace shirokuro
