"""The study of people: what it plans with and without tournament games, and what it counts in them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import shirokuro as sk
from shirokuro.lab.exhibit import Exhibit, Findings, Table
from shirokuro.lab.judging import side_reviews
from shirokuro.lab.report.markdown import chapter
from shirokuro.lab.run.plan import Scale
from shirokuro.lab.run.result import CellResult
from shirokuro.lab.study_index import imported_value
from shirokuro.matches.fixture import Game
from shirokuro.people.model import Question
from shirokuro.studies.people import STUDY, cells, tournament
from shirokuro.studies.people.tournament import ALL, BY_VALUES, Archive, area, performance
from shirokuro.training.people_games import TournamentGame

RATINGS = (1510.0, 80.0, 1720.0, 90.0)


def game_of(seed: int, year: int = 2014, black: str = "Ann", white: str = "Bob") -> TournamentGame:
    record = sk.play("greedy", "random", seed=seed)
    moves = bytes(move for move in record.moves if move != sk.PASS)
    return TournamentGame(year, black, white, 1.0, moves)


@pytest.fixture
def archive(monkeypatch: pytest.MonkeyPatch) -> Archive:
    games = [game_of(1, 2013), game_of(2), game_of(3)]
    found = Archive(games, [RATINGS] * len(games))
    monkeypatch.setattr(tournament, "archive", lambda: found)
    return found


# The plan


def names(scale: Scale) -> list[str]:
    return [cell.name for cell in STUDY.plan(scale)]


def test_tournament_games_are_measured_where_there_are_some(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("SHIROKURO_DATA", raising=False)
    alone = names(Scale("quick"))
    assert "1500 against 1300" in alone
    assert not any(name.startswith(("moves", "losses of people", "ratings")) for name in alone)
    monkeypatch.setenv("SHIROKURO_DATA", str(tmp_path))
    assert names(Scale("quick")) == alone
    (tmp_path / "wthor").mkdir()
    more = {*names(Scale("quick"))} - {*alone}
    assert {"moves, 0", "losses, 0", "ratings, 0", "losses of people at 1500, 0"} < more


def test_a_longer_run_begins_with_the_shorter(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "wthor").mkdir()
    monkeypatch.setenv("SHIROKURO_DATA", str(tmp_path))
    short, long = ([*STUDY.plan(Scale(games=count))] for count in (2 * cells.PIECE, 3 * cells.PIECE + 1))
    measured = {cell.name: cell for cell in long if cell.measurement is not None}
    assert all(measured[cell.name] == cell for cell in short if cell.measurement is not None)
    last = [cell for cell in long if cell.name == f"moves, {3 * cells.PIECE}"]
    assert '"games":1' in last[0].measurement.arguments  # type: ignore[union-attr]


def test_it_is_offered_by_its_entry_point() -> None:
    text = (Path(__file__).parent.parent / "pyproject.toml").read_text()
    assert 'people = "shirokuro.studies.people:STUDY"' in text
    assert imported_value("shirokuro.studies.people.STUDY", "study") is STUDY


# What is measured


def test_only_later_games_are_guessed_and_only_choices_count(archive: Archive) -> None:
    assert {*archive.late()} == {1, 2}
    choices = list(archive.choices(1))
    boards = [board for board in archive.record(1).boards() if len(board.legal_moves) > 1]
    assert [each.board for each in choices] == boards
    for each in choices:
        ratings = (1510.0, 1720.0) if each.board.turn == sk.BLACK else (1720.0, 1510.0)
        assert (each.own, each.other) == ratings
        assert each.board.is_legal(each.move)


def test_guessed_moves_beside_a_count_by_hand(archive: Archive) -> None:
    found: Any = tournament.guessed_moves(0, 1)
    right, loss, moves, by_values = 0, 0.0, 0, 0
    chosen = [each for each in archive.choices(archive.late()[0]) if each.board.move_stack]
    for each in chosen:
        chances = sk.people.predict(each.board, each.own, opponent=each.other)
        right += next(iter(chances)) == each.move
        loss -= math.log(chances[each.move])
        moves += len(chances)
        by_values += next(iter(Question(each.board).chances(each.own, by_values=True))) == each.move
    count, best, three, total = found["groups"][ALL]
    assert (count, best) == (len(chosen), right)
    assert total == pytest.approx(loss)
    assert best <= three <= count
    assert found["groups"][BY_VALUES][:2] == [count, by_values]
    for kind in (tournament.RANKS.values(), tournament.PHASES):
        assert sum(found["groups"][name][0] for name in kind if name in found["groups"]) == count
    numbers, said, played = (sum(tenth[part] for tenth in found["tenths"]) for part in range(3))
    assert (numbers, played) == (moves, count)
    assert said == pytest.approx(count)


def test_losses_of_people_are_those_of_sides_with_that_rating(archive: Archive) -> None:
    found: Any = tournament.lost_by_people(1700, 0, 10, depth=1)
    wanted = [side_reviews(archive.record(number), 1)[sk.WHITE] for number in archive.late()]
    assert found == [[each.lost, each.choices, each.blunders] for each in wanted]
    assert tournament.lost_by_people(1900, 0, 10, depth=1) == []


def test_a_blunder_is_foreseen_where_the_likely_moves_lose(archive: Archive) -> None:
    found: Any = tournament.foreseen_losses(0, 1)
    ((chance, is_lost),) = found
    assert 0 < chance < 1
    assert isinstance(is_lost, bool)
    assert found == tournament.foreseen_losses(0, 1)


def test_the_area_under_the_curve() -> None:
    assert area([(0.9, True), (0.1, False)]) == 1
    assert area([(0.1, True), (0.9, False)]) == 0
    mixed = [(0.5, True), (0.5, False), (0.7, True), (0.6, False)]
    assert area(mixed) == pytest.approx((0.5 + 0 + 1 + 1) / 4)
    assert area([(0.5, True)]) is None


def test_the_rating_that_explains_results() -> None:
    assert performance([(1500, 0.5)] * 40) == pytest.approx(1500)
    best = performance([(1500, 0.75)] * 4000)
    assert best == pytest.approx(1500 + 400 * math.log10(3), abs=3)
    assert 1500 < performance([(1500, 1.0)]) < 1700


def test_ratings_from_games_of_those_who_played_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    games = [game_of(seed % 2, white=f"Guest {seed}") for seed in range(tournament.LEAST_GAMES + 20)]
    games[-1] = game_of(1, black="Deep (author)", white="Guest")
    found = Archive([*games, game_of(2)], [RATINGS] * (len(games) + 1))
    monkeypatch.setattr(tournament, "archive", lambda: found)
    asked: list[int] = []

    def rating(records: Sequence[sk.Record], name: str) -> tuple[float, float]:
        assert name == "Ann"
        asked.append(len(records))
        return 1700.0 + len(records), 50.0

    monkeypatch.setattr(tournament, "rating", rating)
    missed: Any = tournament.missed_ratings(0, 5)
    assert asked == [10, 20]
    true = performance([(1720.0, 1.0)] * tournament.LEAST_GAMES)
    assert missed == [[pytest.approx(abs(1710 - true)), pytest.approx(abs(1720 - true))]]


def test_person_alone() -> None:
    lost: Any = cells.lost_by_person(1500, 0, 1, seed=0)
    assert len(lost) == 2
    assert all(0 <= blunders <= choices for _, choices, blunders in lost)
    ((weakest, *_, strongest),) = hard = cells.difficulties(0, 1, seed=0)  # type: ignore[misc]
    assert len(hard[0]) == len(cells.RATINGS)
    assert weakest[1] > strongest[1]


# Exhibits


def table(exhibits: Sequence[Exhibit], title: str) -> Table:
    return next(each for each in exhibits if isinstance(each, Table) and each.title.startswith(title))


def sentences(exhibits: Sequence[Exhibit]) -> tuple[str, ...]:
    (found,) = (each for each in exhibits if isinstance(each, Findings))
    return found.sentences


def results_of(margins: Sequence[float], values: dict[str, Any]) -> dict[str, CellResult]:
    found = {}
    for cell in STUDY.plan(Scale("quick")):
        games = tuple(Game(cell.fixtures[0], sk.Record(result=margin)) for margin in margins if cell.fixtures)
        found[cell.name] = CellResult(cell.subject(), len(cell.tasks()), games)
    return found | {f"{name}, 0": CellResult("", 1, value=value) for name, value in values.items()}


def test_nothing_measured_has_its_tables() -> None:
    exhibits = STUDY.exhibits({})
    assert len(table(exhibits, "Strength").rows) == 4
    assert all(entry is None for row in table(exhibits, "Strength").rows for entry in row[1:])
    assert not any(isinstance(each, Table) and each.title.startswith("Moves") for each in exhibits)
    assert "**Question.** " in chapter(STUDY, exhibits)


def test_200_points_that_are_worth_less_are_said_to_be() -> None:
    exhibits = STUDY.exhibits(results_of([2.0] * 210 + [-2.0] * 190, {}))
    row = table(exhibits, "Strength").rows[0]
    assert row[:2] == ("1300 against 1100", "210/190/0")
    assert str(row[3]).startswith("−17 to ")
    assert len(sentences(exhibits)) == 4
    assert "1300 against 1100: 200 points are worth less than the 140 to 260 Elo" in sentences(exhibits)[0]
    assert table(STUDY.exhibits(results_of([2.0] * 4, {})), "Strength").rows[0][3].endswith(" to ∞")  # type: ignore[union-attr]
    fair = STUDY.exhibits(results_of([2.0] * 300 + [-2.0] * 100, {}))
    assert sentences(fair) == ()


def test_what_tournament_games_show() -> None:
    tenths = [[10, 0.5, 1]] * 10
    groups = {ALL: [100, 65, 93, 92.0], BY_VALUES: [100, 60, 0, 106.0]}
    values = {
        "losses of person at 1500": [[30, 20, 1], [50, 20, 3]],
        "losses of people at 1500": [[40, 20, 2], [40, 20, 2]],
        "losses of person at 1900": [[20, 20, 0], [20, 20, 0]],
        "losses of people at 1900": [[20, 20, 1]],
        "moves": {"groups": groups, "tenths": tenths},
        "losses": [[0.9, True], [0.1, False]],
        "ratings": [[60.0, 40.0], [80.0, 50.0], [10.0, 70.0]],
    }
    exhibits = STUDY.exhibits(results_of([], values))
    losses = {row[0]: row for row in table(exhibits, "What moves lose").rows}
    assert losses["1500"][1:3] == ("2.00", "2.00")
    assert str(losses["1500"][3]).startswith("1")
    assert losses["1500"][4:6] == ("10 %", "10 %")
    assert losses["1900"][4:] == ("0 %", "5 %", None)
    assert table(exhibits, "Moves").rows == (
        ("all", "65 % of 100 (55–74 %)", "93 %", "0.920"),
        ("by values", "60 % of 100 (50–69 %)", None, "1.060"),
    )
    assert table(exhibits, "Calibration").rows[0] == ("0–10 %", "10", "5.0 %", "10.0 %")
    assert table(exhibits, "Losses of eight").rows == ((2, 1, "1.000"),)
    assert [row[2] for row in table(exhibits, "Ratings").rows] == ["60 points", "50 points"]
    (found,) = (each for each in exhibits if isinstance(each, Findings))
    assert found.answer == "Its best guess is right in 65 % of 100 (55–74 %), with a log-loss of 0.920."
