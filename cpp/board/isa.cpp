#include "board/isa.hpp"

namespace shirokuro {

Isa best_isa() {
#ifdef SHIROKURO_HAS_AVX2
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
        __builtin_cpu_supports("lzcnt") && __builtin_cpu_supports("popcnt"))
        return Isa::avx2;
#endif
    return Isa::generic;
}

}  // namespace shirokuro
