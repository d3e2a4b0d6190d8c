// The network of the model of people, computed in whole numbers: products of matrices over transformed tiles
// of 2x2 cells (Winograd F(2x2, 3x3), Lavin and Gray 2016). Sums may wrap round on the way, for the sum of a
// channel fits into 32 bits in the end.
#pragma once

#include <cstring>
#include <vector>

#include "evaluate/pairs.hpp"
#include "evaluate/people_model.hpp"

namespace shirokuro::SHIROKURO_ISA {

class PeopleNetwork {
  public:
    explicit PeopleNetwork(const PeopleModel& model)
        : model_(model),
          most_(std::max(model.channels, model.head.outputs)),
          tiles_(Convolution::transformed * 16 * most_),
          sums_(std::max(Convolution::transformed * 16, std::size_t{squares}) * most_),
          one_(squares * most_),
          other_(squares * most_),
          extra_(most_) {}

    Scores scores(const PeopleInput& input) {
        const auto features = input.feature_row();
        context_.resize(model_.context.outputs);
        for (std::size_t i = 0; i < context_.size(); ++i)
            context_[i] = activation_of(model_.context.sum(i, features.data()));
        const auto rows = input.move_rows();
        set_planes(input, rows);
        mix(model_.stem_mix);
        convolve(model_.stem, other_.data());
        finish(model_.stem, nullptr, one_.data());
        for (const PeopleModel::Block& block : model_.blocks) {
            mix(block.mix);
            convolve(block.first, one_.data());
            finish(block.first, nullptr, other_.data());
            std::fill(extra_.begin(), extra_.end(), 0);
            convolve(block.second, other_.data());
            finish(block.second, one_.data(), one_.data());
        }
        return head(input, rows);
    }

  private:
    static constexpr std::size_t tiles = 16;  // of 2x2 cells

    void set_planes(const PeopleInput& input, const std::array<PeopleInput::MoveRow, squares>& rows) {
        const std::size_t width = model_.stem.inputs;
        std::fill(other_.begin(), other_.begin() + static_cast<std::ptrdiff_t>(squares * width),
                  std::int16_t{0});
        for (std::size_t square = 0; square < squares; ++square) {
            std::int16_t* const cell = &other_[square * width];
            const auto at = [&](Bits bits) {
                return static_cast<std::int16_t>((bits >> square & 1) * PeopleInput::one);
            };
            cell[0] = at(input.position.own);
            cell[1] = at(input.position.opp);
            cell[2] = at(input.legal);
            for (std::size_t i = 0; i < PeopleInput::last_moves; ++i)
                cell[3 + i] =
                    input.last[i] == static_cast<Square>(square) && input.has_history ? PeopleInput::one : 0;
            std::copy(rows[square].begin(), rows[square].end(), cell + PeopleInput::first_value_plane);
            cell[PeopleInput::planes - 1] = PeopleInput::one;
        }
    }

    // What the features add to each channel, in 1/128/256.
    void mix(const Dense& by) {
        for (std::size_t i = 0; i < by.outputs; ++i)
            extra_[i] = static_cast<std::int32_t>(by.sum(i, context_.data()) >> 4);
    }

    // B^T d B of every tile, channel by channel, then a product of matrices for each of its sixteen numbers.
    void convolve(const Convolution& by, const std::int16_t* from) {
        const std::size_t width = by.inputs;
        for (std::size_t tile = 0; tile < tiles; ++tile) {
            const std::int16_t* cells[4][4];
            for (std::size_t y = 0; y < 4; ++y)
                for (std::size_t x = 0; x < 4; ++x) {
                    const std::size_t row = tile / 4 * 2 + y - 1, column = tile % 4 * 2 + x - 1;
                    cells[y][x] = row < 8 && column < 8 ? from + (row * 8 + column) * width : zeros_.data();
                }
            for (std::size_t i = 0; i < 4; ++i) {
                std::int16_t rows[4][256];  // of B^T d
                for (std::size_t x = 0; x < 4; ++x)
                    combine(i, cells[0][x], cells[1][x], cells[2][x], cells[3][x], rows[x], width);
                for (std::size_t j = 0; j < 4; ++j)
                    combine(j, rows[0], rows[1], rows[2], rows[3],
                            &tiles_[((i * 4 + j) * tiles + tile) * width], width);
            }
        }
        for (std::size_t i = 0; i < Convolution::transformed; ++i)
            multiply(&tiles_[i * tiles * width], tiles, by, &by.packed[i * width * by.outputs],
                     &sums_[i * tiles * by.outputs]);
    }

    // One row of B^T: d0 - d2, d1 + d2, d2 - d1, d1 - d3.
    [[gnu::always_inline]] static void combine(std::size_t row, const std::int16_t* d0,
                                               const std::int16_t* d1, const std::int16_t* d2,
                                               const std::int16_t* d3, std::int16_t* out, std::size_t width) {
        const std::int16_t* const plus = row == 0 ? d0 : row == 2 ? d2 : d1;
        const std::int16_t* const minus = row == 0 ? d2 : row == 2 ? d1 : d3;
        if (row == 1)
            for (std::size_t i = 0; i < width; ++i) out[i] = static_cast<std::int16_t>(d1[i] + d2[i]);
        else
            for (std::size_t i = 0; i < width; ++i) out[i] = static_cast<std::int16_t>(plus[i] - minus[i]);
    }

