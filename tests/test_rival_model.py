"""What a rival thinks of its opponent: the model of its moves, its strength, the memory and where it lies."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
import samples

import shirokuro as sk
from shirokuro.players.levels import LEVELS
from shirokuro.players.player import after
from shirokuro.players.rival.judging import judged
from shirokuro.players.rival.knowledge import Knowledge
from shirokuro.players.rival.memory import A_GAME, FARTHEST, RivalMemory, SideRecord
from shirokuro.players.rival.memory_file import MemoryFile
from shirokuro.players.rival.opponent_model import STYLES, UNSEEN, OpponentModel, chances, is_late
from shirokuro.players.rival.strength import UNKNOWN, Strength, level_losing

FELT = samples.boards_with_a_choice("reversi", range(12, 58), 40)
EARLY, LATE = (
    [board for board in FELT if is_late(board) == late and len(board.legal_moves) > 3]
    for late in (False, True)
)


def valued(board: sk.Board, throw: Random) -> dict[int, float]:
    """Values of the moves there, as an engine might find them."""
    return {move: throw.gauss(0, 6) for move in board.legal_moves}


def seen(
    choose: Callable[[dict[int, float], Random], int],
    moves: int,
    seed: int = 0,
    boards: list[sk.Board] = EARLY,
    model: OpponentModel = UNSEEN,
) -> OpponentModel:
    """What is known of somebody after so many moves."""
    throw = Random(seed)
    for number in range(moves):
        board = boards[number % len(boards)]
        values = valued(board, throw)
        model = model.after(board, values, choose(values, throw))
    return model


def usual_loss(model: OpponentModel, board: sk.Board) -> float:
    """Discs that somebody like it loses on average in some positions."""
    lost, throw = 0.0, Random(5)
    for _ in range(40):
        values = valued(board, throw)
        likely = model.chances(board, values)
        lost += sum(chance * (max(values.values()) - values[move]) for move, chance in likely.items()) / 40
    return lost


@pytest.mark.parametrize(
    ("rule", "worth"),
    [
        ("most discs", lambda board, move: len(board.flips(move))),
        ("fewest discs", lambda board, move: -len(board.flips(move))),
        ("fewest replies", lambda board, move: -len(after(board, move).legal_moves)),
    ],
)
def test_who_follows_a_simple_rule_is_expected_to_go_on(
    rule: str, worth: Callable[[sk.Board, int], int]
) -> None:
    model, throw = UNSEEN, Random(3)
    for board in EARLY[:-3]:
        model = model.after(board, valued(board, throw), max(board.legal_moves, key=partial(worth, board)))
    for board in EARLY[-3:]:
        most = max(worth(board, move) for move in board.legal_moves)
        likely = model.chances(board, valued(board, throw))
        assert sum(likely[move] for move in likely if worth(board, move) == most) > 0.7, rule


def best(values: dict[int, float], _: Random) -> int:
    return max(values, key=values.__getitem__)


def worst(values: dict[int, float], _: Random) -> int:
    return min(values, key=values.__getitem__)


def any_move(values: dict[int, float], throw: Random) -> int:
    return throw.choice([*values])


# The model


def test_chances() -> None:
    assert chances(0.0, [3.0, -60.0]) == [0.5, 0.5]
    assert chances(0.5, [2.0, 0.0])[0] == pytest.approx(1 / (1 + math.exp(-1)))
    assert chances(-0.5, [2.0, 0.0])[1] == pytest.approx(1 / (1 + math.exp(-1)))
    assert sum(chances(2.2, [64.0, -64.0, 12.0])) == pytest.approx(1)


def test_who_plays_the_best_the_worst_or_any_move() -> None:
    board = EARLY[0]
    losses = [usual_loss(seen(choose, 20), board) for choose in (best, any_move, worst)]
    assert losses[0] < 1.5
    assert losses == sorted(losses)
    assert seen(worst, 20).plays_to_lose(board) > 0.99
    assert seen(any_move, 40).plays_to_lose(board) < 0.6
    assert UNSEEN.plays_to_lose(board) < 0.1


def test_early_and_late_are_told_apart_and_each_says_something_of_the_other() -> None:
    model = seen(any_move, 14, boards=LATE, model=seen(best, 14))
    assert usual_loss(model, EARLY[0]) < 2
    assert usual_loss(model, LATE[0]) > 3
    assert usual_loss(seen(best, 14), LATE[0]) < usual_loss(UNSEEN, LATE[0])


def test_later_moves_count_more() -> None:
    changed = seen(best, 30, seed=1, model=seen(worst, 60))
    assert usual_loss(changed, EARLY[0]) < 2


def test_people_are_found_among_the_styles() -> None:
    found = {1100: UNSEEN, 2000: UNSEEN}
    for seed in range(3):
        for rating in found:
            record = sk.play(f"person:rating={rating}", "random", seed=seed)
            for board, move in zip(record.boards(), record.moves, strict=False):
                if board.turn == sk.BLACK and len(board.legal_moves) > 1:
                    values = judged(board, sk.Limits(nodes=2000)).values
                    found[rating] = found[rating].after(board, values, move)
    assert found[1100].rating[0] < UNSEEN.rating[0] < found[2000].rating[0]
    assert found[2000].rating[1] < UNSEEN.rating[1]


def test_a_move_without_a_choice_tells_nothing_and_no_move_is_impossible() -> None:
    """One blunder of sixty discs does not turn a strong player into a weak one for good."""
    assert UNSEEN.after(EARLY[0], {7: -3.0}, 7) == UNSEEN
    board = EARLY[0]
    values = dict.fromkeys(board.legal_moves, -60.0) | {board.legal_moves[0]: 60.0}
    model = seen(best, 20).after(board, values, board.legal_moves[1])
    assert all(math.isfinite(log) for log in model.early)
    assert model.plays_to_lose(board) < 0.5


# The strength


def strength_of(losses: list[float]) -> Strength:
    strength = UNKNOWN
    for loss in losses:
        strength = strength.after(loss)
    return strength


def test_the_mean_comes_near_what_moves_lose_and_the_error_shrinks() -> None:
    short, long = strength_of([0.0, 3.0] * 5), strength_of([0.0, 3.0] * 200)
    assert long.mean == pytest.approx(1.5, abs=0.02)
    assert long.error == pytest.approx(1.96 * 1.5 / math.sqrt(400), rel=0.1)
    assert long.error < short.error < UNKNOWN.error


def test_the_level_that_plays_alike() -> None:
    alike = {number: level.loss for number, level in enumerate(LEVELS) if level.loss}
    assert {number: level_losing(loss) for number, loss in alike.items()} == {each: each for each in alike}
    assert level_losing(0.0) == level_losing(-3.0) == 13
    assert level_losing(60.0) == 0


def test_levels_within_the_error() -> None:
    weakest, strongest = strength_of([3.0, 4.0] * 20).levels
    assert weakest <= 7 <= strongest < weakest + 4
    assert UNKNOWN.levels == (1, 13)


def test_earlier_games_count_less_and_in_memory_alone() -> None:
    known = strength_of([2.0] * 30)
    faded = known.faded()
    assert (faded.moves < known.moves, faded.lost / faded.moves) == (True, pytest.approx(2.0))
    memory = RivalMemory().after(sk.BLACK, 2, Knowledge(UNSEEN, known))
    assert memory.knowledge == Knowledge(UNSEEN, faded)


def test_the_losses_of_levels_are_those_of_the_page() -> None:
    page = (Path(__file__).parent.parent / "docs/levels.md").read_text()
    for number, level in enumerate(LEVELS):
        row = f"\\| level {number} \\| \\d+ \\| {level.loss or 0:.2f} ±"
        assert re.search(row, page) if level.loss else number > 13


# The memory


def filled_memory() -> RivalMemory:
    knowledge = Knowledge(seen(worst, 3), strength_of([1.0, 2.5]))
    return RivalMemory(white=SideRecord(1, 2, 3)).after(sk.WHITE, 4, knowledge)


OLD_RECORD = {"wins": 3, "draws": 0, "losses": 2, "aimed_to_win": 4, "reached": 4}
OLD = {
    "black": OLD_RECORD,
    "white": OLD_RECORD,
    "model": {"logs": [0.0] * 16, "moves": 3.0, "lost": 9.0, "largest": 4.0},
    "strength": {"moves": 2.0, "lost": 3.5, "squares": 7.25},
}
"""What a rival that drew an aim for each game remembered."""


def test_a_memory_is_read_back_and_an_older_one_keeps_its_record_and_the_strength() -> None:
    memory = RivalMemory.from_dict(OLD)
    assert memory.black == memory.white == SideRecord(3, 0, 2)
    assert memory.knowledge == Knowledge(UNSEEN, strength_of([1.0, 2.5]))
    for each in (memory, RivalMemory(), filled_memory()):
        assert RivalMemory.from_dict(json.loads(json.dumps(each.to_dict()))) == each


def spoiled(*path: str, value: Any) -> dict[str, Any]:
    found = json.loads(json.dumps(filled_memory().to_dict()))
    place = found
    for name in path[:-1]:
        place = place[name]
    place[path[-1]] = value
    return found  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    "found",
    [
        *(None, [], {}, "memory"),
        spoiled("black", value=None),
        *(spoiled("black", "wins", value=value) for value in ("3", -1, True)),
        spoiled("black", "more", value=1),
        spoiled("black", "reached", value=1),
        *(spoiled("format", value=value) for value in (1, 3, "2", None)),
        OLD | {"black": OLD_RECORD | {"reached": 0.5}},
        OLD | {"format": 2},
        *(spoiled("strength", "lost", value=value) for value in (1e6, math.nan)),
        *(spoiled("model", "late", value=value) for value in ([0.0], ["x"] * STYLES, [1.0] * STYLES, 3)),
        spoiled("model", "logs", value=[0.0]),
    ],
)
def test_what_is_no_memory_is_refused(found: object) -> None:
    with pytest.raises(ValueError, match="not what a rival remembers"):
        RivalMemory.from_dict(found)


def test_the_record_of_a_colour() -> None:
    memory = RivalMemory()
    for margin in (4, -4, -2, 0, 6):
        memory = memory.after(sk.BLACK, margin, Knowledge())
    assert (memory.of(sk.BLACK), memory.of(sk.WHITE), memory.games) == (SideRecord(2, 1, 2), SideRecord(), 5)


def test_it_wants_more_after_losses_and_less_after_wins() -> None:
    assert SideRecord().wanted == SideRecord(4, 3, 4).wanted == 0
    assert SideRecord(losses=3).wanted == -SideRecord(wins=3).wanted == 3 * A_GAME
    assert SideRecord(wins=10_000).wanted == -FARTHEST


@pytest.mark.parametrize("edge", [-30.0, 0.0, 30.0])
def test_series_come_back_to_level_whatever_the_edge_of_the_opponent(edge: float) -> None:
    """Games are won where what the rival wants, less the opponent's edge and luck, is above 0."""
    shares = []
    for seed in range(40):
        throw, record = Random(seed), SideRecord()
        for _ in range(200):
            record = record.after(record.wanted - edge + throw.gauss(0, 12))
        shares.append(record.wins / record.games)
    assert all(0.4 <= share <= 0.6 for share in shares)
    assert 0.45 <= sum(shares) / len(shares) <= 0.55


# Where memories lie


def test_memories_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file is in the user's data folder."""
    home = tmp_path / "not there yet"
    monkeypatch.setenv("SHIROKURO_HOME", str(home))
    file = MemoryFile(home / "rivals.json")
    name = "花子/../x"
    assert (file.names(), file.load(name)) == ([], RivalMemory())
    MemoryFile().save(name, filled_memory())
    file.save("Ann", RivalMemory())
    assert (file.names(), file.load(name)) == (["Ann", name], filled_memory())
    assert [file.reset(name), file.reset(name), file.names()] == [True, False, ["Ann"]]


def test_a_file_that_is_none_is_refused_and_kept_and_a_spoiled_memory_can_be_reset(tmp_path: Path) -> None:
    path = tmp_path / "rivals.json"
    for text, complaint in (("{", "is not what"), ("[]", "is not what rivals"), ('{"Ann": 3}', "Ann: this")):
        path.write_text(text)
        with pytest.raises(ValueError, match=complaint):
            MemoryFile(path).load("Ann")
        assert path.read_text() == text
    assert MemoryFile(path).reset("Ann")
    assert MemoryFile(path).load("Ann") == RivalMemory()
