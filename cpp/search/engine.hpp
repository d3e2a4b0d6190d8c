// An engine: its threads, its table, and one search at a time on them, by any evaluation.
#pragma once

#include <optional>

#include "board/isa.hpp"
#include "board/shape.hpp"
#include "evaluate/weights.hpp"
#include "search/helper_threads.hpp"
#include "search/queue.hpp"
#include "search/table.hpp"
#include "search/task.hpp"

namespace shirokuro {

class Engine {
  public:
    Engine(Isa isa, int threads, std::size_t table_bytes);
    // Its table lies in memory that it may share with engines of other processes, all for searches of one
    // board by one scoring, evaluator and kind of keys: an std::invalid_argument refuses any other.
    Engine(Isa isa, int threads, std::span<std::byte> memory);

    // The evaluation must serve the shape. Calls from several threads wait for each other, as long as their
    // interrupts let them; one that waited in vain answers with the plies that are assured.
    Result search(const Shape& shape, const Evaluation& evaluation, const SearchTask& task,
                  const Progress& progress);
    // False if the interrupts end it before its turn comes.
    bool clear(const Interrupts& interrupts);
    int threads() const { return helpers_.count() + 1; }
    std::size_t table_bytes() const { return table_.bytes(); }

  private:
    // Entries of another board, another evaluation, another scoring or other keys mean something else.
    void keep_table_for(const Shape& shape, const Evaluation& evaluation, const SearchTask& task);

    Isa isa_;
    Queue queue_;
    HelperThreads helpers_;
    Table table_;
    const Shape* shape_ = nullptr;  // of what the table holds; none while nothing was searched
    std::optional<Evaluation> evaluation_;
    Scoring scoring_ = Scoring::winner;
    DontCare dont_care_ = DontCare::off;
};

// What a search works with, besides its task.
struct Resources {
    const Shape& shape;
    Table& table;
    HelperThreads& helpers;
    Stopper& stopper;
    const Evaluation& evaluation;
};

struct SearchKernel {
    Result (*search)(const Resources&, const SearchTask&, const Progress&);
};

SHIROKURO_KERNEL(SearchKernel, search_kernel)

}  // namespace shirokuro
