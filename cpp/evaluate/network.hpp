// A small network over sums of pattern vectors: eight sums, sixteen hidden numbers, one value. Whole numbers
// only, so that it is the same on every machine.
#pragma once

#include <algorithm>
#include <cstdint>

namespace shirokuro {

// As it lies in files of weights.
struct Network {
    static constexpr int inputs = 8, hidden = 16;
    static constexpr int one = 512;       // 1.0 of a sum or a hidden number; of the value: sixteen discs
    static constexpr int largest = 4095;  // a larger `skip`, in absolute value, could overflow
    using Sums [[gnu::vector_size(2 * inputs)]] = std::int16_t;

    std::int16_t centre[inputs];  // in 1/512, like the sums; the others in 1/1024 …
    std::int16_t skip[inputs];    // from the sums straight to the value
    std::int16_t first[inputs][hidden], second[hidden];
    std::int32_t first_bias[hidden], bias;  // … and these in 1/512/1024

    // In 1/128 disc.
    int value(const Sums& sums) const {
        int rest[hidden];
        std::copy_n(first_bias, hidden, rest);
        int found = bias;
        for (int i = 0; i < inputs; ++i) {
            found += sums[i] * skip[i];
            const int input = std::clamp(sums[i] + centre[i], 0, one);
            for (int j = 0; j < hidden; ++j) rest[j] += input * first[i][j];
        }
        for (int j = 0; j < hidden; ++j) found += std::clamp(rest[j] >> 10, 0, one) * second[j];
        return found >> 8;
    }

    bool is_possible() const {
        constexpr int most = 1 << 28;
        const auto is_small = [](auto number, int limit) { return number >= -limit && number <= limit; };
        return std::all_of(skip, skip + inputs, [&](int number) { return is_small(number, largest); }) &&
               std::all_of(first_bias, first_bias + hidden,
                           [&](int number) { return is_small(number, most); }) &&
               is_small(bias, most);
    }
};
static_assert(sizeof(Network) == 388);

}  // namespace shirokuro
