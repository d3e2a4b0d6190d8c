// Long work without the interpreter, and what ends it from Python: the token that another thread sets,
// Ctrl-C, and the end of the interpreter.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <exception>

#include "board/stopper.hpp"

namespace shirokuro::bindings {

// Set once, from any thread.
struct Stop {
    std::atomic<bool> is_set{false};
};

// Lets other Python threads run while it lives. A thread must not come back to an interpreter that has gone,
// which would abort the process: so at exit all work is stopped and waited for, and no more begins.
class Released {
  public:
    Released();
    ~Released();
    Released(const Released&) = delete;
    Released& operator=(const Released&) = delete;

  private:
    PyThreadState* state_;
};

int process_id();

// Whether the interpreter is about to end.
bool is_exiting();

void add_exit(nanobind::module_& module);

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

    // Whether Ctrl-C was pressed, something was raised before, or the interpreter is about to end.
    bool is_wanted() {
        guard([] {
            if (PyErr_CheckSignals() != 0) throw nanobind::python_error();
        });
        return raised_ != nullptr || is_exiting();
    }

    void raise() const {
        if (raised_) std::rethrow_exception(raised_);
    }

  private:
    std::exception_ptr raised_;
};

inline Interrupts interrupts_of(double seconds, std::uint64_t nodes, const Stop* stop,
                                Interruption& interruption) {
    return {seconds, nodes, stop == nullptr ? nullptr : &stop->is_set,
            [&interruption] { return interruption.is_wanted(); }};
}

// For work that only Ctrl-C ends.
inline Interrupts interrupts_of(Interruption& interruption) {
    return interrupts_of(0, 0, nullptr, interruption);
}

// Runs work without the interpreter; raises what ended it.
template <class Work>
auto run_released(const Interruption& interruption, Work&& work) {
    decltype(work()) result;
    {
        const Released released;
        result = work();
    }
    interruption.raise();
    return result;
}

}  // namespace shirokuro::bindings
