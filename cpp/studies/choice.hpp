// The choice of ssai and msai: a preliminary search orders the candidates, best first; then each is searched
// to the normal depth or, near the end, to the end. Of equal values the first in order stays.
#pragma once

#include <utility>

#include "search/helper_threads.hpp"
#include "studies/candidates.hpp"

namespace shirokuro::SHIROKURO_ISA {

// With fewer empties the choice is made before a second thread has started.
inline constexpr int helped_from = 8;

template <class Rules>
class CandidateChoice {
  public:
    CandidateChoice(const Shape& shape, const ChoiceTask& task)
        : shape_(shape),
          task_(task),
          stopper_(task.interrupts),
          list_(list_candidates(Rules(shape), task.position)),
          empties_(count(Rules(shape).empties(task.position))),
          helpers_(helpers()) {}

    ChoiceRun run() {
        choose();
        helpers_.finish();
        run_.nodes = stopper_.nodes();
        return run_;
    }

  private:
    using Features = FeatureLeafEvaluator<Rules>;

    // Dismisses the helpers, also after an exception.
    struct Dismissal {
        CandidateChoice& choice;

        ~Dismissal() {
            choice.ordering_.finish();
            choice.deciding_.finish();
        }
    };

    void choose() {
        const Dismissal dismissal{*this};
        helpers_.start([this] { do_or_stop(stopper_, [this] { assist(); }); });
        if (order())
            decide();
        else
            guess();
    }

    // Node limits are for one thread, so that the result is reproducible.
    int helpers() const {
        return task_.interrupts.nodes != 0 || empties_ < helped_from ? 0 : task_.threads - 1;
    }

    StudySession ordering() { return {shape_, ordering_, stopper_}; }
    StudySession deciding() { return {shape_, deciding_, stopper_}; }

    // A helper goes from one search to the next without a new start, which would take longer than many a
    // search.
    void assist() {
        help_search<Rules, Features>(ordering());
        with_leaf_evaluator(
            [this]<class Evaluator>(Stage, int) { help_search<Rules, Evaluator>(deciding()); });
    }

    // Sorts the candidates by the preliminary search; false if time ran out.
    bool order() {
        const BestCandidate found =
            search_candidates<Rules, Features>(ordering(), list_, task_.presearch, Wanted::all_values);
        ordering_.finish();
        if (!found.is_complete) return false;
        sort_by_score();
        answer({list_[0].score, list_[0].square, true}, task_.presearch, Features::points_per_disc(shape_));
        return true;
    }

    // Best first; equal ones stay in their order.
    void sort_by_score() {
        for (std::size_t i = 1; i < list_.size(); ++i)
            for (std::size_t j = i; j > 0 && list_[j - 1].score < list_[j].score; --j)
                std::swap(list_[j - 1], list_[j]);
    }

    // Calls `visit` with the leaf evaluator of the main search, what it searches for, and how deep.
    template <class Visit>
    void with_leaf_evaluator(const Visit& visit) const {
        if (empties_ <= task_.perfect)
            visit.template operator()<DiscLeafEvaluator>(Stage::perfect, empties_);
        else if (empties_ <= task_.wld)
            visit.template operator()<WinnerLeafEvaluator>(Stage::wld, empties_);
        else
            visit.template operator()<Features>(Stage::normal, task_.normal);
    }

    void decide() {
        with_leaf_evaluator([this]<class Evaluator>(Stage stage, int depth) {
            const BestCandidate found =
                search_candidates<Rules, Evaluator>(deciding(), list_, depth, Wanted::first_best);
            if (found.square != pass) {
                answer(found, depth, Evaluator::points_per_disc(shape_));
                run_.stage = stage;
            }
            run_.is_complete = found.is_complete;
        });
    }

    // The best move by the evaluation alone.
    void guess() {
        Stopper never(Interrupts{});
        Team alone;
        list_ = list_candidates(Rules(shape_), task_.position);
        answer(search_candidates<Rules, Features>({shape_, alone, never}, list_, 1, Wanted::first_best), 1,
               Features::points_per_disc(shape_));
        run_.is_complete = false;
    }

    void answer(const BestCandidate& found, int depth, int points_per_disc) {
        run_.square = found.square;
        run_.points = found.points;
        run_.depth = depth;
        run_.points_per_disc = points_per_disc;
    }

    const Shape& shape_;
    const ChoiceTask& task_;
    Stopper stopper_;
    MoveList list_;
    int empties_;
    ChoiceRun run_;
    Team ordering_, deciding_;
    HelperThreads helpers_;  // the last, so that no helper outlives what it works on
};

}  // namespace shirokuro::SHIROKURO_ISA
