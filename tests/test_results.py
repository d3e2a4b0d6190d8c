"""The solved boards that docs/results publishes: their lines replayed by the slow rules, and solved again."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import reference

import shirokuro as sk
from shirokuro.cli import main

PAGES = Path(__file__).parent.parent / "docs/results"
BOARDS = ("nip32", "nip40")
ROW = re.compile(r"^\| `(nip\d+[+a-z]*)` \| (-?\d+) \| (\d+)–(\d+) \| (.*) \|$", re.MULTILINE)
SOLVED = {
    name: (int(value), int(black), int(white), line)
    for board in BOARDS
    for name, value, black, white, line in ROW.findall((PAGES / f"{board}.md").read_text(encoding="utf-8"))
}


def test_the_solved_boards_are_on_the_pages() -> None:
    assert set(SOLVED) == {"nip32", "nip32+loop", "nip40"}


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


def test_the_proof_is_the_one_on_its_page_and_follows(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "--check", str(PAGES / "nip40.txt.gz")]) == 0
    told = capsys.readouterr().out
    assert "claim: X, to move, loses by 6\n" in told
    assert (
        f"$ shirokuro solve --check docs/results/nip40.txt.gz\n{told}```" in (PAGES / "nip40.md").read_text()
    )


@pytest.mark.long
def test_readings_of_the_proof_are_found_again(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["solve", "--check", str(PAGES / "nip40.txt.gz"), "--sample", "40", "--seed", "7"]
    assert main(words) == 0
    assert ": 40 agree" in capsys.readouterr().out
