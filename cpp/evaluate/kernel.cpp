#include "evaluate/kernel.hpp"

namespace shirokuro {

namespace generic {
extern const EvaluateKernel evaluate_kernel;
}
#ifdef SHIROKURO_HAS_AVX2
namespace avx2 {
extern const EvaluateKernel evaluate_kernel;
}
#endif

const EvaluateKernel& evaluate_kernel(Isa isa) {
#ifdef SHIROKURO_HAS_AVX2
    if (isa == Isa::avx2) return avx2::evaluate_kernel;
#endif
    (void)isa;
    return generic::evaluate_kernel;
}

}  // namespace shirokuro
