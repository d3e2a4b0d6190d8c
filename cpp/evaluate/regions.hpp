// The regions that cells form, joined by king's steps: of empty cells a diagonal step joins, because what is
// played on one side of it may change what can be played on the other.
#pragma once

#include <vector>

#include "board/neighbours.hpp"

namespace shirokuro {

// In the order of their lowest squares.
inline std::vector<Bits> regions_of(Bits cells) {
    std::vector<Bits> regions;
    while (cells != 0) {
        Bits region = bit(first(cells));
        for (Bits before = 0; region != before;) {
            before = region;
            region = spread(region) & cells;
        }
        regions.push_back(region);
        cells &= ~region;
    }
    return regions;
}

}  // namespace shirokuro
