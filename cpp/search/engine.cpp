#include "search/engine.hpp"

#include <stdexcept>

namespace shirokuro {

namespace {

// Equal for searches whose entries mean the same, and never 0. Weights are not distinguished: they decide
// nothing that is searched to the end.
std::uint64_t meaning_of(const Shape& shape, const Evaluation& evaluation, const SearchTask& task) {
    std::uint64_t mixed = 1 + static_cast<std::uint64_t>(task.scoring);
    mixed = mixed * 8 + static_cast<std::uint64_t>(task.dont_care);
    mixed = mixed * 64 + evaluation.evaluator;
    for (const char letter : shape.name) mixed = mixed * 0x100000001b3u + static_cast<unsigned char>(letter);
    return mixed | std::uint64_t{1} << 63;
}

}  // namespace

Engine::Engine(Isa isa, int threads, std::size_t table_bytes)
    : isa_(isa), helpers_(threads - 1), table_(table_bytes) {}

Engine::Engine(Isa isa, int threads, std::span<std::byte> memory)
    : isa_(isa), helpers_(threads - 1), table_(memory) {}

Result Engine::search(const Shape& shape, const Evaluation& evaluation, const SearchTask& task,
                      const Progress& progress) {
    Stopper stopper(task.interrupts);
    const Turn turn(queue_, stopper);
    if (!turn.has_come()) {
        HelperThreads nobody(0);
        Table none(0);
        return search_kernel(isa_).search({shape, none, nobody, stopper, evaluation}, task, progress);
    }
    keep_table_for(shape, evaluation, task);
    table_.new_search();
    return search_kernel(isa_).search({shape, table_, helpers_, stopper, evaluation}, task, progress);
}

bool Engine::clear(const Interrupts& interrupts) {
    Stopper stopper(interrupts);
    const Turn turn(queue_, stopper);
    if (!turn.has_come()) return false;
    if (shape_ != nullptr || !table_.has_own_memory()) table_.clear();
    shape_ = nullptr;
    return true;
}

void Engine::keep_table_for(const Shape& shape, const Evaluation& evaluation, const SearchTask& task) {
    if (shape_ == &shape && evaluation_ == evaluation && scoring_ == task.scoring &&
        dont_care_ == task.dont_care)
        return;
    if (!table_.has_own_memory() && !table_.agrees_on(meaning_of(shape, evaluation, task)))
        throw std::invalid_argument(
            "memory: it holds results of another board, scoring, evaluator or dont_care");
    if (shape_ != nullptr && table_.has_own_memory()) table_.clear();
    shape_ = &shape;
    evaluation_ = evaluation;
    scoring_ = task.scoring;
    dont_care_ = task.dont_care;
}

}  // namespace shirokuro
