// An engine's helper threads: they live as long as it does and sleep between searches.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace shirokuro {

class HelperThreads {
  public:
    explicit HelperThreads(int helpers);
    ~HelperThreads();
    HelperThreads(const HelperThreads&) = delete;
    HelperThreads& operator=(const HelperThreads&) = delete;

    // Every helper calls `job` once; `wait` returns when all have done so, and `finish` throws what a job
    // has thrown.
    void start(std::function<void()> job);
    void wait();
    void finish();
    int count() const { return static_cast<int>(threads_.size()); }

  private:
    void serve();
    void close();

    std::mutex mutex_;
    std::condition_variable wake_;
    std::condition_variable done_;
    std::function<void()> job_;
    std::uint64_t jobs_started_ = 0;
    int busy_ = 0;
    std::exception_ptr thrown_;  // by the first job that did
    bool is_closing_ = false;
    std::vector<std::thread> threads_;
};

}  // namespace shirokuro
