#include "search/queue.hpp"

namespace shirokuro {

bool Queue::enter(Stopper& stopper) {
    std::unique_lock lock(mutex_);
    const std::uint64_t number = next_number_++;
    callers_.push_back(number);
    while (callers_.front() != number) {
        // The caller's answer may wait for another caller, so it is not asked under the lock.
        lock.unlock();
        const bool is_stopped = stopper.ask(true);
        lock.lock();
        if (callers_.front() == number) break;
        if (is_stopped) {
            std::erase(callers_, number);
            return false;
        }
        changed_.wait_for(lock, std::chrono::milliseconds(5));
    }
    return true;
}

void Queue::leave() {
    {
        const std::lock_guard lock(mutex_);
        callers_.erase(callers_.begin());
    }
    changed_.notify_all();
}

}  // namespace shirokuro
