// The engine, its results, and the token that stops it from another thread.
#include "search/engine.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>
#include <unistd.h>

#include <memory>
#include <optional>

#include "bindings/bindings.hpp"
#include "bindings/interruption.hpp"

namespace shirokuro::bindings {

namespace {

// A writable buffer of Python's, in one piece and never a copy, which it keeps for as long as this lives.
class Memory {
  public:
    explicit Memory(nb::handle object) {
        if (PyObject_GetBuffer(object.ptr(), &buffer_, PyBUF_WRITABLE) != 0) throw nb::python_error();
    }
    ~Memory() { PyBuffer_Release(&buffer_); }
    Memory(const Memory&) = delete;
    Memory& operator=(const Memory&) = delete;

    std::span<std::byte> bytes() const {
        return {static_cast<std::byte*>(buffer_.buf), static_cast<std::size_t>(buffer_.len)};
    }

  private:
    Py_buffer buffer_{};
};

// An engine that a forked child makes anew, with an empty table: the threads do not come along, and what they
// held when the process forked stays held for ever. So the child leaves the old one as it is.
class EngineOfProcess {
  public:
    // The table lies in `memory`, if there is any.
    EngineOfProcess(int threads, std::size_t table_bytes, nb::handle memory)
        : threads_(threads), table_bytes_(table_bytes) {
        if (!memory.is_none()) memory_.emplace(memory);
        engine_ = make();
    }
    ~EngineOfProcess() { forget_if_forked(); }
    EngineOfProcess(const EngineOfProcess&) = delete;
    EngineOfProcess& operator=(const EngineOfProcess&) = delete;

    Engine& get() {
        forget_if_forked();
        if (!engine_) engine_ = make();
        return *engine_;
    }

  private:
    std::unique_ptr<Engine> make() {
        process_ = getpid();
        if (memory_) return std::make_unique<Engine>(chosen_isa(), threads_, memory_->bytes());
        return std::make_unique<Engine>(chosen_isa(), threads_, table_bytes_);
    }
    void forget_if_forked() {
        if (getpid() != process_) (void)engine_.release();
    }

    const int threads_;
    const std::size_t table_bytes_;
    std::optional<Memory> memory_;
    pid_t process_ = 0;
    std::unique_ptr<Engine> engine_;
};

Task task_of(const Board& board, std::string_view goal, std::string_view scoring,
             std::string_view dont_care) {
    Task task;
    task.position = board.position();
    task.goal =
        chosen<Goal>("goal", goal, {{"move", Goal::best_move}, {"exact", Goal::exact}, {"wld", Goal::wld}});
    task.scoring =
        chosen<Scoring>("scoring", scoring, {{"winner", Scoring::winner}, {"plain", Scoring::plain}});
    task.dont_care = dont_care_named(dont_care);
    return task;
}

Result search(EngineOfProcess& engine, const Board& board, const Evaluation& evaluation,
              std::string_view goal, std::string_view scoring, std::string_view dont_care, int depth,
              std::uint64_t nodes, double seconds, const Stop* stop, nb::object progress, int level,
              int assured, int alpha, int beta, int looked_up_from) {
    if (level < 0 || level > full_confidence) throw std::invalid_argument("level: 0…3");
    check_serves(evaluation, board.shape());
    Task task = task_of(board, goal, scoring, dont_care);
    task.level = level;
    task.depth = depth;
    task.midgame_level = depth == 0 ? playing_level : level;
    task.assured = assured;
    task.alpha = alpha;
    task.beta = beta;
    task.looked_up_from = looked_up_from;
    Interruption interruption;
    task.interrupts = interrupts_of(seconds, nodes, stop, interruption);
    Progress report;
    if (!progress.is_none())
        report = [&](const Result& result) { interruption.guard([&] { progress(result); }); };
    const Shape& shape = board.shape();
    Engine& here = engine.get();
    return run_released(interruption, [&] { return here.search(shape, evaluation, task, report); });
}

void clear(EngineOfProcess& engine) {
    Interruption interruption;
    Engine& here = engine.get();
    run_released(interruption, [&] { return here.clear(interrupts_of(interruption)); });
}

}  // namespace

void add_engine(nb::module_& module) {
    nb::class_<Stop>(module, "Stop",
                     "A token that stops a search from another thread; once set, it stays set.")
        .def(nb::init<>())
        .def(
            "set", [](Stop& self) { self.is_set.store(true); }, "Ends the searches that hold this token.")
        .def("is_set", [](const Stop& self) { return self.is_set.load(); });
    nb::enum_<Kind>(module, "Kind")
        .value("exact", Kind::exact)
        .value("wld", Kind::wld)
        .value("selective", Kind::selective)
        .value("depth", Kind::depth)
        .value("bound", Kind::bound);
    nb::class_<Counters>(module, "Counters")
        .def_ro("probes", &Counters::probes)
        .def_ro("hits", &Counters::hits)
        .def_ro("cuts", &Counters::cuts)
        .def_ro("stores", &Counters::stores);
    nb::class_<Result>(module, "Result")
        .def_ro("value", &Result::value)
        .def_ro("lower", &Result::lower)
        .def_ro("upper", &Result::upper)
        .def_ro("pv", &Result::pv)
        .def_ro("depth", &Result::depth)
        .def_ro("confidence", &Result::confidence)
        .def_ro("nodes", &Result::nodes)
        .def_ro("seconds", &Result::seconds)
        .def_ro("kind", &Result::kind)
        .def_ro("counters", &Result::counters);
    nb::class_<EngineOfProcess>(module, "Engine", "Threads and a table, and one search at a time on them.")
        .def(nb::init<int, std::size_t, nb::handle>(), nb::arg("threads"), nb::arg("table_bytes"),
             nb::arg("memory").none() = nb::none(),
             nb::sig("def __init__(self, threads: int, table_bytes: int, memory: object | None = None) -> "
                     "None"))
        .def(
            "run", &search, nb::arg("board"), nb::arg("evaluation"), nb::arg("goal"), nb::arg("scoring"),
            nb::arg("dont_care"), nb::arg("depth"), nb::arg("nodes"), nb::arg("seconds"),
            nb::arg("stop").none(), nb::arg("progress").none(), nb::arg("level") = full_confidence,
            nb::arg("assured") = 1, nb::arg("alpha") = -squares, nb::arg("beta") = squares,
            nb::arg("looked_up_from") = Task{}.looked_up_from,
            nb::sig(
                "def run(self, board: Board, evaluation: Evaluation, goal: str, scoring: str, dont_care: "
                "str, depth: int, nodes: "
                "int, "
                "seconds: float, stop: Stop | None, progress: collections.abc.Callable[[Result], object] "
                "| None, level: int = 3, assured: int = 1, alpha: int = -64, beta: int = 64, looked_up_from: "
                "int = 6) -> Result"))
        .def("clear", &clear)
        .def_prop_ro("threads", [](EngineOfProcess& self) { return self.get().threads(); })
        .def_prop_ro("table_bytes", [](EngineOfProcess& self) { return self.get().table_bytes(); });
}

}  // namespace shirokuro::bindings