    // `rows` rows of inputs times a packed matrix, four rows and two registers of outputs at a time.
    static void multiply(const std::int16_t* from, std::size_t rows, const Convolution& by,
                         const std::int16_t* packed, std::int32_t* to) {
        const std::size_t pairs = by.inputs / 2;
        const auto weights_of = [&](std::size_t output) {
            return packed + output / 8 * pairs * 16 + output % 8 * 2;
        };
        for (std::size_t output = 0; output < by.outputs; output += 2 * sums_at_once) {
            const bool has_second = output + sums_at_once < by.outputs;
            const std::int16_t* const first = weights_of(output);
            const std::int16_t* const second = has_second ? weights_of(output + sums_at_once) : first;
            for (std::size_t row = 0; row < rows; row += 4) {
                PairSums sums[4][2] = {};
                for (std::size_t pair = 0; pair < pairs; ++pair) {
                    Pairs one, other;
                    std::memcpy(&one, first + pair * 16, sizeof(one));
                    std::memcpy(&other, second + pair * 16, sizeof(other));
                    for (std::size_t i = 0; i < 4; ++i) {
                        std::int32_t both;
                        std::memcpy(&both, from + (row + i) * by.inputs + pair * 2, sizeof(both));
                        const auto spread = reinterpret_cast<Pairs>(PairSums{} + both);
                        add_products(sums[i][0], one, spread);
                        add_products(sums[i][1], other, spread);
                    }
                }
                for (std::size_t i = 0; i < 4; ++i) {
                    std::int32_t* const place = to + (row + i) * by.outputs + output;
                    std::memcpy(place, &sums[i][0], sizeof(PairSums));
                    if (has_second) std::memcpy(place + sums_at_once, &sums[i][1], sizeof(PairSums));
                }
            }
        }
    }

    // A^T m A of every tile gives four times the sums of its cells; scaled, with biases and what was there.
    void finish(const Convolution& by, const std::int16_t* before, std::int16_t* to) {
        const std::size_t width = by.outputs;
        for (std::size_t tile = 0; tile < tiles; ++tile) {
            const std::uint32_t* m[4][4];
            for (std::size_t i = 0; i < 16; ++i)
                m[i / 4][i % 4] = reinterpret_cast<const std::uint32_t*>(&sums_[(i * tiles + tile) * width]);
            for (std::size_t y = 0; y < 2; ++y) {
                std::uint32_t rows[4][256];  // of A^T m
                for (std::size_t x = 0; x < 4; ++x) {
                    const std::uint32_t *a = m[y][x], *b = m[y + 1][x], *c = m[y + 2][x];
                    for (std::size_t i = 0; i < width; ++i)
                        rows[x][i] = y == 0 ? a[i] + b[i] + c[i] : a[i] - b[i] - c[i];
                }
                for (std::size_t x = 0; x < 2; ++x) {
                    const std::uint32_t *a = rows[x], *b = rows[x + 1], *c = rows[x + 2];
                    const std::size_t cell = ((tile / 4 * 2 + y) * 8 + tile % 4 * 2 + x) * width;
                    for (std::size_t i = 0; i < width; ++i) {
                        const std::uint32_t sum = x == 0 ? a[i] + b[i] + c[i] : a[i] - b[i] - c[i];
                        const std::int32_t scaled =
                            scale(by, i, static_cast<std::int32_t>(sum) >> 2, extra_[i]);
                        const std::int32_t whole = scaled + (before == nullptr ? 0 : before[cell + i]);
                        to[cell + i] = static_cast<std::int16_t>(std::clamp(whole, 0, most_activation));
                    }
                }
            }
        }
    }

    [[gnu::always_inline]] static std::int32_t scale(const Convolution& by, std::size_t output,
                                                     std::int32_t sum, std::int32_t added) {
        const std::int64_t whole = std::int64_t{sum} * by.scales[output] +
                                   (std::int64_t{by.biases[output] + added} << 16) + (1 << 23);
        return static_cast<std::int32_t>(whole >> 24);
    }

    Scores head(const PeopleInput& input, const std::array<PeopleInput::MoveRow, squares>& rows) {
        mix(model_.head_mix);
        multiply(one_.data(), squares, model_.head, model_.head.packed.data(), sums_.data());
        const std::size_t width = model_.head.outputs;
        Scores scores{};
        for (Bits left = input.legal; left != 0; left = without_first(left)) {
            const auto move = static_cast<std::size_t>(first(left));
            for (std::size_t i = 0; i < width; ++i) {
                const auto values =
                    static_cast<std::int32_t>(model_.head_values.sum(i, rows[move].data()) >> 4);
                const std::int32_t sum = scale(model_.head, i, sums_[move * width + i], extra_[i] + values);
                other_[i] = static_cast<std::int16_t>(std::clamp(sum, 0, most_activation));
            }
            scores[move] = static_cast<std::int32_t>(model_.last.sum(0, other_.data()) >> 7);
        }
        return scores;
    }

    const PeopleModel& model_;
    const std::size_t most_;
    static constexpr std::array<std::int16_t, 256> zeros_{};
    std::vector<std::int16_t> tiles_, context_;
    std::vector<std::int32_t> sums_;
    std::vector<std::int16_t> one_, other_;
    std::vector<std::int32_t> extra_;
};

}  // namespace shirokuro::SHIROKURO_ISA
