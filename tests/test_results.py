"""The solved boards that docs/results publishes: their lines replayed by the slow rules, and solved again."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
import reference

import shirokuro as sk
from shirokuro.cli import main

ROOT = Path(__file__).parent.parent
PAGES = ROOT / "docs/results"
BOARDS = ("nip32", "nip40")
ROW = re.compile(r"^\| `(nip\d+[+a-z]*)` \| (-?\d+) \| (\d+)–(\d+) \| (.*) \|$", re.MULTILINE)
SOLVED = {
    name: (int(value), int(black), int(white), line)
    for board in BOARDS
    for name, value, black, white, line in ROW.findall((PAGES / f"{board}.md").read_text(encoding="utf-8"))
}


def test_the_solved_boards_are_on_the_pages() -> None:
    assert set(SOLVED) == {"nip32", "nip32+loop", "nip40", "nip40+loop"}


@pytest.mark.parametrize("variant", SOLVED)
def test_the_line_leads_to_the_value(variant: str) -> None:
    value, black, white, line = SOLVED[variant]
    game = reference.new_game(variant)
    for move in re.sub(r"\(\w+ passes\)", "pass", line).split():
        assert game.must_pass() if move == "pass" else game.flips(move)
        game = game.after_pass() if move == "pass" else game.after(move)
    assert game.is_over()
    assert (game.count(reference.BLACK), game.count(reference.WHITE)) == (black, white)
    assert game.margin("winner") == game.margin("plain") == value


@pytest.mark.long
@pytest.mark.parametrize("variant", ["nip32", "nip32+loop"])
def test_the_value_is_found_again(variant: str) -> None:
    with sk.Engine(threads=2, table_mib=512) as engine:
        assert engine.solve(sk.Board(variant)).value == SOLVED[variant][0]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("nip24", 4),
        ("nip24+loop", -8),
        *(
            pytest.param(*row, marks=pytest.mark.long)
            for row in (("nip32", -10), ("nip32+loop", -14), ("reversi6", -4))
        ),
    ],
)
def test_a_small_proof_follows_with_all_its_leaves(
    name: str, value: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["proof", "check", str(PAGES / f"{name}.txt.gz"), "--all-leaves", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["board"], found["lower"], found["upper"]) == (name, value, value)
    assert found["start"] == sk.Board(name).line()[:-2]
    assert found["leaves"]["right"] == found["leaves"]["solved_again"] == found["trusted"] > 0
    assert f"[{name}.txt.gz]" in (page := (PAGES / "nip32.md").read_text())
    assert found["sha256"] in page


@pytest.mark.parametrize(
    "file",
    [
        *("src/shirokuro/proofs/nip40.txt.gz", "src/shirokuro/proofs/nip40+loop.txt.gz"),
        *("docs/results/nip40-26.txt.gz", "docs/results/nip40+loop-26.txt.gz"),
    ],
)
def test_a_proof_is_the_one_on_its_page_and_follows(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["proof", "check", str(ROOT / file)]) == 0
    told, page = capsys.readouterr().out, (PAGES / "nip40.md").read_text()
    value = SOLVED["nip40+loop" if "+loop" in file else "nip40"][0]
    assert f"claim: X, to move, loses by {-value}\n" in told
    assert Path(file).name in page
    assert told.splitlines()[-1].split()[-1] in page
    if file == "src/shirokuro/proofs/nip40.txt.gz":
        assert f"$ shirokuro proof check {file}\n{told}```" in page


@pytest.mark.long
@pytest.mark.parametrize("board", ["nip40", "nip40+loop"])
def test_readings_of_a_proof_are_found_again(board: str, capsys: pytest.CaptureFixture[str]) -> None:
    file = ROOT / f"src/shirokuro/proofs/{board}.txt.gz"
    assert main(["proof", "check", str(file), "--sample", "40", "--seed", "7"]) == 0
    assert ": 40 agree" in capsys.readouterr().out
