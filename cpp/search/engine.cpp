#include "search/engine.hpp"

namespace shirokuro {

Engine::Engine(Isa isa, int threads, std::size_t table_bytes, Evaluation evaluation)
    : isa_(isa), evaluation_(std::move(evaluation)), crew_(threads - 1), table_(table_bytes) {}

Result Engine::search(const Shape& shape, const Task& task, const Progress& progress) {
    Stopper stopper(task.interrupts);
    const Turn turn(queue_, stopper);
    if (!turn.has_come()) {
        Crew nobody(0);
        Table none(0);
        return search_kernel(isa_).search({shape, none, nobody, stopper, evaluation_}, task, progress);
    }
    keep_table_for(shape, task);
    table_.new_search();
    return search_kernel(isa_).search({shape, table_, crew_, stopper, evaluation_}, task, progress);
}

bool Engine::clear(const Interrupts& interrupts) {
    Stopper stopper(interrupts);
    const Turn turn(queue_, stopper);
    if (turn.has_come()) table_.clear();
    return turn.has_come();
}

void Engine::keep_table_for(const Shape& shape, const Task& task) {
    if (shape_ == &shape && scoring_ == task.scoring && dont_care_ == task.dont_care) return;
    if (shape_ != nullptr) table_.clear();
    shape_ = &shape;
    scoring_ = task.scoring;
    dont_care_ = task.dont_care;
}

}  // namespace shirokuro
