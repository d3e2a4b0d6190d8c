// A whole search with one evaluator, on all threads of an engine. Each evaluator's is compiled in a file of
// its own, `with_*_isa.cpp`.
#pragma once

#include "search/driver.hpp"
#include "search/engine.hpp"

namespace shirokuro::SHIROKURO_ISA {

// Sees to it that no helper outlives the session it works in, whatever happens.
struct Dismissal {
    Team& team;
    Crew& crew;

    ~Dismissal() {
        team.finish();
        crew.wait();
    }
};

// Lets the helpers of an engine work for a session while the caller drives the search.
template <class SearchWorker>
Result drive(Session& session, Crew& crew, const Task& task, const Progress& progress) {
    const Dismissal dismissal{session.team, crew};
    crew.start([&session] {
        do_or_stop(session.stopper, [&session] {
            SearchWorker helper(session, false);
            help(helper);
        });
    });
    SearchWorker worker(session, true);
    const Result result = Driver(worker, task, progress).run();
    worker.report_counters();
    return result;
}

template <class Rules, Evaluates Evaluator>
Result search_by(const Resources& with, const Task& task, const Progress& progress) {
    Session session(with.shape, with.table, task, with.stopper, with.crew.helpers() + 1);
    Result result = drive<Worker<Rules, Evaluator>>(session, with.crew, task, progress);
    with.crew.finish();
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
