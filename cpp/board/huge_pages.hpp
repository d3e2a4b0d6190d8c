// Memory for what is looked up all over: in huge pages, where the system has them, the processor seldom has
// to ask where a page lies.
#pragma once

#include <cstddef>
#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace shirokuro {

// An allocator for large arrays.
template <class Value>
struct HugePages {
    using value_type = Value;

    HugePages() = default;
    template <class Other>
    HugePages(const HugePages<Other>&) {}

    Value* allocate(std::size_t size) {
        const std::size_t bytes = size * sizeof(Value);
        void* const memory = ::operator new(bytes, alignment(size));
#ifdef __linux__
        if (bytes >= huge_page) madvise(memory, bytes, MADV_HUGEPAGE);
#endif
        return static_cast<Value*>(memory);
    }
    void deallocate(Value* values, std::size_t size) { ::operator delete(values, alignment(size)); }

    friend bool operator==(const HugePages&, const HugePages&) { return true; }

  private:
    static constexpr std::size_t huge_page = std::size_t{1} << 21;
    static constexpr std::align_val_t alignment(std::size_t size) {
        return std::align_val_t{size * sizeof(Value) < huge_page ? alignof(Value) : huge_page};
    }
};

}  // namespace shirokuro
