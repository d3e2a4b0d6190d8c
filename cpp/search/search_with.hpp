// A whole search with one evaluator, on all threads of an engine. Each evaluator's is compiled in a file of
// its own, `with_*_isa.cpp`.
#pragma once

#include "search/driver.hpp"
#include "search/engine.hpp"

namespace shirokuro::SHIROKURO_ISA {

// Sees to it that no helper outlives the session it works in, whatever happens.
struct Gathering {
    Team& team;
    Crew& crew;

    void end() const {
        team.finish();
        crew.wait();
    }
    ~Gathering() { end(); }
};

template <class Rules, Evaluates Evaluator>
Result search_by(const Resources& with, const Task& task, const Progress& progress) {
    using SearchWorker = Worker<Rules, Evaluator>;
    Session session(with.shape, with.table, task, with.crew.helpers() + 1);
    with.crew.start([&session] {
        SearchWorker helper(session, false);
        help(helper);
    });
    const Gathering gathering{session.team, with.crew};
    SearchWorker worker(session, true);
    Result result = Driver(worker, task, progress).run();
    gathering.end();
    worker.report_counters();
    result.counters = session.counters;
    return result;
}

template <template <class Rules> class Evaluator>
Result search_with(const Resources& with, const Task& task, const Progress& progress) {
    return with_rules(with.shape, [&]<class Rules>(const Rules&) {
        return search_by<Rules, Evaluator<Rules>>(with, task, progress);
    });
}

}  // namespace shirokuro::SHIROKURO_ISA
