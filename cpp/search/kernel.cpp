#include "search/engine.hpp"

namespace shirokuro {

namespace generic {
extern const SearchKernel search_kernel;
}
#ifdef SHIROKURO_HAS_AVX2
namespace avx2 {
extern const SearchKernel search_kernel;
}
#endif

const SearchKernel& search_kernel(Isa isa) {
#ifdef SHIROKURO_HAS_AVX2
    if (isa == Isa::avx2) return avx2::search_kernel;
#endif
    (void)isa;
    return generic::search_kernel;
}

}  // namespace shirokuro
