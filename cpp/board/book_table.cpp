#include "board/book_table.hpp"

#include "board/symmetry.hpp"

namespace shirokuro {

namespace {

// Sizes in bytes. The head of a record says how many moves and played moves follow; each of them begins
// with its square.
constexpr std::size_t key_size = 16, offset_size = 4, head_size = 6, move_size = 4, played_size = 13;
constexpr std::size_t moves_at = 4, played_at = 5, value_at = 1, kind_at = 2;
constexpr int kinds = 3;

constexpr std::uint8_t byte(std::string_view bytes, std::size_t at) {
    return static_cast<std::uint8_t>(bytes[at]);
}

constexpr Bits big_endian(std::string_view bytes, std::size_t at) {
    Bits bits = 0;
    for (std::size_t i = at; i < at + 8; ++i) bits = bits << 8 | byte(bytes, i);
    return bits;
}

constexpr std::uint64_t little_endian(std::string_view bytes, std::size_t at) {
    std::uint64_t number = 0;
    for (std::size_t i = 4; i-- > 0;) number = number << 8 | byte(bytes, at + i);
    return number;
}

constexpr std::size_t records_of(std::size_t size) { return key_size * size + offset_size * (size + 1); }

bool has_its_length(std::string_view record) {
    return record.size() >= head_size && record.size() == head_size + move_size * byte(record, moves_at) +
                                                              played_size * byte(record, played_at);
}

// Calls `take` with the place of each square in a record, including those of played moves.
template <class Take>
void for_each_square(std::string_view record, Take&& take) {
    std::size_t at = head_size;
    for (int left = byte(record, moves_at); left > 0; --left, at += move_size) take(at);
    for (int left = byte(record, played_at); left > 0; --left, at += played_size) take(at);
}

bool has_possible_values(std::string_view record) {
    const std::size_t end = head_size + move_size * byte(record, moves_at);
    for (std::size_t at = head_size; at < end; at += move_size) {
        const int value = static_cast<std::int8_t>(record[at + value_at]);
        if (value < -squares || value > squares || byte(record, at + kind_at) >= kinds) return false;
    }
    return true;
}

// Each played move has at least one game, and no more wins and draws than games.
bool has_possible_counts(std::string_view record) {
    for (std::size_t at = head_size + move_size * byte(record, moves_at); at < record.size();
         at += played_size) {
        const std::uint64_t games = little_endian(record, at + 1);
        if (games == 0 || little_endian(record, at + 5) + little_endian(record, at + 9) > games) return false;
    }
    return true;
}

bool has_legal_moves(std::string_view record, Bits legal, bool must_pass) {
    bool found = true;
    for_each_square(record, [&](std::size_t at) {
        const Square move = byte(record, at);
        found = found && (move == pass ? must_pass : move < squares && contains(legal, move));
    });
    return found;
}

}  // namespace

BookTable::BookTable(const Shape& shape, const BoardKernel& rules, std::size_t size, std::string body)
    : shape_(&shape), size_(size), body_(std::move(body)) {
    if (size_ > body_.size() || records_of(size_) > body_.size() ||
        offset(size_) != body_.size() - records_of(size_))
        throw InvalidBook("this book is damaged: its parts do not fit together");
    for (std::size_t at = 0; at < size_; ++at)
        if (!is_inside(at) || !is_sound(at, rules))
            throw InvalidBook("entry " + std::to_string(at + 1) + " of this book cannot be read");
}

std::string_view BookTable::key(std::size_t at) const { return body().substr(key_size * at, key_size); }

std::string_view BookTable::record(std::size_t at) const {
    return body().substr(records_of(size_) + offset(at), offset(at + 1) - offset(at));
}

std::optional<std::string> BookTable::find(const Position& wanted) const {
    const auto [least, symmetry] = canonical(*shape_, wanted);
    const std::size_t place = first_from(least);
    if (place == size_ || position(place) != least) return std::nullopt;
    std::string found(record(place));
    for_each_square(found, [&, back = inverse(symmetry)](std::size_t at) {
        if (const Square move = byte(found, at); move != pass)
            found[at] = static_cast<char>(first(transform(*shape_, bit(move), back)));
    });
    return found;
}

std::size_t BookTable::first_from(const Position& key) const {
    std::size_t begin = 0;
    for (std::size_t end = size_; begin < end;) {
        const std::size_t middle = begin + (end - begin) / 2;
        if (position(middle) < key)
            begin = middle + 1;
        else
            end = middle;
    }
    return begin;
}

Position BookTable::position(std::size_t at) const {
    return {big_endian(body_, key_size * at), big_endian(body_, key_size * at + key_size / 2)};
}

std::size_t BookTable::offset(std::size_t at) const {
    return little_endian(body_, key_size * size_ + offset_size * at);
}

// The last offset is the end of the records.
bool BookTable::is_inside(std::size_t at) const {
    return offset(at) <= offset(at + 1) && offset(at + 1) <= offset(size_) && (at > 0 || offset(0) == 0);
}

bool BookTable::is_sound(std::size_t at, const BoardKernel& rules) const {
    const Position here = position(at);
    const std::string_view bytes = record(at);
    if ((here.own & here.opp) != 0 || (here.occupied() & ~shape_->cells) != 0) return false;
    if (at > 0 && position(at - 1) >= here) return false;
    const Bits legal = rules.legal(*shape_, here);
    const bool must_pass = legal == 0 && rules.legal(*shape_, here.passed()) != 0;
    return has_its_length(bytes) && has_possible_values(bytes) && has_possible_counts(bytes) &&
           has_legal_moves(bytes, legal, must_pass);
}

}  // namespace shirokuro
