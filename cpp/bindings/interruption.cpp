#include "bindings/interruption.hpp"

#ifdef _WIN32
#include <process.h>
#else
#include <pthread.h>
#include <unistd.h>
#endif

#include <chrono>
#include <stdexcept>
#include <thread>

namespace shirokuro::bindings {

namespace {

// Global, since a process has one interpreter.
std::atomic<int> works{0};  // pieces of work that run without the interpreter
std::atomic<bool> exiting{false};

// The longest wait at exit, so that a callback that never returns cannot keep the process alive.
constexpr std::chrono::seconds patience{5};

void end_all() {
    exiting = true;
    const auto deadline = std::chrono::steady_clock::now() + patience;
    while (works > 0 && std::chrono::steady_clock::now() < deadline) {
        const nanobind::gil_scoped_release released;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
}

}  // namespace

Released::Released() {
    if (exiting) throw std::runtime_error("the interpreter is about to end");
    ++works;
    state_ = PyEval_SaveThread();
}

Released::~Released() {
    PyEval_RestoreThread(state_);
    --works;
}

int process_id() {
#ifdef _WIN32
    return _getpid();
#else
    return getpid();
#endif
}

bool is_exiting() { return exiting; }

void add_exit(nanobind::module_& module) {
    module.def("_end_all", &end_all, "Ends all work that runs without the interpreter; called at exit.");
    nanobind::module_::import_("atexit").attr("register")(module.attr("_end_all"));
#ifndef _WIN32
    // A forked child has none of the threads that worked here.
    pthread_atfork(nullptr, nullptr, [] { works = 0; });
#endif
}

}  // namespace shirokuro::bindings
