// ProbCut (Buro 1995): a shallow search whose value lies far enough outside the window stands for the deep
// one.
#pragma once

#include <array>
#include <cmath>

#include "search/query.hpp"
#include "search/sharing.hpp"
#include "search/worker.hpp"

namespace shirokuro::SHIROKURO_ISA {

// How many standard errors outside the window a shallow value must lie, for searches to a depth and to the
// end.
struct Level {
    double midgame, ending;
};
inline constexpr std::array<Level, full_confidence> levels = {{{1.0, 0.55}, {1.5, 1.1}, {2.0, 2.0}}};

// The standard error, in discs, of a search of `shallow` plies as a guess of one of `deep` plies, or of the
// true margin: measured with this evaluation on positions of 8x8 and Nip.
inline double standard_error(int deep, int shallow, bool to_the_end) {
    return to_the_end ? 12.0 : 2.0 + 0.8 * (deep - shallow);
}

inline int tolerance(const Query& query, int shallow, bool to_the_end) {
    const Level& level = levels[static_cast<std::size_t>(query.level)];
    const double deviations = to_the_end ? level.ending : level.midgame;
    return static_cast<int>(std::ceil(deviations * standard_error(query.depth, shallow, to_the_end)));
}

inline int probcut_depth(int depth) { return 2 * (depth / 4) + (depth & 1); }

template <class Worker>
bool probcut(Worker& worker, const Position& position, const Query& query, int empties, int& value) {
    if (query.depth < 4) return false;
    const int shallow = probcut_depth(query.depth);
    const int error = tolerance(query, shallow, query.depth == empties);
    const int guess = worker.evaluator.evaluate(position, worker.rules.legal(position));
    const int high = query.beta + error;
    if (high <= worker.cells && guess >= query.beta - error / 2) {
        if (search(worker, position, {high - 1, high, shallow, query.level}) >= high) {
            value = query.beta;
            return !worker.is_stopped();
        }
    }
    const int low = query.alpha - error;
    if (low >= -worker.cells && guess <= query.alpha + error / 2) {
        if (search(worker, position, {low, low + 1, shallow, query.level}) <= low) {
            value = query.alpha;
            return !worker.is_stopped();
        }
    }
    return false;
}

}  // namespace shirokuro::SHIROKURO_ISA
