"""Why the rim of a round board needs a condition of its own: stability in words, against the slow rules."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
import reference
from reference import EMPTY, Game

PROOF = (Path(__file__).parent.parent / "docs/stability.md").read_text()
ROUND = [name for name, rules in reference.RULES.items() if rules.ring]


def axes(game: Game, cell: str) -> Iterator[tuple[list[str], list[str]]]:
    """The two straight rays of each of the four axes through a cell."""
    rays = list(reference.straight_rays(cell, game.rules.cells))
    yield from zip(rays[:4], rays[:3:-1], strict=True)


def is_safe(game: Game, cell: str, axis: tuple[list[str], list[str]], stable: set[str]) -> bool:
    if not axis[0] or not axis[1] or all(game.discs[other] != EMPTY for ray in axis for other in ray):
        return True
    return any(ray[0] in stable and game.discs[ray[0]] == game.discs[cell] for ray in axis)


def stable_discs(game: Game, *, ring_condition: bool) -> set[str]:
    """The least fixed point of the rule at the top of docs/stability.md, for both colours at once."""
    has_open_ring = any(game.discs[cell] == EMPTY for cell in game.rules.ring)
    barred = set(game.rules.ring) if ring_condition and has_open_ring else set()
    discs = [cell for cell in game.rules.cells if game.discs[cell] != EMPTY and cell not in barred]
    stable: set[str] = set()
    while more := {
        cell
        for cell in discs
        if cell not in stable and all(is_safe(game, cell, axis, stable) for axis in axes(game, cell))
    }:
        stable |= more
    return stable


def turned_although_stable(variant: str, seed: int, *, ring_condition: bool) -> set[str]:
    """The discs that a random game turns after they were called stable."""
    game, random, turned = reference.new_game(variant), Random(seed), set()
    stable: set[str] = set()
    while not game.is_over():
        stable |= stable_discs(game, ring_condition=ring_condition)
        before = game.discs
        moves = game.legal_moves()
        game = game.after(random.choice(moves)) if moves else game.after_pass()
        turned |= {cell for cell in stable if game.discs[cell] != before[cell]}
    return turned


def test_no_stable_disc_is_turned(variant: str) -> None:
    for seed in range(2):
        assert turned_although_stable(variant, seed, ring_condition=True) == set()


@pytest.mark.parametrize("variant", ROUND)
def test_without_the_ring_condition_stable_discs_are_turned(variant: str) -> None:
    assert any(turned_although_stable(variant, seed, ring_condition=False) for seed in range(20))


def test_the_counter_example_of_the_proof() -> None:
    """The documented game: its disc lies at the border on all four axes, and the last move turns it."""
    example = re.search(r"^    nip: ((?:[a-h][1-8] ?)+)\n    turned: ([a-h][1-8])$", PROOF, re.MULTILINE)
    assert example is not None
    *moves, last = example[1].split()
    game = reference.new_game("nip")
    for move in moves:
        assert move in game.legal_moves()
        game = game.after(move)
    assert example[2] in stable_discs(game, ring_condition=False)
    assert example[2] not in stable_discs(game, ring_condition=True)
    assert example[2] in game.flips(last)
