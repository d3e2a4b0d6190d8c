#include "training/self_play.hpp"

#include <atomic>
#include <thread>

#include "board/kernel.hpp"
#include "playout/random.hpp"
#include "search/engine.hpp"

namespace shirokuro {

namespace {

constexpr std::size_t table_bytes = std::size_t{1} << 20;
constexpr int deviations = 2;
constexpr int fewest_empties = 4;  // nearer the end nothing is evaluated
constexpr std::uint32_t batch_of_a_thread = 32;

}  // namespace

class SelfPlayer::Parts {
  public:
    Parts(Isa isa, const SelfPlay& how)
        : how_(how),
          rules_(board_kernel(isa)),
          cells_(count(how.shape.cells)),
          engine_(isa, 1, table_bytes, how.evaluation) {}

    std::vector<LabelledPosition> play(std::uint32_t game) {
        random_ = Random(how_.seed, game);
        game_ = game;
        kept_.clear();
        engine_.clear({});
        Position position = opening();
        const std::size_t begin = kept_.size();
        while (empties(position) > how_.solved && !is_over(position)) {
            keep(position, 0);
            position = after(position, best_move(position));
        }
        const int margin = read(position);
        label(begin, margin);
        for (int i = 0; i < deviations; ++i) deviate();
        return kept_;
    }

  private:
    int empties(const Position& position) const { return count(how_.shape.cells & ~position.occupied()); }
    Bits legal(const Position& position) const { return rules_.legal(how_.shape, position); }
    bool is_over(const Position& position) const {
        return legal(position) == 0 && legal(position.passed()) == 0;
    }
    Position after(const Position& position, Square move) const {
        return move == pass ? position.passed()
                            : position.played(move, rules_.flips(how_.shape, position, move));
    }

    Square random_move(const Position& position) {
        Bits moves = legal(position);
        if (moves == 0) return pass;
        for (auto skip = random_.below(static_cast<std::uint32_t>(count(moves))); skip > 0; --skip)
            moves = without_first(moves);
        return first(moves);
    }

    Result look(const Position& position, int depth) {
        Task task;
        task.position = position;
        task.depth = depth;
        return engine_.search(how_.shape, task, {});
    }

    Square best_move(const Position& position) {
        if (legal(position) == 0) return pass;
        return look(position, how_.depth).pv.front();
    }

    // Up to two thirds of the moves, more often fewer, are played at random: all of them, or three in ten.
    Position opening() {
        const auto spread = static_cast<std::uint32_t>(cells_ * 2 / 3 - cells_ / 8);
        const std::uint32_t more = std::min(random_.below(spread), random_.below(spread));
        const int plies = cells_ / 8 + static_cast<int>(more);
        const bool is_wild = random_.below(2) == 0;
        Position position = how_.shape.start;
        for (int ply = 0; ply < plies && !is_over(position); ++ply) {
            const bool is_random = is_wild || ply + 1 == plies || random_.below(10) < 3;
            const Square move = legal(position) == 0 ? pass
                                : is_random          ? random_move(position)
                                                     : look(position, 2).pv.front();
            position = after(position, move);
        }
        return position;
    }

    // Reads a position to the end, keeps those of the line, and gives its margin.
    int read(Position position) {
        if (is_over(position)) return margin(position, cells_, Scoring::winner);
        Task task;
        task.position = position;
        task.goal = Goal::exact;
        const Result result = engine_.search(how_.shape, task, {});
        int value = result.value;
        for (const Square move : result.pv) {
            keep(position, value, true);
            position = after(position, move);
            value = -value;
        }
        return result.value;
    }

    // From a position near the end a random move instead, and what it leads to.
    void deviate() {
        std::vector<Position> candidates;
        for (const LabelledPosition& kept : kept_)
            if (kept.is_exact != 0) candidates.push_back(kept.position);
        if (candidates.empty()) return;
        const Position from = candidates[random_.below(static_cast<std::uint32_t>(candidates.size()))];
        read(after(from, random_move(from)));
    }

    void keep(const Position& position, int value, bool is_exact = false) {
        if (empties(position) < fewest_empties) return;
        kept_.push_back({position, static_cast<std::int8_t>(value), is_exact, 0, game_});
    }

    // The positions before the end's were kept from the first on; the sides take turns, passes included.
    void label(std::size_t begin, int margin) {
        std::size_t searched = begin;
        while (searched < kept_.size() && kept_[searched].is_exact == 0) ++searched;
        for (std::size_t i = begin; i < searched; ++i)
            kept_[i].margin = static_cast<std::int8_t>((searched - i) % 2 == 0 ? margin : -margin);
    }

    const SelfPlay how_;
    const BoardKernel& rules_;
    const int cells_;
    Engine engine_;
    Random random_;
    std::uint32_t game_ = 0;
    std::vector<LabelledPosition> kept_;
};

SelfPlayer::SelfPlayer(Isa isa, const SelfPlay& how) : parts_(std::make_unique<Parts>(isa, how)) {}
SelfPlayer::~SelfPlayer() = default;
std::vector<LabelledPosition> SelfPlayer::play(std::uint32_t game) { return parts_->play(game); }

void play_games(Isa isa, const SelfPlay& how, std::uint32_t first, std::uint32_t games, int threads,
                Stopper& stopper,
                const std::function<void(std::span<const LabelledPosition>, std::uint32_t)>& take) {
    std::vector<std::unique_ptr<SelfPlayer>> players;
    for (int i = 0; i < threads; ++i) players.push_back(std::make_unique<SelfPlayer>(isa, how));
    for (std::uint32_t next = first; next < games && !stopper.ask(true);) {
        const std::uint32_t end =
            std::min(games, next + batch_of_a_thread * static_cast<std::uint32_t>(threads));
        std::vector<std::vector<LabelledPosition>> kept(end - next);
        std::atomic<std::uint32_t> number = next;
        {
            std::vector<std::jthread> pool;
            for (auto& player : players)
                pool.emplace_back([&] {
                    for (std::uint32_t game; (game = number.fetch_add(1)) < end;)
                        kept[game - next] = player->play(game);
                });
        }
        std::vector<LabelledPosition> batch;
        for (const auto& of_game : kept) batch.insert(batch.end(), of_game.begin(), of_game.end());
        take(batch, end);
        next = end;
    }
}

}  // namespace shirokuro
