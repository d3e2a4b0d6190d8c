// Compiled once per instruction set: the search with the evaluation by hand.
#include "evaluate/hand.hpp"
#include "search/search_with.hpp"

namespace shirokuro::SHIROKURO_ISA {

template Result search_with<HandEvaluator>(const Resources&, const Task&, const Progress&);

}  // namespace shirokuro::SHIROKURO_ISA
