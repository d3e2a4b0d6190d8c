// Parallel search of one tree (young brothers wait): once a node's first move is searched, idle threads share
// the rest of its moves. A thread that runs out of work at its own node helps below it instead of waiting.
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

#include "search/move_list.hpp"
#include "search/query.hpp"

namespace shirokuro::SHIROKURO_ISA {

// A node whose moves several threads take from one list. The mutex guards the list and what was found.
struct SplitPoint {
    SplitPoint(SplitPoint* above, MoveList& list, std::size_t from, const Query& of,
               const Progression& so_far)
        : parent(above), query(of), moves(list), next(from), found(so_far) {}

    SplitPoint* const parent;  // the split point that the owner itself works under
    const Query query;
    MoveList& moves;
    std::size_t next;
    Progression found;
    std::mutex mutex;
    std::atomic<int> helpers{0};
    std::atomic<bool> is_cut{false};
    std::atomic<bool> has_moves{true};

    // Whether nothing below this point matters any more.
    bool is_dead() const {
        for (const SplitPoint* point = this; point != nullptr; point = point->parent)
            if (point->is_cut.load(std::memory_order_relaxed)) return true;
        return false;
    }
    bool is_below(const SplitPoint& other) const {
        for (const SplitPoint* point = this; point != nullptr; point = point->parent)
            if (point == &other) return true;
        return false;
    }
};

// Where a search's threads find work. Waiting threads spin for a while before they sleep, since
// going to sleep and waking up take longer than most waits.
class Team {
  public:
    // Whether more threads are idle than open points could employ.
    bool wants_work() const { return wanted_.load(std::memory_order_relaxed) > 0; }

    void publish(SplitPoint& point) {
        {
            const std::lock_guard lock(mutex_);
            open_.push_back(&point);
        }
        wanted_.fetch_sub(1, std::memory_order_relaxed);
        open_points_.fetch_add(1);
        published_.fetch_add(1);
        wake_sleepers();
    }

    // The point has no more moves; called by every thread that notices.
    void exhaust(SplitPoint& point) {
        if (!point.has_moves.exchange(false)) return;
        open_points_.fetch_sub(1);
        wanted_.fetch_add(1, std::memory_order_relaxed);
    }

    void withdraw(SplitPoint& point) {
        exhaust(point);
        const std::lock_guard lock(mutex_);
        std::erase(open_, &point);
    }

    // The owner failed: ends all work below its point. Returns when all helpers have left.
    void abandon(SplitPoint& point) {
        point.is_cut.store(true, std::memory_order_relaxed);
        withdraw(point);
        while (point.helpers.load() != 0) std::this_thread::yield();
    }

    // A helper leaves; from here on the owner may destroy the point.
    void leave(SplitPoint& point) {
        point.helpers.fetch_sub(1);
        wake_sleepers();
    }

    // Waits until there is a point to join, or the search is over (null).
    SplitPoint* wait_for_work() {
        return wait(nullptr, [this] { return is_over_.load(); });
    }

    // The owner waits for its helpers to leave (null), or for work below its point, which it joins.
    SplitPoint* wait_for_helpers(const SplitPoint& point) {
        return wait(&point, [&] { return point.helpers.load() == 0; });
    }

    void finish() {
        is_over_.store(true);
        wake_sleepers();
    }

  private:
    template <class IsDone>
    SplitPoint* wait(const SplitPoint* above, const IsDone& is_done) {
        if (is_done()) return nullptr;
        wanted_.fetch_add(1, std::memory_order_relaxed);
        SplitPoint* point = nullptr;
        unsigned seen = published_.load(std::memory_order_relaxed) - 1;
        int spins = 0;
        for (; spins < 1000 && point == nullptr && !is_done(); ++spins) {
            // An owner looks through the open points once for each new one: most are not below it.
            const unsigned now = published_.load(std::memory_order_relaxed);
            if (above == nullptr || now != seen) point = join(above);
            seen = now;
            if (point == nullptr) relax();
            // With more threads than processors, the thread waited for may need this one.
            if (spins % 64 == 63) std::this_thread::yield();
        }
        if (spins == 1000 && point == nullptr) point = sleep(above, is_done);
        wanted_.fetch_sub(1, std::memory_order_relaxed);
        return point;
    }

    template <class IsDone>
    SplitPoint* sleep(const SplitPoint* above, const IsDone& is_done) {
        std::unique_lock lock(mutex_);
        SplitPoint* point = nullptr;
        sleepers_.fetch_add(1);
        wake_.wait(lock, [&] { return is_done() || (point = join_locked(above)) != nullptr; });
        sleepers_.fetch_sub(1);
        return point;
    }

    void wake_sleepers() {
        if (sleepers_.load() == 0) return;
        {
            const std::lock_guard lock(mutex_);
        }  // a thread that was about to sleep now does
        wake_.notify_all();
    }

    SplitPoint* join(const SplitPoint* above) {
        if (open_points_.load(std::memory_order_relaxed) == 0) return nullptr;
        const std::lock_guard lock(mutex_);
        return join_locked(above);
    }

    // The deepest open point, below `above` if given.
    SplitPoint* join_locked(const SplitPoint* above) {
        SplitPoint* best = nullptr;
        for (SplitPoint* point : open_)
            if (point->has_moves.load(std::memory_order_relaxed) &&
                (best == nullptr || point->query.depth > best->query.depth) &&
                (above == nullptr || point->is_below(*above)))
                best = point;
        if (best != nullptr) best->helpers.fetch_add(1, std::memory_order_relaxed);
        return best;
    }

    static void relax() {
        for (int i = 0; i < 16; ++i) {
#if defined(__x86_64__)
            __builtin_ia32_pause();
#endif
        }
    }

    // Every node reads this one, so nothing else shares its cache line.
    alignas(64) std::atomic<int> wanted_{0};
    alignas(64) std::atomic<int> open_points_{0};
    std::atomic<unsigned> published_{0};
    std::atomic<int> sleepers_{0};
    std::atomic<bool> is_over_{false};
    std::mutex mutex_;
    std::condition_variable wake_;
    std::vector<SplitPoint*> open_;
};

// Works on a point that this thread has joined, and leaves it, exceptions included.
template <class WorkOn>
void visit(Team& team, SplitPoint& point, const WorkOn& work_on) {
    struct Leaving {
        Team& team;
        SplitPoint& point;
        ~Leaving() { team.leave(point); }
    };
    const Leaving leaving{team, point};
    work_on(point);
}

// Works on a point of this thread's own in parallel with idle threads. All of them have left it when this
// ends, exceptions included.
template <class WorkOn>
void work_in_parallel(Team& team, SplitPoint& point, const WorkOn& work_on) {
    team.publish(point);
    try {
        work_on(point);
        team.withdraw(point);
        while (SplitPoint* below = team.wait_for_helpers(point)) visit(team, *below, work_on);
    } catch (...) {
        team.abandon(point);
        throw;
    }
}

// Works on what others share until the search is over.
template <class WorkOn>
void help_team(Team& team, const WorkOn& work_on) {
    while (SplitPoint* point = team.wait_for_work()) visit(team, *point, work_on);
}

}  // namespace shirokuro::SHIROKURO_ISA
