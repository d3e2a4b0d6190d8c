// Memory for random access: huge pages, where the system has them, spare the processor page-table walks.
#pragma once

#include <cstddef>
#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace shirokuro {

inline constexpr std::size_t huge_page = std::size_t{1} << 21;

// The memory must be aligned to huge pages if it is as large as one.
inline void prefer_huge_pages([[maybe_unused]] void* memory, [[maybe_unused]] std::size_t bytes) {
#ifdef __linux__
    if (bytes >= huge_page) madvise(memory, bytes, MADV_HUGEPAGE);
#endif
}

// An allocator for large arrays.
template <class Value>
struct HugePages {
    using value_type = Value;

    HugePages() = default;
    template <class Other>
    HugePages(const HugePages<Other>&) {}

    Value* allocate(std::size_t size) {
        void* const memory = ::operator new(size * sizeof(Value), alignment(size));
        prefer_huge_pages(memory, size * sizeof(Value));
        return static_cast<Value*>(memory);
    }
    void deallocate(Value* values, std::size_t size) { ::operator delete(values, alignment(size)); }

    friend bool operator==(const HugePages&, const HugePages&) { return true; }

  private:
    static constexpr std::align_val_t alignment(std::size_t size) {
        return std::align_val_t{size * sizeof(Value) < huge_page ? alignof(Value) : huge_page};
    }
};

}  // namespace shirokuro
