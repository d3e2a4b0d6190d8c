// Work on an array or on games by number, shared out among threads piece by piece until all is done or it is
// stopped.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <system_error>
#include <vector>

#include "board/joining_thread.hpp"
#include "board/stopper.hpp"

namespace shirokuro {

// How an array is divided, and how many threads may work on it, including the calling one.
struct Portions {
    std::size_t size;
    std::size_t piece;
    int threads;

    int helpers() const {
        const std::size_t pieces = (size + piece - 1) / piece;
        return static_cast<int>(std::min(pieces, static_cast<std::size_t>(threads))) - 1;
    }
};

// Threads that each do a job once, beside the thread that made them.
class Helpers {
  public:
    template <class Job>
    Helpers(int count, const Job& job) {
        try {
            for (int i = 0; i < count; ++i) threads_.emplace_back([this, &job] { serve(job); });
        } catch (const std::system_error&) {
            // The system has no more threads: those that started do all the work.
        }
    }

    // Waits until all are done, calling `ask` now and then; rethrows what one of them threw.
    template <class Ask>
    void wait(const Ask& ask) {
        std::unique_lock lock(mutex_);
        while (done_ < threads_.size()) {
            changed_.wait_for(lock, std::chrono::milliseconds(10));
            lock.unlock();
            ask();
            lock.lock();
        }
        if (failure_) std::rethrow_exception(failure_);
    }

  private:
    template <class Job>
    void serve(const Job& job) {
        std::exception_ptr failure;
        try {
            job();
        } catch (...) {
            failure = std::current_exception();
        }
        const std::lock_guard lock(mutex_);
        if (failure) failure_ = failure;
        ++done_;
        changed_.notify_one();
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    std::size_t done_ = 0;
    std::exception_ptr failure_;
    std::vector<JoiningThread> threads_;  // last, so that they end first
};

// Every thread makes its own function with `make_work(is_caller)` and calls it with the beginning and end of
// each piece that it takes. Only the calling thread asks whether to stop.
template <class MakeWork>
void share_out(const Portions& portions, Stopper& stopper, const MakeWork& make_work) {
    if (portions.size == 0) return;
    std::atomic<std::size_t> next{0};
    const auto serve = [&](bool is_caller) {
        do_or_stop(stopper, [&] {
            if (stopper.ask(is_caller)) return;
            const auto work = make_work(is_caller);
            while (!stopper.ask(is_caller)) {
                const std::size_t begin = next.fetch_add(portions.piece, std::memory_order_relaxed);
                if (begin >= portions.size) return;
                work(begin, std::min(begin + portions.piece, portions.size));
            }
        });
    };
    const auto help = [&] { serve(false); };
    Helpers helpers(portions.helpers(), help);
    serve(true);
    helpers.wait([&] { stopper.ask(true); });
}

}  // namespace shirokuro
