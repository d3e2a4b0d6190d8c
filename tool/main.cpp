// The core's own tool, built without Python: makes what training needs on a bare machine with many cores.
#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <stdexcept>
#include <string>
#include <thread>

#include "board/kernel.hpp"
#include "playout/random.hpp"
#include "search/engine.hpp"
#include "training/features.hpp"
#include "training/self_play.hpp"

namespace shirokuro {

namespace {

constexpr const char* usage =
    "shirokuro-tool generate --board B --out FILE [--games N] [--seconds S] [--seed N] [--depth N]\n"
    "                        [--solved N] [--weights FILE] [--threads N]\n"
    "    self-play: labelled positions; goes on where FILE ends\n"
    "shirokuro-tool features --board B --in FILE --out FILE\n"
    "    the weights that count for each position, as 32-bit numbers\n"
    "shirokuro-tool sizes --board B\n"
    "    phases, free weights a phase, features a position, fingerprint\n"
    "shirokuro-tool solve --board B --in FILE --empties N [--count N] [--weights FILE] [--threads N]\n"
    "    solves positions of a file: nodes and seconds\n"
    "shirokuro-tool match --board B [--weights FILE] [--against FILE] [--games N] [--nodes N | --seconds S]\n"
    "                     [--seed N] [--threads N]\n"
    "    games from openings of eight random plies, each played twice; no file means the evaluation by "
    "hand\n";

class Options {
  public:
    Options(int size, char** words) {
        for (int i = 2; i < size; i += 2) {
            const std::string name = words[i];
            if (name.rfind("--", 0) != 0 || i + 1 == size) throw std::invalid_argument(name + "?");
            given_[name.substr(2)] = words[i + 1];
        }
    }
    std::string text(const std::string& name) const {
        const auto found = given_.find(name);
        if (found == given_.end()) throw std::invalid_argument("--" + name + " is needed");
        return found->second;
    }
    bool has(const std::string& name) const { return given_.contains(name); }
    double number(const std::string& name, double otherwise) const {
        return has(name) ? std::stod(text(name)) : otherwise;
    }
    const Shape& board() const {
        const Shape* shape = find_shape(text("board"));
        if (shape == nullptr) throw std::invalid_argument("no board '" + text("board") + "'");
        return *shape;
    }
    int threads() const {
        return static_cast<int>(number("threads", std::max(1u, std::thread::hardware_concurrency())));
    }

