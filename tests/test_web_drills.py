"""Drills: mistakes are kept once, come back after some days, and later after each right answer."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from web_client import Visitor, visited

import shirokuro as sk
from shirokuro.web.review.drills import DAY, DAYS

NOW = 1_700_000_000.0


class Time:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def visitor(tmp_path: Path, time: Time) -> Iterator[Visitor]:
    with visited(tmp_path, now=time) as found:
        yield found


def place() -> tuple[dict[str, Any], str, str]:
    """A position, its best move and a mistake in it."""
    board = sk.Board.parse("b1", "reversi4")
    results = sk.analyze(board, sk.Limits())
    moves = [*results]
    assert results[moves[0]].value - results[moves[-1]].value >= 4
    return {"board": "reversi4", "text": board.line()}, sk.move_name(moves[0]), sk.move_name(moves[-1])


HERE, BEST, WRONG = place()


def keep(visitor: Visitor, **fields: Any) -> Any:
    return visitor.post("/drills", HERE | {"move": WRONG} | fields)


def due(visitor: Visitor) -> list[str]:
    return [each["id"] for each in visitor.get("/drills")["drills"]]


def test_a_mistake_comes_back_the_next_day(visitor: Visitor, time: Time) -> None:
    drill = keep(visitor)
    assert (drill["move"], drill["text"]) == (WRONG, HERE["text"])
    assert drill["mark"]
    assert due(visitor) == []
    assert visitor.get("/drills")["next"] == drill["due"]
    time.now += DAY
    assert due(visitor) == [drill["id"]]


def test_right_answers_put_it_off_and_a_wrong_one_brings_it_back(visitor: Visitor, time: Time) -> None:
    drill = keep(visitor)
    for right, days in enumerate((*DAYS[1:], DAYS[-1]), 1):
        time.now = drill["due"]
        answer = visitor.post(f"/drills/{drill['id']}/answers", {"move": BEST})
        assert answer["tried"]["accepted"]
        assert answer["counted"]
        drill = answer["drill"]
        assert drill["right"] == right
        assert days - 1 < (drill["due"] - time.now) / DAY <= days
    time.now = drill["due"]
    answer = visitor.post(f"/drills/{drill['id']}/answers", {"move": WRONG})
    assert not answer["tried"]["accepted"]
    assert answer["tried"]["loss"] >= 4
    assert answer["drill"]["right"] == 0
    assert (answer["drill"]["due"] - time.now) / DAY <= 1


def test_only_the_first_answer_of_a_day_counts(visitor: Visitor, time: Time) -> None:
    drill = keep(visitor)
    time.now += DAY
    visitor.post(f"/drills/{drill['id']}/answers", {"move": WRONG})
    second = visitor.post(f"/drills/{drill['id']}/answers", {"move": BEST})
    assert second["tried"]["accepted"]
    assert not second["counted"]
    assert second["drill"]["right"] == 0


def test_a_mistake_is_kept_once_and_not_forgotten_by_another_review(visitor: Visitor, time: Time) -> None:
    drill = keep(visitor)
    time.now += DAY
    answered = visitor.post(f"/drills/{drill['id']}/answers", {"move": BEST})["drill"]
    assert keep(visitor) == answered
    assert visitor.get("/drills")["kept"] == 1


def test_one_that_was_removed_comes_back_only_if_it_is_wanted(visitor: Visitor, time: Time) -> None:
    drill = keep(visitor)
    visitor.delete(f"/drills/{drill['id']}")
    assert not keep(visitor)["is_kept"]
    time.now += DAY
    assert due(visitor) == []
    visitor.post(f"/drills/{drill['id']}/answers", {"move": BEST}, 409)
    assert keep(visitor, again=True)["is_kept"]
    time.now += DAY
    assert due(visitor) == [drill["id"]]


def test_a_good_move_is_no_drill(visitor: Visitor) -> None:
    assert visitor.complaint("POST", "/drills", HERE | {"move": BEST}, 409) == "no_mistake"


def test_nobody_sees_the_drills_of_another(visitor: Visitor, time: Time) -> None:
    drill = keep(visitor)
    time.now += DAY
    stranger = Visitor(visitor.http)
    assert due(stranger) == []
    stranger.post(f"/drills/{drill['id']}/answers", {"move": BEST}, 404)
    stranger.delete(f"/drills/{drill['id']}", 404)


def test_drills_outlive_the_server(tmp_path: Path, time: Time) -> None:
    with visited(tmp_path, now=time) as visitor:
        drill, token = keep(visitor), visitor.token
    time.now += DAY
    with visited(tmp_path, now=time) as visitor:
        visitor.token = token
        assert due(visitor) == [drill["id"]]


def test_there_are_only_so_many(tmp_path: Path) -> None:
    with visited(tmp_path, drills_a_client=0) as visitor:
        assert visitor.complaint("POST", "/drills", HERE | {"move": WRONG}, 429) == "too_many"
