"""The checker of proofs: its rules are those of the slow copy, right proofs pass, tampered ones do not."""

from __future__ import annotations

import gzip
import json
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest
import reference

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
    """As the checker writes it: X to move."""
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
    """Rims full of one colour, ends and passes come more often than in games."""
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


@pytest.mark.parametrize(
    ("variant", "depth", "leaves"),
    [
        *(("reversi", 5, 1396), ("reversi6", 5, 1364), ("reversi4", 6, 1256), ("nip", 5, 1392)),
        *(("nip40", 5, 1320), ("nip32", 5, 1300), ("nip24", 6, 3008)),
        *(("nip12", 12, 212), ("nip12+loop", 12, 212)),
        pytest.param("nip", 8, 365024, marks=pytest.mark.long),  # where the rim matters
    ],
)
def test_perft(variant: str, depth: int, leaves: int) -> None:
    assert perft(rules_of(variant), line_of(reference.new_game(variant)), depth) == leaves


def perft(rules: SlowRules, position: str, depth: int) -> int:
    if depth == 0 or rules.is_over(position):
        return 1
    return sum(perft(rules, after, depth - 1) for after in rules.after(position))


def test_images_are_one_position(variant: str) -> None:
    rules, board = rules_of(variant), sk.Board(variant)
    random = Random(variant)
    for _ in range(4):
        board.push(random.choice([*board.legal_moves]))
    images = {board.transform(symmetry).line().split()[0] for symmetry in sk.Symmetry}
    assert len({rules.least_image(image) for image in images}) == 1
    assert rules.least_image(images.pop()) in images | {rules.least_image(board.line().split()[0])}


def test_only_symmetries_of_the_rim_count() -> None:
    """Cells of a square whose rim runs along one side: mirrored only."""
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
    """Where every line is played out, nothing rests on trust."""
    file = solved(tmp_path / "store.proof", sk.Board(variant), leaf)
    proof = check_proof(lines_of_store(file))
    assert (proof.board, proof.lower, proof.upper) == (variant, value, value)
    assert proof.positions > len(proof.trusted)
    assert bool(proof.trusted) == (leaf > 0)
    assert all(claim.position.count("-") <= leaf for claim in proof.trusted)


def test_nip24(text: list[bytes]) -> None:
    told = list[tuple[int, int]]()
    proof = check_proof(text, lambda done, total: told.append((done, total)))
    assert (proof.lower, proof.upper) == (4, 4)
    assert proof.positions == len(text) - HEAD
    assert told[0] == (0, proof.positions)
    assert len(told) == (proof.positions + 255) // 256


def test_nip24_with_the_loop_rule_and_who_wins_alone(tmp_path: Path) -> None:
    file = solved(tmp_path / "store.proof", sk.Board("nip24+loop"), goal="winner")
    proof = check_proof(lines_of_store(file))
    assert proof.rules.loop
    assert proof.lower == -24
    assert proof.upper < 0


def test_from_another_start(tmp_path: Path) -> None:
    """A start with white to move, turned: the proof is of its image, X to move."""
    board = sk.Board("reversi4")
    board.push(board.legal_moves.names()[0])
    file = solved(tmp_path / "store.proof", board.transform(sk.Symmetry(3)), 6)
    proof = check_proof(lines_of_store(file))
    own = board.line().split()[0].translate(OTHER_SIDE)
    assert proof.rules.least_image(proof.start) == proof.rules.least_image(own)
    assert proof.lower == proof.upper == sk.solve(board).value


def test_a_store_used_with_two_sizes_of_leaves(tmp_path: Path) -> None:
    """Positions that were read are looked into by the second run; the proof stays whole."""
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
    """The most empties come first."""
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


def test_any_image_may_be_written(text: list[bytes]) -> None:
    turned = [*text[:HEAD]]
    for line in text[HEAD:]:
        cells, _, rest = line.decode().partition(" ")
        image = sk.Board.parse(f"{cells} X", "nip24").transform(sk.Symmetry(5))
        turned.append(f"{image.line().split()[0]} {rest}".encode())
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


def counted(text: list[bytes]) -> list[bytes]:
    """With the counts in its head as they are."""
    readings = sum(line.endswith(b" read\n") for line in text)
    counts = [f"positions {len(text) - HEAD}\n".encode(), f"readings {readings}\n".encode()]
    return [*text[: HEAD - 2], *counts, *text[HEAD:]]


def refused(text: list[bytes], words: str) -> None:
    with pytest.raises(WrongProofError, match=words):
        check_proof(counted(text))


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
    """What was needed is missing above; a reading that is weaker than what it was used for likewise."""
    for at in Random(bound).sample(places(text, read=read, bound=bound), 12):
        tampered = [*text]
        tampered[at] = with_bound(text[at], bound, change)
        refused(tampered, words)


@pytest.mark.parametrize("change", [-2, 2])
def test_another_value_of_the_root(text: list[bytes], change: int) -> None:
    words = text[HEAD].split()
    value = str(int(words[1]) + change).encode()
    refused([*text[:HEAD], b" ".join((words[0], value, value)) + b"\n", *text[HEAD + 1 :]], "does not follow")


@pytest.mark.parametrize("read", [False, True])
def test_a_position_taken_out(text: list[bytes], read: bool) -> None:
    for at in Random(1).sample(places(text, read=read), 12):
        refused([*text[:at], *text[at + 1 :]], "does not follow|nothing in the proof needs")


