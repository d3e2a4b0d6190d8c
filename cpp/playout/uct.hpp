// UCT (Kocsis & Szepesvári 2006): random games, each from the leaf that a walk down the tree comes to; at a
// node the walk takes the move with the highest
//
//     mean + sqrt(exploration · log2(visits of the node) / visits of the move).
//
// What is proven is kept as bounds of the outcome (Cazenave & Saffidine 2010): leaves near the end are
// solved, and a node is worth the best of its children for its side to move. Moves that cannot be better than
// what a node has for certain are not walked any more.
//
// Every thread walks to several leaves and then plays their games together. A walk under way counts as lost
// until its game ends, which keeps walks apart. All sums are integers, and no product is part of a sum, so
// roundings are the same on every machine.
#pragma once

#include <cmath>
#include <optional>
#include <vector>

#include "playout/ending.hpp"
#include "playout/games.hpp"
#include "playout/tree.hpp"
#include "search/helper_threads.hpp"

namespace shirokuro::SHIROKURO_ISA {

namespace uct {

// Means and priors are counted so that a win is worth 128 and a draw 64.
inline constexpr int per_point = 64;
// Found by matches, as are the constants below (docs/players_monte_carlo.md).
inline constexpr double exploration = 0.05 * 128 * 128;
// A leaf grows children at its second visit; at its first, walks would run to the end without a random game.
inline constexpr std::uint32_t grows_at = 2;
// The evaluation, in 1/16 disc, that stands for three wins in four games.
inline constexpr int three_in_four = 16 * 16;
// Leaves that one thread plays out at a time.
inline constexpr std::size_t abreast = 8;
// Positions that the solver searches in the time of a walk with its random game.
inline constexpr std::uint64_t nodes_a_playout = 32;
// The most memory for the tree: 128 MiB.
inline constexpr std::size_t most_nodes = std::size_t{1} << 22;

// log2, linear between powers of two.
inline double log2_of(std::uint32_t visits) {
    const auto whole = static_cast<int>(std::bit_width(visits)) - 1;
    return whole + static_cast<double>(visits - (1u << whole)) / static_cast<double>(1u << whole);
}

}  // namespace uct

// What the threads of one search share.
template <class Rules, Evaluates Evaluator>
struct UctSession {
    UctSession(const Shape& on, const UctTask& of)
        : shape(on), task(of), rules(on), evaluator(on, *of.evaluation.weights), stopper(of.interrupts) {}

    const Shape& shape;
    const UctTask& task;
    const Rules rules;
    const Evaluator evaluator;
    Stopper stopper;
    Grove grove{uct::most_nodes};
    Node root;
    std::atomic<std::uint64_t> spent{0};
    std::atomic<std::uint64_t> streams{0};
};

// One thread's walks.
template <class Rules, Evaluates Evaluator>
class UctWalker {
  public:
    UctWalker(UctSession<Rules, Evaluator>& session, bool is_caller)
        : session_(session), is_caller_(is_caller) {}

    // The root has its children before the threads start.
    void grow_root() { grow(session_.root, session_.task.position); }

    void work() {
        while (!session_.root.possible.is_one()) {
            const std::uint64_t spent = session_.spent.fetch_add(uct::abreast, std::memory_order_relaxed);
            if (spent >= session_.task.playouts || (spent > 0 && session_.stopper.ask(is_caller_))) return;
            walk_and_play(std::min<std::uint64_t>(uct::abreast, session_.task.playouts - spent));
        }
    }

  private:
    // A leaf that waits for its random game, and the path to it.
    struct Walk {
        std::vector<Node*> path;
        Position position;
    };

    void walk_and_play(std::uint64_t walks) {
        std::size_t waiting = 0;
        for (std::uint64_t i = 0; i < walks; ++i) {
            Walk& walk = walks_[waiting];
            if (const std::optional<int> margin = walk_down(walk))
                walk_up(walk, *margin);
            else
                positions_[waiting++] = walk.position;
        }
        const std::uint64_t stream = session_.streams.fetch_add(waiting, std::memory_order_relaxed);
        play_out(session_.rules, {session_.task.seed, stream, Scoring::winner},
                 std::span(positions_).first(waiting), margins_.data());
        for (std::size_t i = 0; i < waiting; ++i) walk_up(walks_[i], margins_[i]);
    }

    // Walks to a leaf. Returns the margin for its side to move if the outcome is known.
    std::optional<int> walk_down(Walk& walk) {
        walk.path.clear();
        walk.position = session_.task.position;
        Node* node = &session_.root;
        for (;;) {
            walk.path.push_back(node);
            const std::uint32_t visits = node->visits.fetch_add(1, std::memory_order_relaxed) + 1;
            if (node->possible.is_one()) return margin_of(reversed(node->possible.least()));
            if (!node->is_grown()) {
                if (visits == 1 && is_near_end(walk.position)) return solved(*node, walk.position);
                if (visits < uct::grows_at) return std::nullopt;
                if (!grow(*node, walk.position)) return std::nullopt;
            }
            // Another thread may have grown the node but not yet marked the game as over.
            if (node->child_count == 0) return over(*node, walk.position);
            node = &best_below(*node, visits);
            walk.position = session_.rules.after(walk.position, node->move);
        }
    }

