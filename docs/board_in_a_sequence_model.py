"""Trains a small transformer on moves alone and reads the board out of its hidden state, on 6x6.

The model sees random games as sequences of squares and predicts the next one; nobody tells it that there is a
board. Linear probes then try to read each cell (empty, the mover's, the opponent's) out of what it computes.
After "Emergent World Representations" (Li et al., 2023), as small as runs in minutes on a CPU, with JAX.
"""

from __future__ import annotations

import argparse
import time

import jax
import jax.numpy as jnp
import numpy as np

from shirokuro import batch
from shirokuro.research.encoding import encoding_of
from shirokuro.research.replay import replay

VARIANT = "reversi6"
ENCODING = encoding_of(VARIANT)
BEGIN = ENCODING.pass_action  # moves have no passes, so the last action can stand for the beginning
WIDTH, HEADS, LAYERS, BATCH = 64, 4, 3, 256
STATES = ("empty", "the mover's", "the opponent's")


# The games: what the model sees, and what the probes are to find.


def games_of(count: int, seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Tokens, legal actions, states of the cells, and which moves exist, before each move of each game."""
    moves = batch.random_games(count, seed=seed, variant=VARIANT).moves
    is_move = moves != batch.NO_MOVE
    tokens = np.where(is_move, ENCODING.action_of[np.where(is_move, moves, 0)], BEGIN).astype(np.int32)
    positions = replay(moves, variant=VARIANT).positions[:, :-1].reshape(-1, 2)
    legal = ENCODING.masks(batch.legal(positions, variant=VARIANT), np.zeros(len(positions), bool))
    planes = ENCODING.planes(positions).reshape(len(positions), 2, -1)
    cells = planes[:, 0] + 2 * planes[:, 1]
    shape = (*moves.shape, -1)
    return tokens, legal.reshape(shape), cells.reshape(shape), is_move


# The model: a transformer with causal attention, in as few lines as it takes.


def initial(key: jax.Array, length: int) -> dict:
    def matrix(rows: int, columns: int) -> jax.Array:
        nonlocal key
        key, own = jax.random.split(key)
        return jax.random.normal(own, (rows, columns)) * 0.5 / rows**0.5

    def layer() -> dict:
        return {
            "attend": matrix(WIDTH, 3 * WIDTH),
            "mix": matrix(WIDTH, WIDTH),
            "widen": matrix(WIDTH, 4 * WIDTH),
            "narrow": matrix(4 * WIDTH, WIDTH),
        }

    return {
        "tokens": matrix(BEGIN + 1, WIDTH),
        "places": matrix(length, WIDTH),
        "layers": [layer() for _ in range(LAYERS)],
        "predict": matrix(WIDTH, BEGIN),
    }


def normal(x: jax.Array) -> jax.Array:
    return (x - x.mean(-1, keepdims=True)) / jnp.sqrt(x.var(-1, keepdims=True) + 1e-5)


def hidden(weights: dict, seen: jax.Array) -> list[jax.Array]:
    """What the model computes after each layer for each move that it is to predict."""
    games, length = seen.shape
    x = weights["tokens"][seen] + weights["places"]
    past = jnp.tril(jnp.ones((length, length), bool))
    found = []
    for layer in weights["layers"]:
        parts = (normal(x) @ layer["attend"]).reshape(games, length, 3, HEADS, -1)
        query, key, value = parts[:, :, 0], parts[:, :, 1], parts[:, :, 2]
        scores = jnp.einsum("gqhd,gkhd->ghqk", query, key) / query.shape[-1] ** 0.5
        weight = jax.nn.softmax(jnp.where(past, scores, -1e9))
        x += jnp.einsum("ghqk,gkhd->gqhd", weight, value).reshape(games, length, WIDTH) @ layer["mix"]
        x += jax.nn.gelu(normal(x) @ layer["widen"]) @ layer["narrow"]
        found.append(x)
    return found


def seen_before(tokens: jax.Array) -> jax.Array:
    """The moves before each move."""
    return jnp.pad(tokens, ((0, 0), (1, 0)), constant_values=BEGIN)[:, :-1]


def scores_of(weights: dict, tokens: jax.Array) -> jax.Array:
    return normal(hidden(weights, seen_before(tokens))[-1]) @ weights["predict"]


def loss_of_model(weights: dict, tokens: jax.Array) -> jax.Array:
    is_move = tokens != BEGIN
    chances = jax.nn.log_softmax(scores_of(weights, tokens))
    chosen = jnp.take_along_axis(chances, jnp.where(is_move, tokens, 0)[..., None], -1)[..., 0]
    return -(chosen * is_move).sum() / is_move.sum()


def trained(weights: dict, loss: object, steps: int, batch_of: object, rate: float, title: str) -> dict:
    """Adam, with a rate that warms up and falls to nothing."""

    @jax.jit
    def step(weights: dict, first: dict, second: dict, number: jax.Array, data: tuple) -> tuple:
        value, slope = jax.value_and_grad(loss)(weights, *data)
        first = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, first, slope)
        second = jax.tree.map(lambda v, g: 0.98 * v + 0.02 * g * g, second, slope)
        pace = rate * jnp.minimum((number + 1) / 100, 1) * (1 - number / steps)
        scale = 1 / (1 - 0.9 ** (number + 1)), 1 / (1 - 0.98 ** (number + 1))
        weights = jax.tree.map(
            lambda w, m, v: w - pace * m * scale[0] / (jnp.sqrt(v * scale[1]) + 1e-8), weights, first, second
        )
        return weights, first, second, value

    first = second = jax.tree.map(jnp.zeros_like, weights)
    for number in range(steps):
        weights, first, second, value = step(weights, first, second, jnp.float32(number), batch_of(number))
        if title and (number % max(steps // 5, 1) == 0 or number == steps - 1):
            print(f"{title} {number + 1:5}: loss {value:.3f}", flush=True)
    return weights


# The probes: from the hidden state to the state of every cell, by one matrix.


def loss_of_probe(probe: jax.Array, states: jax.Array, cells: jax.Array) -> jax.Array:
    chances = jax.nn.log_softmax(jnp.einsum("nd,dcs->ncs", states, probe))
    return -jnp.take_along_axis(chances, cells[..., None], -1).mean()


def read_cells(weights: dict, layer: int, teach: tuple, test: tuple, steps: int) -> tuple[float, float]:
    """The share of cells, and of those that are not empty, that a probe after a layer reads right."""

    @jax.jit
    def states_of(tokens: jax.Array) -> jax.Array:
        return normal(hidden(weights, seen_before(tokens))[layer])

    def rows(data: tuple) -> tuple[np.ndarray, np.ndarray]:
        tokens, _, cells, is_move = data
        found = np.concatenate([np.asarray(states_of(some)) for some in np.array_split(tokens, 8)])
        with_one = np.concatenate([found, np.ones((*found.shape[:2], 1))], axis=-1)
        return with_one[is_move].astype(np.float32), cells[is_move].astype(np.int32)

    states, cells = rows(teach)
    lots = np.random.default_rng(1)

    def some(_: int) -> tuple[np.ndarray, np.ndarray]:
        chosen = lots.integers(len(states), size=2048)
        return states[chosen], cells[chosen]

    probe = jnp.zeros((states.shape[1], cells.shape[1], len(STATES)))
    probe = trained(probe, loss_of_probe, steps, some, 0.01, "")
    states, cells = rows(test)
    right = np.asarray(jnp.einsum("nd,dcs->ncs", states, probe).argmax(-1)) == cells
    return float(right.mean()), float(right[cells != 0].mean())


def legal_share(weights: dict, data: tuple) -> float:
    """How often the move that the model thinks likeliest is legal."""
    tokens, legal, _, is_move = data
    likeliest = np.asarray(jax.jit(scores_of)(weights, tokens).argmax(-1))
    return float(np.take_along_axis(legal, likeliest[..., None], -1)[..., 0][is_move].mean())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=60_000)
    parser.add_argument("--steps", type=int, default=400)
    parser.add_argument("--probe-steps", type=int, default=300)
    asked = parser.parse_args()
    began = time.perf_counter()
    teach, test = games_of(asked.games, seed=1), games_of(1000, seed=2)
    lots = np.random.default_rng(1)
    untrained = initial(jax.random.key(1), teach[0].shape[1])

    def some(_: int) -> tuple[np.ndarray]:
        return (teach[0][lots.integers(len(teach[0]), size=BATCH)],)

    weights = trained(untrained, loss_of_model, asked.steps, some, 2e-3, "step")
    shares = [legal_share(model, test) for model in (untrained, weights)]
    print("likeliest move is legal: {:.1%} before, {:.1%} after".format(*shares))
    few = tuple(part[:4000] for part in teach)
    print("cells read right       all  with a disc")
    for name, model, layer in [("untrained", untrained, LAYERS - 1)] + [
        (f"layer {layer + 1}", weights, layer) for layer in range(LAYERS)
    ]:
        every, discs = read_cells(model, layer, few, test, asked.probe_steps)
        print(f"{name:18} {every:8.1%} {discs:12.1%}")
    print(f"{time.perf_counter() - began:.0f} seconds")


if __name__ == "__main__":
    main()
