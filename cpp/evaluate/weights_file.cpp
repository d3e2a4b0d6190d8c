#include "evaluate/weights_file.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <stdexcept>

#include "evaluate/checksum.hpp"
#include "evaluate/evaluators.hpp"

namespace shirokuro {

namespace {

static_assert(std::endian::native == std::endian::little);
constexpr std::size_t head_at = sizeof(weights_magic) + 1 + sizeof(std::uint32_t);

[[noreturn]] void refuse(const std::string& why) { throw std::invalid_argument(why); }

// What ProbCut reckons with must be numbers that can be true.
bool is_possible(const Trust& trust) {
    const auto is_error = [](double error) { return error >= 0 && error <= squares; };
    return is_error(trust.error) && is_error(trust.error_a_ply) && is_error(trust.error_at_end) &&
           is_error(trust.error_at_end_a_ply) &&
           std::all_of(trust.percent_right.begin(), trust.percent_right.end(),
                       [](int percent) { return percent >= 0 && percent <= 100; });
}

}  // namespace

PatternWeights::PatternWeights(const Shape& on, PatternIndex by, const Trust& how_far,
                               std::span<const std::int16_t> free_weights)
    : Weights{how_far}, shape(on), index(std::move(by)) {
    const auto phases = static_cast<std::size_t>(index.phases());
    values.reserve(phases * index.size());
    for (std::size_t phase = 0; phase < phases; ++phase)
        for (std::size_t i = 0; i < index.size(); ++i)
            values.push_back(free_weights[phase * index.free_size() + index.fold(i)]);
}

std::shared_ptr<const PatternWeights> read_weights(std::span<const char> file) {
    if (file.size() < head_at + sizeof(WeightsHead) ||
        std::memcmp(file.data(), weights_magic, sizeof(weights_magic)) != 0)
        refuse("this is no file of weights, or only its beginning");
    const auto version = static_cast<std::uint8_t>(file[sizeof(weights_magic)]);
    if (version != weights_version)
        refuse("weights of version " + std::to_string(version) + ", where version " +
               std::to_string(weights_version) + " can be read");
    std::uint32_t sum;
    std::memcpy(&sum, &file[sizeof(weights_magic) + 1], sizeof(sum));
    const std::span<const char> body = file.subspan(head_at);
    if (checksum(body.data(), body.size()) != sum)
        refuse("these weights are damaged or cut off: their checksum is wrong");
    WeightsHead head;
    std::memcpy(&head, body.data(), sizeof(head));
    const std::string board(head.board, strnlen(head.board, sizeof(head.board)));
    const Shape* shape = find_shape(board);
    if (shape == nullptr || !PatternIndex::exists_for(*shape))
        refuse("weights of '" + board + "', a board without patterns");
    PatternIndex index(*shape);
    const std::size_t size = std::size_t{head.phases} * head.free_size;
    if (head.fingerprint != index.fingerprint() || head.phases != static_cast<unsigned>(index.phases()) ||
        head.free_size != index.free_size())
        refuse("these weights were made for other patterns than this version has");
    if (body.size() != sizeof(head) + head.note_size + size * sizeof(std::int16_t))
        refuse("there are more or fewer weights than the file says");
    std::vector<std::int16_t> free_weights(size);
    std::memcpy(free_weights.data(), &body[sizeof(head) + head.note_size], size * sizeof(std::int16_t));
    Trust trust{head.error, head.error_a_ply, head.error_at_end, head.error_at_end_a_ply, {}};
    for (std::size_t i = 0; i < trust.percent_right.size(); ++i)
        trust.percent_right[i] = head.percent_right[i];
    if (!is_possible(trust)) refuse("errors or confidences that cannot be");
    return std::make_shared<const PatternWeights>(*shape, std::move(index), trust, free_weights);
}

}  // namespace shirokuro
