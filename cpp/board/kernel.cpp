#include "board/kernel.hpp"

namespace shirokuro {

namespace generic {
extern const BoardKernel board_kernel;
}
#ifdef SHIROKURO_HAS_AVX2
namespace avx2 {
extern const BoardKernel board_kernel;
}
#endif

const BoardKernel& board_kernel(Isa isa) {
#ifdef SHIROKURO_HAS_AVX2
    if (isa == Isa::avx2) return avx2::board_kernel;
#endif
    (void)isa;
    return generic::board_kernel;
}

}  // namespace shirokuro
