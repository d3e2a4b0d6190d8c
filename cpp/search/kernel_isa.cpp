// Compiled once per instruction set: the search kernel of that set.
#include "evaluate/hand.hpp"
#include "evaluate/square_weights.hpp"
#include "evaluate/study_features.hpp"
#include "search/search_with.hpp"

namespace shirokuro::SHIROKURO_ISA {

extern template Result search_with<HandEvaluator>(const Resources&, const Task&, const Progress&);
extern template Result search_with<SquareEvaluator>(const Resources&, const Task&, const Progress&);
extern template Result search_with<StudyEvaluator>(const Resources&, const Task&, const Progress&);

namespace {

Result search_task(const Resources& with, const Task& task, const Progress& progress) {
    switch (with.evaluation) {
        case Evaluation::by_squares:
            return search_with<SquareEvaluator>(with, task, progress);
        case Evaluation::by_study_a:
            return search_with<StudyEvaluator>(with, task, progress);
        case Evaluation::by_hand:
            break;
    }
    return search_with<HandEvaluator>(with, task, progress);
}

}  // namespace

extern const SearchKernel search_kernel;
const SearchKernel search_kernel{search_task};

}  // namespace shirokuro::SHIROKURO_ISA
