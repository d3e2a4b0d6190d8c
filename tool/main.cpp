// The core's own tool, built without Python: makes what training needs on a bare machine with many cores.
#include <cstdio>
#include <filesystem>

#include "board/joining_thread.hpp"
#include "tool/bench.hpp"
#include "tool/match.hpp"
#include "tool/options.hpp"
#include "training/features.hpp"

namespace shirokuro::tool {

namespace {

constexpr const char* usage =
    "shirokuro-tool generate --board B --out FILE [--games N] [--seconds S] [--seed N] [--depth N]\n"
    "                        [--selective N] [--solved N] [--weights FILE] [--threads N]\n"
    "    self-play: labelled positions; goes on where FILE ends\n"
    "shirokuro-tool features --board B --in FILE --out FILE [--threads N]\n"
    "    the weights that count for each position, as 32-bit numbers\n"
    "shirokuro-tool sizes --board B\n"
    "    phases, free weights a phase, features a position, fingerprint\n"
    "shirokuro-tool solve --board B --in FILE [--empties N] [--count N] [--weights FILE] [--threads N]\n"
    "    solves positions of a file: nodes and seconds\n"
    "shirokuro-tool match --board B [--weights FILE] [--against FILE] [--games N] [--nodes N | --seconds S]\n"
    "                     [--seed N] [--threads N]\n"
    "    games from openings of eight random plies, each played twice; no file means the evaluation by hand\n"
    "shirokuro-tool bench\n"
    "    the first number of benchmarks/SIGNATURE\n"
    "Files of weights are not gzipped. docs/evaluation.md says more.\n";

// The number of the game to go on with. The last game of a file may be cut off: it is dropped and played
// again, unless no more are wanted.
std::uint32_t next_game(const std::string& path, std::uint32_t games) {
    const std::vector<LabelledPosition> before = labelled(path);
    if (before.empty()) {
        std::ofstream(path, std::ios::binary);  // what is less than a position goes too
        return 0;
    }
    const std::uint32_t last = before.back().game;
    if (last >= games) return games;
    auto kept = before.size();
    while (kept > 0 && before[kept - 1].game == last) --kept;
    std::filesystem::resize_file(path, kept * sizeof(LabelledPosition));
    return last;
}

void generate(const Options& options) {
    const SelfPlay how{options.board(),
                       options.evaluation(),
                       options.seed(),
                       options.whole("depth", 6, 1, 60),
                       options.whole("selective", 16, 0, 60),
                       options.whole("solved", 14, 4, 60)};
    const std::string path = options.text("out");
    const auto games = static_cast<std::uint32_t>(options.whole("games", 1000, 1, 1 << 24));
    const std::uint32_t first = next_game(path, games);
    Stopper stopper({.seconds = options.number("seconds", 0)});
    std::ofstream file(path, std::ios::binary | std::ios::app);
    if (!file) throw std::invalid_argument("cannot write " + path);
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
    if (!file) throw std::runtime_error("could not write all of " + path);
}

void write_features(const Options& options) {
    const Shape& shape = options.board_with_patterns();
    const std::vector<LabelledPosition> from = labelled_input(options);
    const PatternWeights weights = without_weights(shape);
    const auto width = static_cast<std::size_t>(features_of(weights.index, shape));
    std::vector<std::uint32_t> found(from.size() * width);
    const auto threads = static_cast<std::size_t>(options.threads());
    std::vector<JoiningThread> pool;
    for (std::size_t i = 0; i < threads; ++i)
        pool.emplace_back([&, begin = from.size() * i / threads, end = from.size() * (i + 1) / threads] {
            std::vector<Position> positions;
            for (std::size_t j = begin; j < end; ++j) positions.push_back(from[j].position);
            training_kernel(best_isa()).features(weights, positions, found.data() + begin * width);
        });
    pool.clear();
    std::ofstream file(options.text("out"), std::ios::binary);
    file.write(reinterpret_cast<const char*>(found.data()), static_cast<std::streamsize>(found.size() * 4));
    if (!file.flush()) throw std::runtime_error("cannot write " + options.text("out"));
}

void print_sizes(const Options& options) {
    const PatternIndex index(options.board_with_patterns());
    std::printf("%d %zu %d %u\n", index.phases(), index.free_size(), features_of(index, options.board()),
                index.fingerprint());
}

void solve(const Options& options) {
    const Shape& shape = options.board();
    const int empties = options.whole("empties", 20, 0, squares);
    int left = options.whole("count", 40, 1, 1 << 24);
    const Evaluation evaluation = options.evaluation();
    Engine engine(best_isa(), options.threads(), std::size_t{512} << 20);
    std::uint64_t nodes = 0;
    double seconds = 0;
    std::uint32_t game = ~0u;
    for (const LabelledPosition& each : labelled_input(options)) {
        if (left == 0 || each.game == game || count(shape.cells & ~each.position.occupied()) != empties)
            continue;
        game = each.game;
        --left;
        engine.clear({});
        SearchTask task;
        task.position = each.position;
        task.goal = Goal::exact;
        const Result result = engine.search(shape, evaluation, task, {});
        nodes += result.nodes;
        seconds += result.seconds;
    }
    std::printf("%.3f s, %.2f million nodes\n", seconds, static_cast<double>(nodes) / 1e6);
}

void match(const Options& options) {
    const auto [wins, draws, losses] =
        Match(options, options.evaluation("weights"), options.evaluation("against"))
            .play(options.whole("games", 200, 1, 1 << 24), options.threads(), options.seed());
    std::printf("%d wins, %d draws, %d losses: %.1f %%\n", wins, draws, losses,
                100 * (wins + 0.5 * draws) / (wins + draws + losses));
}

void print_signature(const Options&) {
    std::uint64_t signature = 0;
    for (const Shape& shape : shapes) signature += Bench(shape).work();
    std::printf("%llu\n", static_cast<unsigned long long>(signature));
}

struct Verb {
    std::string_view name;
    void (*work)(const Options&);
    std::initializer_list<std::string_view> options;
};

const Verb verbs[] = {
    {"generate",
     generate,
     {"board", "out", "games", "seconds", "seed", "depth", "selective", "solved", "weights", "threads"}},
    {"features", write_features, {"board", "in", "out", "threads"}},
    {"sizes", print_sizes, {"board"}},
    {"solve", solve, {"board", "in", "empties", "count", "weights", "threads"}},
    {"match", match, {"board", "weights", "against", "games", "nodes", "seconds", "seed", "threads"}},
    {"bench", print_signature, {}},
};

void run(int size, char** words) {
    const std::string name = size > 1 ? words[1] : "";
    if (name == "--help" || name == "-h" || (size > 2 && std::string_view(words[2]) == "--help")) {
        std::fputs(usage, stdout);
        return;
    }
    for (const Verb& verb : verbs)
        if (verb.name == name) return verb.work(Options(size, words, verb.options));
    throw std::invalid_argument((name.empty() ? "a verb is needed" : "no verb '" + name + "'") +
                                "; shirokuro-tool --help lists them");
}

}  // namespace

}  // namespace shirokuro::tool

int main(int size, char** words) {
    try {
        shirokuro::tool::run(size, words);
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "shirokuro-tool: %s\n", error.what());
        return 2;
    }
}
