"""The engine as a player: its levels, its limits, and that nothing but the board and the seed decides."""

from __future__ import annotations

import copy
import pickle
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path

import pytest
import samples

import shirokuro as sk
from shirokuro.engine.value import Kind
from shirokuro.players.levels import LEVELS
from shirokuro.players.pace import EnoughError, Pace
from shirokuro.words.message import text_of

ROOT = Path(__file__).parent.parent
MIDGAME = samples.random_board("reversi", plies=12, seed=4)


def score(first: str, second: str, variant: str, pairs: int) -> float:
    """The share of the first player from random openings, each played with both colours."""
    won = 0.0
    for seed in range(pairs):
        opening = samples.random_board(variant, plies=6, seed=seed)
        for sign, players in ((1, (first, second)), (-1, (second, first))):
            margin = sign * sk.play(*players, opening, seed=seed).margin()
            won += (margin > 0) + 0.5 * (margin == 0)
    return won / (2 * pairs)


# The levels


def test_there_are_21_levels_of_rising_ratings_and_then_of_longer_searches() -> None:
    """All have names, each its own."""
    assert len(LEVELS) == 21
    ratings = [level.rating for level in LEVELS[:10] if level.rating]
    assert len(ratings) == 10
    assert sorted(set(ratings)) == ratings
    assert {level.rating for level in LEVELS[10:]} == {None}
    for lower, higher in pairwise(LEVELS[10:]):
        assert lower != higher
        assert (lower.depth or 64) <= (higher.depth or 64)
        assert lower.exact <= higher.exact
        assert (lower.nodes or 0) <= (higher.nodes or 0)
    for language in ("en", "ja"):
        names = {text_of(level.name, language) for level in LEVELS}
        assert "" not in names
        assert len(names) == 21
    assert LEVELS[0].name == "first steps"


