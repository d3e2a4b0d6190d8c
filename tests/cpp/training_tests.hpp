// The trained evaluation and its training: values do not change with symmetry or instruction set, files come
// back as they were written or are refused, games do not depend on threads.
#pragma once

#include <stdexcept>

#include "board/symmetry.hpp"
#include "check.hpp"
#include "evaluate/checksum.hpp"
#include "evaluate/kernel.hpp"
#include "samples.hpp"
#include "training/features.hpp"
#include "training/self_play.hpp"

namespace shirokuro::tests {

// As training/fit.py writes it.
inline std::string file_of(const Shape& shape, std::span<const std::int16_t> free_weights, int phases,
                           std::span<const Network> networks) {
    const PatternIndex index(shape);
    const std::string_view note = "made at random";
    WeightsHead head{};
    std::copy(shape.name.begin(), shape.name.end(), head.board);
    head.fingerprint = index.fingerprint();
    head.phases = static_cast<std::uint32_t>(phases);
    head.free_size = static_cast<std::uint32_t>(index.free_size());
    head.width = networks.empty() ? 1 : Network::inputs;
    head.note_size = static_cast<std::uint32_t>(note.size());
    std::string body(reinterpret_cast<const char*>(&head), sizeof(head));
    body += note;
    body.append(reinterpret_cast<const char*>(free_weights.data()), free_weights.size_bytes());
    body.append(reinterpret_cast<const char*>(networks.data()), networks.size_bytes());
    const std::uint32_t sum = checksum(body.data(), body.size());
    std::string file(weights_magic, sizeof(weights_magic));
    file += static_cast<char>(weights_version);
    file.append(reinterpret_cast<const char*>(&sum), sizeof(sum));
    return file + body;
}

inline std::string random_weights_file(const Shape& shape, bool has_networks = false) {
    const PatternIndex index(shape);
    const int phases = has_networks ? 3 : index.phases();
    Random random(7);
    const auto number = [&](unsigned most) {
        return static_cast<std::int16_t>(static_cast<int>(random.below(2 * most)) - static_cast<int>(most));
    };
    std::vector<Network> networks(has_networks ? static_cast<std::size_t>(phases) : 0);
    for (Network& network : networks) {
        for (std::int16_t& each : network.centre) each = number(300);
        for (std::int16_t& each : network.skip) each = number(900);
        for (auto& row : network.first)
            for (std::int16_t& each : row) each = number(2000);
        for (std::int16_t& each : network.second) each = number(900);
        for (std::int32_t& each : network.first_bias) each = 100 * number(3000);
        network.bias = number(9000);
    }
    const std::size_t width = has_networks ? Network::inputs : 1;
    std::vector<std::int16_t> weights(static_cast<std::size_t>(phases) * index.free_size() * width);
    for (std::int16_t& weight : weights) weight = number(300);
    return file_of(shape, weights, phases, networks);
}

inline void trained_values_are_symmetric(Tally& tally, Isa isa, int games, bool has_networks) {
    for (const Shape& shape : shapes) {
        if (!PatternIndex::exists_for(shape)) continue;
        const Evaluation by = evaluation_by(read_weights(random_weights_file(shape, has_networks)));
        tally.check(by.serves(shape));
        for (const Position& position : samples(shape, games, 11)) {
            const int value = evaluate_kernel(Isa::generic).units(shape, position, by);
            for (int symmetry = 0; symmetry < symmetries; ++symmetry)
                tally.check(evaluate_kernel(isa).units(shape, transform(shape, position, symmetry), by) ==
                            value);
        }
    }
}

// Every byte of the heading, and the length.
inline void damaged_weights_are_refused(Tally& tally) {
    std::string file = random_weights_file(*find_shape("reversi6"));
    const auto check_refused = [&](const std::string& spoilt) {
        tally.check_throws<std::invalid_argument>([&] { read_weights(spoilt); });
    };
    tally.check(read_weights(file)->shape.name == "reversi6");
    for (std::size_t i = 0; i < 150; ++i) {
        file[i] ^= 4;
        check_refused(file);
        file[i] ^= 4;
    }
    for (const int size : {0, 17, 21, 100, 5000})
        check_refused(file.substr(0, static_cast<std::size_t>(size)));
    check_refused(file + ".");
}

inline std::vector<LabelledPosition> played(Isa isa, const SelfPlay& how, int threads) {
    std::vector<LabelledPosition> all;
    Stopper never{Interrupts{}};
    play_games(isa, how, {0, 40}, threads, never,
               [&](std::span<const LabelledPosition> batch, std::uint32_t) {
                   all.insert(all.end(), batch.begin(), batch.end());
               });
    return all;
}

inline void games_do_not_depend_on_threads(Tally& tally, Isa isa) {
    const Shape& shape = *find_shape("nip32");
    const SelfPlay how{shape, evaluation_by(read_weights(random_weights_file(shape))), 1, 2, 11, 8};
    const auto one = played(Isa::generic, how, 1), three = played(isa, how, 3);
    tally.check(!one.empty() && one.size() == three.size());
    for (std::size_t i = 0; i < std::min(one.size(), three.size()); ++i)
        tally.check(one[i].position == three[i].position && one[i].margin == three[i].margin &&
                    one[i].game == three[i].game && one[i].is_exact == three[i].is_exact &&
                    one[i].guess == three[i].guess);
}

}  // namespace shirokuro::tests
