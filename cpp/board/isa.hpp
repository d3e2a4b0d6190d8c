// The instruction sets the core is compiled for. Code that depends on one lives in the namespace
// shirokuro::SHIROKURO_ISA, which the build names once per compilation; tables of functions (kernels) lead
// there.
#pragma once

#ifndef SHIROKURO_ISA
#define SHIROKURO_ISA generic
#endif

#ifdef SHIROKURO_USE_AVX2
#include <immintrin.h>
#endif

namespace shirokuro {

enum class Isa { generic, avx2 };

// The best instruction set that this build contains and this CPU runs.
Isa best_isa();

}  // namespace shirokuro

// Declares a layer's kernels, one per instruction set, and hands out the one of a set.
#ifdef SHIROKURO_HAS_AVX2
#define SHIROKURO_KERNEL(Type, name) \
    namespace generic {              \
    extern const Type name;          \
    }                                \
    namespace avx2 {                 \
    extern const Type name;          \
    }                                \
    inline const Type& name(Isa isa) { return isa == Isa::avx2 ? avx2::name : generic::name; }
#else
#define SHIROKURO_KERNEL(Type, name) \
    namespace generic {              \
    extern const Type name;          \
    }                                \
    inline const Type& name(Isa) { return generic::name; }
#endif
