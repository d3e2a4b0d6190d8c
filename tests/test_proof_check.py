"""The checker of proofs: its rules are those of the slow copy, right proofs pass, tampered ones do not."""

from __future__ import annotations

import gzip
import json
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest
import reference
from samples import random_board

import shirokuro as sk
from shirokuro.cli import main
from shirokuro.proofs import proof_check
from shirokuro.proofs.proof import CLAIM
from shirokuro.proofs.proof_check import (
    OTHER_SIDE,
    ProofTextError,
    SlowRules,
    WrongProofError,
    check_proof,
    lines_of,
)
from shirokuro.proofs.proof_store import ProofStore
from shirokuro.proofs.proof_text import proof_lines, write_proof
from shirokuro.proofs.proof_tree import Division
from shirokuro.proofs.sample_check import SampleSettings, most_wrong, solve_again
from shirokuro.proofs.solver import Goal, Solver, solve
from shirokuro.storage.sqlite_file import checksum
from shirokuro.workers.executors import work_on

HEAD = 8
"""Lines before the positions."""


def solved(file: Path, board: sk.Board, leaf: int | None = None, goal: Goal = "value") -> Path:
    with ProofStore(file, board) as store, work_on(1) as pool:
        for _ in solve(Solver(store, Division.for_board(board, leaf), goal), pool):
            pass
    return file


def lines_of_store(file: Path) -> list[bytes]:
    with ProofStore(file) as store:
        return [*proof_lines(store)]


