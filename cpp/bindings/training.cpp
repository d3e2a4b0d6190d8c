// What training needs of the core: self-play, and the sizes of a board's patterns.
#include <nanobind/stl/string_view.h>

#include "bindings/bindings.hpp"
#include "bindings/interruption.hpp"
#include "training/features.hpp"
#include "training/self_play.hpp"

namespace shirokuro::bindings {

namespace {

nb::object patterns(std::string_view variant) {
    const Shape& shape = shape_named(variant);
    if (!PatternIndex::exists_for(shape)) return nb::none();
    const PatternIndex index(shape);
    return nb::make_tuple(index.phases(), index.free_size(), features_of(index, shape), index.fingerprint());
}

void self_play(std::string_view variant, const Evaluation& evaluation, std::uint64_t seed, int depth,
               int selective, int solved, std::uint32_t first, std::uint32_t end, int threads,
               nb::object take) {
    const SelfPlay how{shape_named(variant), evaluation, seed, depth, selective, solved};
    check_serves(evaluation, how.shape);
    Interruption interruption;
    {
        const Released released;
        Stopper stopper(interrupts_of(interruption));
        play_games(
            chosen_isa(), how, {first, end}, threads, stopper,
            [&](std::span<const LabelledPosition> positions, std::uint32_t done) {
                interruption.guard([&] { take(nb::bytes(positions.data(), positions.size_bytes()), done); });
            });
    }
    interruption.raise();
}

}  // namespace

void add_training(nb::module_& module) {
    module.def("patterns", &patterns, nb::arg("variant"),
               nb::sig("def patterns(variant: str) -> tuple[int, int, int, int] | None"),
               "Phases, free weights a phase, features a position, fingerprint; None without patterns.");
    module.def(
        "self_play", &self_play, nb::arg("variant"), nb::arg("evaluation"), nb::arg("seed"), nb::arg("depth"),
        nb::arg("selective"), nb::arg("solved"), nb::arg("first"), nb::arg("end"), nb::arg("threads"),
        nb::arg("take"),
        nb::sig("def self_play(variant: str, evaluation: Evaluation, seed: int, depth: int, selective: "
                "int, solved: int, first: int, end: int, threads: int, take: "
                "collections.abc.Callable[[bytes, int], object]) -> None"),
        "Plays games by number; `take` gets labelled positions, and how many games are done.");
}

}  // namespace shirokuro::bindings
