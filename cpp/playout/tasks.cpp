#include "playout/tasks.hpp"

namespace shirokuro {

void FlatResult::add(const Trial& trial) { trials.push_back(trial); }

void UctResult::add(const Branch& branch) { branches.push_back(branch); }

}  // namespace shirokuro
