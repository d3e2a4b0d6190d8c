"""Analysis over the interface: values of all moves, which never get worse, and lines that are played out."""

from __future__ import annotations

from typing import Any

import pytest
from samples import random_board
from web_client import Listener, Visitor, visited

import shirokuro as sk
from shirokuro.engine.features import stable_discs
from shirokuro.explanation.expected_line import moves_of
from shirokuro.proofs.best_known import KnownPosition, KnownPositions

LATE = "-XXXXX--OXOOXX--OOXOXXX-OOOXXXXXOXXXXXOXOOXXOOOX--XOOO-X-XXXXX-- O"
"""Eleven empties: solved exactly in a moment."""
MIDDLE = random_board("reversi6", 13, 3).line()
"""Nineteen empties, the fewest that are read selectively first."""


wins = sk.Result(4, 19, (19,), 20, 1, 0.1, "wld", 1, 64, 100)


def found_at(depth: int, value: int = 0) -> sk.Result:
    return sk.Result(value, 19, (19,), depth, 1, 0.1, "depth", -64, 64)


def test_every_move_has_the_value_that_the_library_finds(visitor: Visitor) -> None:
    analysis = visitor.post("/analysis", {"text": LATE})
    exact = sk.analyze(LATE, sk.Limits())
    assert {each["move"]: each["value"] for each in analysis["values"]} == {
        sk.move_name(move): result.value for move, result in exact.items()
    }
    assert {each["badge"]["kind"] for each in analysis["values"]} == {"exact"}
    assert analysis["best"] == analysis["values"][0]
    assert analysis["is_final"]
    kept = sk.keeping(exact)
    assert analysis["keeping"]["ending"] == kept.ending
    assert len(analysis["keeping"]["moves"]) == len(kept.moves)


def test_the_counts_are_those_of_the_library(visitor: Visitor) -> None:
    analysis, features = visitor.post("/analysis", {"text": LATE}), sk.features(LATE)
    board = sk.Board.parse(LATE)
    legal = {side: len(moves_of(board, side)) for side in sk.Colour}
    stable = {side: len(stable_discs(board, side)) for side in sk.Colour}
    for name, numbers in (("moves", legal), ("stable", stable)):
        told = analysis["features"][name]
        assert told == {"black": numbers[sk.BLACK], "white": numbers[sk.WHITE], "defined": True}
    assert legal[board.turn] == len(analysis["values"])
    for feature in features.all:
        if feature.name == "stable":
            continue
        told = analysis["features"][feature.name]
        assert told == {"black": feature.black.number, "white": feature.white.number, "defined": True}
    sizes = sorted(region.size for region in features.regions)
    assert sorted(analysis["regions"]["odd"] + analysis["regions"]["even"]) == sizes


def test_wins_and_losses_are_said_of_proved_values_alone(visitor: Visitor) -> None:
    """At the start of Nip some depth sees every move below zero, which proves nothing."""
    analysis = visitor.post("/analysis", {"board": "nip", "seconds": 0.1})
    assert {each["badge"]["kind"] for each in analysis["values"]} == {"depth"}
    assert analysis["keeping"] is None


def test_a_round_board_has_only_what_is_defined_there(visitor: Visitor) -> None:
    features = visitor.post("/analysis", {"board": "nip12", "seconds": 0.1})["features"]
    assert features["moves"]["defined"]
    assert not features["wing"]["defined"]


def test_a_forced_pass_has_a_value_and_a_finished_game_none(visitor: Visitor) -> None:
    boards = [*sk.play("random", "random", seed=5, variant="reversi4").boards()]
    passing = next(board.line() for board in boards if board.must_pass())
    analysis = visitor.post("/analysis", {"board": "reversi4", "text": passing})
    assert [each["move"] for each in analysis["values"]] == ["pass"]
    over = visitor.post("/analysis", {"board": "reversi4", "text": boards[-1].line()})
    assert over["is_over"]
    assert over["values"] == []
    assert over["best"] is None


def test_a_better_value_is_never_replaced_by_a_worse_one() -> None:
    known = KnownPosition()
    known.add({19: found_at(8, 3), 26: found_at(8, 1)})
    known.add({19: found_at(6, -9), 26: found_at(10, 5)})
    assert [(move, result.value) for move, result in known.results.items()] == [(26, 5), (19, 3)]


def test_discs_and_who_wins_are_remembered_apart() -> None:
    known, board = KnownPositions(5), sk.Board()
    known.of(board, "wld").add({19: wins})
    assert known.of(board).results == {}
    assert known.of(board, "wld").is_settled
    known.of(board).add({19: wins})
    assert not known.of(board).is_settled


