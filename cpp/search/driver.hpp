// A whole search from its root: deepening, then to the end at rising confidence, then exactly.
#pragma once

#include "search/midgame.hpp"

namespace shirokuro::SHIROKURO_ISA {

template <class Worker>
class Driver {
  public:
    Driver(Worker& worker, const SearchTask& task, const Progress& progress)
        : worker_(worker),
          task_(task),
          progress_(progress),
          root_(task.position),
          least_(std::clamp(task.alpha, -worker.cells, worker.cells - 1)),
          most_(std::clamp(task.beta, 1 - worker.cells, worker.cells)) {
        empties_ = count(worker.rules.empties(root_));
        result_.lower = -worker.cells;
        result_.upper = worker.cells;
    }

    Result run() {
        if (worker_.rules.legal(root_) != 0) {
            deepen();
            if (goes_to_the_end()) search_to_the_end();
            if (result_.kind == Kind::exact) complete_line();
        } else if (worker_.rules.legal(root_.passed()) != 0) {
            pass_and_run();
        } else {
            result_.kind = Kind::exact;
            result_.confidence = 100;
            result_.value = result_.lower = result_.upper = worker_.final_margin(root_);
        }
        count_up();
        return result_;
    }

  private:
    static constexpr int half_window = 2;
    static constexpr int deepened = 8;         // plies searched before a search to the end
    static constexpr int selective_depth = 5;  // plies from which on leaving moves out can pay
    static constexpr int near_end = 8;         // so many empties need no deepening
    static constexpr int left = 16;            // plies that deepening leaves to the search to the end
    static constexpr int left_in_play = 11;    // the same, where a move must be answered in time
    static constexpr int selective_from = 18;  // empties from which a selective search first pays

    int depth_limit() const { return task_.depth != 0 ? std::min(task_.depth, empties_) : empties_; }

    // A depth limit short of the end means a search to that depth and no further, whatever the goal.
    bool goes_to_the_end() const { return depth_limit() == empties_; }

    void pass_and_run() {
        SearchTask task = task_;
        task.position = root_.passed();
        task.alpha = -task_.beta;
        task.beta = -task_.alpha;
        const Progress report = [this](const Result& after) { progress_(before_pass(after)); };
        result_ = before_pass(Driver(worker_, task, progress_ ? report : Progress()).run());
    }

    static Result before_pass(Result after) {
        after.value = -after.value;
        std::swap(after.lower, after.upper);
        after.lower = -after.lower;
        after.upper = -after.upper;
        after.pv.insert(after.pv.begin(), pass);
        return after;
    }

    // From ply to ply; the first ones are searched even if time is up at once.
    void deepen() {
        const int assured = std::min(task_.assured, empties_);
        const int deepest = std::max(deepening_depth(), assured);
        for (int depth = 1; depth <= deepest; ++depth) {
            worker_.is_unstoppable = depth <= assured;
            const bool is_done =
                search_root(depth, depth < selective_depth ? full_confidence : deepening_confidence());
            worker_.is_unstoppable = false;
            if (!is_done) return;
            accept(Kind::depth, depth);
        }
    }

    // Before a search to the end, good first moves and a guess of the value will do.
    int deepening_confidence() const {
        return task_.goal == Goal::best_move && task_.depth != 0 ? task_.confidence : playing_confidence;
    }

    int deepening_depth() const {
        if (!goes_to_the_end()) return depth_limit();
        const int unsearched = task_.goal == Goal::best_move ? left_in_play : left;
        return std::min(empties_ - near_end, std::max(deepened, empties_ - unsearched));
    }

    // They order the moves for an exact search, and a search that must answer in time improves its answer.
    int selective_passes() const {
        if (task_.confidence < full_confidence) return task_.confidence + 1;
        return empties_ < selective_from ? 0 : 2;
    }

    // Selectively, then exactly; what an unfinished exact search has shown remains as bounds.
    void search_to_the_end() {
        for (int confidence = 0; confidence < selective_passes() && search_root(empties_, confidence);
             ++confidence) {
            result_.confidence =
                worker_.session.weights.probcut_errors.percent_right[static_cast<std::size_t>(confidence)];
            accept(Kind::selective, empties_);
        }
        if (task_.confidence < full_confidence) return;
        const bool is_done =
            task_.goal == Goal::wld ? search_winner() : search_root(empties_, full_confidence);
        if (is_done && (task_.goal == Goal::wld || result_.lower == result_.upper)) {
            result_.confidence = 100;
            accept(task_.goal == Goal::wld ? Kind::wld : Kind::exact, empties_);
        } else if (is_done || task_.goal != Goal::best_move) {
            result_.kind = Kind::bound;
            result_.confidence.reset();
            result_.value = std::clamp(result_.value, result_.lower, result_.upper);
        }
    }

