#include "search/engine.hpp"

namespace shirokuro {

Engine::Engine(Isa isa, int threads, std::size_t table_bytes)
    : isa_(isa), crew_(threads - 1), table_(table_bytes) {}

Result Engine::search(const Shape& shape, const Evaluation& evaluation, const Task& task,
                      const Progress& progress) {
    Stopper stopper(task.interrupts);
    const Turn turn(queue_, stopper);
    if (!turn.has_come()) {
        Crew nobody(0);
        Table none(0);
        return search_kernel(isa_).search({shape, none, nobody, stopper, evaluation}, task, progress);
    }
    keep_table_for(shape, evaluation, task);
    table_.new_search();
    return search_kernel(isa_).search({shape, table_, crew_, stopper, evaluation}, task, progress);
}

bool Engine::clear(const Interrupts& interrupts) {
    Stopper stopper(interrupts);
    const Turn turn(queue_, stopper);
    if (turn.has_come()) table_.clear();
    return turn.has_come();
}

void Engine::keep_table_for(const Shape& shape, const Evaluation& evaluation, const Task& task) {
    if (shape_ == &shape && evaluation_ == evaluation && scoring_ == task.scoring &&
        dont_care_ == task.dont_care)
        return;
    if (shape_ != nullptr) table_.clear();
    shape_ = &shape;
    evaluation_ = evaluation;
    scoring_ = task.scoring;
    dont_care_ = task.dont_care;
}

}  // namespace shirokuro
