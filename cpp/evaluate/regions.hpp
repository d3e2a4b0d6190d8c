// The regions that the empty cells form, joined by king's steps: a diagonal step joins, because what is
// played on one side of it may change what can be played on the other.
#pragma once

#include <vector>

#include "board/neighbours.hpp"

namespace shirokuro {

// In the order of their lowest squares.
inline std::vector<Bits> regions_of(Bits empties) {
    std::vector<Bits> regions;
    while (empties != 0) {
        Bits region = bit(first(empties));
        for (Bits before = 0; region != before;) {
            before = region;
            region = spread(region) & empties;
        }
        regions.push_back(region);
        empties &= ~region;
    }
    return regions;
}

}  // namespace shirokuro