    // Adds the end of a walk to all nodes on it; `margin` is for the side to move at the leaf.
    void walk_up(const Walk& walk, int margin) {
        bool is_news = walk.path.back()->possible.is_one();
        for (auto at = walk.path.rbegin(); at != walk.path.rend(); ++at) {
            Node& node = **at;
            margin = -margin;
            if (is_news && at != walk.path.rbegin()) is_news = prove_from_below(node);
            const Verdict outcome =
                std::clamp(verdict_of(margin), node.possible.least(), node.possible.most());
            node.points.fetch_add(static_cast<std::uint32_t>(outcome), std::memory_order_relaxed);
            node.margins.fetch_add(margin, std::memory_order_relaxed);
        }
    }

    static Verdict verdict_of(int margin) {
        return margin > 0 ? Verdict::win : margin < 0 ? Verdict::loss : Verdict::draw;
    }
    // A proven node says nothing of the margin: take the least.
    static int margin_of(Verdict outcome) { return 2 * static_cast<int>(outcome) - 2; }

    // The side to move gets the best of its moves; returns whether this changed the node.
    static bool prove_from_below(Node& node) {
        Verdict least = Verdict::loss, most = Verdict::loss;
        for (const Node& child : node.below()) {
            least = std::max(least, child.possible.least());
            most = std::max(most, child.possible.most());
        }
        return node.possible.narrow(reversed(most), reversed(least));
    }

    bool is_near_end(const Position& position) const {
        return count(session_.rules.empties(position)) <= session_.task.solve_empties;
    }

    int solved(Node& node, const Position& position) {
        if (!ending_) ending_.emplace(session_.shape, *session_.task.evaluation.weights);
        const std::uint64_t before = ending_->nodes();
        const int margin = ending_->winner(position);
        session_.spent.fetch_add((ending_->nodes() - before) / uct::nodes_a_playout,
                                 std::memory_order_relaxed);
        prove(node, margin);
        return margin;
    }

    int over(Node& node, const Position& position) {
        const int cells = count(session_.rules.cells);
        const int result = shirokuro::margin(position, cells, Scoring::winner);
        prove(node, result);
        return result;
    }

    static void prove(Node& node, int margin) {
        const Verdict outcome = verdict_of(-margin);
        node.possible.narrow(outcome, outcome);
    }

    // Gives a node its children; false if another thread is doing so or the memory is used up.
    bool grow(Node& node, const Position& position) {
        std::uint8_t expected = Node::fresh;
        if (!node.state.compare_exchange_strong(expected, Node::growing, std::memory_order_acquire))
            return expected == Node::grown;
        const Bits moves = session_.rules.legal(position);
        const bool must_pass = moves == 0 && session_.rules.legal(position.passed()) != 0;
        const int number = must_pass ? 1 : count(moves);
        Node* const children = number == 0 ? nullptr : session_.grove.plant(static_cast<std::size_t>(number));
        if (number != 0 && children == nullptr) return false;  // and stays `growing`: a leaf for good
        Node* child = children;
        for (Bits rest = moves; rest != 0; rest = without_first(rest), ++child) {
            child->move = static_cast<std::uint8_t>(first(rest));
            child->prior = prior_of(session_.rules.after(position, child->move));
        }
        node.child_count = static_cast<std::uint8_t>(number);
        node.children.store(children, std::memory_order_relaxed);
        node.state.store(Node::grown, std::memory_order_release);
        return true;
    }

    // The reward that the evaluation predicts for whoever moved to a position.
    std::int16_t prior_of(const Position& position) const {
        if (session_.task.prior == 0) return 0;
        const int value = -session_.evaluator.fine(position, session_.rules.legal(position));
        return static_cast<std::int16_t>(64 + 64 * value / (std::abs(value) + uct::three_in_four));
    }

    Node& best_below(Node& node, std::uint32_t visits) {
        const double explored = uct::exploration * uct::log2_of(visits);
        const Verdict certain = reversed(node.possible.most());
        Node* best = nullptr;
        double highest = 0;
        for (Node& child : node.below()) {
            if (child.possible.most() <= certain && node.child_count > 1) continue;
            const double value = promise(child, explored);
            if (best == nullptr || value > highest) {
                best = &child;
                highest = value;
            }
        }
        return best != nullptr ? *best : node.below()[0];  // proven meanwhile: any will do
    }

    double promise(const Node& child, double explored) const {
        const std::int64_t prior = session_.task.prior;
        const std::int64_t weight = child.visits.load(std::memory_order_relaxed) + prior;
        if (weight == 0) return 1e9;
        const std::int64_t reward =
            std::int64_t{uct::per_point} * child.points.load(std::memory_order_relaxed) + prior * child.prior;
        return static_cast<double>(reward) / static_cast<double>(weight) +
               std::sqrt(explored / static_cast<double>(weight));
    }

    UctSession<Rules, Evaluator>& session_;
    const bool is_caller_;
    std::optional<Ending<Rules, Evaluator>> ending_;
    std::array<Walk, uct::abreast> walks_{};
    std::array<Position, uct::abreast> positions_{};
    std::array<std::int8_t, uct::abreast> margins_{};
};

}  // namespace shirokuro::SHIROKURO_ISA
