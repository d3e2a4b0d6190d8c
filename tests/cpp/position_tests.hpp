// The hash tells positions and sides apart; the margin knows both scorings.
#pragma once

#include <algorithm>

#include "check.hpp"
#include "samples.hpp"

namespace shirokuro::tests {

inline std::vector<Position> many_positions() {
    std::vector<Position> all;
    for (const Shape& shape : shapes) {
        const std::vector<Position> some = samples(shape, 200, 4);
        all.insert(all.end(), some.begin(), some.end());
    }
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
}

inline void hash_has_no_collisions(Tally& tally) {
    const std::vector<Position> positions = many_positions();
    tally.check(positions.size() > 100'000);
    std::vector<std::uint64_t> hashes;
    for (const Position& position : positions) hashes.push_back(hash(position));
    std::sort(hashes.begin(), hashes.end());
    tally.check(std::adjacent_find(hashes.begin(), hashes.end()) == hashes.end());
    for (const Position& position : positions)
        tally.check(position == position.passed() || hash(position) != hash(position.passed()));
}

inline void margins_are_known(Tally& tally) {
    const Position ahead{0x3f, 0xc0};  // 6 to 2, 8 empties of 16 cells
    tally.check(margin(ahead, 16, Scoring::plain) == 4);
    tally.check(margin(ahead, 16, Scoring::winner) == 12);
    tally.check(margin(ahead.passed(), 16, Scoring::plain) == -4);
    tally.check(margin(ahead.passed(), 16, Scoring::winner) == -12);
    tally.check(margin({0x0f, 0xf0}, 16, Scoring::winner) == 0);
    tally.check(margin({}, 16, Scoring::winner) == 0);
    tally.check(margin({0x01, 0}, 64, Scoring::winner) == 64);
}

}  // namespace shirokuro::tests
