"""The program that solves the leaves of a proof again: right on every board, and its log goes on."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from samples import random_board
from test_cli import Captured, complaint, output

import shirokuro as sk
from shirokuro.cli import main
from shirokuro.engine.limits import Stop
from shirokuro.proofs import all_leaves
from shirokuro.proofs.all_leaves import LeafLog, leaf_solver, solve_leaves
from shirokuro.proofs.proof_check import CheckedProof, ProofClaim, SlowRules, check_proof, lines_of
from shirokuro.squares.square import square_name

EMPTIES = 11


def proof_of(variant: str, claims: list[ProofClaim]) -> CheckedProof:
    board = sk.VARIANTS[variant]
    cells, rim = ([square_name(square) for square in squares] for squares in (board.cells, board.ring))
    rules = SlowRules(cells, rim, loop=board.loop)
    return CheckedProof(variant, rules, sk.Board(variant).line()[:-2], 0, 0, 1, tuple(claims), "0" * 64)


def claim_of(board: sk.Board, lower: int, upper: int) -> ProofClaim:
    cells, turn = board.line().split(" ")
    cells = cells if turn == "X" else cells.translate(str.maketrans("XO", "OX"))
    return ProofClaim(9, cells, lower, upper, is_trusted=True)


def test_it_finds_the_values_of_the_engine(every_variant: str) -> None:
    most, claims, wrong = len(sk.VARIANTS[every_variant].cells), [], []
    for seed in range(25):
        board = random_board(every_variant, max(2, most - 4 - EMPTIES), seed)
        value = sk.solve(board).value
        claims += [claim_of(board, value, value), claim_of(board, -most, value), claim_of(board, value, most)]
        wrong += [claim_of(board, value + 2, most)] if value + 2 < most else []
        wrong += [claim_of(board, -most, value - 2)] if value - 2 > -most else []
    assert all(each.is_right for each in solve_leaves(proof_of(every_variant, []), claims, jobs=2))
    found = list(solve_leaves(proof_of(every_variant, []), wrong))
    assert len(found) == len(wrong) > 0
    for each in found:
        assert each.verdict.startswith("wrong: ")
        value = int(each.verdict.split()[1])
        assert value < each.claim.lower or value > each.claim.upper


@pytest.fixture(scope="module")
def proof(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("proof")
    assert main(["solve", "nip24", "--store", str(folder / "a.proof"), "--leaf", "14", "--jobs", "1"]) == 0
    assert main(["proof", "export", str(folder / "a.proof"), str(folder / "a.txt")]) == 0
    return folder / "a.txt"


def test_all_leaves_are_solved_and_the_log_goes_on(capsys: Captured, proof: Path, tmp_path: Path) -> None:
    log = tmp_path / "leaves.log"
    words = ("proof", "check", str(proof), "--all-leaves", "--log", str(log))
    assert " are right" in output(capsys, *words, "--jobs", "2").splitlines()[-1]
    whole = log.read_text()
    kept = whole[: len(whole) // 2]  # as if it had been killed while it wrote a line
    log.write_text(kept)
    found = json.loads(output(capsys, *words, "--json"))
    assert found["leaves"]["solved_again"] == found["leaves"]["right"] == found["trusted"]
    assert log.read_text().startswith(kept[: kept.rindex("\n") + 1])
    position = [line.split()[0] for line in log.read_text().splitlines()[1:]]
    assert len(position) == len(set(position)) == found["trusted"]


def test_a_wrong_leaf_is_named(capsys: Captured, proof: Path, tmp_path: Path) -> None:
    log = tmp_path / "leaves.log"
    checked = check_proof(lines_of(proof))
    claim = checked.trusted[0]
    log.write_text(f"{checked.checksum}\n{claim.position} {claim.lower} {claim.upper} 7 wrong: 2 at least\n")
    assert main(["proof", "check", str(proof), "--all-leaves", "--log", str(log)]) == 1
    assert f"line {claim.line}: {claim.position}: wrong: 2 at least" in capsys.readouterr().err


def test_bad_input_is_one_clear_line(
    capsys: Captured, proof: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log, checksum = tmp_path / "leaves.log", check_proof(lines_of(proof)).checksum
    words = ("proof", "check", str(proof))
    for text, reason in (
        ("something else\n", "no log of this proof"),
        (f"{checksum}\nXO 1 1 5 right\n", "line 2 is no solution of a position of this proof"),
        (f"{checksum}\nnonsense\n", "line 2 is no solution of a position of this proof"),
    ):
        log.write_text(text)
        assert reason in complaint(capsys, *words, "--all-leaves", "--log", str(log))
        assert log.read_text() == text
    assert "need --all-leaves" in complaint(capsys, *words, "--log", str(log))
    assert "--jobs: 1…1024 are possible, not 0" in complaint(capsys, *words, "--all-leaves", "--jobs", "0")
    assert "there is no folder" in complaint(capsys, *words, "--all-leaves", "--log", "no/such/leaves.log")
    monkeypatch.setattr(
        all_leaves.importlib.util, "find_spec", lambda name: type("", (), {"origin": "/no/x"})
    )
    assert "leaf_solver is missing" in complaint(capsys, *words, "--all-leaves")


def test_a_stop_ends_it(proof: Path) -> None:
    checked, stop = check_proof(lines_of(proof)), Stop()
    seen = []
    for each in solve_leaves(checked, checked.trusted, stop=stop):
        seen.append(each)
        stop.set()
    assert len(seen) == 1


def test_a_log_keeps_what_it_is_given(proof: Path, tmp_path: Path) -> None:
    checked = check_proof(lines_of(proof))
    log = LeafLog(tmp_path / "leaves.log", checked)
    for each in solve_leaves(checked, checked.trusted[:3]):
        log.add(each)
    again = LeafLog(tmp_path / "leaves.log", checked)
    assert again.solutions == log.solutions
    assert set(again.missing(checked)) == set(checked.trusted[3:])


def test_the_program_reads_a_text_or_says_what_is_wrong(proof: Path) -> None:
    def run(text: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([leaf_solver()], input=text, capture_output=True, text=True)

    text = proof.read_text()
    done = run(text)
    assert done.returncode == 0
    assert done.stdout.count(" right\n") == text.count(" read\n")
    for broken, reason in (
        ("", "shirokuro was expected"),
        (text.replace("proof 1", "proof 2", 1), "this is no proof of version 1"),
        (text.replace("rim ", "rim x9 ", 1), "cells are a1…h8, not x9"),
        (text.replace("loop no", "loop maybe", 1), "loop is yes or no"),
        (f"{text}XO 1 1 read\n", "XO has not as many cells as the board"),
        (f"{text}nothing\n", "no position with its bounds: nothing"),
    ):
        done = run(broken)
        assert (done.returncode, done.stderr) == (2, f"leaf_solver: {reason}\n")