def test_the_table_of_the_docs_is_true() -> None:
    rows = [
        f"| {number} | {level.name} | {text_of(level.name, 'ja')} | {level.rating or ''} | "
        f"{level.depth or ''} | {level.exact or ''} | {f'{level.nodes:,}' if level.nodes else ''} |\n"
        for number, level in enumerate(LEVELS)
    ]
    assert "".join(rows) in (ROOT / "docs/levels.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("variant", ["reversi", "nip"])
@pytest.mark.parametrize(("level", "winner"), [(0, "greedy"), (3, "value-map")])
def test_low_levels_lose_to_simple_players(variant: str, level: int, winner: str) -> None:
    assert score(f"engine:level={level}", winner, variant, 30) < 0.5


@pytest.mark.parametrize("variant", ["reversi", "nip"])
@pytest.mark.parametrize(("lower", "higher"), [(0, 4), (4, 7), pytest.param(7, 12, marks=pytest.mark.long)])
def test_higher_levels_win(variant: str, lower: int, higher: int) -> None:
    assert score(f"engine:level={higher}", f"engine:level={lower}", variant, 10) > 0.6


def test_only_low_levels_leave_something_to_chance() -> None:
    def moves(level: int, plies: int, seeds: int) -> set[int]:
        board = samples.random_board("reversi", plies, seed=1)
        return {sk.player(f"engine:level={level},seed={seed}").choose(board).move for seed in range(seeds)}

    assert len(moves(2, plies=10, seeds=30)) > 3
    assert len(moves(20, plies=48, seeds=3)) == 1


@pytest.mark.parametrize("variant", ["reversi", "nip"])
def test_a_low_level_plays_as_people_of_its_rating(variant: str) -> None:
    for seed in range(5):
        board = samples.random_board(variant, plies=10 + 8 * seed, seed=seed)
        specs = (f"engine:level=9,seed={seed}", f"person:rating=1500,seed={seed}")
        level, person = (sk.player(spec).choose(board) for spec in specs)
        assert (level.move, level.value) == (person.move, person.value)


def test_an_ending_within_its_reach_is_played_perfectly(variant: str) -> None:
    for seed in range(5):
        board = samples.random_board(variant, len(sk.VARIANTS[variant].cells) - 12, seed)
        if len(board.legal_moves) < 2:
            continue
        choice = sk.player("engine:level=12").choose(board)
        assert choice.note == "exact"
        assert choice.value == sk.solve(board).value
        after = board.copy()
        after.push(choice.move)
        assert sk.solve(after).value == -choice.value


# What a choice says


def test_a_choice_has_value_line_work_and_a_note() -> None:
    choice = sk.player("engine:depth=6").choose(sk.Board.parse("f5d6c3d3c4"))
    assert (choice.pv[0], choice.note) == (choice.move, "depth 6")
    assert choice.value is not None
    assert min(choice.nodes, choice.seconds) > 0


def test_the_only_move_is_played_at_once() -> None:
    board = samples.one_empty("reversi")
    choice = sk.player("engine:level=20").choose(board)
    assert (choice.move, choice.nodes, choice.note) == (board.legal_moves[0], 0, "the only move")


@pytest.mark.parametrize(
    ("spec", "limits", "note"),
    [
        ("engine:depth=9", sk.Limits(depth=4), "depth 4, capped"),
        ("engine:level=13", sk.Limits(depth=2), "depth 2, capped"),
        ("engine:level=14", sk.Limits(nodes=10), "depth 1, capped"),
        ("engine:level=20", sk.Limits(depth=3), "depth 3, capped"),
        ("engine:level=7", sk.Limits(nodes=10), "depth 2"),
        ("engine:level=3", sk.Limits(nodes=100_000), "depth 6"),
        ("engine:depth=4,level=0", sk.Limits(depth=20), "depth 4"),
    ],
)
def test_limits_cap_it_and_it_says_so(spec: str, limits: sk.Limits, note: str) -> None:
    assert sk.player(spec).choose(MIDGAME, limits).note == note


def test_a_search_that_its_own_nodes_end_is_not_capped() -> None:
    player = sk.player("engine:nodes=2000")
    assert player.choose(MIDGAME, sk.Limits(seconds=1000)).note == player.choose(MIDGAME).note


def test_nodes_as_a_parameter_bound_the_work() -> None:
    choice = sk.player("engine:nodes=20000").choose(sk.Board())
    assert 10_000 < choice.nodes < 40_000


def test_absurd_parameters_are_refused() -> None:
    for parameter in ("level=21", "level=-1", "threads=0", "depth=65"):
        with pytest.raises(ValueError, match="engine: "):
            sk.player(f"engine:{parameter}")


def test_limits_tighten_each_other() -> None:
    loose, tight = sk.Limits(depth=8, seconds=2.0), sk.Limits(depth=4, nodes=100)
    assert loose.tightened(tight) == tight.tightened(loose) == sk.Limits(4, 100, 2.0)
    assert sk.Limits().tightened(loose) == loose


# On a clock

ALLOTMENT = sk.Allotment(seconds=1.0, most_seconds=3.0)


def answers_after(moves: str, seconds: float, kind: Kind = "depth") -> int | None:
    """After how many deepening steps a search on a clock ends; each has a best move and takes so long."""
    pace = Pace(ALLOTMENT)
    for passes, move in enumerate(moves, 1):
        try:
            pace(sk.Result(0, ord(move), (ord(move),), passes, 1, passes * seconds, kind, -64, 64))
        except EnoughError:
            return passes
    return None


def test_a_move_that_stays_the_best_takes_less_time_than_one_that_changes() -> None:
    settled, usual, changing = (answers_after(moves * 20, 0.05) for moves in ("a", "aab", "ab"))
    assert settled is not None is not usual
    assert changing is not None
    assert settled < usual < changing
    assert settled * 0.05 < 1 < changing * 0.05, "less than its share, or more"


def test_what_is_exact_is_not_ended_before_its_line_is_there() -> None:
    assert answers_after("aaaaaaaa", 1.0, "exact") is None


def test_on_a_clock_it_answers_after_a_step() -> None:
    hurried = sk.player("engine:depth=60").choose(MIDGAME, sk.Allotment(seconds=1e-9, most_seconds=60.0))
    assert (hurried.note, hurried.move in MIDGAME.legal_moves) == ("depth 1, capped", True)
    once = sk.player("engine:depth=3").choose(MIDGAME, sk.Allotment(seconds=60.0, most_seconds=90.0))
    assert once.note == "depth 3", "what it was made for is enough"
    own = sk.player("engine:seconds=1e-06").choose(MIDGAME, ALLOTMENT)
    assert own.note == "depth 1", "its own time ends it on a clock, too"


# Nothing else decides


@pytest.mark.parametrize("spec", ["engine:level=2", "engine:level=8", "engine:level=11", "engine:nodes=5000"])
def test_a_player_that_was_copied_or_sent_away_chooses_the_same(spec: str) -> None:
    board = samples.random_board("nip", plies=9, seed=2)
    player = sk.player(spec)
    choice = player.choose(board)
    for twin in (copy.copy(player), copy.deepcopy(player), pickle.loads(pickle.dumps(player))):
        assert twin == player
        again = twin.choose(board)
        assert (again.move, again.value, again.nodes) == (choice.move, choice.value, choice.nodes)


def test_games_in_threads_do_not_disturb_each_other() -> None:
    player = sk.player("engine:level=9")
    boards = [samples.random_board("reversi", plies=8 + seed, seed=seed) for seed in range(16)]
    alone = [player.choose(board) for board in boards]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(player.choose, boards))
    assert [(c.move, c.nodes) for c in together] == [(c.move, c.nodes) for c in alone]


def test_value_map_takes_a_corner_and_says_what_it_is_worth() -> None:
    board = sk.Board.from_cells(["c1"], ["b1", "d4"], variant="reversi")
    choice = sk.player("value-map").choose(board)
    assert sk.square_name(choice.move) == "a1"
    assert choice.value == 120 - 20 + 20 - 3
