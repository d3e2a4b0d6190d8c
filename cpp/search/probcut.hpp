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
struct Tolerance {
    double midgame, ending;
};
inline constexpr std::array<Tolerance, full_confidence> tolerances = {{{1.0, 0.55}, {1.5, 1.1}, {2.0, 2.0}}};

// How many discs outside the window the value of a search of `shallow` plies must lie.
inline int least_excess(const ProbCutErrors& errors, const Query& query, int shallow, bool to_the_end) {
    const auto& [midgame, ending] = tolerances[static_cast<std::size_t>(query.confidence)];
    const double error = to_the_end ? errors.error_at_end - errors.error_at_end_a_ply * shallow
                                    : errors.error + errors.error_a_ply * (query.depth - shallow);
    return static_cast<int>(std::ceil((to_the_end ? ending : midgame) * error));
}

inline int probcut_depth(int depth) { return 2 * (depth / 4) + (depth & 1); }

template <class Worker>
bool probcut(Worker& worker, const Position& position, const Query& query, int empties, int& value) {
    if (query.depth < 4) return false;
    const int shallow = probcut_depth(query.depth);
    const int error =
        least_excess(worker.session.weights.probcut_errors, query, shallow, query.depth == empties);
    const int guess = worker.evaluator.evaluate(position, worker.rules.legal(position));
    const int high = query.beta + error;
    if (high <= worker.cells && guess >= query.beta - error / 2) {
        if (search(worker, position, {high - 1, high, shallow, query.confidence}) >= high) {
            value = query.beta;
            return !worker.is_stopped();
        }
    }
    const int low = query.alpha - error;
    if (low >= -worker.cells && guess <= query.alpha + error / 2) {
        if (search(worker, position, {low, low + 1, shallow, query.confidence}) <= low) {
            value = query.alpha;
            return !worker.is_stopped();
        }
    }
    return false;
}

}  // namespace shirokuro::SHIROKURO_ISA
