// Counts what held and what did not, and says where it did not.
#pragma once

#include <cstdio>

namespace shirokuro::tests {

class Tally {
  public:
    bool check(bool held, const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
        ++(held ? passed_ : failed_);
        if (!held && failed_ <= most_shown) std::printf("  failed: %s:%d\n", file, line);
        return held;
    }

    // The work must throw an Exception.
    template <class Exception, class Work>
    void check_throws(Work&& work, const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
        try {
            work();
        } catch (const Exception&) {
            check(true, file, line);
            return;
        }
        check(false, file, line);
    }

    // Runs a group of checks and prints one line about it.
    template <class Group>
    void run(const char* name, Group&& group) {
        const int passed = passed_;
        const int failed = failed_;
        group(*this);
        std::printf("%s: %d passed, %d failed\n", name, passed_ - passed, failed_ - failed);
    }

    int passed() const { return passed_; }
    int failed() const { return failed_; }

  private:
    static constexpr int most_shown = 20;

    int passed_ = 0;
    int failed_ = 0;
};

}  // namespace shirokuro::tests
