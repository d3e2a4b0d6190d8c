"""Damaged files of every kind: what is read is what was written, or one line says what is wrong."""

from __future__ import annotations

import gzip
import shutil
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from test_book_building import ALL, SHALLOW, built
from test_experience import QUICK, random_game
from test_lab_store import GAME, last
from test_solving import solved
from test_training import QUICK as QUICK_SELF_PLAY
from test_training import played

import shirokuro as sk
from shirokuro.books.building.store import SearchStore
from shirokuro.engine.evaluation import WEIGHTS, read_weights
from shirokuro.lab.run.plan import Cell
from shirokuro.lab.run.series import series
from shirokuro.lab.run.store import Store
from shirokuro.proofs.proof import Proof
from shirokuro.proofs.proof_store import ProofStore
from shirokuro.training.fit import networks_in
from shirokuro.training.self_play import patterns_of, read_positions

Content = dict[Any, Any]
"""What a file holds, by its names."""


@dataclass(frozen=True)
class Kind:
    """A kind of file: how one is made, and all that is read of it.

    `leaves_out`: what is damaged in it may be missing, since it is done again; nothing is ever another value.
    """

    make: Callable[[Path], Path]
    read: Callable[[Path], Content]
    leaves_out: bool = False
    cost: int = 1
    """How many times fewer flips are tried, since each takes longer."""


def make_experience(folder: Path) -> Path:
    mind = sk.Experience(folder / "x.sqlite", QUICK)
    for seed in (1, 2):
        mind.learn(random_game(seed, "reversi4"), sk.BLACK)
    return mind.path


def read_experience(path: Path) -> Content:
    mind = sk.Experience(path)
    games = {game.number: game for game in mind.games()}
    return {"effort": mind.effort, "counts": mind.counts(), "book": mind.book("reversi4").to_bytes(), **games}


def make_proof(folder: Path) -> Path:
    solved(sk.Board("nip12"), folder / "a.proof")
    return folder / "a.proof"


def read_proof(path: Path) -> Content:
    with ProofStore(path) as store:
        claims = {row.key: (row.lower, row.upper, row.is_solved) for row in store.positions()}
        return {"start": store.start.line(), **claims}


def read_known_proof(path: Path) -> Content:
    """As players use it, in every position of a game."""
    proof, board = Proof.load(path), sk.Board("nip12")
    found: Content = {"variant": proof.variant}
    while not board.is_over():
        found[board.line()] = proof.find(board)
        board.push(sk.PASS if board.must_pass() else board.legal_moves[0])
    return found


def make_searches(folder: Path) -> Path:
    built("nip12", folder / "book.work", ALL, SHALLOW)
    return folder / "book.work"


def read_searches(path: Path) -> Content:
    with SearchStore(path) as store:
        return dict(store.found("nip12", SHALLOW))


def make_lab(folder: Path) -> Path:
    with Store(folder / "lab.sqlite") as store:
        last([Cell("all", series(GAME, 6))], store)
    return folder / "lab.sqlite"


def read_lab(path: Path) -> Content:
    with Store(path, create=False) as store:
        return {game.fixture: game for game in store.games()}


def read_games_positions(path: Path) -> Content:
    return {"positions": read_positions("reversi6", [path]).tobytes()}


def make_networks(folder: Path) -> Path:
    """Unpacked, since gzip has a checksum of its own."""
    file = folder / "a.weights"
    file.write_bytes(gzip.decompress((WEIGHTS / "nip.weights.gz").read_bytes()))
    return file


def read_networks(path: Path) -> Content:
    parts = [network.parts.items() for network in networks_in(patterns_of("nip"), str(path))]
    return {(number, name): part.tobytes() for number, each in enumerate(parts) for name, part in each}


def read_used_weights(path: Path) -> Content:
    read_weights(path)
    return {}


def make_library(folder: Path) -> Path:
    library = sk.Library(folder / "library")
    library.add(replace(random_game(seed, "reversi4"), black=f"Ann {seed}", date="1999") for seed in range(4))
    library.close()
    return library.path


