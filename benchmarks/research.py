"""Measures environments for researchers beside pgx and OpenSpiel in one run, and how fast data sets are made.

The environments share one core and are counted in steps per second of CPU time: the best of several runs,
with random legal actions, drawn within. pgx and OpenSpiel come with the extra `research-peers`.
"""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from foundation import Figure

from shirokuro.research import open_spiel_game, pettingzoo_env
from shirokuro.research.data_card import DataCard, read_card
from shirokuro.research.data_plan import DataPlan
from shirokuro.research.data_set import generate
from shirokuro.research.vector_games import VectorGames

REPEATS = 5
GAMES = 100
"""Of environments with one game at a time."""
AT_ONCE, STEPS = 4096, 200
RANDOM_GAMES, EXACT_GAMES = 20_000_000, 20_000


def rate(work: Callable[[], int]) -> float:
    """The steps that the work says it made, per second of CPU time."""

    def once() -> float:
        began = time.process_time()
        return work() / (time.process_time() - began)

    return max(once() for _ in range(REPEATS))


# One game at a time


def aec_steps(env: Any) -> int:
    steps = 0
    for _ in range(GAMES):
        env.reset()
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
            else:
                env.step(random.choice(np.flatnonzero(observation["action_mask"])))
                steps += 1
    return steps


def open_spiel_steps(game: Any, *, with_tensors: bool) -> int:
    steps = 0
    for _ in range(GAMES):
        state = game.new_initial_state()
        while not state.is_terminal():
            if with_tensors:
                state.observation_tensor()
                state.legal_actions_mask()
            state.apply_action(random.choice(state.legal_actions()))
            steps += 1
    return steps


# Many games at once


def vector_steps(games: VectorGames, lots: np.random.Generator, *, with_planes: bool) -> int:
    for _ in range(STEPS):
        games.step(games.random_actions(lots))
        if with_planes:
            games.planes()
            games.masks()
    return STEPS * len(games)


def pgx_work() -> Callable[[], int]:
    """Steps of pgx's othello, compiled as one loop; an ended game begins anew."""
    import jax
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make("othello")
    step = jax.vmap(auto_reset(env.step, env.init), in_axes=(0, 0, None))

    @jax.jit
    def play(state: Any, key: Any) -> Any:
        def one(carry: Any, key: Any) -> Any:
            mask = carry.legal_action_mask
            lots = jax.random.uniform(key, mask.shape)
            return step(carry, (lots * mask).argmax(-1), key), None

        return jax.lax.scan(one, state, jax.random.split(key, STEPS // 4))[0]

    keys = jax.random.split(jax.random.key(1), AT_ONCE)
    state = jax.jit(jax.vmap(env.init))(keys)
    jax.block_until_ready(play(state, jax.random.key(2)))

    def work() -> int:
        jax.block_until_ready(play(state, jax.random.key(3)))
        return STEPS // 4 * AT_ONCE

    return work


def environments() -> Iterator[Figure]:
    import pyspiel

    env, raw = pettingzoo_env.env(), pettingzoo_env.raw_env()
    yield Figure("PettingZoo, in its wrappers", rate(lambda: aec_steps(env)), 30_000)
    yield Figure("PettingZoo, `raw_env`", rate(lambda: aec_steps(raw)))
    for name, text in (("ours", open_spiel_game.GAME), ("its own in C++", "othello")):
        game = pyspiel.load_game(text)
        for tensors in (False, True):
            what = f"OpenSpiel, {name}{', with tensors' if tensors else ''}"
            yield Figure(what, rate(lambda game=game, t=tensors: open_spiel_steps(game, with_tensors=t)))  # type: ignore[misc]
    games, lots = VectorGames(AT_ONCE, auto_reset=True), np.random.default_rng(1)
    for planes in (False, True):
        what = f"`VectorGames`, {AT_ONCE} games{', with planes and masks' if planes else ''}"
        measured = rate(lambda p=planes: vector_steps(games, lots, with_planes=p))  # type: ignore[misc]
        yield Figure(what, measured, 5e6)
    yield Figure(f"pgx on the CPU, {AT_ONCE} games, with planes and masks", rate(pgx_work()))


# Data sets


def data_sets(folder: Path, jobs: int) -> Iterator[str]:
    plans = [DataPlan(RANDOM_GAMES), DataPlan(EXACT_GAMES, exact=10), DataPlan(200, "person")]
    for number, plan in enumerate(plans):
        began = time.perf_counter()
        for _ in generate(DataCard(plan), folder / str(number), jobs):
            pass
        seconds = time.perf_counter() - began
        size = read_card(folder / str(number)).size
        what = f"{plan.games:,} games by {plan.by}, exact from {plan.exact} empties on"
        rates = f"{plan.games / seconds:,.0f} games/s | {size / plan.games:.1f} bytes"
        yield f"| {what} | {seconds:.1f} s | {rates} |"


def main() -> None:
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(cores)})
    print("| steps on one core, 8x8 | asked | measured | ratio |\n|---|---|---|---|")
    for figure in environments():
        print(figure.row(), flush=True)
    os.sched_setaffinity(0, cores)
    print(f"\n| data sets, {len(cores)} cores | time | rate | a game |\n|---|---|---|---|")
    with TemporaryDirectory() as folder:
        for row in data_sets(Path(folder), len(cores)):
            print(row, flush=True)


if __name__ == "__main__":
    main()
