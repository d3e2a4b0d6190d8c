"""The rival's study: legs that carry its memory, what is measured of games, and what is found in them."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import asdict, replace
from itertools import pairwise
from pathlib import Path
from statistics import mean
from typing import Any

import pytest

import shirokuro as sk
from shirokuro.explanation.reviewer import Judgement
from shirokuro.lab.exhibit import Exhibit, Plot, Table
from shirokuro.lab.judging import PROVEN_EMPTIES, side_reviews, throws_a_win
from shirokuro.lab.run.plan import Scale
from shirokuro.lab.run.result import CellResult, Results
from shirokuro.lab.run.store import Store
from shirokuro.matches.rating import Tally
from shirokuro.players.rival.memory import RivalMemory
from shirokuro.replications.rival import STUDY, opponents
from shirokuro.replications.rival.cells import OTHERS
from shirokuro.replications.rival.characters import told_apart
from shirokuro.replications.rival.demonstration import GAMES, PEOPLE, seen
from shirokuro.replications.rival.findings import findings, throws_little
from shirokuro.replications.rival.ladders import (
    CALLED,
    HELD_OUT,
    LADDER,
    ON_NIP,
    SOME_ON_NIP,
    SQUARE,
    TOP,
    Ladder,
    called,
    measuring,
)
from shirokuro.replications.rival.playing import (
    EQUAL,
    EVEN,
    LEG,
    MODES,
    RivalSeries,
    SeriesGame,
    legs,
    loss_ratio,
    play_leg,
    played,
    read_leg,
    rival_of,
    runs,
    thrown,
    thrown_to_it,
)
from shirokuro.replications.rival.style_measures import Style, style
from shirokuro.replications.rival.tables import AIM, RANGES, half

SMALL = RivalSeries("random", rival_of(EVEN, 1000), remembers=True, variant="reversi4")
GAME = SeriesGame(
    **{"moves": "", "margin": 2, "lost": 60, "choices": 30, "thrown": 0},
    **{
        "opponent_lost": 60,
        "opponent_choices": 30,
        "opponent_thrown": 1,
        "style": Style(10.0, 0.5, 0.3, 7.0),
    },
)
LOST = replace(GAME, margin=-2, thrown=1, opponent_thrown=0)


# Legs


def test_a_series_in_legs_is_the_same_games() -> None:
    whole: Any = play_leg(asdict(SMALL), 0, 4)
    first: Any = play_leg(asdict(SMALL), 0, 2)
    second: Any = play_leg(asdict(SMALL), 2, 2, before=json.loads(json.dumps(first)))
    assert [*read_leg(first), *read_leg(second)] == read_leg(whole)
    assert second["memory"] == whole["memory"] != RivalMemory().to_dict()
    blank = replace(SMALL, remembers=False)  # each game begins without memory
    value: Any = play_leg(asdict(blank), 0, 3)
    assert value["memory"] == RivalMemory().to_dict()
    assert read_leg(value)[2:] == read_leg(play_leg(asdict(blank), 2, 1))
    assert all(cell.measurement is not None and not cell.measurement.after for cell in legs(blank, 25))


def test_colours_alternate_and_two_games_begin_from_an_opening() -> None:
    series = replace(SMALL, variant="reversi6", from_openings=True)
    games = read_leg(play_leg(asdict(series), 0, 4))
    known = sk.openings("reversi6")
    for number, game in enumerate(games):
        assert game.moves.startswith(known[number // 2])
        margin = sk.Board.parse(game.moves, "reversi6").margin()
        assert game.margin == (margin if number % 2 == 0 else -margin)
        assert game.seconds is not None
        assert game.seconds > 0


@pytest.mark.parametrize("mode", MODES)
def test_each_mode_plays_on_both_boards(mode: Any) -> None:
    """Only an even score remembers."""
    for variant in ("reversi4", "nip12"):
        series = Ladder("", ("random",), variant, nodes=500).series("random", mode)
        assert series.remembers == (mode == EVEN)
        value: Any = play_leg(asdict(series), 0, 2)
        assert (value["memory"] != RivalMemory().to_dict()) == series.remembers
        assert len(read_leg(value)) == 2


def test_a_longer_series_begins_with_the_legs_of_the_shorter() -> None:
    short, long = legs(SMALL, 2 * LEG), legs(SMALL, 3 * LEG + 1)
    assert (long[:2], len(long)) == (short, 4)
    for one, other in pairwise(cell.measurement for cell in long):
        assert one is not None
        assert other is not None
        assert other.after == one.digest()
    value = {"games": [asdict(GAME)] * LEG, "memory": {}}
    assert played({cell.name: CellResult("", 1, value=value) for cell in short}, SMALL) == [GAME] * 2 * LEG
    assert played({}, SMALL) == []


# What is measured


def test_how_both_sides_played_a_game() -> None:
    """Beside every move's value by its own search; the small board is exact throughout."""
    record = sk.play("random", "random", seed=5, variant="reversi4")
    lost, choices = dict.fromkeys(sk.Colour, 0), dict.fromkeys(sk.Colour, 0)
    for board, move in zip(record.boards(), record.moves, strict=False):
        if len(board.legal_moves) > 1:
            values = {each: result.value for each, result in sk.analyze(board, sk.Limits()).items()}
            lost[board.turn] += max(values.values()) - values[move]
            choices[board.turn] += 1
    for side, found in side_reviews(record).items():
        assert (found.lost, found.choices) == (lost[side], choices[side])
    assert sum(lost.values())


