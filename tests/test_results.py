"""The solved boards that docs/results publishes: their lines replayed by the slow rules, and solved again."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import reference

import shirokuro as sk

PAGE = Path(__file__).parent.parent / "docs/results/nip32.md"
ROW = re.compile(r"^\| `(nip32[+a-z]*)` \| (-?\d+) \| (\d+)–(\d+) \| (.*) \|$", re.MULTILINE)
SOLVED = {
    name: (int(value), int(black), int(white), line)
    for name, value, black, white, line in ROW.findall(PAGE.read_text(encoding="utf-8"))
}


def test_both_rules_are_on_the_page() -> None:
    assert set(SOLVED) == {"nip32", "nip32+loop"}


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
@pytest.mark.parametrize("variant", SOLVED)
def test_the_value_is_found_again(variant: str) -> None:
    with sk.Engine(threads=2, table_mib=512) as engine:
        assert engine.solve(sk.Board(variant)).value == SOLVED[variant][0]