    // How many entries a search to the end may want. Deepening grows the table as it fills, but the pass to
    // the end stores far more than the one before it. Memory that stays empty costs more than the search of
    // a short ending.
    std::uint64_t entries_to_the_end(int confidence) const {
        const int doublings = empties_ - (confidence < full_confidence ? 23 : 20);
        return std::uint64_t{1} << std::clamp(16 + doublings, 0, 40);
    }

    // Searches with a window round the last value, which grows on the side that fails; false when stopped.
    bool search_root(int depth, int confidence) {
        worker_.session.table.grow(depth == empties_ ? entries_to_the_end(confidence) : 0);
        int low = depth > 2 ? std::clamp(result_.value - half_window, least_, most_ - 1) : least_;
        int high = depth > 2 ? std::clamp(result_.value + half_window, least_ + 1, most_) : most_;
        for (;;) {
            Square move = pass;
            const int value = search(worker_, root_, {low, high, depth, confidence}, &move);
            if (worker_.is_stopped()) return false;
            if (depth == empties_ && confidence == full_confidence) narrow(value, low, high);
            if (value > low || move_ == pass) move_ = move;
            value_ = value;
            if (value <= low && low > least_)
                low = std::max(value - 2 * half_window, least_);
            else if (value >= high && high < most_)
                high = std::min(value + 2 * half_window, most_);
            else
                return true;
        }
    }

    bool search_winner() {
        value_ = search(worker_, root_, {-1, 1, empties_, full_confidence}, &move_);
        if (worker_.is_stopped()) return false;
        narrow(value_, -1, 1);
        return true;
    }

    // What an exact search of the window (low, high) proves.
    void narrow(int value, int low, int high) {
        if (value > low) result_.lower = std::max(result_.lower, value);
        if (value < high) result_.upper = std::min(result_.upper, value);
    }

    void accept(Kind kind, int depth) {
        result_.value = value_;
        result_.kind = kind;
        result_.depth = depth;
        result_.pv = {move_};
        follow_table(worker_.rules.after(root_, move_));
        count_up();
        if (progress_) progress_(result_);
    }

    void count_up() {
        worker_.report_nodes();
        result_.nodes = worker_.session.stopper.nodes();
        result_.seconds = worker_.session.stopper.seconds();
    }

    // The expected moves as far as the table knows them.
    void follow_table(Position position) {
        Known known;
        while (static_cast<int>(result_.pv.size()) < result_.depth) {
            const Bits moves = worker_.rules.legal(position);
            if (moves == 0 && worker_.rules.legal(position.passed()) == 0) return;
            Square move = pass;
            if (moves != 0) {
                const int empties = count(worker_.rules.empties(position));
                const Key key =
                    key_for(worker_, position, result_.depth == empties_ ? empties : 0, full_confidence);
                if (!look_up(worker_, key, known)) return;
                move = known.entry.best;
                if (move == pass || !contains(moves, move)) return;
            }
            result_.pv.push_back(move);
            position = worker_.rules.after(position, move);
        }
    }

    // The line of an exact value down to the end of the game; each move is one that keeps the value.
    void complete_line() {
        std::vector<Square> line;
        Position position = root_;
        int value = result_.value;
        for (;;) {
            const Bits moves = worker_.rules.legal(position);
            if (moves == 0 && worker_.rules.legal(position.passed()) == 0) break;
            const Square move = moves == 0 ? pass : keeping_move(position, moves, value, line.size());
            if (worker_.is_stopped()) return;
            line.push_back(move);
            position = worker_.rules.after(position, move);
            value = -value;
        }
        result_.pv = line;
    }

    Square keeping_move(const Position& position, Bits moves, int value, std::size_t ply) {
        const Square expected = ply < result_.pv.size() ? result_.pv[ply] : pass;
        if (expected != pass && contains(moves, expected) && keeps(position, expected, value))
            return expected;
        for (Bits rest = moves; rest != 0; rest = without_first(rest))
            if (first(rest) != expected && keeps(position, first(rest), value)) return first(rest);
        return first(moves);  // only when stopped
    }

    bool keeps(const Position& position, Square move, int value) {
        const Position next = worker_.rules.after(position, move);
        return -search(worker_, next, {-value, -value + 1, empties_, full_confidence}) >= value;
    }

    Worker& worker_;
    const SearchTask& task_;
    const Progress& progress_;
    Position root_;
    const int least_, most_;  // the window of interest
    int empties_ = 0;
    Result result_;
    int value_ = 0;       // of the last search
    Square move_ = pass;  // the best that any search has found
};

}  // namespace shirokuro::SHIROKURO_ISA
