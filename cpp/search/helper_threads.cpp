#include "search/helper_threads.hpp"

#include <utility>

namespace shirokuro {

HelperThreads::HelperThreads(int helpers) {
    try {
        for (int i = 0; i < helpers; ++i) threads_.emplace_back([this] { serve(); });
    } catch (...) {  // the system has no more threads to give
        close();
        throw;
    }
}

HelperThreads::~HelperThreads() { close(); }

void HelperThreads::close() {
    {
        const std::lock_guard lock(mutex_);
        is_closing_ = true;
    }
    wake_.notify_all();
    for (std::thread& thread : threads_) thread.join();
}

void HelperThreads::start(std::function<void()> job) {
    {
        const std::lock_guard lock(mutex_);
        job_ = std::move(job);
        thrown_ = nullptr;
        ++jobs_started_;
        busy_ = count();
    }
    wake_.notify_all();
}

void HelperThreads::wait() {
    std::unique_lock lock(mutex_);
    done_.wait(lock, [this] { return busy_ == 0; });
}

void HelperThreads::finish() {
    wait();
    if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
}

void HelperThreads::serve() {
    std::uint64_t jobs_seen = 0;
    std::unique_lock lock(mutex_);
    for (;;) {
        wake_.wait(lock, [&] { return is_closing_ || jobs_started_ > jobs_seen; });
        if (is_closing_) return;
        ++jobs_seen;
        lock.unlock();
        std::exception_ptr thrown;
        try {
            job_();  // stays as it is until all helpers are done with it
        } catch (...) {
            thrown = std::current_exception();
        }
        lock.lock();
        if (!thrown_) thrown_ = thrown;
        if (--busy_ == 0) done_.notify_all();
    }
}

}  // namespace shirokuro