def test_wins_that_were_thrown_away() -> None:
    """The exact values of the positions give the same number of proven wins turned into proven losses."""

    def value_for(side: sk.Colour, board: sk.Board) -> int:
        margin = (
            board.margin() if board.is_over() else sk.solve(board).value * (-1) ** (board.turn != sk.BLACK)
        )
        return int(margin if side == sk.BLACK else -margin)

    total = 0
    for seed in range(6):
        record = sk.play("random", "greedy", seed=seed)
        by_hand = dict.fromkeys(sk.Colour, 0)
        for board, child in pairwise(record.boards()):
            if len(board.empties()) <= PROVEN_EMPTIES and len(board.legal_moves) > 1:
                by_hand[board.turn] += value_for(board.turn, board) > 0 > value_for(board.turn, child)
        assert {side: found.thrown for side, found in side_reviews(record).items()} == by_hand
        total += sum(by_hand.values())
    assert total


def test_only_a_proven_win_can_be_thrown_and_only_by_a_proven_loss() -> None:
    for best, value, kind, is_thrown in (
        *((2, -2, "exact", True), (2, 0, "exact", False), (0, -2, "exact", False)),
        *((4, 2, "exact", False), (2, -2, "midgame", False)),
    ):
        found = Judgement(50, sk.BLACK, 0, value, 1, best, (), kind, 10)  # type: ignore[arg-type]
        assert throws_a_win(found) == is_thrown


