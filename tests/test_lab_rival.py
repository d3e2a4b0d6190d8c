"""The rival's study: legs that carry its memory, what is measured of games, and what is found in them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, replace
from itertools import pairwise
from statistics import mean
from typing import Any

import pytest

import shirokuro as sk
from shirokuro.lab.exhibit import Exhibit, Plot, Table
from shirokuro.lab.run.plan import Cell, Measurement, Scale
from shirokuro.lab.run.result import CellResult, Results
from shirokuro.players.rival.allowance import Allowance
from shirokuro.players.rival.report import RivalReport
from shirokuro.players.rival.rival import Rival
from shirokuro.replications.rival import STUDY
from shirokuro.replications.rival.characters import told_apart
from shirokuro.replications.rival.demonstration import GAMES, PEOPLE, seen
from shirokuro.replications.rival.findings import findings
from shirokuro.replications.rival.ladders import HELD_OUT, LADDER, ON_NIP, SOME_ON_NIP, SQUARE
from shirokuro.replications.rival.playing import (
    LEG,
    RivalSeries,
    SeriesGame,
    legs,
    loss_ratio,
    play_leg,
    played,
    read_leg,
    runs,
)
from shirokuro.replications.rival.style_measures import Style, corners_given, style

QUICK = "rival:nodes=1000"
SMALL = RivalSeries("random", variant="reversi4", rival=QUICK)
GAME = SeriesGame(
    **{"moves": "", "margin": 2, "lost": 60.0, "choices": 30, "corners": 0},
    **{"opponent_lost": 60.0, "opponent_choices": 30, "style": Style(10.0, 0.5, 0.3, 7.0)},
)
LOST = replace(GAME, margin=-2)


# Legs


def test_a_series_in_legs_is_the_same_games() -> None:
    whole: Any = play_leg(asdict(SMALL), 0, 4)
    first: Any = play_leg(asdict(SMALL), 0, 2)
    second: Any = play_leg(asdict(SMALL), 2, 2, before=json.loads(json.dumps(first)))
    assert [*read_leg(first), *read_leg(second)] == read_leg(whole)
    assert second["memory"] == whole["memory"]
    black = whole["memory"]["black"]
    assert black["wins"] + black["draws"] + black["losses"] == 4


def test_without_memory_each_game_begins_blank() -> None:
    series = replace(SMALL, remembers=False)
    value: Any = play_leg(asdict(series), 0, 3)
    assert value["memory"] == sk.player(QUICK).memory.to_dict()  # type: ignore[union-attr]
    assert read_leg(value)[2:] == read_leg(play_leg(asdict(series), 2, 1))
    assert all(cell.measurement is not None and not cell.measurement.after for cell in legs(series, 25))


def test_games_are_played_with_the_colour_and_from_the_opening_that_were_asked_for() -> None:
    series = RivalSeries("random", "in turn", "reversi6", from_openings=True, rival=QUICK)
    games = read_leg(play_leg(asdict(series), 0, 2))
    openings = sk.openings("reversi6")
    for number, game in enumerate(games):
        assert game.moves.startswith(openings[number])
        margin = sk.Board.parse(game.moves, "reversi6").margin()
        assert game.margin == (margin if number == 0 else -margin)


def test_a_longer_series_begins_with_the_legs_of_the_shorter() -> None:
    short, long = legs(SMALL, 2 * LEG), legs(SMALL, 3 * LEG + 1)
    assert long[:2] == short
    assert len(long) == 4
    for one, other in pairwise(long):
        assert one.measurement is not None
        assert other.measurement is not None
        assert other.measurement.after == one.measurement.digest()


def test_a_series_is_read_as_far_as_it_was_played() -> None:
    cells = legs(SMALL, 3 * LEG)
    value = {"games": [asdict(GAME)] * LEG, "memory": {}}
    results = {cell.name: CellResult("", 1, value=value) for cell in cells[:2]}
    assert played(results, SMALL) == [GAME] * 2 * LEG
    assert played({}, SMALL) == []


# What is measured


def report(record: sk.Record, colour: sk.Colour) -> RivalReport:
    rival = sk.player(QUICK)
    assert isinstance(rival, Rival)
    return rival.report(record, colour)


def test_a_corner_that_is_given_away() -> None:
    """Where it costs much, can be taken at once and need not be: as with every move of some random games."""
    engine, given = sk.Engine(), 0
    for seed in range(2):
        record = sk.play("random", "random", seed=seed, variant="reversi6")
        found = report(record, sk.BLACK)
        boards, by_hand = list(record.boards()), 0
        for ply in found.losses:
            board = boards[ply - 1]
            after = {move: board.copy() for move in board.legal_moves}
            for move, child in after.items():
                child.push(move)
            gifts = {move for move, child in after.items() if {0, 5, 40, 45} & set(child.legal_moves)}
            limits = sk.Limits() if len(board.empties()) <= 12 else sk.Limits(depth=8)
            values = {move: each.value for move, each in engine.analyze(board, limits).items()}
            bad = {move for move, value in values.items() if max(values.values()) - value >= 6}
            by_hand += record.moves[ply - 1] in gifts & bad and bool({*values} - gifts - bad)
        assert corners_given(record, found) == by_hand
        given += by_hand
    assert given


def test_the_style_of_a_game() -> None:
    record = sk.play("random", "random", seed=1)
    found = style(record, report(record, sk.BLACK), Allowance(1000))
    mobility, edges, held = [], [], []
    for board, move in zip(record.boards(), record.moves, strict=False):
        if board.turn == sk.BLACK and len(board.legal_moves) > 1 and len(board.empties()) >= 20:
            mobility.append(len(board.legal_moves))
            edges.append({move % 8, move // 8} & {0, 7} != set())
            after = board.copy()
            after.push(move)
            discs = [len(after.discs(side)) for side in sk.Colour]
            held.append(discs[sk.BLACK] / sum(discs))
    assert found.mobility == pytest.approx(mean(mobility), abs=1e-3)
    assert found.edges == pytest.approx(mean(edges), abs=1e-3)
    assert found.discs == pytest.approx(mean(held), abs=1e-3)
    assert found.sharpness > 0


def test_runs_of_results() -> None:
    assert runs([GAME] * 5) is runs([]) is None
    assert runs([GAME, LOST] * 20) > 5
    assert runs([GAME] * 20 + [LOST] * 20) < -5
    drawn = replace(GAME, margin=0)
    assert runs([GAME, drawn, LOST, drawn] * 10) == runs([GAME, LOST] * 10)
    # By hand: two wins, two losses, four runs; expected 3, variance 2/3.
    assert runs([GAME, LOST, GAME, LOST]) == pytest.approx((4 - 3) / (2 / 3) ** 0.5)


def test_losses_compared() -> None:
    assert loss_ratio([replace(GAME, lost=30.0)] * 3).value == pytest.approx(0.5)
    assert loss_ratio([replace(GAME, opponent_lost=0.0)]) is None


# Plans


def test_the_ladders_are_those_that_were_asked_for() -> None:
    assert {"weak:depth=1", "weak:depth=3", "montai:playouts=500", "strong:depth=8", "ssai:x=6"} < {*LADDER}
    assert {*SOME_ON_NIP} < {*ON_NIP} < {*LADDER}
    assert len(SOME_ON_NIP) == 8
    assert len(HELD_OUT) == 5
    assert not {*HELD_OUT} & {*LADDER}
    for name in (*HELD_OUT, *ON_NIP):
        assert name == "itself" or sk.player(name)


def test_without_memory_there_are_twice_as_many_games() -> None:
    plan = {cell.name: cell for cell in STUDY.plan(Scale(games=10))}
    with_memory, without = (SQUARE.series("random", "first", remembers) for remembers in (True, False))
    assert f"{with_memory.name}, 0" in plan
    assert f"{with_memory.name}, 10" not in plan
    assert f"{without.name}, 10" in plan


def test_only_a_full_run_has_all_of_nip_and_the_openings() -> None:
    small, full = ({cell.name for cell in STUDY.plan(Scale(size, games=1))} for size in ("default", "full"))
    assert small < full
    assert not any("from openings" in name or "strong:depth=8 first on nip" in name for name in small)
    assert any("from openings" in name for name in full)
    assert any("strong:depth=8 first on nip" in name for name in full)


def test_people_change_from_game_to_game() -> None:
    moody, tires_in_game, tires, learns = PEOPLE
    assert moody.series(0).opponent == moody.series(GAMES - 1).opponent
    assert tires_in_game.series(7).opponent == "uneven:start=9,end=3,spread=1"
    for person, number, level, spread in (
        (tires, 0, 9, 2),
        (tires, -1, 3, 2),
        (learns, 0, 0, 3),
        (learns, -1, 6, 3),
    ):
        opponent = person.series(number % GAMES).opponent
        assert opponent == f"uneven:start={level},end={level},spread={spread}"


# Exhibits


def fake(games: Sequence[SeriesGame], number: int = 50) -> Results:
    """So many games a cell: these, over and over."""
    return {cell.name: _filled(cell, games) for cell in STUDY.plan(Scale(games=number))}


def _filled(cell: Cell, games: Sequence[SeriesGame]) -> CellResult:
    if cell.measurement is None:
        return CellResult(cell.subject(), 1)
    return CellResult("", 1, value={"games": [*map(asdict, _leg(cell.measurement, games))]})


def _leg(measurement: Measurement, games: Sequence[SeriesGame]) -> list[SeriesGame]:
    asked = json.loads(measurement.arguments)
    return [games[number % len(games)] for number in range(asked["first"], asked["first"] + asked["games"])]


def table(exhibits: Sequence[Exhibit], title: str) -> Table:
    return next(each for each in exhibits if isinstance(each, Table) and each.title.startswith(title))


def test_a_rival_that_does_what_it_should() -> None:
    results = fake([GAME, LOST])
    said = "\n".join(findings(results))
    for words in (
        "8x8: with memory it scores 45–55 % in all 36 cells.",
        "8x8: its moves lose 0.8 to 1.25 times as much as its opponent's against all 18",
        "corners a game or fewer against all 11 opponents from strong depth 1 on",
        "Nip: 10 % of the games or fewer are drawn against all 8 opponents.",
    ):
        assert words in said
    assert " not " not in said.replace("it was not made for", "")
    assert said.endswith(" err as people do it scores 50 % of 160 games.")
    scores = table(STUDY.exhibits(results), "The rival of today: scores on 8x8")
    assert scores.rows[3][:3] == ("random", "50 % (37–63 %)", "open")


def test_few_games_say_nothing() -> None:
    assert not [*findings(fake([GAME], 1))]


def test_a_rival_that_does_not() -> None:
    bad = replace(GAME, margin=30, lost=200.0, corners=3)
    said = "\n".join(findings(fake([bad])))
    assert "8x8: with memory it scores 45–55 % in 0 of 36 cells, not weak depth 1 first 100 %," in said
    assert "corners a game or fewer against 0 of 11 opponents from strong depth 1 on" in said


def test_an_opponent_as_strong_as_its_engine_counts_apart() -> None:
    said = "\n".join(findings(fake([replace(GAME, opponent_lost=20.0)])))
    assert "its moves lose" not in said
    assert "8x8: against its match it scores weak depth 1 100 %," in said
    results = dict(fake([GAME, LOST]))
    equal = fake([replace(GAME, opponent_lost=20.0, margin=-20)])
    results |= {name: each for name, each in equal.items() if "against engine:level=15 " in name}
    said = "\n".join(findings(results))
    assert "8x8: against its match it scores engine level 15 0 %." in said
    assert "10 % of the games or fewer are drawn against all 17 opponents" in said


def test_characters_are_told_apart_by_what_differs() -> None:
    usual = [replace(GAME, style=Style(10 + each, 0.5 + each / 10, 0.3, 7 + each)) for each in (0, 1)]
    sharp = [replace(GAME, style=Style(10 + each, 0.5 + each / 10, 0.5, 12 + each)) for each in (0, 1)]
    sharps = {name: each for name, each in fake(sharp, 16).items() if "character=sharp" in name}
    results = {**fake(usual, 16), **sharps}
    told = told_apart(results)
    assert told["calm", "sharp"] == 1  # nothing is known of how edges vary
    assert told["calm", "greedy"] == 0
    rows = {row[0]: row for row in table(STUDY.exhibits(results), "The characters two by two").rows}
    assert [str(entry)[0] for entry in rows["calm – sharp"][1:5]] == ["+", "+", "+", "−"]
    many = {name: each for name, each in fake([GAME, LOST], 200).items() if "character=" in name}
    assert [*findings(many)][-1] == "Two or more measures tell 0 of 6 pairs of characters apart."


def test_the_demonstration_has_a_curve_for_each_and_reads_what_there_is() -> None:
    results = fake([GAME, LOST, GAME], 4)
    assert [len(seen(results, person)) for person in PEOPLE] == [4] * 4
    plots = [each for each in STUDY.exhibits(results) if isinstance(each, Plot)]
    (balance,) = (each for each in plots if each.title.startswith("Wins less losses"))
    assert [point.y for point in balance.series[0].points] == [1, 0, 1, 2]
    losses = [each for each in plots if each.title.startswith("What moves lose")]
    assert len(losses) == len(PEOPLE)
    assert [point.y for point in losses[0].series[0].points] == [2.0]
