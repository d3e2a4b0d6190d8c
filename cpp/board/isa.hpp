// The instruction sets the core is compiled for. Code that depends on one lives in the namespace
// shirokuro::SHIROKURO_ISA, which the build names once per compilation; tables of functions (kernels) lead
// there.
#pragma once

#ifndef SHIROKURO_ISA
#define SHIROKURO_ISA generic
#endif

#include <array>
#include <string_view>

#ifdef SHIROKURO_USE_AVX2
#include <immintrin.h>
#endif

namespace shirokuro {

// Each set includes those before it.
enum class Isa { generic, avx2, avx512 };

// Those that this build contains.
#if defined(SHIROKURO_ONLY)
constexpr std::array<Isa, 1> all_isas() { return {Isa::SHIROKURO_ONLY}; }
#elif defined(SHIROKURO_HAS_AVX)
constexpr std::array<Isa, 3> all_isas() { return {Isa::generic, Isa::avx2, Isa::avx512}; }
#else
constexpr std::array<Isa, 1> all_isas() { return {Isa::generic}; }
#endif

constexpr std::string_view isa_name(Isa isa) {
    return isa == Isa::avx512 ? "avx512" : isa == Isa::avx2 ? "avx2" : "generic";
}

bool runs_here(Isa isa);

// The best instruction set that this build contains and this processor runs; an error where there is none.
Isa best_isa();

}  // namespace shirokuro

// Declares a layer's kernels, one per instruction set, and hands out the one of a set.
#if defined(SHIROKURO_ONLY)
#define SHIROKURO_KERNEL(Type, name) \
    namespace SHIROKURO_ONLY {       \
    extern const Type name;          \
    }                                \
    inline const Type& name(Isa) { return SHIROKURO_ONLY::name; }
#elif defined(SHIROKURO_HAS_AVX)
#define SHIROKURO_KERNEL(Type, name)                          \
    namespace generic {                                       \
    extern const Type name;                                   \
    }                                                         \
    namespace avx2 {                                          \
    extern const Type name;                                   \
    }                                                         \
    namespace avx512 {                                        \
    extern const Type name;                                   \
    }                                                         \
    inline const Type& name(Isa isa) {                        \
        if (isa == Isa::avx512) return avx512::name;          \
        return isa == Isa::avx2 ? avx2::name : generic::name; \
    }
#else
#define SHIROKURO_KERNEL(Type, name) \
    namespace generic {              \
    extern const Type name;          \
    }                                \
    inline const Type& name(Isa) { return generic::name; }
#endif
