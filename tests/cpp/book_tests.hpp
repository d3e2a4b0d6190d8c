// A book's table finds every image of its positions, and refuses or survives whatever bytes it is given.
#pragma once

#include <map>

#include "board/book_table.hpp"
#include "board/symmetry.hpp"
#include "check.hpp"
#include "samples.hpp"

namespace shirokuro::tests {

inline void append(std::string& bytes, std::uint64_t number, int size, bool is_big_endian) {
    for (int i = 0; i < size; ++i)
        bytes += static_cast<char>(number >> 8 * (is_big_endian ? size - 1 - i : i));
}

// A record with each legal move, or the pass, as searched and as played.
inline std::string record_of(const Shape& shape, const Position& position) {
    const Bits legal = portable().legal(shape, position);
    const int moves = legal == 0 ? 1 : count(legal);
    std::string record(4, '\0');
    record += std::string(2, static_cast<char>(moves));
    for (const int size : {4, 13}) {
        Bits rest = legal;
        for (int i = 0; i < moves; ++i, rest = without_first(rest)) {
            record += static_cast<char>(legal == 0 ? pass : first(rest));
            record += size == 4 ? std::string(3, '\1') : std::string("\3\0\0\0\1\0\0\0\1\0\0\0", 12);
        }
    }
    return record;
}

// The body of a book of these positions, as far as they are not over.
inline std::pair<std::size_t, std::string> body_of(const Shape& shape,
                                                   const std::vector<Position>& positions) {
    std::map<Position, std::string> entries;
    for (const Position& position : positions)
        if (const Position least = canonical(shape, position).first; !is_over(portable(), shape, least))
            entries[least] = record_of(shape, least);
    std::string keys, offsets, records;
    for (const auto& [position, record] : entries) {
        append(keys, position.own, 8, true);
        append(keys, position.opp, 8, true);
        append(offsets, records.size(), 4, false);
        records += record;
    }
    append(offsets, records.size(), 4, false);
    return {entries.size(), keys + offsets + records};
}

inline void books_know_all_images(Tally& tally, const Shape& shape) {
    const std::vector<Position> positions = samples(shape, 2, 5);
    const auto [size, body] = body_of(shape, positions);
    const BookTable book(shape, portable(), size, body);
    for (const Position& position : positions)
        for (int symmetry = 0; symmetry < symmetries; ++symmetry) {
            const Position image = transform(shape, position, symmetry);
            const auto found = book.find(image);
            if (!tally.check(found.has_value() != is_over(portable(), shape, image)) || !found) continue;
            const Bits legal = portable().legal(shape, image);
            Bits named = 0;
            for (std::size_t i = 0; legal != 0 && i < static_cast<std::size_t>((*found)[4]); ++i)
                named |= bit((*found)[6 + 4 * i]);
            tally.check(named == legal && found->size() == record_of(shape, image).size());
        }
}

// Whatever the bytes are, nothing outside of them is read: the sanitizers would see it.
inline void books_survive_damage(Tally& tally, const Shape& shape) {
    const std::vector<Position> positions = samples(shape, 1, 6);
    const auto [size, body] = body_of(shape, positions);
    Random random(7);
    for (int round = 0; round < 2000; ++round) {
        std::string damaged = body;
        for (std::uint32_t times = 1 + random.below(4); times > 0; --times)
            damaged[random.below(static_cast<std::uint32_t>(damaged.size()))] =
                static_cast<char>(random.next());
        if (random.below(4) == 0) damaged.resize(random.below(static_cast<std::uint32_t>(damaged.size())));
        const std::size_t claimed = random.below(8) == 0 ? random.next() >> random.below(64) : size;
        try {
            const BookTable book(shape, portable(), claimed, std::move(damaged));
            for (std::size_t at = 0; at < book.size(); ++at) tally.check(book.record(at).size() >= 6);
            for (const Position& position : positions) book.find(position);
        } catch (const InvalidBook&) {
            tally.check(true);
        }
    }
}

inline void book_laws(Tally& tally) {
    for (const Shape& shape : shapes) books_know_all_images(tally, shape);
    for (const char* name : {"nip12", "reversi"}) books_survive_damage(tally, *find_shape(name));
    tally.check_throws<InvalidBook>([] { BookTable(shapes[0], portable(), 0, ""); });
    tally.check(!BookTable(shapes[0], portable(), 0, std::string(4, '\0')).find(shapes[0].start));
}

}  // namespace shirokuro::tests
