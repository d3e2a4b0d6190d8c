// The weights of the features of parallel reversi, in the study's own units.
#pragma once

#include "evaluate/weights.hpp"

namespace shirokuro {

// The study names its features and gives no weights. These are a set commonly used with them, but for the
// mountain's, which is ours: about as good as a wing is bad.
struct StudyWeights : Weights {
    int mobility = 67;
    int openness = -13;
    int stable = 101;
    int wing = -308;
    int mountain = 300;
    int c = -552;
    int x = -449;
};
inline constexpr StudyWeights study_weights{{.probcut_errors = {.percent_right = {41, 64, 88}}}};

}  // namespace shirokuro
