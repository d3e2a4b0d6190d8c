// A thread that joins in its destructor, as std::jthread does, which some C++ libraries still lack.
#pragma once

#include <thread>
#include <utility>

namespace shirokuro {

class JoiningThread {
  public:
    template <class Work>
    explicit JoiningThread(Work work) : thread_(std::move(work)) {}
    JoiningThread(JoiningThread&&) = default;
    ~JoiningThread() {
        if (thread_.joinable()) thread_.join();  // unless it was moved away
    }

  private:
    std::thread thread_;
};

}  // namespace shirokuro
