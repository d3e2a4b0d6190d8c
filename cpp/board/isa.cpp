#include "board/isa.hpp"

#include <stdexcept>
#include <string>

#ifdef __x86_64__
#include <cpuid.h>
#endif

namespace shirokuro {

#ifdef __x86_64__
namespace {

// What the processor says itself: not every compiler's library answers __builtin_cpu_supports.
struct Cpuid {
    unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;

    explicit Cpuid(unsigned leaf) { __get_cpuid_count(leaf, 0, &eax, &ebx, &ecx, &edx); }
};

bool has(unsigned word, unsigned bits) { return (word & bits) == bits; }

// The registers that the system saves when it switches threads.
unsigned saved_registers() {
    unsigned low = 0, high = 0;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return low;
}

}  // namespace
#endif

bool runs_here([[maybe_unused]] Isa isa) {
#ifdef __x86_64__
    if (isa == Isa::generic) return true;
    // Exactly what the build lets the compiler use for each set.
    const Cpuid basic(1), newer(7), extended(0x80000001);
    if (!has(basic.ecx, bit_OSXSAVE | bit_AVX | bit_POPCNT) || !has(extended.ecx, bit_LZCNT) ||
        !has(newer.ebx, bit_AVX2 | bit_BMI | bit_BMI2))
        return false;
    constexpr unsigned halves = 0x6, masks_and_wide = 0xe6;
    if (isa == Isa::avx2) return has(saved_registers(), halves);
    return has(saved_registers(), masks_and_wide) &&
           has(newer.ebx, bit_AVX512F | bit_AVX512VL | bit_AVX512CD);
#else
    return isa == Isa::generic;
#endif
}

Isa best_isa() {
    constexpr auto isas = all_isas();
    for (auto isa = isas.rbegin(); isa != isas.rend(); ++isa)
        if (runs_here(*isa)) return *isa;
    throw std::runtime_error("shirokuro was compiled for a processor with " +
                             std::string(isa_name(isas.front())) +
                             ", which this one lacks; compile it again here (make clean)");
}

}  // namespace shirokuro
