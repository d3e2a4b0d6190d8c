// Compiled once per instruction set: the search kernel of that set.
#include "evaluate/hand.hpp"
#include "search/driver.hpp"
#include "search/engine.hpp"

namespace shirokuro::SHIROKURO_ISA {

namespace {

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

template <class Rules>
Result search_by(const Rules&, const Resources& with, const Task& task, const Progress& progress) {
    using SearchWorker = Worker<Rules, HandEvaluator<Rules>>;
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

Result search_task(const Resources& with, const Task& task, const Progress& progress) {
    return with_rules(with.shape, [&](const auto& rules) { return search_by(rules, with, task, progress); });
}

int evaluate(const Shape& shape, const Position& position) {
    return with_rules(shape, [&](const auto& rules) {
        return HandEvaluator<std::decay_t<decltype(rules)>>(shape).evaluate(position, rules.legal(position));
    });
}

}  // namespace

extern const SearchKernel search_kernel;
const SearchKernel search_kernel{search_task, evaluate};

}  // namespace shirokuro::SHIROKURO_ISA
