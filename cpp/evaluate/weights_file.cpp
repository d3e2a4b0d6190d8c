#include "evaluate/weights_file.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <functional>
#include <stdexcept>

#include "evaluate/checksum.hpp"
#include "evaluate/evaluators.hpp"

namespace shirokuro {

namespace {

static_assert(std::endian::native == std::endian::little);
constexpr std::size_t head_at = sizeof(weights_magic) + 1 + sizeof(std::uint32_t);

[[noreturn]] void refuse(const std::string& why) { throw std::invalid_argument(why); }

// Whether the errors of ProbCut are possible.
bool is_possible(const ProbCutErrors& errors) {
    const auto is_error = [](double error) { return error >= 0 && error <= squares; };
    return is_error(errors.error) && is_error(errors.error_a_ply) && is_error(errors.error_at_end) &&
           is_error(errors.error_at_end_a_ply) &&
           std::all_of(errors.percent_right.begin(), errors.percent_right.end(),
                       [](int percent) { return percent >= 0 && percent <= 100; });
}

// Takes the parts of a file one after another.
class Reader {
  public:
    explicit Reader(std::span<const char> file) : rest_(file) {}

    template <class Value>
    std::vector<Value> take(std::size_t size) {
        std::vector<Value> values(size);
        std::memcpy(values.data(), rest_.data(), size * sizeof(Value));
        rest_ = rest_.subspan(size * sizeof(Value));
        return values;
    }

  private:
    std::span<const char> rest_;
};

// Expands the shared weights, so that a position finds its own without a further look-up.
template <class Weight>
PatternWeights::Array<Weight> unfolded(const PatternIndex& index, std::size_t phases,
                                       const std::vector<Weight>& free) {
    PatternWeights::Array<Weight> all;
    all.reserve(phases * index.size());
    for (std::size_t phase = 0; phase < phases; ++phase)
        for (std::size_t i = 0; i < index.size(); ++i)
            all.push_back(free[phase * index.free_size() + index.fold(i)]);
    return all;
}

// The sums of this many vectors must fit into their numbers.
bool can_be_added(const std::vector<Network::Sums>& vectors, int features) {
    const int most = 32767 / features;
    return std::all_of(vectors.begin(), vectors.end(), [&](const Network::Sums& vector) {
        for (int i = 0; i < Network::inputs; ++i)
            if (vector[i] < -most || vector[i] > most) return false;
        return true;
    });
}

}  // namespace

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
    const bool has_networks = head.width == Network::inputs;
    if (head.fingerprint != index.fingerprint() || head.free_size != index.free_size() || head.phases < 1 ||
        head.phases > static_cast<unsigned>(index.phases()) || (head.width != 1 && !has_networks))
        refuse("these weights were made for other patterns than this version has");
    const std::size_t size = std::size_t{head.phases} * head.free_size;
    if (body.size() != sizeof(head) + head.note_size + size * head.width * sizeof(std::int16_t) +
                           (has_networks ? head.phases * sizeof(Network) : 0))
        refuse("there are more or fewer weights than the file says");
    ProbCutErrors errors{head.error, head.error_a_ply, head.error_at_end, head.error_at_end_a_ply, {}};
    std::copy_n(head.percent_right, errors.percent_right.size(), errors.percent_right.begin());
    if (!is_possible(errors)) refuse("errors or confidences that cannot be");
    Reader rest(body.subspan(sizeof(head) + head.note_size));
    auto weights = std::make_shared<PatternWeights>(*shape, std::move(index), errors);
    weights->phases = static_cast<int>(head.phases);
    if (!has_networks) {
        weights->numbers = unfolded(weights->index, head.phases, rest.take<std::int16_t>(size));
        return weights;
    }
    const auto vectors = rest.take<Network::Sums>(size);
    const auto networks = rest.take<Network>(head.phases);
    if (!can_be_added(vectors, features_of(weights->index, *shape)) ||
        !std::all_of(networks.begin(), networks.end(), std::mem_fn(&Network::is_possible)))
        refuse("weights too large to be added");
    weights->layers = {networks.begin(), networks.end()};
    weights->vectors = unfolded(weights->index, head.phases, vectors);
    return weights;
}

}  // namespace shirokuro
