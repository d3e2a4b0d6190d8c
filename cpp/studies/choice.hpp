// Study A's choice of a move: a preliminary search orders the candidates, best first; then each is searched
// to the normal depth or, near the end, to the end. Of equal values the first in order stays.
#pragma once

#include <utility>

#include "studies/candidates.hpp"

namespace shirokuro::SHIROKURO_ISA {

template <class Rules>
class CandidateChoice {
  public:
    // A limit of nodes means those of one thread, so that it gives one result.
    CandidateChoice(const Shape& shape, const ChoiceTask& task)
        : shape_(shape),
          task_(task),
          watch_(task.patience),
          crew_(task.patience.nodes != 0 ? 0 : task.threads - 1),
          list_(list_candidates(Rules(shape), task.position)),
          empties_(count(Rules(shape).empties(task.position))) {}

    ChoiceRun run() {
        if (order())
            decide();
        else
            guess();
        run_.nodes = watch_.nodes();
        return run_;
    }

  private:
    using Features = FeatureJudge<Rules>;

    // Sorts the candidates by the preliminary search; false if there was no time for it.
    bool order() {
        const Ground ground{shape_, crew_, watch_};
        if (!search_candidates<Rules, Features>(ground, list_, task_.presearch, Wanted::all_values)
                 .is_complete)
            return false;
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

    void decide() {
        if (empties_ <= task_.perfect)
            search<DiscJudge>(Reading::perfect, empties_);
        else if (empties_ <= task_.wld)
            search<WinnerJudge>(Reading::wld, empties_);
        else
            search<Features>(Reading::normal, task_.normal);
    }

    template <class Judge>
    void search(Reading reading, int depth) {
        const Ground ground{shape_, crew_, watch_};
        const Finding found = search_candidates<Rules, Judge>(ground, list_, depth, Wanted::first_best);
        if (found.square != pass) {
            answer(found, depth, Judge::points_per_disc(shape_));
            run_.reading = reading;
        }
        run_.is_complete = found.is_complete;
    }

    // The best move at first sight.
    void guess() {
        const Patience endless;
        Watch patient(endless);
        list_ = list_candidates(Rules(shape_), task_.position);
        answer(search_candidates<Rules, Features>({shape_, crew_, patient}, list_, 1, Wanted::first_best), 1,
               Features::points_per_disc(shape_));
        run_.is_complete = false;
    }

    void answer(const Finding& found, int depth, int points_per_disc) {
        run_.square = found.square;
        run_.points = found.points;
        run_.depth = depth;
        run_.points_per_disc = points_per_disc;
    }

    const Shape& shape_;
    const ChoiceTask& task_;
    Watch watch_;
    Crew crew_;
    MoveList list_;
    int empties_;
    ChoiceRun run_;
};

}  // namespace shirokuro::SHIROKURO_ISA
