#include "board/ring.hpp"

#include <utility>

namespace shirokuro {

namespace {

template <std::size_t... i>
constexpr std::array<RingTables, shapes.size()> tables_of_all(std::index_sequence<i...>) {
    return {RingTables(shapes[i].ring)...};
}

constexpr std::array<RingTables, shapes.size()> tables =
    tables_of_all(std::make_index_sequence<shapes.size()>());

}  // namespace

const RingTables& ring_tables(const Shape& shape) {
    return tables[static_cast<std::size_t>(&shape - shapes.data())];
}

}  // namespace shirokuro
