// The model of people as a value, the file it is kept in, and chances out of what it computes.
//
// A residual network (He et al. 2016) of 3x3 convolutions over the board gives each move a score; ratings and
// the like enter every block as sums of their own. A second, small network scores each move by its values
// alone, for boards without games of people. Activations are whole numbers, 1 is 128; weights are 8 bits with
// a scale for each channel, so the result is the same on every machine.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <vector>

#include "evaluate/people_input.hpp"

namespace shirokuro {

inline constexpr int most_activation = 31 * PeopleInput::one;

// Every output is a sum over all inputs; weights in 1/4096, biases in 1/128/4096.
struct Dense {
    std::size_t inputs = 0, outputs = 0;
    std::vector<std::int16_t> weights;  // of each output, one after another
    std::vector<std::int32_t> biases;   // of each output, or none

    // In 1/128/4096.
    std::int64_t sum(std::size_t output, const std::int16_t* row) const {
        std::int64_t sum = biases.empty() ? 0 : biases[output];
        for (std::size_t i = 0; i < inputs; ++i) sum += weights[output * inputs + i] * row[i];
        return sum;
    }
};

// A convolution of 3x3 or 1x1 cells. An output is its sum times a scale in 1/2^24, plus a bias in 1/128/256.
struct Convolution {
    std::size_t inputs = 0, outputs = 0, taps = 0;
    // For products of matrices: blocks of eight outputs, in each the inputs two by two. A 3x3 convolution
    // has sixteen matrices (Winograd F(2x2, 3x3), times 4), a 1x1 convolution one.
    std::vector<std::int16_t> packed;
    std::vector<std::int32_t> scales, biases;

    static constexpr std::size_t transformed = 16;
    std::size_t matrices() const { return taps == 1 ? 1 : transformed; }
};

struct PeopleModel {
    struct Block {
        Convolution first;
        Dense mix;
        Convolution second;
    };

    std::size_t channels = 0;
    Dense context;
    Convolution stem;
    Dense stem_mix;
    std::vector<Block> blocks;
    Convolution head;
    Dense head_values, head_mix, last;
    Dense value_context, value_first, value_second, value_last;
};

// The file, in little-endian order: "shirokuro people", its version, the checksum of all that follows, the
// head, a note on how it was made, and the layers in the order of PeopleModel: weights, then scales, then
// biases. training/people_file.py writes it.
inline constexpr char people_magic[16] = {'s', 'h', 'i', 'r', 'o', 'k', 'u', 'r',
                                          'o', ' ', 'p', 'e', 'o', 'p', 'l', 'e'};
inline constexpr std::uint8_t people_version = 1;
struct PeopleHead {
    std::uint32_t planes, features, channels, blocks, context, head, value_hidden, note_size;
};

// Throws std::invalid_argument with the reason if the file is bad.
std::shared_ptr<const PeopleModel> read_people(std::span<const char> file);

// The score of each move, in 1/4096 of a doubling of its chance.
using Scores = std::array<std::int32_t, squares>;

// Scores moves by their values alone.
Scores scores_by_values(const PeopleModel& model, const PeopleInput& input);

// Weights in proportion to the chances of the moves; a sharpness of 1024 takes the scores as they are.
std::array<std::uint32_t, squares> chances_of(const Scores& scores, Bits legal, int sharpness);

// An activation: a sum in 1/128/4096, rounded and cut off.
inline std::int16_t activation_of(std::int64_t sum) {
    return static_cast<std::int16_t>(std::clamp<std::int64_t>((sum + 2048) >> 12, 0, most_activation));
}

}  // namespace shirokuro
