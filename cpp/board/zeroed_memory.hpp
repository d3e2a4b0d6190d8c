// Large zeroed memory: the system provides each page, zeroed, when it is first touched, so unused pages cost
// nothing.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <span>

namespace shirokuro {

class ZeroedMemory {
  public:
    // Aligned to a line of the cache, and to huge pages if it is large.
    explicit ZeroedMemory(std::size_t bytes);

    std::span<std::byte> bytes() const { return bytes_; }
    // Zeroes the first `used` bytes. Nobody else may use them meanwhile.
    void clear(std::size_t used);

  private:
    struct Free {
        void operator()(void* memory) const { std::free(memory); }
    };

    std::unique_ptr<void, Free> allocated_;
    std::span<std::byte> bytes_;
};

}  // namespace shirokuro
