"""Drills: mistakes are kept once, come back after some days, and later after each right answer."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from web_client import BEST, PLACE, WRONG, Visitor, visited

from shirokuro.web.review.drills import DAY, DAYS


class Time:
    """A clock that stands still until it is moved."""

    now = 1_700_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def visitor(tmp_path: Path, time: Time) -> Iterator[Visitor]:
    with visited(tmp_path, now=time) as found:
        yield found


def keep(visitor: Visitor, **fields: Any) -> Any:
    return visitor.post("/drills", PLACE | {"move": WRONG} | fields)


def answered(visitor: Visitor, drill: Any, move: str, status: int = 200) -> Any:
    return visitor.post(f"/drills/{drill['id']}/answers", {"move": move}, status)


def due(visitor: Visitor) -> list[str]:
    return [each["id"] for each in visitor.get("/drills")["drills"]]


def test_a_mistake_comes_back_the_next_day_to_its_owner_alone(visitor: Visitor, time: Time) -> None:
    drill = keep(visitor)
    assert (drill["move"], drill["text"]) == (WRONG, PLACE["text"])
    assert drill["mark"]
    assert due(visitor) == []
    assert visitor.get("/drills")["next"] == drill["due"]
    time.now += DAY
    assert due(visitor) == [drill["id"]]
    stranger = Visitor(visitor.http)
    assert due(stranger) == []
    answered(stranger, drill, BEST, 404)
    stranger.delete(f"/drills/{drill['id']}", 404)


def test_right_answers_put_it_off_and_a_wrong_one_brings_it_back(visitor: Visitor, time: Time) -> None:
    """Only the first answer of a day counts."""
    drill = keep(visitor)
    for right, days in enumerate((*DAYS[1:], DAYS[-1]), 1):
        time.now = drill["due"]
        answer = answered(visitor, drill, BEST)
        drill = answer["drill"]
        assert (answer["tried"]["accepted"], answer["counted"], drill["right"]) == (True, True, right)
        assert days - 1 < (drill["due"] - time.now) / DAY <= days
    time.now = drill["due"]
    answer = answered(visitor, drill, WRONG)
    assert (answer["tried"]["accepted"], answer["tried"]["loss"], answer["drill"]["right"]) == (False, 24, 0)
    assert (answer["drill"]["due"] - time.now) / DAY <= 1
    second = answered(visitor, drill, BEST)
    assert (second["tried"]["accepted"], second["counted"], second["drill"]["right"]) == (True, False, 0)


def test_a_mistake_is_kept_once_and_not_forgotten_by_another_review(visitor: Visitor, time: Time) -> None:
    drill = keep(visitor)
    time.now += DAY
    drill = answered(visitor, drill, BEST)["drill"]
    assert keep(visitor) == drill
    assert visitor.get("/drills")["kept"] == 1


def test_one_that_was_removed_comes_back_only_if_it_is_wanted(visitor: Visitor, time: Time) -> None:
    drill = keep(visitor)
    visitor.delete(f"/drills/{drill['id']}")
    assert not keep(visitor)["is_kept"]
    time.now += DAY
    assert due(visitor) == []
    answered(visitor, drill, BEST, 409)
    assert keep(visitor, again=True)["is_kept"]
    time.now += DAY
    assert due(visitor) == [drill["id"]]


def test_a_good_move_is_no_drill(visitor: Visitor) -> None:
    assert visitor.complaint("POST", "/drills", PLACE | {"move": BEST}, 409) == "no_mistake"


def test_drills_outlive_the_server_and_there_are_only_so_many(tmp_path: Path, time: Time) -> None:
    with visited(tmp_path, now=time) as visitor:
        drill, token = keep(visitor), visitor.token
    time.now += DAY
    with visited(tmp_path, now=time, drills_a_client=1) as visitor:
        visitor.token = token
        assert due(visitor) == [drill["id"]]
        other = {"board": "reversi4", "text": "b1c1", "move": "d3"}
        assert visitor.complaint("POST", "/drills", other, 429) == "too_many"
