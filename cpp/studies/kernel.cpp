#include "studies/kernel.hpp"

namespace shirokuro {

namespace generic {
extern const StudyKernel study_kernel;
}
#ifdef SHIROKURO_HAS_AVX2
namespace avx2 {
extern const StudyKernel study_kernel;
}
#endif

const StudyKernel& study_kernel(Isa isa) {
#ifdef SHIROKURO_HAS_AVX2
    if (isa == Isa::avx2) return avx2::study_kernel;
#endif
    (void)isa;
    return generic::study_kernel;
}

}  // namespace shirokuro
