"""What a rival thinks of its opponent: the model of its moves, its strength, the memory and where it lies."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

import shirokuro as sk
from shirokuro.players.levels import LEVELS
from shirokuro.players.rival.knowledge import Knowledge
from shirokuro.players.rival.memory import Aim, RivalMemory, SideRecord, is_reached
from shirokuro.players.rival.memory_file import MemoryFile
from shirokuro.players.rival.opponent_model import BETAS, UNSEEN, OpponentModel, chances
from shirokuro.players.rival.strength import UNKNOWN, Strength, level_losing

MOVES = range(8)


def some_values(throw: Random) -> dict[int, float]:
    """Of the moves of a position, as an engine finds them in the middle of a game."""
    return {move: throw.gauss(0, 6) for move in MOVES}


def seen(choose: Callable[[dict[int, float], Random], int], moves: int, seed: int = 0) -> OpponentModel:
    """What is known of somebody after so many moves."""
    throw, model = Random(seed), UNSEEN
    for _ in range(moves):
        values = some_values(throw)
        model = model.after(values, choose(values, throw))
    return model


def best(values: dict[int, float], _: Random) -> int:
    return max(values, key=values.__getitem__)


def worst(values: dict[int, float], _: Random) -> int:
    return min(values, key=values.__getitem__)


def any_move(values: dict[int, float], throw: Random) -> int:
    return throw.choice([*values])


def by_chances(beta: float) -> Callable[[dict[int, float], Random], int]:
    return lambda values, throw: throw.choices([*values], chances(beta, values.values()))[0]


# The model


def test_chances() -> None:
    assert chances(0.0, [3.0, -60.0]) == [0.5, 0.5]
    assert chances(0.5, [2.0, 0.0])[0] == pytest.approx(1 / (1 + math.exp(-1)))
    assert chances(-0.5, [2.0, 0.0])[1] == pytest.approx(1 / (1 + math.exp(-1)))
    assert sum(chances(2.2, [64.0, -64.0, 12.0])) == pytest.approx(1)


def test_who_plays_the_best_the_worst_or_any_move() -> None:
    assert seen(best, 20).beta > 0.6
    assert seen(worst, 20).plays_to_lose > 0.99
    assert abs(seen(any_move, 40).beta) < 0.15


@pytest.mark.parametrize("beta", [-0.35, 0.0, 0.14, 0.4])
def test_it_finds_how_moves_are_chosen(beta: float) -> None:
    found = [seen(by_chances(beta), 40, seed).beta for seed in range(20)]
    assert sum(found) / len(found) == pytest.approx(beta, abs=0.1 + abs(beta) / 3)


def test_the_mean_loss_is_that_of_the_last_moves() -> None:
    steady, changed = seen(worst, 60), seen(worst, 60)
    throw = Random(1)
    for _ in range(30):
        values = some_values(throw)
        changed = changed.after(values, best(values, throw))
    assert steady.mean_loss > 12
    assert changed.mean_loss < 3
    assert changed.beta > 0
    assert UNSEEN.mean_loss == 4.0


def test_the_largest_loss_fades_and_a_move_without_a_choice_tells_nothing() -> None:
    model = UNSEEN.after({1: 20.0, 2: 0.0}, 2)
    assert model.largest == 20
    assert 18 < model.after({1: 20.0, 2: 0.0}, 1).largest < 20
    assert UNSEEN.after({7: -3.0}, 7) == UNSEEN


def test_no_move_is_impossible() -> None:
    """One blunder of sixty discs does not turn a strong player into a weak one for good."""
    model = seen(best, 20).after({1: 60.0, 2: -60.0}, 2)
    assert all(math.isfinite(log) for log in model.logs)
    assert model.beta > 0


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
    assert UNKNOWN.levels == (1, 13)


def test_the_level_that_plays_alike() -> None:
    alike = {number: level.loss for number, level in enumerate(LEVELS) if level.loss}
    assert {number: level_losing(loss) for number, loss in alike.items()} == {each: each for each in alike}
    assert level_losing(0.0) == level_losing(-3.0) == 13
    assert level_losing(60.0) == 0


def test_levels_within_the_error() -> None:
    weakest, strongest = strength_of([3.0, 4.0] * 20).levels
    assert weakest <= 7 <= strongest
    assert strongest - weakest < 4


def test_earlier_games_count_less() -> None:
    known = strength_of([2.0] * 30)
    assert known.faded().moves < known.moves
    assert known.faded().lost / known.faded().moves == pytest.approx(2.0)


def test_the_losses_of_levels_are_those_of_the_page() -> None:
    page = (Path(__file__).parent.parent / "docs/levels.md").read_text()
    for number, level in enumerate(LEVELS):
        row = f"\\| level {number} \\| \\d+ \\| {level.loss or 0:.2f} ±"
        assert re.search(row, page) if level.loss else number > 13


# The memory


def filled_memory() -> RivalMemory:
    knowledge = Knowledge(seen(worst, 3), strength_of([1.0, 2.5]))
    return RivalMemory().after(sk.WHITE, SideRecord(1, 2, 3, 4, 5), knowledge)


@pytest.mark.parametrize("memory", [RivalMemory(), filled_memory()])
def test_a_memory_can_be_written_down(memory: RivalMemory) -> None:
    assert RivalMemory.from_dict(json.loads(json.dumps(memory.to_dict()))) == memory


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
        spoiled("black", "reached", value=99),
        *(spoiled("strength", "lost", value=value) for value in (1e6, math.nan)),
        *(spoiled("model", "logs", value=value) for value in ([0.0], ["x"] * len(BETAS))),
    ],
)
def test_what_is_no_memory_is_refused(found: object) -> None:
    with pytest.raises(ValueError, match="not what a rival remembers"):
        RivalMemory.from_dict(found)


def test_the_record_of_a_colour() -> None:
    record = SideRecord().after("win", 4).after("lose", 4).after("lose", -2).after("win", 0).after(None, 6)
    assert (record.wins, record.draws, record.losses, record.games) == (3, 1, 1, 5)
    assert (record.aimed_to_win, record.reached) == (2, 2)
    memory = RivalMemory().after(sk.BLACK, record, Knowledge())
    assert (memory.of(sk.BLACK), memory.of(sk.WHITE), memory.games) == (record, SideRecord(), 5)


def test_the_aim_leans_against_the_record() -> None:
    assert SideRecord().chance_to_aim_at_a_win == 0.5
    assert SideRecord(wins=3).chance_to_aim_at_a_win == pytest.approx(0.38)
    assert SideRecord(losses=99).chance_to_aim_at_a_win == 0.9
    assert SideRecord(wins=99).chance_to_aim_at_a_win == pytest.approx(0.1)


def series(control: float, games: int, seed: int) -> list[bool]:
    """Whether games were won by a rival that reaches its aims so often."""
    throw, record, won = Random(seed), SideRecord(), []
    for _ in range(games):
        aim: Aim = "win" if throw.random() < record.chance_to_aim_at_a_win else "lose"
        margin = 1 if (aim == "win") == (throw.random() < control) else -1
        record = record.after(aim, margin)
        won.append(is_reached("win", margin))
    return won


def runs_z(won: list[bool]) -> float:
    """Wald and Wolfowitz: by how many standard deviations there are more runs than chance makes."""
    wins, losses = won.count(True), won.count(False)
    expected = 1 + 2 * wins * losses / len(won)
    deviation = math.sqrt((expected - 1) * (expected - 2) / (len(won) - 1))
    return (1 + sum(one != other for one, other in pairwise(won)) - expected) / deviation


def test_series_are_even_and_do_not_show_that_they_are_steered() -> None:
    found = [series(0.95, 100, seed) for seed in range(200)]
    shares = [sum(won) / len(won) for won in found]
    assert sum(0.45 <= share <= 0.55 for share in shares) > 0.9 * len(found)
    assert sum(abs(runs_z(won)) > 1.96 for won in found) < 0.12 * len(found)


# Where memories lie


def test_memories_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They lie in the user's data."""
    home = tmp_path / "not there yet"
    monkeypatch.setenv("SHIROKURO_HOME", str(home))
    file = MemoryFile(home / "rivals.json")
    assert file.names() == []
    assert file.load("花子/../x") == RivalMemory()
    MemoryFile().save("花子/../x", filled_memory())
    file.save("Ann", RivalMemory())
    assert file.names() == ["Ann", "花子/../x"]
    assert file.load("花子/../x") == filled_memory()
    assert file.reset("花子/../x")
    assert not file.reset("花子/../x")
    assert file.names() == ["Ann"]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("{", "is not what rivals remember"),
        ("[]", "is not what rivals remember"),
        ('{"Ann": 3}', "Ann: this"),
    ],
)
def test_a_file_that_is_none_is_said_and_kept(tmp_path: Path, text: str, complaint: str) -> None:
    """A memory that is spoiled can be reset."""
    path = tmp_path / "rivals.json"
    path.write_text(text)
    with pytest.raises(ValueError, match=complaint):
        MemoryFile(path).load("Ann")
    assert path.read_text() == text
    if "Ann" in text:
        assert MemoryFile(path).reset("Ann")
        assert MemoryFile(path).load("Ann") == RivalMemory()


def test_knowledge_fades_in_memory_alone() -> None:
    known = Knowledge(UNSEEN, strength_of([2.0] * 10))
    memory = RivalMemory().after(sk.BLACK, SideRecord(), known)
    assert memory.knowledge == replace(known, strength=known.strength.faded())
