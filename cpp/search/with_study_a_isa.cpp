// Compiled once per instruction set: the search with the evaluation by study A's features.
#include "evaluate/study_features.hpp"
#include "search/search_with.hpp"

namespace shirokuro::SHIROKURO_ISA {

template Result search_with<StudyEvaluator>(const Resources&, const Task&, const Progress&);

}  // namespace shirokuro::SHIROKURO_ISA
