#include "playout/kernel.hpp"

namespace shirokuro {

namespace generic {
extern const PlayoutKernel playout_kernel;
}
#ifdef SHIROKURO_HAS_AVX2
namespace avx2 {
extern const PlayoutKernel playout_kernel;
}
#endif

const PlayoutKernel& playout_kernel(Isa isa) {
#ifdef SHIROKURO_HAS_AVX2
    if (isa == Isa::avx2) return avx2::playout_kernel;
#endif
    (void)isa;
    return generic::playout_kernel;
}

}  // namespace shirokuro
