#include "board/isa.hpp"

#ifdef SHIROKURO_HAS_AVX
#include <cpuid.h>
#endif

namespace shirokuro {

#ifdef SHIROKURO_HAS_AVX
namespace {

// Not every compiler's __builtin_cpu_supports knows this one by name.
bool has_lzcnt() {
    unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
    return __get_cpuid(0x80000001, &eax, &ebx, &ecx, &edx) != 0 && (ecx & bit_LZCNT) != 0;
}

}  // namespace
#endif

Isa best_isa() {
#ifdef SHIROKURO_HAS_AVX
    // What the build allows the compiler for each set, no more and no less.
    __builtin_cpu_init();
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("bmi") ||
        !__builtin_cpu_supports("bmi2") || !has_lzcnt() || !__builtin_cpu_supports("popcnt"))
        return Isa::generic;
    const bool has_avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
                            __builtin_cpu_supports("avx512cd");
    return has_avx512 ? Isa::avx512 : Isa::avx2;
#else
    return Isa::generic;
#endif
}

}  // namespace shirokuro
