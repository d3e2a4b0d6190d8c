// What ends long work from Python: the token that another thread sets, and Ctrl-C.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <exception>

#include "playout/brake.hpp"

namespace shirokuro::bindings {

// Set once, from any thread.
struct Stop {
    std::atomic<bool> is_set{false};
};

inline const std::atomic<bool>* token_of(const Stop* stop) {
    return stop == nullptr ? nullptr : &stop->is_set;
}

// Work without the interpreter takes it back here for a moment; what Python raises meanwhile ends the work
// and is raised after it.
class Interruption {
  public:
    template <class Work>
    void guard(Work&& work) {
        const nanobind::gil_scoped_acquire acquired;
        try {
            if (!raised_) work();
        } catch (...) {
            raised_ = std::current_exception();
        }
    }

    // Whether Ctrl-C was pressed, or something was raised before.
    bool is_wanted() {
        guard([] {
            if (PyErr_CheckSignals() != 0) throw nanobind::python_error();
        });
        return raised_ != nullptr;
    }

    void raise() const {
        if (raised_) std::rethrow_exception(raised_);
    }

  private:
    std::exception_ptr raised_;
};

inline Interrupts interrupts_of(double seconds, const Stop* stop, Interruption& interruption) {
    return {seconds, token_of(stop), [&interruption] { return interruption.is_wanted(); }};
}

// Runs work without the interpreter; raises what ended it.
template <class Work>
auto run_released(const Interruption& interruption, Work&& work) {
    decltype(work()) result;
    {
        const nanobind::gil_scoped_release released;
        result = work();
    }
    interruption.raise();
    return result;
}

}  // namespace shirokuro::bindings