def test_only_so_many_positions_are_remembered() -> None:
    known, board = KnownPositions(2), sk.Board()
    known.of(board).seconds = 5
    for move in board.legal_moves:
        after = board.copy()
        after.push(move)
        known.of(after)
    assert len(known) == 2
    assert known.of(board).seconds == 0


def test_a_position_that_was_analysed_is_answered_without_a_search(visitor: Visitor) -> None:
    first = visitor.post("/analysis", {"text": "f5", "seconds": 0.2})
    with Listener(visitor) as listener:
        listener.send({"type": "analyse", "id": 1, "text": "f5", "seconds": 0.2})
        told = listener.hear("analysis")
    assert told["is_final"]
    assert told["values"] == first["values"]


def test_the_socket_tells_more_and_more(visitor: Visitor) -> None:
    with Listener(visitor) as listener:
        listener.send({"type": "analyse", "id": 5, "text": "f5d6c3", "seconds": 1})
        told = [listener.hear("analysis")]
        assert told[0]["features"]["mobility"]["black"] > 0  # counts need no search
        while not told[-1]["is_final"]:
            told.append(listener.hear("analysis"))
    depths = [each["best"]["badge"]["depth"] for each in told if each["best"]]
    assert depths == sorted(depths)
    assert depths[0] < depths[-1]


def test_badges_go_from_depths_over_selective_to_exact(visitor: Visitor) -> None:
    told: list[dict[str, Any]] = []
    with Listener(visitor) as listener:
        listener.send({"type": "analyse", "id": 1, "text": MIDDLE, "board": "reversi6", "seconds": 60})
        while not (told and told[-1]["is_final"]):
            told.append(listener.hear("analysis"))
    badges = [
        {(each["badge"]["kind"], each["badge"]["confidence"]) for each in one["values"]} for one in told
    ]
    assert all(len(found) <= 1 for found in badges)
    kinds = list(dict.fromkeys(kind for found in badges for kind, _ in found))
    assert kinds == ["depth", "selective", "exact"]
    certainties = [one["best"]["certainty"] for one in told if one["best"]]
    assert certainties == sorted(certainties)


def test_who_wins_can_be_asked_for(visitor: Visitor) -> None:
    asked = {"text": MIDDLE, "board": "reversi6", "seconds": 60, "mode": "wld"}
    wins = visitor.post("/analysis", asked)
    assert {each["badge"]["kind"] for each in wins["values"]} == {"wld"}
    assert wins["near"] == wins["keeping"]["moves"]


def test_a_new_analysis_ends_the_one_before(visitor: Visitor) -> None:
    with Listener(visitor) as listener:
        listener.send({"type": "analyse", "id": 1, "text": "f5f6", "seconds": 60})
        listener.hear("analysis")
        listener.send({"type": "analyse", "id": 2, "text": LATE})
        told = listener.hear("analysis")
        while told["id"] != 2 or not told["is_final"]:
            told = listener.hear("analysis")
        listener.send({"type": "analyse", "id": 3, "text": "f5f4", "seconds": 0.1})
        while not (told := listener.hear("analysis"))["is_final"]:
            assert told["id"] == 3


def test_a_line_is_played_out(visitor: Visitor) -> None:
    line = visitor.post("/lines", {"text": "f5", "moves": ["d6", "c3"]})
    assert [each["move"] for each in line["moves"]] == ["d6", "c3"]
    assert line["moves"][0]["flips"] == [["d5"]]
    board = sk.Board.parse("f5d6c3")
    assert line["black"] == board.black().names()
    assert [each["move"] for each in line["legal"]] == board.legal_moves.names()


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/analysis", {"text": "f5f5"}),
        ("/analysis", {"board": "chess"}),
        ("/analysis", {"seconds": 0}),
        ("/analysis", {"mode": "book"}),
        ("/analysis", {"seconds": 1e9}),
        ("/lines", {"moves": ["a1"]}),
        ("/lines", {"moves": ["pass"]}),
        ("/lines", {"moves": ["z9"]}),
        ("/tries", {"move": "a1"}),
        ("/explanations", {"move": "a1"}),
        ("/tries", {"move": "pass"}),
        ("/reviews", {}),
        ("/reviews", {"text": "f5", "game": "x"}),
        ("/drills", {"move": "zz"}),
    ],
)
def test_bad_questions_are_refused(visitor: Visitor, path: str, body: dict[str, object]) -> None:
    assert visitor.complaint("POST", path, body, 422) in ("invalid", "malformed")


def test_a_search_is_bounded_by_the_server(tmp_path_factory: pytest.TempPathFactory) -> None:
    with visited(tmp_path_factory.mktemp("web"), analysis_seconds=0.2) as visitor:
        assert visitor.post("/analysis", {"text": "f5d6c3d3", "seconds": 500})["is_final"]
