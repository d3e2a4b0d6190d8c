// Compiled once per instruction set: the search kernel of that set, a whole search on all threads of an
// engine.
#include "evaluate/evaluators.hpp"
#include "search/driver.hpp"
#include "search/engine.hpp"

namespace shirokuro::SHIROKURO_ISA {

namespace {

// Ensures that no helper outlives the session it works in, exceptions included.
struct Dismissal {
    Team& team;
    HelperThreads& helpers;

    ~Dismissal() {
        team.finish();
        helpers.wait();
    }
};

// Lets the helpers of an engine work for a session while the caller drives the search.
template <class SearchWorker>
Result drive(Session& session, HelperThreads& helpers, const SearchTask& task, const Progress& progress) {
    const Dismissal dismissal{session.team, helpers};
    helpers.start([&session] {
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

template <class SearchWorker>
Result search_by(const Resources& with, const SearchTask& task, const Progress& progress) {
    Session session(with.shape, *with.evaluation.weights, with.table, task, with.stopper,
                    with.helpers.count() + 1);
    Result result = drive<SearchWorker>(session, with.helpers, task, progress);
    with.helpers.finish();
    result.counters = session.counters;
    return result;
}

Result search_task(const Resources& with, const SearchTask& task, const Progress& progress) {
    return with_rules(with.shape, [&]<class Rules>(const Rules&) {
        return with_evaluator<Rules>(with.evaluation, [&]<class Evaluator>() {
            return search_by<Worker<Rules, Evaluator>>(with, task, progress);
        });
    });
}

}  // namespace

const SearchKernel search_kernel{search_task};

}  // namespace shirokuro::SHIROKURO_ISA
