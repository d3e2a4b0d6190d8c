#include "board/isa.hpp"

namespace shirokuro {

Isa best_isa() {
#ifdef SHIROKURO_HAS_AVX
    // What the build allows the compiler for each set, no more and no less.
    __builtin_cpu_init();
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("bmi") ||
        !__builtin_cpu_supports("bmi2") || !__builtin_cpu_supports("lzcnt") ||
        !__builtin_cpu_supports("popcnt"))
        return Isa::generic;
    const bool has_avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
                            __builtin_cpu_supports("avx512cd");
    return has_avx512 ? Isa::avx512 : Isa::avx2;
#else
    return Isa::generic;
#endif
}

}  // namespace shirokuro
