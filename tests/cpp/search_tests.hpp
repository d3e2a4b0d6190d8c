// The tests that exist once per instruction set.
#pragma once

#include "check.hpp"
#include "endings.hpp"

namespace shirokuro {

using tests::Ending;
using tests::Tally;

namespace generic {
void test_search_parts(Tally& tally, const std::vector<Ending>& endings, int many);
}
namespace avx2 {
void test_search_parts(Tally& tally, const std::vector<Ending>& endings, int many);
}
namespace avx512 {
void test_search_parts(Tally& tally, const std::vector<Ending>& endings, int many);
}

}  // namespace shirokuro
