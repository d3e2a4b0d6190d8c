// The engine, its results, and the token that stops it from another thread.
#include "search/engine.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <optional>

#include "bindings/bindings.hpp"
#include "bindings/interruption.hpp"

namespace shirokuro::bindings {

namespace {

// A writable, contiguous buffer of Python, kept alive as long as this object.
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

// An engine that a forked child makes anew, with an empty table: a child has none of its parent's threads,
// and the locks that they held stay locked. So the child leaves the old one as it is.
class EngineOfProcess {
  public:
    // The table lies in `memory`, if given.
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
        process_ = process_id();
        if (memory_) return std::make_unique<Engine>(chosen_isa(), threads_, memory_->bytes());
        return std::make_unique<Engine>(chosen_isa(), threads_, table_bytes_);
    }
    void forget_if_forked() {
        if (process_id() != process_) (void)engine_.release();
    }

    const int threads_;
    const std::size_t table_bytes_;
    std::optional<Memory> memory_;
    int process_ = 0;
    std::unique_ptr<Engine> engine_;
};

void make_task(SearchTask* made, Goal goal, Scoring scoring, DontCare dont_care, int alpha, int beta,
               int depth, int assured, int confidence, int table_from, std::uint64_t nodes, double seconds,
               const Stop* stop) {
    if (confidence < 0 || confidence > full_confidence) throw std::invalid_argument("confidence: 0…3");
    const std::atomic<bool>* token = stop == nullptr ? nullptr : &stop->is_set;
    new (made) SearchTask{{},
                          goal,
                          scoring,
                          dont_care,
                          alpha,
                          beta,
                          depth,
                          assured,
                          confidence,
                          table_from,
                          {seconds, nodes, token, {}}};
}

Result search(EngineOfProcess& engine, const Board& board, const Evaluation& evaluation, SearchTask task,
              nb::object progress) {
    check_serves(evaluation, board.shape());
    Interruption interruption;
    task.position = board.position();
    task.interrupts.wants_to_stop = [&] { return interruption.is_wanted(); };
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
    nb::enum_<Goal>(module, "Goal")
        .value("best_move", Goal::best_move)
        .value("exact", Goal::exact)
        .value("wld", Goal::wld);
    nb::enum_<Scoring>(module, "Scoring").value("winner", Scoring::winner).value("plain", Scoring::plain);
    nb::enum_<DontCare>(module, "DontCare")
        .value("off", DontCare::off)
        .value("full_lines", DontCare::full_lines)
        .value("wide", DontCare::wide);
    nb::class_<SearchTask>(module, "SearchTask", "What one search is asked; no limit is 0.")
        .def("__init__", &make_task, nb::kw_only(), nb::arg("goal") = Goal::best_move,
             nb::arg("scoring") = Scoring::winner, nb::arg("dont_care") = DontCare::off,
             nb::arg("alpha") = -squares, nb::arg("beta") = squares, nb::arg("depth") = 0,
             nb::arg("assured") = 1, nb::arg("confidence") = full_confidence,
             nb::arg("table_from") = SearchTask{}.table_from, nb::arg("nodes") = 0, nb::arg("seconds") = 0,
             nb::arg("stop").none() = nb::none(), nb::keep_alive<1, 13>());
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
        .def("search", &search, nb::arg("board"), nb::arg("evaluation"), nb::arg("task"),
             nb::arg("progress").none() = nb::none(),
             nb::sig("def search(self, board: Board, evaluation: Evaluation, task: SearchTask, progress: "
                     "collections.abc.Callable[[Result], object] | None = None) -> Result"))
        .def("clear", &clear)
        .def_prop_ro("threads", [](EngineOfProcess& self) { return self.get().threads(); })
        .def_prop_ro("table_bytes", [](EngineOfProcess& self) { return self.get().table_bytes(); });
}

}  // namespace shirokuro::bindings
