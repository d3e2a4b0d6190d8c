#include "evaluate/people_model.hpp"

#include <bit>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>

#include "evaluate/checksum.hpp"

namespace shirokuro {

namespace {

static_assert(std::endian::native == std::endian::little);
constexpr std::size_t head_at = sizeof(people_magic) + 1 + sizeof(std::uint32_t);
constexpr std::size_t most_channels = 256, most_blocks = 32;

[[noreturn]] void refuse(const std::string& why) { throw std::invalid_argument(why); }

// Takes the layers of a file one after another.
class LayerReader {
  public:
    explicit LayerReader(std::span<const char> rest) : rest_(rest) {}

    Dense dense(std::size_t inputs, std::size_t outputs, bool has_biases = false) {
        Dense layer{inputs, outputs, take<std::int16_t>(inputs * outputs), {}};
        if (has_biases) layer.biases = take<std::int32_t>(outputs);
        return layer;
    }

    // Inputs come in pairs; an odd one out gets weights of 0.
    Convolution convolution(std::size_t inputs, std::size_t outputs, std::size_t taps) {
        const std::size_t padded = (inputs + 1) / 2 * 2;
        const auto weights = take<std::int8_t>(outputs * taps * inputs);
        check_sums(weights, outputs);
        Convolution layer{
            padded, outputs, taps, {}, take<std::int32_t>(outputs), take<std::int32_t>(outputs)};
        layer.packed.resize(layer.matrices() * padded * outputs);
        for (std::size_t output = 0; output < outputs; ++output)
            for (std::size_t input = 0; input < inputs; ++input) {
                const auto tap = [&](std::size_t i) -> int {
                    return weights[(output * taps + i) * inputs + input];
                };
                const std::size_t place =
                    (output / 8 * (padded / 2) + input / 2) * 16 + output % 8 * 2 + input % 2;
                if (taps == 1)
                    layer.packed[place] = static_cast<std::int16_t>(tap(0));
                else
                    transform(tap, &layer.packed[place], padded * outputs);
            }
        return layer;
    }

    bool is_done() const { return rest_.empty(); }

  private:
    template <class Value>
    std::vector<Value> take(std::size_t size) {
        if (rest_.size() < size * sizeof(Value)) refuse("there are fewer weights than the file says");
        std::vector<Value> values(size);
        std::memcpy(values.data(), rest_.data(), size * sizeof(Value));
        rest_ = rest_.subspan(size * sizeof(Value));
        return values;
    }

    // Four times the sum of an output, as the transform has it, must fit into 32 bits.
    static void check_sums(const std::vector<std::int8_t>& weights, std::size_t outputs) {
        const std::size_t size = weights.size() / outputs;
        for (std::size_t output = 0; output < outputs; ++output) {
            std::int64_t sum = 0;
            for (std::size_t i = 0; i < size; ++i) sum += std::abs(int{weights[output * size + i]});
            if (sum * most_activation * 4 > INT32_MAX) refuse("weights too large to be added");
        }
    }

    // 2G g (2G)^T of Winograd F(2x2, 3x3), Lavin and Gray 2016.
    template <class Tap>
    static void transform(const Tap& tap, std::int16_t* out, std::size_t stride) {
        constexpr int rows[4][3] = {{2, 0, 0}, {1, 1, 1}, {1, -1, 1}, {0, 0, 2}};
        for (std::size_t i = 0; i < 4; ++i)
            for (std::size_t j = 0; j < 4; ++j) {
                int sum = 0;
                for (std::size_t y = 0; y < 3; ++y)
                    for (std::size_t x = 0; x < 3; ++x) sum += rows[i][y] * rows[j][x] * tap(y * 3 + x);
                out[(i * 4 + j) * stride] = static_cast<std::int16_t>(sum);
            }
    }

