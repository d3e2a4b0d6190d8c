"""All kernels give the same through Python; run as a script, this file prints what its kernel gives."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from random import Random

import pytest
import test_evaluators
import test_features
import test_patterns
import test_playout
import test_studies
from test_core import kernels_here

import shirokuro as sk
from shirokuro import _core
from shirokuro.board.board import SCORINGS

GAMES = 40


def boards(variant: str) -> Iterator[sk.Board]:
    """All boards of some random games, and some with discs thrown on them."""
    random = Random(variant)
    cells = sk.VARIANTS[variant].cells
    for _ in range(GAMES):
        board = sk.Board(variant)
        while not board.is_over():
            yield board.copy()
            board.push(random.choice(board.legal_moves) if board.legal_moves else sk.PASS)
        yield board
        black = sk.SquareSet(square for square in cells if random.random() < 0.2)
        white = sk.SquareSet(square for square in cells - black if random.random() < 0.9)
        yield sk.Board.from_cells(black, white, random.choice(list(sk.Colour)), variant)


def fingerprint(variant: str) -> str:
    """A hash over moves, flips, stable discs, perfts and seeded playouts of many positions."""
    digest = sha256()
    some = list(boards(variant))
    for board in some:
        moves = board.legal_moves
        digest.update(f"{board.line()} {int(moves)} {[int(board.flips(move)) for move in moves]}".encode())
        digest.update(f"{[int(_core.stable(board, white)) for white in (False, True)]}".encode())
    for board in some[::20]:
        digest.update(f"{[sk.perft(board, depth) for depth in range(5)]}".encode())
    positions = sk.batch.from_boards(some)
    digest.update(sk.batch.legal(positions, variant=variant).tobytes())
    for scoring in SCORINGS:
        digest.update(sk.batch.playout(positions, seed=7, scoring=scoring, variant=variant).tobytes())
    return digest.hexdigest()


def rules() -> dict[str, str]:
    return {variant: fingerprint(variant) for variant in sk.VARIANTS}


@cache
def fingerprints() -> dict[str, str]:
    """Of the rules on every board, and of evaluations, searches and random games."""
    built_on = (
        test_evaluators.searched,
        test_features.results,
        test_patterns.guesses,
        test_playout.results,
        test_studies.results,
    )
    return rules() | {each.__module__: sha256(repr(each()).encode()).hexdigest() for each in built_on}


def in_a_process_with(isa: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "SHIROKURO_ISA": isa}
    return subprocess.run([sys.executable, __file__], env=environment, capture_output=True, text=True)


def test_the_best_kernel_is_chosen() -> None:
    assert json.loads(in_a_process_with("").stdout)[0] == kernels_here()[-1]


@pytest.mark.parametrize("name", kernels_here())
def test_all_kernels_give_the_same(name: str) -> None:
    isa, found = json.loads(in_a_process_with(name).stdout)
    assert isa == name
    assert found == fingerprints()
    assert len(set(found.values())) == len(found)


def test_an_unknown_kernel_is_an_import_error() -> None:
    for wrong in ("sse9", "AVX2 "):
        done = in_a_process_with(wrong)
        assert done.returncode != 0
        assert re.match(f"ImportError.*SHIROKURO_ISA={wrong}.*generic", done.stderr.strip().splitlines()[-1])


@pytest.mark.long
@pytest.mark.parametrize("cpu", ["Nehalem", "qemu64"])
def test_the_module_on_an_old_cpu_gives_the_same(cpu: str) -> None:
    """Nehalem has no AVX, but what NumPy asks for; the other has nothing beyond x86-64.

    NumPy's OpenBLAS takes the emulated processor for a newer one, unless it is told.
    """
    code = "import shirokuro as sk; print([sk.perft(sk.Board(name), 6) for name in sk.VARIANTS])"
    program = [__file__, "rules"] if cpu == "Nehalem" else ["-c", code]
    command = ["qemu-x86_64", "-cpu", cpu, sys.executable, *program]
    environment = {**os.environ, "OPENBLAS_CORETYPE": "Nehalem"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    leaves = [sk.perft(sk.Board(name), 6) for name in sk.VARIANTS]
    assert json.loads(done.stdout) == (["generic", rules()] if cpu == "Nehalem" else leaves)


if __name__ == "__main__":
    print(json.dumps([_core.ISA, rules() if "rules" in sys.argv else fingerprints()]))
