// Compiled once per instruction set: the playout kernel of that set.
#include "playout/kernel.hpp"
#include "playout/playout.hpp"

namespace shirokuro::SHIROKURO_ISA {

namespace {

// How many games run interleaved; more no longer fit the registers.
constexpr std::size_t at_once = 4;

template <class Rules>
class Batch {
  public:
    Batch(const Rules& rules, const PlayoutJob& job, std::span<const Position> positions,
          std::int8_t* margins)
        : rules_(rules), job_(job), positions_(positions), margins_(margins) {}

    void run() {
        std::size_t running = 0;
        for (; running < at_once && next_ < positions_.size(); ++running) start(running);
        while (running == at_once)
            for (std::size_t i = 0; i < at_once; ++i)
                if (!games_[i].step(rules_)) {
                    finish(i);
                    if (next_ == positions_.size()) {
                        games_[i] = games_[--running];
                        index_[i] = index_[running];
                        break;
                    }
                    start(i);
                }
        for (std::size_t i = 0; i < running; ++i) {
            while (games_[i].step(rules_)) {
            }
            finish(i);
        }
    }

  private:
    void start(std::size_t i) {
        index_[i] = next_;
        games_[i] = {positions_[next_], Random(job_.seed, job_.first_stream + next_)};
        ++next_;
    }

    void finish(std::size_t i) {
        margins_[index_[i]] = static_cast<std::int8_t>(games_[i].margin(count(rules_.cells), job_.scoring));
    }

    Rules rules_;
    PlayoutJob job_;
    std::span<const Position> positions_;
    std::int8_t* margins_;
    std::array<Playout, at_once> games_{};
    std::array<std::size_t, at_once> index_{};
    std::size_t next_ = 0;
};

void playout_many(const Shape& shape, const PlayoutJob& job, std::span<const Position> positions,
                  std::int8_t* margins) {
    with_rules(shape, [&](const auto& rules) { Batch(rules, job, positions, margins).run(); });
}

}  // namespace

extern const PlayoutKernel playout_kernel;
const PlayoutKernel playout_kernel{playout_many};

}  // namespace shirokuro::SHIROKURO_ISA
