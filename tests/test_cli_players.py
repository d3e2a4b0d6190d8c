"""`shirokuro players`: everybody is listed, in text and as JSON, and a wrong name gets the nearest."""

from __future__ import annotations

import json
import re

from rich.cells import cell_len
from terminal import at_a_terminal, read_all
from test_cli import Captured, complaint, output

import shirokuro as sk
from shirokuro.players.levels import LEVELS


def test_all_players_with_all_their_parameters(capsys: Captured) -> None:
    entries = output(capsys, "players").split("\n\n")
    assert len(entries) == len(sk.PLAYERS)
    for entry, kind in zip(entries, sk.PLAYERS.values(), strict=True):
        assert entry.startswith(f"{kind.spec_name}: {kind.summary}\n")
        assert kind.origin in entry
        for each in kind.parameters():
            assert f"{each.name}={each.text(each.default)}" in entry
            assert f"{each.help} ({each.possible()})" in entry


def test_one_player(capsys: Captured) -> None:
    for name, kind in sk.PLAYERS.items():
        text = output(capsys, "players", name)
        assert text.startswith(f"{name}: ")
        assert (kind.__doc__ or "").split("\n")[0] in text
    assert "no player 'enginee': did you mean 'engine'?" in complaint(capsys, "players", "enginee")


def test_the_levels_of_the_engine(capsys: Captured) -> None:
    rows = output(capsys, "players", "engine").splitlines()[-len(LEVELS) :]
    for number, (row, level) in enumerate(zip(rows, LEVELS, strict=True)):
        assert row.split()[0] == str(number)
        assert level.name in row
        assert str(level.rating or level.depth or "") in row
        assert row.endswith(f"{level.nodes:,}" if level.nodes else "-")


def test_as_json(capsys: Captured) -> None:
    found = json.loads(output(capsys, "players", "--json"))
    assert [each["name"] for each in found] == [*sk.PLAYERS]
    for each in found:
        kind = sk.PLAYERS[each["name"]]
        assert each["variants"] == [*kind().variants]
        assert [p["name"] for p in each["parameters"]] == [p.name for p in kind.parameters()]
        assert [p["default"] for p in each["parameters"]] == [p.default for p in kind.parameters()]
    (engine,) = json.loads(output(capsys, "players", "engine", "--json"))
    assert len(engine["levels"]) == len(LEVELS)


def test_a_terminal_gets_a_table_that_fits() -> None:
    with at_a_terminal("players") as (process, terminal):
        text = read_all(terminal)
        assert process.wait() == 0
    assert all(name in text for name in sk.PLAYERS)
    rows = [row for row in re.sub("\x1b\\[[0-9;]*m", "", text).splitlines() if row.startswith(("┏", "│"))]
    assert len(rows) > len(sk.PLAYERS)
    assert {cell_len(row) for row in rows} == {80}
