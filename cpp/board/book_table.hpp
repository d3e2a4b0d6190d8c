// The positions of a book with their records: checked once, then looked up. It never changes.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "board/kernel.hpp"

namespace shirokuro {

// Thrown for bytes that are not a book; what() says why.
struct InvalidBook : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

// What a book's file holds between its head and its checksum, as book/book_file.py describes it: n keys in
// ascending order, n + 1 offsets, and the records. A record has a head, moves and played moves.
class BookTable {
  public:
    BookTable(const Shape& shape, const BoardKernel& rules, std::size_t size, std::string body);

    const Shape& shape() const { return *shape_; }
    std::size_t size() const { return size_; }
    std::string_view body() const { return body_; }
    std::string_view key(std::size_t at) const;
    std::string_view record(std::size_t at) const;
    // The record of a position, with its moves as stored, or nothing if the position is not in the book.
    std::optional<std::string> find(const Position& position) const;

  private:
    // The index of the first key that is not below this one, or `size()` if there is none.
    std::size_t first_from(const Position& key) const;
    Position position(std::size_t at) const;
    std::size_t offset(std::size_t at) const;
    bool is_inside(std::size_t at) const;
    bool is_sound(std::size_t at, const BoardKernel& rules) const;

    const Shape* shape_;
    std::size_t size_;
    std::string body_;
};

}  // namespace shirokuro