def read_library(path: Path) -> Content:
    """The games one by one, and what they played."""
    library = sk.Library(path)
    try:
        found: Content = {game.number: game.record for game in library.games()}
        return found | {"start": library.at(sk.Board("reversi4"))}
    finally:
        library.close()


KINDS = {
    "library": Kind(make_library, read_library, leaves_out=True),
    "experience": Kind(make_experience, read_experience),
    "proof": Kind(make_proof, read_proof),
    "proof in play": Kind(make_proof, read_known_proof, leaves_out=True),
    "searches of a book": Kind(make_searches, read_searches, leaves_out=True),
    "laboratory": Kind(make_lab, read_lab, leaves_out=True),
    "self-play": Kind(lambda folder: played(folder, QUICK_SELF_PLAY, 4), read_games_positions),
    "networks": Kind(make_networks, read_networks, cost=8),
    "packed networks": Kind(
        lambda folder: Path(shutil.copy(WEIGHTS / "nip.weights.gz", folder)), read_networks, cost=8
    ),
    "weights": Kind(make_networks, read_used_weights, cost=8),
}
FLIPS = [25, pytest.param(600, marks=pytest.mark.long)]


@cache
def whole(name: str) -> tuple[dict[str, bytes], str, Content]:
    """The files of a kind, which of them is the one, and what it holds."""
    with TemporaryDirectory() as folder:
        path = KINDS[name].make(Path(folder))
        content = KINDS[name].read(path)
        return {file.name: file.read_bytes() for file in Path(folder).iterdir()}, path.name, content


def outcome(name: str, folder: Path, data: bytes) -> bool:
    """Whether a file of these bytes can be read. It holds what was written then; else a line says why not."""
    files, main, content = whole(name)
    folder.mkdir()
    for each, beside in files.items():
        (folder / each).write_bytes(data if each == main else beside)
    try:
        found, refusal = KINDS[name].read(folder / main), ""
    except (ValueError, OSError) as error:
        found, refusal = {}, str(error)
    shutil.rmtree(folder)
    if refusal:
        assert str(folder) in refusal
        assert "\n" not in refusal
        return False
    if KINDS[name].leaves_out:
        assert all(content[key] == value for key, value in found.items() if value is not None)
    else:
        assert found == content
    return True


@pytest.mark.parametrize("flips", FLIPS)
@pytest.mark.parametrize("name", KINDS)
def test_a_flipped_bit_is_told_or_changes_nothing(name: str, flips: int, tmp_path: Path) -> None:
    files, main, _ = whole(name)
    data, random, told = files[main], Random(name), 0
    for number in range(flips // KINDS[name].cost):
        at = random.randrange(len(data))
        while not any(data[max(at - 1, 0) : at + 2]):  # most of a small file is empty
            at = random.randrange(len(data))
        changed = bytearray(data)
        changed[at] ^= 1 << random.randrange(8)
        told += not outcome(name, tmp_path / str(number), bytes(changed))
    assert outcome(name, tmp_path / "whole", data)
    assert told or KINDS[name].leaves_out


@pytest.mark.parametrize("cuts", [6, pytest.param(100, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", [name for name in KINDS if name != "self-play"])
def test_a_cut_file_is_told(name: str, cuts: int, tmp_path: Path) -> None:
    """Positions of self-play may end anywhere: whoever was killed goes on there."""
    files, main, _ = whole(name)
    random = Random(name)
    for number in range(-(-cuts // KINDS[name].cost)):
        data = files[main][: random.randrange(1, len(files[main]))]
        is_read = outcome(name, tmp_path / str(number), data)
        assert not is_read or KINDS[name].leaves_out, len(data)


@pytest.mark.parametrize(
    "name", ["library", "experience", "proof", "proof in play", "searches of a book", "laboratory"]
)
@pytest.mark.parametrize("pages", [3, pytest.param(50, marks=pytest.mark.long)])
def test_a_page_of_zeros_is_told(name: str, pages: int, tmp_path: Path) -> None:
    files, main, _ = whole(name)
    data, random = files[main], Random(name)
    for number in range(pages):
        at = random.randrange(len(data) // 4096) * 4096
        outcome(name, tmp_path / str(number), data[:at] + bytes(4096) + data[at + 4096 :])
