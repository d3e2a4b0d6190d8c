// ProbCut (Buro 1995): a shallow search whose value lies far enough outside the window stands for the deep
// one.
#pragma once

#include <array>
#include <cmath>

#include "search/query.hpp"
#include "search/sharing.hpp"
#include "search/worker.hpp"

namespace shirokuro::SHIROKURO_ISA {

// Levels of confidence: how many standard errors a shallow value must lie outside; at full confidence nothing
// is cut.
inline constexpr std::array<double, full_confidence> deviations = {1.0, 1.6, 2.4};
// What such a pass is worth, measured on solved positions (docs/selectivity.md).
inline constexpr std::array<int, full_confidence> confidence_percent = {70, 90, 98};

// The standard error, in discs, of a search of `shallow` plies as a guess of one of `deep` plies.
inline double standard_error(int deep, int shallow, int empties) {
    (void)empties;
    return 6.0 + 0.15 * (deep - shallow);
}

inline int probcut_depth(int depth) { return 2 * (depth / 4) + (depth & 1); }

template <class Worker>
bool probcut(Worker& worker, const Position& position, const Query& query, int empties, int& value) {
    const int depth = std::min(query.depth, empties);
    if (depth < 4) return false;
    const int shallow = probcut_depth(depth);
    const int error = static_cast<int>(std::ceil(deviations[static_cast<std::size_t>(query.level)] *
                                                 standard_error(depth, shallow, empties)));
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
