// Flat Monte Carlo: equally many random games after every legal move, on several threads.
//
// The games come in rounds that give every move as many. A game's numbers come from a stream of its move and
// its place in the row, so that sums depend neither on threads nor on rounds. Work that is ended early counts
// the rounds that were played for all moves.
#pragma once

#include <algorithm>
#include <vector>

#include "playout/games.hpp"
#include "playout/tasks.hpp"
#include "search/helper_threads.hpp"

namespace shirokuro::SHIROKURO_ISA {

template <class Rules>
class Flat {
  public:
    Flat(const Rules& rules, const FlatTask& task)
        : rules_(rules),
          task_(task),
          stopper_(task.interrupts),
          round_(std::clamp<std::uint64_t>(task.playouts / 1024, 128, 4096)) {
        for (Bits rest = rules.legal(task.position); rest != 0; rest = without_first(rest))
            moves_.push_back(first(rest));
        units_.resize(moves_.size() * ((task.playouts + round_ - 1) / round_));
    }

    FlatResult run() {
        HelperThreads helpers(task_.threads - 1);
        helpers.start([this] { work(false); });
        work(true);
        helpers.finish();
        return result();
    }

  private:
    // One move's games in one round.
    struct Unit {
        bool is_played = false;
        std::uint32_t wins = 0;
        std::uint32_t draws = 0;
        std::int32_t discs = 0;
    };

    // The first round is always completed, because a move must be found.
    void work(bool is_caller) {
        do_or_stop(stopper_, [&] {
            std::vector<Position> positions(round_);
            std::vector<std::int8_t> margins(round_);
            for (;;) {
                const std::size_t unit = next_.fetch_add(1, std::memory_order_relaxed);
                if (unit >= units_.size() || (unit >= moves_.size() && stopper_.ask(is_caller))) return;
                const std::size_t games = games_of(unit / moves_.size());
                play(unit, std::span(positions).first(games), margins.data());
            }
        });
    }

    void play(std::size_t unit, std::span<Position> positions, std::int8_t* margins) {
        const Square move = moves_[unit % moves_.size()];
        std::fill(positions.begin(), positions.end(), rules_.after(task_.position, move));
        const std::uint64_t first_game = unit / moves_.size() * round_;
        const std::uint64_t stream = (static_cast<std::uint64_t>(move) << 32) + first_game;
        play_out(rules_, {task_.seed, stream, Scoring::plain}, positions, margins);
        Unit& sums = units_[unit];
        for (std::size_t i = 0; i < positions.size(); ++i) {
            sums.wins += margins[i] < 0;  // the margins are the opponent's
            sums.draws += margins[i] == 0;
            sums.discs -= margins[i];
        }
        sums.is_played = true;
    }

    std::size_t games_of(std::size_t round) const {
        return static_cast<std::size_t>(std::min(round_, task_.playouts - round * round_));
    }

    FlatResult result() const {
        const std::size_t rounds = units_.size() / moves_.size();
        std::size_t played = 0;
        while (played < rounds && is_played(played)) ++played;
        FlatResult result;
        result.is_capped = played < rounds;
        for (std::size_t i = 0; i < moves_.size(); ++i) result.add(trial_of(i, played));
        return result;
    }

    bool is_played(std::size_t round) const {
        const auto begin = units_.begin() + static_cast<std::ptrdiff_t>(round * moves_.size());
        return std::all_of(begin, begin + static_cast<std::ptrdiff_t>(moves_.size()),
                           [](const Unit& unit) { return unit.is_played; });
    }

    // The sums of one move over the first rounds.
    Trial trial_of(std::size_t move, std::size_t rounds) const {
        Trial trial;
        trial.move = moves_[move];
        for (std::size_t round = 0; round < rounds; ++round) {
            const Unit& unit = units_[round * moves_.size() + move];
            trial.games += games_of(round);
            trial.wins += unit.wins;
            trial.draws += unit.draws;
            trial.discs += unit.discs;
        }
        return trial;
    }

    Rules rules_;
    const FlatTask& task_;
    Stopper stopper_;
    std::uint64_t round_;
    std::vector<Square> moves_;
    std::vector<Unit> units_;
    std::atomic<std::size_t> next_{0};
};

}  // namespace shirokuro::SHIROKURO_ISA
