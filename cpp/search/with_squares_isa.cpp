// Compiled once per instruction set: the search with the evaluation by the worth of squares.
#include "evaluate/square_weights.hpp"
#include "search/search_with.hpp"

namespace shirokuro::SHIROKURO_ISA {

template Result search_with<SquareEvaluator>(const Resources&, const Task&, const Progress&);

}  // namespace shirokuro::SHIROKURO_ISA