def test_the_style_of_a_game() -> None:
    record = sk.play("random", "random", seed=1)
    mobility, edges, held, sharpness = [], [], [], []
    for board, move in zip(record.boards(), record.moves, strict=False):
        if len(board.legal_moves) < 2 or len(board.empties()) < 20:
            continue
        if board.turn == sk.BLACK:
            mobility.append(len(board.legal_moves))
            edges.append({move % 8, move // 8} & {0, 7} != set())
            after = board.copy()
            after.push(move)
            held.append(len(after.black()) / (len(after.black()) + len(after.white())))
        else:
            values = [each.value for each in sk.analyze(board, sk.Limits(depth=4)).values()]
            sharpness.append(max(values) - mean(values))
    found = style(record, sk.BLACK)
    by_hand = Style(*map(mean, (mobility, held, edges, sharpness)))
    assert asdict(found) == pytest.approx(asdict(by_hand), abs=1e-3)


def test_runs_of_results() -> None:
    assert runs([GAME] * 5) is runs([]) is None
    assert runs([GAME, LOST] * 20) > 5
    assert runs([GAME] * 20 + [LOST] * 20) < -5
    drawn = replace(GAME, margin=0)
    assert runs([GAME, drawn, LOST, drawn] * 10) == runs([GAME, LOST] * 10)
    # By hand: two wins, two losses, four runs; expected 3, variance 2/3.
    assert runs([GAME, LOST, GAME, LOST]) == pytest.approx((4 - 3) / (2 / 3) ** 0.5)


def test_thrown_games_and_losses_compared() -> None:
    honest, drawn = replace(LOST, thrown=0), replace(LOST, margin=0)
    games = [GAME, LOST, honest, honest, honest, drawn]
    assert (thrown(games).part, thrown(games).whole) == (1, 4)
    assert (thrown_to_it(games).part, thrown_to_it(games).whole) == (1, 1)
    assert thrown([GAME]).whole == 0
    assert loss_ratio([replace(GAME, lost=30)] * 3).value == pytest.approx(0.5)
    assert loss_ratio([replace(GAME, opponent_lost=0)]) is None


def test_throwing_as_little_as_the_opponent_is_little() -> None:
    honest, clean = replace(LOST, thrown=0), replace(GAME, opponent_thrown=0)
    both_often = [GAME, *[clean] * 3, LOST, *[honest] * 3]
    for little in ([GAME, LOST], [clean], [clean, LOST, *[honest] * 9], both_often):
        assert throws_little(little)
    assert not throws_little([clean, LOST, *[honest] * 8])


# Opponents


@pytest.mark.parametrize("spec", [spec for spec in CALLED if spec.startswith("shirokuro.")])
def test_every_measuring_player_plays_whole_games_by_its_seed(spec: str) -> None:
    one, same, other = (sk.play(spec, "random", seed=seed, strict=True) for seed in (1, 1, 2))
    assert one.board().is_over()
    assert one.moves == same.moves != other.moves


START = "f5d6c3d3c4f4c5b3c2"


@pytest.mark.parametrize(
    ("kind", "worth"),
    [
        (opponents.FewestReplies, lambda board, move: -replies(board, move)),
        (opponents.MobilityOnly, lambda board, move: replies(board, move, True) - replies(board, move)),
        (opponents.EvaporatingGreedy, lambda board, move: -len(board.flips(move))),
        (opponents.EdgeLover, lambda board, move: max(abs(2 * (move % 8) - 7), abs(2 * (move // 8) - 7))),
        (opponents.RunsAway, lambda board, move: max(abs(move % 8 - 2), abs(move // 8 - 1))),
    ],
)
def test_a_measuring_player_wants_what_its_name_says(kind: Any, worth: Any) -> None:
    board = sk.Board.parse(START)
    most = max(worth(board, move) for move in board.legal_moves)
    assert {worth(board, kind(seed).choose(board)) for seed in range(20)} == {most}


def replies(board: sk.Board, move: int, own: bool = False) -> int:
    child = board.copy()
    child.push(move)
    if own:
        child.push_pass() if child.must_pass() else setattr(child, "turn", child.turn.opponent)
    return len(child.legal_moves)


def test_the_measuring_players_that_err_on_purpose() -> None:
    board = sk.Board.parse(START)
    values = [*sk.analyze(board, sk.Limits(depth=3))]
    assert opponents.SecondBest().choose(board) == values[1]
    best = next(iter(sk.analyze(board, sk.Limits(depth=2))))
    found = [opponents.Blunderer(seed).choose(board) == best for seed in range(300)]
    assert 0.85 < mean(found) < 0.97
    early = [opponents.StrongEarly(seed).choose(board) for seed in range(10)]
    late = [opponents.StrongLate(seed).choose(board) for seed in range(10)]
    assert len({*early}) < len({*late})


# Plans


def test_the_ladders_have_who_was_asked_for_and_nobody_who_is_held_out() -> None:
    people = {f"person:rating={rating}" for rating in (1100, 1300, 1500, 1700, 1900)}
    tuned_on = {*map(measuring, (opponents.MobilityOnly, opponents.FewestReplies, opponents.SecondBest))}
    replicated = {"weak:depth=1", "weak:depth=3", "montai:playouts=500", "strong:depth=8", "ssai:x=6"}
    assert people | tuned_on | replicated < {*LADDER}
    assert {"nip-mc", "nipevt", *SOME_ON_NIP} <= {*ON_NIP}
    assert len(HELD_OUT) >= 5
    assert not {*HELD_OUT} & {*LADDER}
    assert len({called(each) for each in OTHERS}) == len(OTHERS)
    for name in (*HELD_OUT, *ON_NIP):
        assert name == "itself" or sk.player(name)


def test_every_opponent_meets_both_modes_and_the_rival_of_the_study() -> None:
    """Only a full run has all of Nip and the openings."""
    small, full = (
        {cell.name for cell in STUDY.plan(Scale(size, games=LEG + 1))} for size in ("default", "full")
    )
    for opponent in OTHERS:
        ladder = replace(SQUARE, opponents=OTHERS)
        for mode in MODES:
            assert {f"{ladder.series(opponent, mode).name}, {first}" for first in (0, LEG)} < small
        assert f"rvlai against {opponent} first" in small
    assert small < full
    for rare in ("from openings", "strong:depth=8 on nip"):
        assert any(rare in name for name in full)
        assert not any(rare in name for name in small)


def test_people_change_from_game_to_game() -> None:
    moody, tires_in_game, tires, learns = PEOPLE
    assert moody.series(0).opponent == moody.series(GAMES - 1).opponent
    assert tires_in_game.series(7).opponent == "uneven:start=9,end=3,spread=1"
    for person, number, said in (
        *((tires, 0, "start=9,end=9,spread=2"), (tires, GAMES - 1, "start=3,end=3,spread=2")),
        *((learns, 0, "start=0,end=0,spread=3"), (learns, GAMES - 1, "start=6,end=6,spread=3")),
    ):
        assert person.series(number).opponent == f"uneven:{said}"


# Exhibits


def fake(games: Sequence[SeriesGame], number: int = 50) -> Results:
    """So many games a cell: these, over and over."""
    found = {}
    for cell in STUDY.plan(Scale(games=number)):
        value = None
        if cell.measurement is not None:
            asked = json.loads(cell.measurement.arguments)
            places = range(asked["first"], asked["first"] + asked["games"])
            value = {"games": [asdict(games[place % len(games)]) for place in places]}
        found[cell.name] = CellResult("" if value else cell.subject(), 1, value=value)
    return found


def table(exhibits: Sequence[Exhibit], title: str) -> Table:
    return next(each for each in exhibits if isinstance(each, Table) and each.title.startswith(title))


def test_which_side_of_its_range_a_score_is_on() -> None:
    scores = (50, 50), (500, 500), (80, 20), (10, 90), (0, 0)
    found = [half(Tally(wins, 0, losses)) for wins, losses in scores]
    assert found == ["open", "yes", "no, more", "no, less", None]
    points = Tally(116, 0, 84)
    assert half(points, RANGES[EQUAL]) == half(points, AIM) == "open"
    assert half(Tally(520, 0, 480), RANGES[EQUAL]) == half(Tally(5100, 0, 4900), RANGES[EVEN]) == "yes"
    assert half(Tally(700, 0, 300), RANGES[EQUAL]) == "no, more"


def test_a_rival_that_does_what_it_should() -> None:
    results = fake([GAME, LOST])
    said = "\n".join(findings(results))
    most, strangers = len(LADDER) - 2, len(HELD_OUT)
    for words in (
        f"8x8, equal strength: it scores 40–60 % against all {most} opponents.",
        f"8x8, even score: it scores 45–55 % against all {most} opponents.",
        f"8x8, opponents held out, even score: it scores 45–55 % against all {strangers} opponents.",
        f"than its opponent threw away, against all {most} opponents.",
        "Nip, even score: its moves lose 0.8 to 1.25 times as much as its opponent's against all "
        f"{len(SOME_ON_NIP)}",
    ):
        assert words in said
    assert " not " not in said
    assert said.endswith(" err as people do it scores 50 %.")
    assert f"8x8, even score: {most} of {most} series look steered." in said
    scores = table(STUDY.exhibits(results), "The rival of today: scores on 8x8")
    (row,) = (row for row in scores.rows if row[0] == "random")
    assert row[:5] == ("random", "50 % of 50 (37–63 %)", "open", "50 % of 50 (37–63 %)", "open")
    play = table(STUDY.exhibits(results), "The rival of today: play with even score on 8x8")
    (row,) = (row for row in play.rows if row[0] == "random")
    assert row[4:6] == ("100 % of 25 (87–100 %)",) * 2


def test_a_rival_that_does_not() -> None:
    most = len(LADDER) - 2
    said = "\n".join(findings(fake([replace(LOST, margin=-30, lost=200)])))
    assert f"8x8, even score: it scores 45–55 % against 0 of {most} opponents, not weak depth 1 0 %," in said
    assert f"than its opponent threw away, against 0 of {most} opponents, not weak depth 1," in said
    assert not [*findings(fake([GAME], 1))]  # few games say nothing


def test_the_top_level_and_a_game_against_itself_are_shown_and_not_claimed() -> None:
    worse = {name: each for name, each in fake([LOST]).items() if f"against {TOP} " in name}
    results = {**fake([GAME, LOST]), **worse}
    assert f"it scores 45–55 % against all {len(LADDER) - 2} opponents" in "\n".join(findings(results))
    scores = table(STUDY.exhibits(results), "The rival of today: scores on 8x8")
    assert next(row for row in scores.rows if row[0] == "engine level 15")[3] == "0 % of 50 (0–7 %)"


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


# The benchmark


def ladder_in(store: Path, *options: str) -> str:
    """What the benchmark prints of two games against the random player."""
    program = Path(__file__).parent.parent / "benchmarks" / "rival.py"
    command = [sys.executable, str(program), "--games", "2", "--nodes", "100", "--jobs", "1"]
    command += ["--opponents", "random", "--store", str(store), *options]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def test_the_benchmark_goes_on_with_what_is_stored(tmp_path: Path) -> None:
    store = tmp_path / "rival.sqlite"
    over = ladder_in(store, "--seconds", "0.001")
    assert "the time is over" in over
    assert "| random" not in over
    whole = ladder_in(store)
    (row,) = (line for line in whole.splitlines() if line.startswith("| random"))
    assert "% of 2 (" in row
    with Store(store, create=False) as found:
        assert found.counts() == (0, 1)
    assert ladder_in(store) == whole