def test_a_reading_that_nobody_has_done(text: list[bytes]) -> None:
    """What was proved below it stands there for nothing; where others need that too, more is on trust."""
    readings, refusals = len(check_proof(text).trusted), 0
    for at in Random(2).sample(places(text, read=False), 12):
        tampered = counted([*text[:at], text[at].replace(b"\n", b" read\n"), *text[at + 1 :]])
        try:
            assert len(check_proof(tampered).trusted) == readings + 1
        except WrongProofError:
            refused(tampered, "nothing in the proof needs")
            refusals += 1
    assert refusals > 6


def test_a_reading_taken_for_a_proof(text: list[bytes]) -> None:
    for at in Random(3).sample(places(text, read=True), 12):
        tampered = [*text]
        tampered[at] = text[at].replace(b" read", b"")
        refused(tampered, f"line {at + 1}: .* does not follow")


def test_a_position_twice(text: list[bytes]) -> None:
    cells, _, rest = text[-1].decode().partition(" ")
    image = sk.Board.parse(f"{cells} X", "nip24").transform(sk.Symmetry(2)).line().split()[0]
    refused([*text, f"{image} {rest}".encode()], "was there before")


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


def test_texts_cut_off_anywhere(text: list[bytes], tmp_path: Path) -> None:
    whole, random = b"".join(text), Random(4)
    for raw in (whole, gzip.compress(whole)):
        for length in (0, 1, 2, 5, len(raw) - 1, *random.sample(range(len(raw)), 12)):
            (tmp_path / "cut").write_bytes(raw[:length])
            with pytest.raises(ProofTextError):
                check_proof(lines_of(tmp_path / "cut"))


def test_a_damaged_byte_of_a_compressed_text(text: list[bytes], tmp_path: Path) -> None:
    raw = gzip.compress(b"".join(text))
    for at in Random(5).sample(range(10, len(raw)), 12):
        (tmp_path / "damaged").write_bytes(raw[:at] + bytes([raw[at] ^ 0x55]) + raw[at + 1 :])
        with pytest.raises((ProofTextError, WrongProofError)):
            check_proof(lines_of(tmp_path / "damaged"))


# Tampered stores


def change(file: Path, query: str, values: tuple[object, ...] = ()) -> None:
    database = sqlite3.connect(file)
    database.create_function("checksum", -1, checksum)
    with database:
        assert database.execute(query, values).rowcount > 0
    database.close()


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
    """By somebody who can count checksums too."""
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
    assert run("check", tmp_path / "store") == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert f"{tmp_path / 'store'}: a damaged proof" in err


# The sample


def test_trusted_positions_solved_again_agree(text: list[bytes]) -> None:
    proof = check_proof(text)
    found = [*solve_again(proof, SampleSettings(25, seed=3))]
    assert len(found) == 25
    assert all(each.agrees for each in found)
    assert len({each.claim.position for each in found}) == 25
    again, other = ([each.claim for each in solve_again(proof, SampleSettings(25, seed))] for seed in (3, 4))
    assert again == [each.claim for each in found] != other


def test_a_wrong_reading_is_found(tmp_path: Path) -> None:
    """Every reading is done again, one of them with another claim each time."""
    file = solved(tmp_path / "store.proof", sk.Board("nip12"), 4)
    text = lines_of_store(file)
    for at in (at for at, line in enumerate(text) if line.endswith(b" read\n")):
        claims = check_proof(text)
        (right,) = (claim for claim in claims.trusted if claim.line == at + 1)
        for lower, upper in ((right.upper + 2, 12), (-12, right.lower - 2)):
            if lower <= upper:
                wrong = replace(right, lower=lower, upper=upper)
                proof = replace(claims, trusted=(wrong,))
                (found,) = solve_again(proof, SampleSettings(5))
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
    """Without the package, and without anything else that is installed."""
    shutil.copy(proof_check.__file__, tmp_path / "alone.py")
    (tmp_path / "proof").write_bytes(b"".join(text))
    command = [sys.executable, "-I", "-S", "alone.py", "proof"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0
    assert "wins by 4" in done.stdout
    (tmp_path / "proof").write_bytes(b"".join(text[:-1]))
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert subprocess.run(command[:-1], cwd=tmp_path, capture_output=True).returncode == 2


def test_a_wrong_proof_is_named_in_one_line(
    text: list[bytes], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    at = places(text, read=True)[0]
    tampered = counted([*text[:at], text[at].replace(b" read", b""), *text[at + 1 :]])
    (tmp_path / "wrong").write_bytes(b"".join(tampered))
    assert run("check", tmp_path / "wrong") == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert f"line {at + 1}: {text[at].split()[0].decode()}" in err


def other_database(file: Path) -> None:
    database = sqlite3.connect(file)
    with database:
        database.execute("CREATE TABLE games (id)")
    database.close()


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
    assert run("check", tmp_path / "file") == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert str(tmp_path / "file") in err
    assert words in err


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
        assert run(*words) == 2
        err = capsys.readouterr().err
        assert err.count("\n") == 1
        assert message in err
    assert not (tmp_path / "none").exists()
    assert not (tmp_path / "out").exists()