@pytest.fixture(scope="module")
def nip24(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return solved(tmp_path_factory.mktemp("proofs") / "nip24.proof", sk.Board("nip24"), leaf=12)


@pytest.fixture(scope="module")
def text(nip24: Path) -> list[bytes]:
    return lines_of_store(nip24)


# Its rules


def rules_of(variant: str) -> SlowRules:
    known = reference.RULES[variant]
    return SlowRules(known.cells, known.ring, loop=reference.BOARDS[variant][2])


def line_of(game: reference.Game) -> str:
    """The position as the checker writes it, with X to move."""
    cells = game.line().split()[0]
    return cells if game.turn == reference.BLACK else cells.translate(OTHER_SIDE)


def check_position(rules: SlowRules, game: reference.Game) -> None:
    line, moves = line_of(game), game.legal_moves()
    assert rules.is_over(line) == game.is_over()
    if game.is_over():
        assert rules.score(line) == game.margin("winner") * (1 if game.turn == reference.BLACK else -1)
    else:
        after = [game.after(cell) for cell in moves] or [game.after_pass()]
        assert rules.after(line) == [line_of(each) for each in after]


def test_random_games_are_those_of_the_slow_copy(variant: str) -> None:
    rules, random = rules_of(variant), Random(variant)
    for _ in range(3):
        game = reference.new_game(variant)
        check_position(rules, game)
        while not game.is_over():
            moves = game.legal_moves()
            game = game.after(random.choice(moves)) if moves else game.after_pass()
            check_position(rules, game)


def test_positions_of_any_discs_are_those_of_the_slow_copy(variant: str) -> None:
    """Full rims of one colour, ends and passes are more frequent here than in games."""
    rules, known, random = rules_of(variant), reference.RULES[variant], Random(variant)
    for weights in ((1, 1, 1), (1, 8, 1), (8, 1, 1), (1, 20, 0.5)) * 10:
        discs = dict(zip(known.cells, random.choices("XO-", weights, k=len(known.cells)), strict=True))
        check_position(rules, reference.Game(known, discs, random.choice("XO")))


@pytest.mark.parametrize("name", ["nip", "nip40", "nip32", "nip24", "nip12"])
def test_the_loop_rule(name: str) -> None:
    """The rim is white but for its first cell: a disc there turns all of it by the loop rule alone."""
    game = reference.new_game(name)
    ring = game.rules.ring
    for cell in ring[1:]:
        game.discs[cell] = reference.WHITE
    first = game.rules.cells.index(ring[0])
    on_rim = {game.rules.cells.index(cell) for cell in ring}
    for variant, count in ((name, 0), (f"{name}+loop", len(ring) - 1)):
        turned = set(rules_of(variant).turned(line_of(game), first))
        assert len(turned & on_rim) == count


def test_images_are_one_position(variant: str) -> None:
    rules, board = rules_of(variant), random_board(variant, 4, 1)
    images = {board.transform(symmetry).line().split()[0] for symmetry in sk.Symmetry}
    assert len({rules.least_image(image) for image in images}) == 1
    assert rules.least_image(images.pop()) in images | {rules.least_image(board.line().split()[0])}


def test_only_symmetries_of_the_rim_count() -> None:
    """A square whose rim runs along one side has no symmetry but its mirror image."""
    cells = [f"{column}{row}" for row in "123" for column in "abc"]
    assert SlowRules(cells, [], loop=False).least_image("X--------") == "--------X"
    rules = SlowRules(cells, ["a1", "b1", "c1", "b2"], loop=False)
    assert rules.least_image("X--------") == rules.least_image("--X------")
    assert rules.least_image("X--------") != rules.least_image("------X--")


# Right proofs


@pytest.mark.parametrize(
    ("variant", "leaf", "value"),
    [("nip12", 0, 2), ("nip12", 2, 2), ("nip12+loop", 3, 2), ("reversi4", 4, -10), ("reversi4", 7, -10)],
)
def test_right_proofs_pass(tmp_path: Path, variant: str, leaf: int, value: int) -> None:
    """A proof trusts no search where every line is played out."""
    file = solved(tmp_path / "store.proof", sk.Board(variant), leaf)
    proof = check_proof(lines_of_store(file))
    assert (proof.board, proof.lower, proof.upper) == (variant, value, value)
    assert proof.positions > len(proof.trusted)
    assert bool(proof.trusted) == (leaf > 0)
    assert all(claim.position.count("-") <= leaf for claim in proof.trusted)


def test_nip24(text: list[bytes]) -> None:
    told = list[tuple[int, int]]()
    proof = check_proof(text, lambda done, total: told.append((done, total)))
    assert (proof.lower, proof.upper, proof.positions) == (4, 4, len(text) - HEAD)
    assert told == [(done, proof.positions) for done in range(0, proof.positions, 256)]


def test_nip24_with_the_loop_rule_and_who_wins_alone(tmp_path: Path) -> None:
    file = solved(tmp_path / "store.proof", sk.Board("nip24+loop"), goal="winner")
    proof = check_proof(lines_of_store(file))
    assert (proof.rules.loop, proof.lower, proof.upper < 0) == (True, -24, True)


def test_from_another_start(tmp_path: Path) -> None:
    """The start is turned and white is to move; the proof is of its image with X to move."""
    board = sk.Board("reversi4")
    board.push(board.legal_moves.names()[0])
    file = solved(tmp_path / "store.proof", board.transform(sk.Symmetry(3)), 6)
    proof = check_proof(lines_of_store(file))
    own = board.line().split()[0].translate(OTHER_SIDE)
    assert proof.rules.least_image(proof.start) == proof.rules.least_image(own)
    assert proof.lower == proof.upper == sk.solve(board).value


def test_a_store_used_with_two_sizes_of_leaves(tmp_path: Path) -> None:
    """The second run searches below positions that the first run trusted; the proof stays complete."""
    file, board = tmp_path / "store.proof", sk.Board("reversi4")
    solved(file, board, 7, "winner")
    solved(file, board, 4)
    assert check_proof(lines_of_store(file)).lower == -10


def test_nothing_is_claimed_of_a_fresh_store(tmp_path: Path) -> None:
    with ProofStore(tmp_path / "store.proof", sk.Board("nip12")) as store:
        proof = check_proof(proof_lines(store))
    assert (proof.lower, proof.upper, proof.positions) == (-12, 12, 1)


# The text


def test_equal_proofs_are_equal_bytes(nip24: Path, text: list[bytes], tmp_path: Path) -> None:
    with ProofStore(nip24) as store:
        for name in ("one.txt", "one.gz", "two.gz"):
            write_proof(store, tmp_path / name)
    plain, packed = (tmp_path / "one.txt").read_bytes(), (tmp_path / "one.gz").read_bytes()
    assert plain == b"".join(text) == gzip.decompress(packed)
    assert packed == (tmp_path / "two.gz").read_bytes()
    assert len(packed) < len(plain) / 2
    checked = [check_proof(lines_of(tmp_path / name)) for name in ("one.txt", "one.gz")]
    assert checked[0].checksum == checked[1].checksum == sha256(plain).hexdigest()


def test_the_head_and_the_order(text: list[bytes]) -> None:
    """Positions with more empties come first."""
    variant = sk.VARIANTS["nip24"]
    assert [line.decode() for line in text[:6]] == [
        "shirokuro proof 1\n",
        "board nip24\n",
        f"cells {' '.join(variant.cells.names())}\n",
        "rim c1 d1 e2 f3 f4 e5 d6 c6 b5 a4 a3 b2\n",
        "loop no\n",
        "start --------OX----XO--------\n",
    ]
    assert text[HEAD].decode() == f"{text[5].decode().split()[1]} 4 4\n"
    empties = [line.split()[0].count(b"-") for line in text[HEAD:]]
    assert empties == sorted(empties, reverse=True)


def test_the_example_in_the_documentation() -> None:
    page = (Path(__file__).parent.parent / "docs/solving.md").read_text()
    example = page.split("```\nshirokuro proof")[1].split("```")[0]
    proof = check_proof(f"shirokuro proof{example}".encode().splitlines(keepends=True))
    assert (proof.board, proof.lower, proof.upper, len(proof.trusted)) == ("nip12", 2, 2, 3)


def image(line: bytes, symmetry: int) -> bytes:
    """A line about the image of its position."""
    cells, _, rest = line.decode().partition(" ")
    board = sk.Board.parse(f"{cells} X", "nip24").transform(sk.Symmetry(symmetry))
    return f"{board.line().split()[0]} {rest}".encode()


def test_any_image_may_be_written(text: list[bytes]) -> None:
    turned = [*text[:HEAD], *(image(line, 5) for line in text[HEAD:])]
    assert turned != text
    assert check_proof(turned).upper == 4


# Tampered proofs


def places(text: list[bytes], *, read: bool, bound: int | None = None) -> list[int]:
    """Lines below the root that were read, or not; with `bound` 1 or 2, those with a lower or upper one."""
    return [
        at
        for at in range(HEAD + 1, len(text))
        if text[at].endswith(b" read\n") == read and (bound is None or abs(int(text[at].split()[bound])) < 24)
    ]


def with_bound(line: bytes, bound: int, change: int) -> bytes:
    words = line.split()
    words[bound] = str(int(words[bound]) + change).encode()
    return b" ".join(words) + b"\n"


def tampered(text: list[bytes], at: int, *lines: bytes) -> list[bytes]:
    """The text with other lines in place of one; the counts in its head are adjusted."""
    below = [*text[HEAD:at], *lines, *text[at + 1 :]]
    readings = sum(line.endswith(b" read\n") for line in below)
    return [
        *text[: HEAD - 2],
        f"positions {len(below)}\n".encode(),
        f"readings {readings}\n".encode(),
        *below,
    ]


def refused(text: list[bytes], words: str) -> None:
    with pytest.raises(WrongProofError, match=words):
        check_proof(text)


MISSING = "does not follow|nothing in the proof needs"
MORE = f"{MISSING}|cannot be worth|the game is over"


@pytest.mark.parametrize(
    ("read", "bound", "change", "words"),
    [
        *((False, 1, 2, MORE), (False, 2, -2, MORE)),
        *((False, 1, -2, MISSING), (False, 2, 2, MISSING), (True, 1, -2, MISSING), (True, 2, 2, MISSING)),
    ],
)
def test_a_bound_that_claims_more_or_less(
    text: list[bytes], read: bool, bound: int, change: int, words: str
) -> None:
    """The positions above no longer have the bound that they need."""
    for at in Random(bound).sample(places(text, read=read, bound=bound), 12):
        refused(tampered(text, at, with_bound(text[at], bound, change)), words)


def test_another_value_of_the_root(text: list[bytes]) -> None:
    for change in (-2, 2):
        root = with_bound(with_bound(text[HEAD], 1, change), 2, change)
        refused(tampered(text, HEAD, root), "does not follow")


@pytest.mark.parametrize("read", [False, True])
def test_a_position_taken_out(text: list[bytes], read: bool) -> None:
    for at in Random(1).sample(places(text, read=read), 12):
        refused(tampered(text, at), MISSING)


def test_a_reading_that_nobody_has_done(text: list[bytes]) -> None:
    """Nothing needs the lines below it any more; where other positions need them, one more is trusted."""
    readings, refusals = len(check_proof(text).trusted), 0
    for at in Random(2).sample(places(text, read=False), 12):
        trusting = tampered(text, at, text[at].replace(b"\n", b" read\n"))
        try:
            assert len(check_proof(trusting).trusted) == readings + 1
        except WrongProofError:
            refused(trusting, "nothing in the proof needs")
            refusals += 1
    assert refusals > 6


def test_a_reading_taken_for_a_proof(text: list[bytes]) -> None:
    for at in Random(3).sample(places(text, read=True), 12):
        refused(tampered(text, at, text[at].replace(b" read", b"")), f"line {at + 1}: .* does not follow")


def test_a_position_twice(text: list[bytes]) -> None:
    refused(tampered(text, len(text), image(text[-1], 2)), "was there before")


def test_the_end_of_a_game_is_counted() -> None:
    head = ["shirokuro proof 1", "board row", "cells a1 b1 c1", "rim none", "loop no", "start XX-"]
    for bounds, words in (("3 3", ""), ("2 2", "the score"), ("-3 2 read", "the score")):
        lines = [*head, "positions 1", f"readings {bounds.count('read')}", f"XX- {bounds}"]
        raw = [f"{line}\n".encode() for line in lines]
        if words:
            with pytest.raises(WrongProofError, match=words):
                check_proof(raw)
        else:
            assert check_proof(raw).lower == 3


@pytest.mark.parametrize(
    ("at", "line", "words"),
    [
        (0, b"shirokuro proof 2\n", "version 2; this program reads version 1"),
        (0, b"anything else\n", "this is no proof"),
        (1, b"bored nip24\n", "line 2: 'board' was expected"),
        (2, b"cells a1 a1\n", "each once"),
        (2, b"cells none\n", "the rim must be some of the cells"),
        (2, b"cells a9\n", "each once"),
        (4, b"loop maybe\n", "yes or no"),
        (5, b"start XO\n", "no position of 24 cells"),
        (5, b"start " + b"X" * 24 + b"\n", "the first position must be the start"),
        (6, b"positions many\n", "is no number"),
        (6, b"positions 3\n", "more than the 3 positions"),
        (6, b"positions 0\n", "more than the 0 positions"),
        (7, b"readings 1\n", "not the 1 readings"),
        (HEAD + 2, b"X" * 23 + b" 0 0\n", "line 11: .* is no position of 24 cells"),
        (HEAD + 2, b"X" * 24 + b" 0\n", "with its bounds"),
        (HEAD + 2, b"X" * 24 + b" 0 26\n", "more than 24 discs"),
        (HEAD + 2, b"X" * 24 + b" 0 0 read", "cut off"),
        (HEAD + 2, b"\xff" * 2000 + b"\n", "is no position"),
    ],
)
def test_damaged_texts(text: list[bytes], at: int, line: bytes, words: str) -> None:
    with pytest.raises(ProofTextError, match=words):
        check_proof([*text[:at], line, *text[at + 1 :]])


def test_texts_cut_off_or_damaged_anywhere(text: list[bytes], tmp_path: Path) -> None:
    file, whole, random = tmp_path / "damaged", b"".join(text), Random(4)
    packed = gzip.compress(whole)
    for raw in (whole, packed):
        for length in (0, 1, 2, 5, len(raw) - 1, *random.sample(range(len(raw)), 12)):
            file.write_bytes(raw[:length])
            with pytest.raises(ProofTextError):
                check_proof(lines_of(file))
    for at in random.sample(range(10, len(packed)), 12):
        file.write_bytes(packed[:at] + bytes([packed[at] ^ 0x55]) + packed[at + 1 :])
        with pytest.raises((ProofTextError, WrongProofError)):
            check_proof(lines_of(file))


# Tampered stores


def change(file: Path, query: str) -> None:
    with closing(sqlite3.connect(file)) as database, database:
        database.create_function("checksum", -1, checksum)
        database.execute(query)
        assert database.total_changes


@pytest.mark.parametrize(
    "query",
    [
        "UPDATE position SET lower = upper + 2 WHERE key = (SELECT start FROM proof)",
        "UPDATE position SET upper = upper - 2, lower = lower - 2 WHERE key = (SELECT start FROM proof)",
        "UPDATE position SET reader = NULL",
        "DELETE FROM position WHERE key != (SELECT start FROM proof)",
    ],
)
def test_tampered_stores(nip24: Path, tmp_path: Path, query: str) -> None:
    """Whoever tampered with them made the checksums right."""
    store = Path(shutil.copy(nip24, tmp_path / "store"))
    change(store, query)
    change(store, f"UPDATE position SET sum = checksum({CLAIM})")
    with pytest.raises(WrongProofError):
        check_proof(lines_of_store(tmp_path / "store"))


@pytest.mark.parametrize(
    "query",
    [
        "UPDATE proof SET start = X'00'",
        "UPDATE proof SET start = 'nowhere'",
        "UPDATE proof SET start = X'ffffffffffffffffffffffffffffffff'",
        "UPDATE proof SET variant = 'nip13'",
        "DELETE FROM proof",
        "UPDATE position SET lower = 'much'",
    ],
)
def test_damaged_stores(nip24: Path, tmp_path: Path, query: str, capsys: pytest.CaptureFixture[str]) -> None:
    change(Path(shutil.copy(nip24, tmp_path / "store")), query)
    assert f"{tmp_path / 'store'}: a damaged proof" in complaint(capsys, 2, "check", tmp_path / "store")


# The sample


def test_trusted_positions_solved_again_agree(text: list[bytes]) -> None:
    proof = check_proof(text)
    found = [*solve_again(proof, SampleSettings(25, seed=3))]
    assert [each.agrees for each in found] == [True] * 25
    assert len({each.claim.position for each in found}) == 25
    again, other = ([each.claim for each in solve_again(proof, SampleSettings(25, seed))] for seed in (3, 4))
    assert again == [each.claim for each in found] != other


def test_a_wrong_reading_is_found(tmp_path: Path) -> None:
    """Each trusted position is solved again under a wrong claim."""
    file = solved(tmp_path / "store.proof", sk.Board("nip12"), 4)
    text = lines_of_store(file)
    for at in (at for at, line in enumerate(text) if line.endswith(b" read\n")):
        claims = check_proof(text)
        (right,) = (claim for claim in claims.trusted if claim.line == at + 1)
        for lower, upper in ((right.upper + 2, 12), (-12, right.lower - 2)):
            if lower <= upper:
                wrong = (replace(right, lower=lower, upper=upper),)
                (found,) = solve_again(replace(claims, trusted=wrong), SampleSettings(5))
                assert not found.agrees


def test_a_stopped_sample_is_shorter(text: list[bytes]) -> None:
    stop = sk.Stop()
    stop.set()
    assert [*solve_again(check_proof(text), SampleSettings(5), stop)] == []


def test_what_a_sample_leaves_possible() -> None:
    assert most_wrong(59) == pytest.approx(0.0495, abs=1e-4)
    assert (1 - most_wrong(100)) ** 100 == pytest.approx(0.05)


# The command line


def run(*words: object) -> int:
    return main([*map(str, ("proof", *words))])


def complaint(capsys: pytest.CaptureFixture[str], code: int, *words: object) -> str:
    """What a command says in one line when it fails with an exit code."""
    assert run(*words) == code
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    return err


def test_export_and_check(nip24: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = tmp_path / "nip24.txt.gz"
    assert run("export", nip24, text) == 0
    told = list[str]()
    for file in (nip24, text):
        assert run("check", file, "--sample", 3) == 0
        told.append(capsys.readouterr().out)
    assert told[0] == told[1]
    assert all(words in told[0] for words in ("claim: X, to move, wins by 4\n", "sample: 3 of", "3 agree"))
    assert run("check", nip24, "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["board"], found["lower"], found["upper"], found["solved_again"]) == ("nip24", 4, 4, 0)


def test_the_shipped_file_runs_by_itself(text: list[bytes], tmp_path: Path) -> None:
    """It needs neither the package nor anything else that is installed."""
    shutil.copy(proof_check.__file__, tmp_path / "alone.py")
    (tmp_path / "proof").write_bytes(b"".join(text))
    for lines, words, code, said in (
        (text, ["proof"], 0, "wins by 4"),
        (text[:-1], ["proof"], 2, ""),
        (text, [], 2, ""),
    ):
        (tmp_path / "proof").write_bytes(b"".join(lines))
        command = [sys.executable, "-I", "-S", "alone.py", *words]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
        assert (done.returncode, bool(done.stdout)) == (code, code == 0)
        assert said in done.stdout


def test_a_wrong_proof_is_named_in_one_line(
    text: list[bytes], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    at = places(text, read=True)[0]
    wrong = tmp_path / "wrong"
    wrong.write_bytes(b"".join(tampered(text, at, text[at].replace(b" read", b""))))
    assert f"line {at + 1}: {text[at].split()[0].decode()}" in complaint(capsys, 1, "check", wrong)


def other_database(file: Path) -> None:
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("CREATE TABLE games (id)")


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda file, _: None, "No such file"),
        (lambda file, _: file.mkdir(), "directory"),
        (lambda file, _: file.write_bytes(b""), "this is no proof"),
        (lambda file, _: file.write_bytes(b"SQLite format 3\0 and no more"), "not a database"),
        (lambda file, _: file.write_bytes(b"\x1f\x8b"), "damaged or cut off"),
        (lambda file, _: file.write_bytes(bytes(range(256))), "this is no proof"),
        (lambda file, _: other_database(file), "no proof"),
        *(
            (lambda file, text, name=name: file.write_bytes(text.replace(b"board nip24", name)), words)
            for name, words in (
                (b"board nip25", "no variant 'nip25'"),
                (b"board nip24+loop", "not those of nip24+loop"),
                (b"board reversi", "not those of reversi"),
            )
        ),
    ],
)
def test_bad_files(
    make: Callable[[Path, bytes], object],
    words: str,
    text: list[bytes],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    make(tmp_path / "file", b"".join(text))
    said = complaint(capsys, 2, "check", tmp_path / "file")
    assert str(tmp_path / "file") in said
    assert words in said


def test_files_that_cannot_be_written_or_are_no_store(
    nip24: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # Options are checked before the file is opened: the missing one is never mentioned.
    text = tmp_path / "text"
    text.write_text("shirokuro proof 1\n")
    for words, message in (
        (("check", tmp_path / "none", "--sample", 0), "1 or more"),
        (("check", tmp_path / "none", "--threads", 0), "threads: 1…1024 are possible, not 0"),
        (("check", tmp_path / "none", "--sample", 1, "--threads", 1025), "are possible, not 1025"),
        (("check", tmp_path / "none", "--seed", 1), "--seed needs --sample"),
        (("export", nip24, nip24), "is the store itself"),
        (("export", text, tmp_path / "out"), "not a store of a proof"),
        (("export", tmp_path / "none", tmp_path / "out"), "No such file"),
        (("export", nip24, tmp_path), "is a folder"),
        (("export", nip24, tmp_path / "none" / "out"), "there is no folder"),
    ):
        assert message in complaint(capsys, 2, *words)
    assert not (tmp_path / "none").exists()
    assert not (tmp_path / "out").exists()
