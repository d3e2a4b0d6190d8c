#include "studies/sample_edges.hpp"

#include <bit>

namespace shirokuro::detail {

namespace {

constexpr SampleCounts sample_counts(unsigned own, unsigned opp) {
    constexpr unsigned corners = 0x81, block = 0x3c, left_c = 0x02, right_c = 0x40;
    const unsigned empty = ~(own | opp), in_c = own & (left_c | right_c);
    SampleCounts found;
    if ((empty & corners) == corners) {
        if ((own & block) != block)
            found.c = static_cast<std::int8_t>(std::popcount(in_c));
        else
            found.wing = std::popcount(in_c) == 1 && std::popcount(empty & (left_c | right_c)) == 1;
    }
    const unsigned rows = run_from(own, 0, 1, 8) | run_from(own, 7, -1, 8);
    found.stable = static_cast<std::int8_t>(std::popcount(rows));
    return found;
}

constexpr std::array<SampleEdge, 6561> make_sample_edges() {
    std::array<SampleEdge, 6561> made{};
    for (unsigned black = 0; black < 256; ++black)
        for (unsigned white = 0; white < 256; ++white)
            if ((black & white) == 0)
                made[sample_index(black, white)] = {sample_counts(black, white), sample_counts(white, black)};
    return made;
}

}  // namespace

constexpr std::array<SampleEdge, 6561> first_sample_edges = make_sample_edges();

}  // namespace shirokuro::detail
