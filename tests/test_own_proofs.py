"""What proofs of one's own and the package's books prove, and levels that play by it."""

from __future__ import annotations

import gzip
import logging
import shutil
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest
from samples import random_board
from test_solving import solved

import shirokuro as sk
from shirokuro.errors import BookError
from shirokuro.players.levels import LEVELS
from shirokuro.proofs.own_proofs import OwnProofs
from shirokuro.proofs.proof import Proof
from shirokuro.proofs.proof_store import ProofStore
from shirokuro.proofs.proof_text import proof_lines, write_proof
from shirokuro.proofs.proof_tree import Division
from shirokuro.proofs.proven import Proven, concluded, proven_by_book

EXACT_BOOKS = ("reversi6", "reversi4", "nip32", "nip24", "nip12")
SEEDS = range(6)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Proofs of boards that no book has, or has too."""
    found = tmp_path_factory.mktemp("proofs")
    for variant, leaf in (("nip24+loop", 10), ("nip12+loop", 3), ("reversi4", 5)):
        solved(sk.Board(variant), found / f"{variant}.proof", Division(leaf, 4))
    return found


@pytest.mark.parametrize("variant", ["nip24+loop", "nip12+loop", "reversi4"])
def test_what_is_proven_holds_of_every_position(variant: str, folder: Path) -> None:
    proofs, known = OwnProofs(folder), 0
    for seed in SEEDS:
        for board in [*sk.play("random", "random", variant=variant, seed=seed).boards()][:-1]:
            if (found := proofs.find(board)) is None or len(board.empties()) > 16:
                continue
            known += 1
            exact = sk.analyze(board, sk.Limits())
            assert found.lower <= max(result.value for result in exact.values()) <= found.upper
            for move, result in exact.items():
                assert found.moves[move][0] <= result.value <= found.moves[move][1]
            assert {*found.best_moves} <= {*exact}
    assert known > 5


@pytest.mark.parametrize("variant", EXACT_BOOKS)
def test_the_package_has_books_that_solve_their_boards(variant: str, tmp_path: Path) -> None:
    start = sk.Book.shipped(variant).find(variant)  # type: ignore[union-attr]
    found = OwnProofs(tmp_path).find(sk.Board(variant))
    assert (found.value, found.best_moves) == (start.value, tuple(sorted(start.best_moves)))


@pytest.mark.parametrize(("variant", "value"), {"nip40": -6, "nip40+loop": -10}.items())
def test_the_package_has_proofs_of_boards_that_no_book_has(variant: str, value: int, tmp_path: Path) -> None:
    assert sk.Book.shipped(variant) is None
    proofs, board = OwnProofs(tmp_path), sk.Board(variant)
    assert variant in proofs.variants()
    found = proofs.find(board)
    assert (found.value, len(found.best_moves)) == (value, 4)
    line = proofs.line(board, found.best_moves[0])
    assert len(line) > 10
    for number, move in enumerate(line):
        assert proofs.find(board).value == (-value if number % 2 else value)
        board.push(move)


def test_a_proof_may_lie_there_as_text(folder: Path, tmp_path: Path) -> None:
    """A text says what its claim needs, so not all that the store does, and nothing else."""
    with ProofStore(folder / "nip24+loop.proof") as store:
        for name in ("a.txt", "b.txt.gz"):
            write_proof(store, tmp_path / name)
    stored = OwnProofs(folder)
    for name in ("a.txt", "b.txt.gz"):
        text, board, known = Proof.load(tmp_path / name), sk.Board("nip24+loop"), 0
        assert (text.variant, text.leaf) == ("nip24+loop", Proof.load(folder / "nip24+loop.proof").leaf)
        assert text.best(board) == stored.best(board)
        for move in stored.line(board, stored.best(board)[0]):  # type: ignore[index]
            if (found := text.find(board)) is not None and (whole := stored.find(board)) is not None:
                known += 1
                assert found.lower <= whole.lower <= whole.upper <= found.upper
            board.push(move)
        assert known > 5
    assert OwnProofs(tmp_path).find(sk.Board("nip24+loop")) is not None
    played = sk.play(f"engine:level=1,proof={tmp_path}/a.txt", "random", variant="nip24+loop", seed=1)
    assert played.margin() >= -8


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("proof 1", "proof 2", "this is no proof, or one of another version"),
        ("board nip12", "board nip13", "a proof of a board that is unknown here: 'nip13"),
        ("loop yes", "loop no", r"its nip12\+loop is another board than ours"),
        ("cells b1 c1", "cells c1 b1", r"its nip12\+loop is another board than ours"),
        ("-", "é", "this is no proof that can be read"),
        (" read", "- read", "this is no proof that can be read"),
    ],
)
def test_a_text_that_is_damaged(folder: Path, tmp_path: Path, old: str, new: str, told: str) -> None:
    with ProofStore(folder / "nip12+loop.proof") as store:
        text = b"".join(proof_lines(store)).decode()
    assert old in text
    for name, packed in (("a.txt", False), ("a.txt.gz", True)):
        data = text.replace(old, new).encode()
        (tmp_path / name).write_bytes(gzip.compress(data) if packed else data)
        with pytest.raises(BookError, match=told):
            Proof.load(tmp_path / name).find(sk.Board("nip12+loop"))
    (tmp_path / "cut.txt.gz").write_bytes(gzip.compress(text.encode())[:-20])
    with pytest.raises(BookError, match="this is no proof that can be read"):
        Proof.load(tmp_path / "cut.txt.gz").find(sk.Board("nip12+loop"))


@pytest.mark.parametrize("variant", ["reversi", "nip", "nip12+loop"])
def test_where_nothing_is_read_to_the_end_nothing_is_proven(variant: str, tmp_path: Path) -> None:
    assert OwnProofs(tmp_path).find(sk.Board(variant)) is None


def test_a_position_follows_from_those_that_a_book_has_after_it() -> None:
    """Black has not played perfectly, so only the replies of this position are in the book."""
    book = sk.Book.shipped("nip24")
    assert book is not None
    followed = 0
    for seed in SEEDS:
        for board in islice(sk.play("engine:book=true", "random", variant="nip24", seed=seed).boards(), 7):
            found = None if book.find(board) else proven_by_book(book, board)
            if found is not None and found.value is not None:
                followed += 1
                assert found.value == sk.solve(board).value
    assert followed > 0


def test_a_value_follows_from_the_moves_and_the_only_candidate_has_it() -> None:
    moves = {1: (-12, 4), 2: (2, 2), 3: (-12, 0)}
    assert concluded((-12, 12), moves) == Proven(2, 4, moves)
    assert concluded((2, 2), {1: (-12, 12), 3: (-12, 0)}) == Proven(2, 2, {1: (2, 2), 3: (-12, 0)})
    assert concluded((-4, -4), {1: (-12, 12), 3: (-12, 12)}) == Proven(-4, -4, {1: (-12, -4), 3: (-12, -4)})
    assert concluded((4, 4), {1: (-12, 0)}) is None  # they contradict each other


def test_who_wins_may_be_all_that_is_known() -> None:
    bounds = (2, 12), (-12, -2), (0, 0), (0, 2)
    assert [Proven(low, high, {}).is_decided for low, high in bounds] == [True, True, True, False]
    assert Proven(2, 12, {}).value is None


def test_a_file_that_is_no_proof_is_told_once(
    folder: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    broken = tmp_path / "broken.proof"
    broken.write_text("nothing of the kind")
    whole = (folder / "nip12+loop.proof").read_bytes()
    (tmp_path / "cut.proof").write_bytes(whole[: len(whole) // 2])
    proofs = OwnProofs(tmp_path)
    with caplog.at_level(logging.WARNING):
        for _ in range(3):
            assert proofs.find(sk.Board("nip12+loop")) is None
            assert proofs.best(sk.Board("nip12+loop")) is None
    for name in ("broken.proof", "cut.proof"):
        assert sum(name in line for line in caplog.messages) == 1
    shutil.copy(folder / "nip12+loop.proof", broken)
    assert proofs.find(sk.Board("nip12+loop")).value == 2


def test_a_proof_is_free_for_the_solver_and_not_used_while_that_is_at_work(tmp_path: Path) -> None:
    board, path = sk.Board("nip12+loop"), tmp_path / "a.proof"
    solved(board, path)
    proofs = OwnProofs(tmp_path)
    assert proofs.find(board) is not None
    with ProofStore(path, board):  # which nobody keeps open
        assert proofs.find(board) is None
    assert proofs.find(board) is not None


@pytest.fixture
def at_home(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The proofs lie with the user's own data; no level reads so far that a small board needs none."""
    monkeypatch.setenv("SHIROKURO_HOME", str(tmp_path))
    shutil.copytree(folder, tmp_path / "proofs")
    shorter = (*LEVELS[:-1], replace(LEVELS[-1], exact=10))
    monkeypatch.setattr("shirokuro.players.engine_player.LEVELS", shorter)


@pytest.mark.usefixtures("at_home")
@pytest.mark.parametrize("level", [10, 20])
def test_levels_that_have_a_book_play_by_proofs_of_ones_own(level: int) -> None:
    player = sk.player(f"engine:level={level}").for_people()
    for seed in SEEDS:
        board, throw = sk.Board("nip24+loop"), sk.player(f"random:seed={seed}")
        while not board.is_over():
            side = player if board.turn else throw
            board.push(sk.PASS if board.must_pass() else side.choose(board).move)
        assert board.margin() <= -8
    assert player.choose(sk.Board("nip24+loop")).note == "proven"
    assert player.choose(random_board("nip24+loop", 10, 1)).note == "exact"


@pytest.mark.usefixtures("at_home")
def test_others_do_not() -> None:
    board = sk.Board("nip24+loop")
    for spec in ("engine:level=9", "engine:level=20,book=false", "engine:depth=4"):
        assert sk.player(spec).for_people().choose(board).note != "proven"
    assert sk.player("engine:level=20").choose(board).note != "proven"  # no person plays it
