// A small network over sums of pattern vectors: eight sums, sixteen hidden numbers, one value. Whole numbers
// only, so that it is the same on every machine.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "evaluate/pairs.hpp"

namespace shirokuro {

// As it lies in files of weights.
struct Network {
    static constexpr int inputs = 8, hidden = 16;
    static constexpr int one = 512;         // 1.0 of a sum or a hidden number; of the value: sixteen discs
    static constexpr int largest = 4095;    // a larger `skip`, in absolute value, could overflow …
    static constexpr int farthest = 32000;  // … and so could a larger `centre`
    using Sums [[gnu::vector_size(2 * inputs)]] = std::int16_t;

    std::int16_t centre[inputs];  // in 1/512, like the sums; the others in 1/1024 …
    std::int16_t skip[inputs];    // from the sums straight to the value
    std::int16_t first[inputs][hidden], second[hidden];
    std::int32_t first_bias[hidden], bias;  // … and these in 1/512/1024

    bool is_possible() const {
        constexpr int most = 1 << 28;
        const auto is_small = [](auto number, int limit) { return number >= -limit && number <= limit; };
        return std::all_of(centre, centre + inputs, [&](int number) { return is_small(number, farthest); }) &&
               std::all_of(skip, skip + inputs, [&](int number) { return is_small(number, largest); }) &&
               std::all_of(first_bias, first_bias + hidden,
                           [&](int number) { return is_small(number, most); }) &&
               is_small(bias, most);
    }
};
static_assert(sizeof(Network) == 388);

// The same network with the weights of two inputs side by side, as `Pairs` are multiplied.
struct Layers {
    explicit Layers(const Network& network) : bias(network.bias) {
        for (int i = 0; i < Network::inputs; ++i) {
            least[i] = static_cast<std::int16_t>(-network.centre[i]);
            most[i] = static_cast<std::int16_t>(Network::one - network.centre[i]);
            skip[i] = network.skip[i];
            for (int j = 0; j < Network::hidden; ++j) first[i / 2][2 * j + i % 2] = network.first[i][j];
        }
        for (int j = 0; j < Network::hidden; ++j) {
            second[2 * j] = network.second[j];
            first_bias[j] = network.first_bias[j];
        }
    }

    Network::Sums least, most;  // of a sum; beyond, it counts as these
    alignas(32) std::int16_t skip[2 * Network::inputs] = {};
    alignas(32) std::int16_t first[Network::inputs / 2][2 * Network::hidden];
    alignas(32) std::int16_t second[2 * Network::hidden] = {};  // beside zeros
    alignas(32) std::int32_t first_bias[Network::hidden];
    std::int32_t bias;
};

}  // namespace shirokuro

namespace shirokuro::SHIROKURO_ISA {

// In 1/128 disc.
[[gnu::always_inline]] inline int value_of(const Layers& layers, const Network::Sums& sums) {
    constexpr int registers = Network::hidden / sums_at_once;
    const auto pairs = [](const std::int16_t* from) { return *reinterpret_cast<const Pairs*>(from); };
    Network::Sums seen = sums < layers.least ? layers.least : sums;
    seen = (seen > layers.most ? layers.most : seen) - layers.least;
    PairSums hidden[registers];
    for (int k = 0; k < registers; ++k)
        hidden[k] = *reinterpret_cast<const PairSums*>(layers.first_bias + k * sums_at_once);
    std::int32_t two[Network::inputs / 2];
    std::memcpy(two, &seen, sizeof two);
    for (int i = 0; i < Network::inputs / 2; ++i)
        for (int k = 0; k < registers; ++k)
            add_products(hidden[k], reinterpret_cast<Pairs>(PairSums{} + two[i]),
                         pairs(layers.first[i] + 2 * k * sums_at_once));
    PairSums found{};
    Pairs straight{};
    std::memcpy(&straight, &sums, sizeof sums);
    add_products(found, straight, pairs(layers.skip));
    for (int k = 0; k < registers; ++k) {
        hidden[k] >>= 10;
        hidden[k] = hidden[k] < 0 ? PairSums{} : hidden[k];
        hidden[k] = hidden[k] > Network::one ? PairSums{} + Network::one : hidden[k];
        add_products(found, reinterpret_cast<Pairs>(hidden[k]), pairs(layers.second + 2 * k * sums_at_once));
    }
    int value = layers.bias;
    for (int k = 0; k < sums_at_once; ++k) value += found[k];
    return value >> 8;
}

}  // namespace shirokuro::SHIROKURO_ISA
