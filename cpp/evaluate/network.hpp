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

// The same network as it is computed, in vectors of 32-bit numbers.
class Layers {
  public:
    explicit Layers(const Network& network) : bias_(network.bias) {
        for (int i = 0; i < Network::inputs; ++i) {
            centre_[i] = network.centre[i];
            skip_[i] = network.skip[i];
            for (int j = 0; j < Network::hidden; ++j) first_[i][j] = network.first[i][j];
        }
        for (int j = 0; j < Network::hidden; ++j) {
            second_[j] = network.second[j];
            first_bias_[j] = network.first_bias[j];
        }
    }

    // In 1/128 disc.
    [[gnu::always_inline]] int value(const Network::Sums& sums) const {
        const auto added = __builtin_convertvector(sums, Inputs);
        Inputs seen = added + centre_;
        cut_off(seen);
        Hidden hidden = first_bias_;
        for (int i = 0; i < Network::inputs; ++i) hidden += seen[i] * first_[i];
        hidden >>= 10;
        cut_off(hidden);
        hidden *= second_;
        const Inputs straight = added * skip_;
        int found = bias_;
        for (int i = 0; i < Network::inputs; ++i) found += straight[i];
        for (int j = 0; j < Network::hidden; ++j) found += hidden[j];
        return found >> 8;
    }

  private:
    using Inputs [[gnu::vector_size(4 * Network::inputs)]] = std::int32_t;
    using Hidden [[gnu::vector_size(4 * Network::hidden)]] = std::int32_t;

    template <class Vector>
    [[gnu::always_inline]] static void cut_off(Vector& numbers) {
        const Vector least{}, most = least + Network::one;
        numbers = numbers < least ? least : numbers;
        numbers = numbers > most ? most : numbers;
    }

    Inputs centre_, skip_;
    Hidden first_[Network::inputs], second_, first_bias_;
    int bias_;
};

}  // namespace shirokuro