    std::span<const char> rest_;
};

PeopleHead head_of(std::span<const char> file) {
    if (file.size() < head_at + sizeof(PeopleHead) ||
        std::memcmp(file.data(), people_magic, sizeof(people_magic)) != 0)
        refuse("this is no model of people, or only its beginning");
    const auto version = static_cast<std::uint8_t>(file[sizeof(people_magic)]);
    if (version != people_version)
        refuse("a model of version " + std::to_string(version) + ", where version " +
               std::to_string(people_version) + " can be read");
    std::uint32_t sum;
    std::memcpy(&sum, &file[sizeof(people_magic) + 1], sizeof(sum));
    if (checksum(file.data() + head_at, file.size() - head_at) != sum)
        refuse("this model is damaged or cut off: its checksum is wrong");
    PeopleHead head;
    std::memcpy(&head, file.data() + head_at, sizeof(head));
    const auto is_size = [](std::uint32_t size) {
        return size >= 8 && size <= most_channels && size % 8 == 0;
    };
    if (head.planes != PeopleInput::planes || head.features != PeopleInput::features ||
        !is_size(head.channels) || !is_size(head.context) || !is_size(head.head) ||
        !is_size(head.value_hidden) || head.blocks > most_blocks ||
        head.note_size > file.size() - head_at - sizeof(head))
        refuse("this model was made for other inputs than this version has");
    return head;
}

// The features that every board has: ratings, the empties, the moves, what the best is worth.
constexpr std::size_t value_features[] = {0, 1, 4, 5, 6, 7, 8};

}  // namespace

std::shared_ptr<const PeopleModel> read_people(std::span<const char> file) {
    const PeopleHead head = head_of(file);
    LayerReader rest(file.subspan(head_at + sizeof(head) + head.note_size));
    auto model = std::make_shared<PeopleModel>();
    model->channels = head.channels;
    model->context = rest.dense(head.features, head.context, true);
    model->stem = rest.convolution(head.planes, head.channels, 9);
    model->stem_mix = rest.dense(head.context, head.channels);
    for (std::uint32_t i = 0; i < head.blocks; ++i) {
        PeopleModel::Block& block = model->blocks.emplace_back();
        block.first = rest.convolution(head.channels, head.channels, 9);
        block.mix = rest.dense(head.context, head.channels);
        block.second = rest.convolution(head.channels, head.channels, 9);
    }
    model->head = rest.convolution(head.channels, head.head, 1);
    model->head_values = rest.dense(PeopleInput::value_planes, head.head);
    model->head_mix = rest.dense(head.context, head.head);
    model->last = rest.dense(head.head, 1, true);
    model->value_context = rest.dense(std::size(value_features), head.value_hidden, true);
    model->value_first = rest.dense(PeopleInput::value_planes, head.value_hidden);
    model->value_second = rest.dense(head.value_hidden, head.value_hidden, true);
    model->value_last = rest.dense(head.value_hidden, 1, true);
    if (!rest.is_done()) refuse("there are more weights than the file says");
    return model;
}

Scores scores_by_values(const PeopleModel& model, const PeopleInput& input) {
    const auto features = input.feature_row();
    std::array<std::int16_t, std::size(value_features)> used{};
    for (std::size_t i = 0; i < used.size(); ++i) used[i] = features[value_features[i]];
    const std::size_t size = model.value_first.outputs;
    std::array<std::int64_t, most_channels> context{};
    for (std::size_t i = 0; i < size; ++i) context[i] = model.value_context.sum(i, used.data());
    const auto rows = input.move_rows();
    Scores scores{};
    for (Bits left = input.legal; left != 0; left = without_first(left)) {
        const auto move = static_cast<std::size_t>(first(left));
        std::array<std::int16_t, most_channels> hidden{}, second{};
        for (std::size_t i = 0; i < size; ++i)
            hidden[i] = activation_of(context[i] + model.value_first.sum(i, rows[move].data()));
        for (std::size_t i = 0; i < size; ++i)
            second[i] = activation_of(model.value_second.sum(i, hidden.data()));
        scores[move] = static_cast<std::int32_t>(model.value_last.sum(0, second.data()) >> 7);
    }
    return scores;
}

std::array<std::uint32_t, squares> chances_of(const Scores& scores, Bits legal, int sharpness) {
    constexpr std::uint64_t one = 1u << 30;
    // 2 to the power of -1/2, -1/4, -1/8 …, in 1/2^30.
    constexpr std::array<std::uint64_t, 12> roots = {759250125,  902905651,  984625594,  1028218693,
                                                     1050733751, 1062175491, 1067942999, 1070838486,
                                                     1072289173, 1073015252, 1073378477, 1073560135};
    std::vector<std::size_t> moves;
    for (Bits left = legal; left != 0; left = without_first(left))
        moves.push_back(static_cast<std::size_t>(first(left)));
    std::int32_t best = INT32_MIN;
    for (const std::size_t move : moves) best = std::max(best, scores[move]);
    std::array<std::uint32_t, squares> chances{};
    for (const std::size_t move : moves) {
        const std::int64_t below = (std::int64_t{best} - scores[move]) * sharpness >> 10;
        const std::int64_t halvings = std::min<std::int64_t>(below >> 12, 30);
        std::uint64_t chance = one;
        for (std::size_t i = 0; i < roots.size(); ++i)
            if ((below >> (11 - i) & 1) != 0) chance = chance * roots[i] >> 30;
        chances[move] = std::max(1u, static_cast<std::uint32_t>(chance >> halvings));
    }
    return chances;
}

}  // namespace shirokuro
