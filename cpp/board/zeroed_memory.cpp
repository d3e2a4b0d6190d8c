#include "board/zeroed_memory.hpp"

#include <cstring>
#include <new>

#include "board/huge_pages.hpp"

namespace shirokuro {

namespace {

constexpr std::size_t cache_line = 64;
// Below this size, writing zeros was quicker than getting new pages.
[[maybe_unused]] constexpr std::size_t least_given_back = std::size_t{128} << 20;

// Returns whole pages to the system, which replaces them by zeroed ones; says how many bytes were covered.
std::size_t given_back([[maybe_unused]] std::span<std::byte> bytes) {
#ifdef __linux__  // elsewhere the pages may keep what they hold
    // Only whole pages can be returned; unless asked, no system uses larger ones than these.
    const std::size_t whole = bytes.size() / huge_page * huge_page;
    if (bytes.size() >= least_given_back && madvise(bytes.data(), whole, MADV_DONTNEED) == 0) return whole;
#endif
    return 0;
}

}  // namespace

ZeroedMemory::ZeroedMemory(std::size_t bytes) {
    const std::size_t alignment = bytes < huge_page ? cache_line : huge_page;
    std::size_t room = bytes + alignment;
    allocated_.reset(std::calloc(room, 1));
    void* begin = allocated_.get();
    if (begin == nullptr || std::align(alignment, bytes, begin, room) == nullptr) throw std::bad_alloc();
    bytes_ = {static_cast<std::byte*>(begin), bytes};
    prefer_huge_pages(begin, bytes);
}

void ZeroedMemory::clear(std::size_t used) {
    const auto dirty = bytes_.first(used);
    const auto rest = dirty.subspan(given_back(dirty));
    std::memset(rest.data(), 0, rest.size());
}

}  // namespace shirokuro