  private:
    std::map<std::string, std::string> given_;
};

std::vector<char> contents(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw std::invalid_argument("cannot read " + path);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<LabelledPosition> labelled(const std::string& path) {
    std::ifstream file(path, std::ios::binary | std::ios::ate);
    if (!file) return {};
    std::vector<LabelledPosition> found(static_cast<std::size_t>(file.tellg()) / sizeof(LabelledPosition));
    file.seekg(0);
    file.read(reinterpret_cast<char*>(found.data()),
              static_cast<std::streamsize>(found.size() * sizeof(LabelledPosition)));
    return found;
}

Evaluation evaluation_of(const Options& options, const std::string& name = "weights") {
    if (!options.has(name)) return evaluation_named("hand");
    const auto weights = read_weights(contents(options.text(name)));
    if (weights->shape.name != options.board().name) throw std::invalid_argument("weights of another board");
    return evaluation_by(weights);
}

// The last game of a file may be cut off: it is dropped and played again.
std::uint32_t go_on(const std::string& path) {
    std::vector<LabelledPosition> before = labelled(path);
    const std::uint32_t next = before.empty() ? 0 : before.back().game;
    while (!before.empty() && before.back().game == next) before.pop_back();
    std::ofstream file(path, std::ios::binary);
    file.write(reinterpret_cast<const char*>(before.data()),
               static_cast<std::streamsize>(before.size() * sizeof(LabelledPosition)));
    return next;
}

void generate(const Options& options) {
    const SelfPlay how{
        options.board(), evaluation_of(options), static_cast<std::uint64_t>(options.number("seed", 1)),
        static_cast<int>(options.number("depth", 6)), static_cast<int>(options.number("solved", 14))};
    const std::string path = options.text("out");
    const std::uint32_t first = go_on(path);
    const auto games = static_cast<std::uint32_t>(options.number("games", 1000));
    Stopper stopper({.seconds = options.number("seconds", 0)});
    std::ofstream file(path, std::ios::binary | std::ios::app);
    std::uint64_t positions = 0;
    play_games(best_isa(), how, {first, games}, options.threads(), stopper,
               [&](std::span<const LabelledPosition> batch, std::uint32_t done) {
                   file.write(reinterpret_cast<const char*>(batch.data()),
                              static_cast<std::streamsize>(batch.size_bytes()));
                   file.flush();
                   positions += batch.size();
                   std::fprintf(stderr, "\r%u games, %llu positions, %.0f a second   ", done,
                                static_cast<unsigned long long>(positions),
                                static_cast<double>(positions) / stopper.seconds());
               });
    std::fputc('\n', stderr);
}

void write_features(const Options& options) {
    const Shape& shape = options.board();
    const std::vector<LabelledPosition> from = labelled(options.text("in"));
    const PatternWeights weights = zero_weights(shape);
    const auto width = static_cast<std::size_t>(features_of(weights.index, shape));
    std::vector<std::uint32_t> found(from.size() * width);
    const auto threads = static_cast<std::size_t>(options.threads());
    std::vector<std::jthread> pool;
    for (std::size_t i = 0; i < threads; ++i)
        pool.emplace_back([&, begin = from.size() * i / threads, end = from.size() * (i + 1) / threads] {
            std::vector<Position> positions;
            for (std::size_t j = begin; j < end; ++j) positions.push_back(from[j].position);
            training_kernel(best_isa()).features(weights, positions, &found[begin * width]);
        });
    pool.clear();
    std::ofstream(options.text("out"), std::ios::binary)
        .write(reinterpret_cast<const char*>(found.data()), static_cast<std::streamsize>(found.size() * 4));
}

void print_sizes(const Options& options) {
    const PatternIndex index(options.board());
    std::printf("%d %zu %d %u\n", index.phases(), index.free_size(), features_of(index, options.board()),
                index.fingerprint());
}

void solve(const Options& options) {
    const Shape& shape = options.board();
    const int empties = static_cast<int>(options.number("empties", 20));
    auto left = static_cast<int>(options.number("count", 40));
    const Evaluation evaluation = evaluation_of(options);
    Engine engine(best_isa(), options.threads(), std::size_t{512} << 20);
    std::uint64_t nodes = 0;
    double seconds = 0;
    std::uint32_t game = ~0u;
    for (const LabelledPosition& each : labelled(options.text("in"))) {
        if (left == 0 || each.game == game || count(shape.cells & ~each.position.occupied()) != empties)
            continue;
        game = each.game;
        --left;
        engine.clear({});
        Task task;
        task.position = each.position;
        task.goal = Goal::exact;
        const Result result = engine.search(shape, evaluation, task, {});
        nodes += result.nodes;
        seconds += result.seconds;
    }
    std::printf("%.3f s, %.2f million nodes\n", seconds, static_cast<double>(nodes) / 1e6);
}

// Two evaluations against each other: every opening is played twice, with the sides changed.
class Match {
  public:
    Match(const Options& options, const Evaluation& one, const Evaluation& other)
        : shape_(options.board()),
          rules_(board_kernel(best_isa())),
          nodes_(static_cast<std::uint64_t>(options.number("nodes", 0))),
          seconds_(options.number("seconds", nodes_ == 0 ? 0.05 : 0)),
          one_(one),
          other_(other) {}

    // The margins of the first, summed up as wins, draws and losses.
    std::array<int, 3> play(int games, int threads, std::uint64_t seed) {
        std::array<std::atomic<int>, 3> counts{};
        std::atomic<int> next = 0;
        std::vector<std::jthread> pool;
        for (int i = 0; i < threads; ++i)
            pool.emplace_back([&] {
                Engine engines[] = {Engine(best_isa(), 1, std::size_t{16} << 20),
                                    Engine(best_isa(), 1, std::size_t{16} << 20)};
                for (int game; (game = next.fetch_add(1)) < games;) {
                    const int margin = play(engines, opening(seed, game / 2), game % 2);
                    ++counts[margin > 0 ? 0 : margin == 0 ? 1 : 2];
                }
            });
        pool.clear();
        return {counts[0], counts[1], counts[2]};
    }

  private:
    static constexpr int random_plies = 8;

    bool is_over(const Position& position) const {
        return rules_.legal(shape_, position) == 0 && rules_.legal(shape_, position.passed()) == 0;
    }
    Position after(const Position& position, Square move) const {
        return move == pass ? position.passed() : position.played(move, rules_.flips(shape_, position, move));
    }

    Position opening(std::uint64_t seed, int number) const {
        Random random(seed, static_cast<std::uint64_t>(number));
        Position position = shape_.start;
        for (int ply = 0; ply < random_plies && !is_over(position); ++ply) {
            Bits moves = rules_.legal(shape_, position);
            for (auto skip = random.below_if_any(static_cast<std::uint32_t>(count(moves))); skip > 0; --skip)
                moves = without_first(moves);
            position = after(position, moves == 0 ? pass : first(moves));
        }
        return position;
    }

    int play(Engine* engines, Position position, int first_mover) const {
        for (int i : {0, 1}) engines[i].clear({});
        int mover = first_mover;
        while (!is_over(position)) {
            Task task;
            task.position = position;
            task.interrupts.nodes = nodes_;
            task.interrupts.seconds = seconds_;
            const bool must_pass = rules_.legal(shape_, position) == 0;
            position = after(
                position,
                must_pass ? pass
                          : engines[mover].search(shape_, mover == 0 ? one_ : other_, task, {}).pv.front());
            mover = 1 - mover;
        }
        const int value = margin(position, count(shape_.cells), Scoring::winner);
        return mover == 0 ? value : -value;
    }

    const Shape& shape_;
    const BoardKernel& rules_;
    const std::uint64_t nodes_;
    const double seconds_;
    const Evaluation one_, other_;
};

void match(const Options& options) {
    const auto [wins, draws, losses] =
        Match(options, evaluation_of(options, "weights"), evaluation_of(options, "against"))
            .play(static_cast<int>(options.number("games", 200)), options.threads(),
                  static_cast<std::uint64_t>(options.number("seed", 1)));
    std::printf("%d wins, %d draws, %d losses: %.1f %%\n", wins, draws, losses,
                100 * (wins + 0.5 * draws) / (wins + draws + losses));
}

int run(int size, char** words) {
    const std::string verb = size > 1 ? words[1] : "";
    const Options options(size, words);
    if (verb == "generate")
        generate(options);
    else if (verb == "features")
        write_features(options);
    else if (verb == "sizes")
        print_sizes(options);
    else if (verb == "solve")
        solve(options);
    else if (verb == "match")
        match(options);
    else
        throw std::invalid_argument(verb.empty() ? "a verb is needed" : "no verb '" + verb + "'");
    return 0;
}

}  // namespace

}  // namespace shirokuro

int main(int size, char** words) {
    try {
        return shirokuro::run(size, words);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "shirokuro-tool: %s\n%s", error.what(), shirokuro::usage);
        return 2;
    }
}
