// Many threads at one tree (young brothers wait): once a node's first move is searched, idle threads share
// the rest of its moves. A thread that runs out of work at its own node helps below it instead of waiting.
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <vector>

#include "search/move_list.hpp"
#include "search/query.hpp"

namespace shirokuro::SHIROKURO_ISA {

// A node whose moves several threads take from one list. The mutex guards the list and what was found;
// `helpers` is the team's.
struct SplitPoint {
    SplitPoint(SplitPoint* above, MoveList& list, std::size_t from, const Query& of,
               const Progression& so_far)
        : parent(above), query(of), moves(list), next(from), found(so_far) {}

    SplitPoint* const parent;  // the split point that the owner itself works under
    const Query query;
    MoveList& moves;
    std::size_t next;
    Progression found;
    int helpers = 0;
    std::atomic<bool> is_cut{false};
    std::atomic<bool> has_moves{true};
    std::mutex mutex;

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

// The meeting place of a search's threads.
class Team {
  public:
    bool has_idle() const { return idle_.load(std::memory_order_relaxed) > 0; }

    void publish(SplitPoint& point) {
        {
            const std::lock_guard lock(mutex_);
            open_.push_back(&point);
            changes_.fetch_add(1, std::memory_order_relaxed);
        }
        wake_.notify_all();
    }

    void withdraw(SplitPoint& point) {
        const std::lock_guard lock(mutex_);
        std::erase(open_, &point);
    }

    // Joins the deepest open point, below `above` if given; null if there is none.
    SplitPoint* join(const SplitPoint* above) {
        const std::lock_guard lock(mutex_);
        return join_locked(above);
    }

    // Sleeps until there is a point to join or the search is over (null).
    SplitPoint* wait_for_work() {
        idle_.fetch_add(1, std::memory_order_relaxed);
        spin();
        std::unique_lock lock(mutex_);
        SplitPoint* point = nullptr;
        wake_.wait(lock, [&] { return is_over_ || (point = join_locked(nullptr)) != nullptr; });
        idle_.fetch_sub(1, std::memory_order_relaxed);
        return point;
    }

    // A helper leaves; its owner may be waiting.
    void leave(SplitPoint& point) {
        {
            const std::lock_guard lock(mutex_);
            --point.helpers;
            changes_.fetch_add(1, std::memory_order_relaxed);
        }
        wake_.notify_all();
    }

    // The owner waits for its helpers, and meanwhile for work below its point (returned joined), or null when
    // all left.
    SplitPoint* wait_for_helpers(SplitPoint& point) {
        idle_.fetch_add(1, std::memory_order_relaxed);
        spin();
        std::unique_lock lock(mutex_);
        SplitPoint* below = nullptr;
        wake_.wait(lock, [&] { return point.helpers == 0 || (below = join_locked(&point)) != nullptr; });
        idle_.fetch_sub(1, std::memory_order_relaxed);
        return below;
    }

    void finish() {
        {
            const std::lock_guard lock(mutex_);
            is_over_ = true;
            changes_.fetch_add(1, std::memory_order_relaxed);
        }
        wake_.notify_all();
    }

  private:
    // Going to sleep and waking up take longer than most waits, so look about a little first.
    void spin() const {
        const unsigned seen = changes_.load(std::memory_order_relaxed);
        for (int i = 0; i < 4000 && changes_.load(std::memory_order_relaxed) == seen; ++i) relax();
    }
    static void relax() {
#if defined(__x86_64__)
        __builtin_ia32_pause();
#endif
    }

    SplitPoint* join_locked(const SplitPoint* above) {
        SplitPoint* best = nullptr;
        for (SplitPoint* point : open_)
            if (point->has_moves.load(std::memory_order_relaxed) &&
                (best == nullptr || point->query.depth > best->query.depth) &&
                (above == nullptr || point->is_below(*above)))
                best = point;
        if (best != nullptr) ++best->helpers;
        return best;
    }

    std::mutex mutex_;
    std::condition_variable wake_;
    std::vector<SplitPoint*> open_;
    std::atomic<int> idle_{0};
    std::atomic<unsigned> changes_{0};
    bool is_over_ = false;
};

}  // namespace shirokuro::SHIROKURO_ISA
