"""Analysis over the interface: values of all moves, which never get worse, and lines that are played out."""

from __future__ import annotations

from pathlib import Path
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
MIDDLE = {"text": random_board("reversi6", 13, 3).line(), "board": "reversi6", "seconds": 60}
"""Nineteen empties, the fewest that are read selectively first."""


def found_at(depth: int, value: int = 0) -> sk.Result:
    return sk.Result(value, 19, (19,), depth, 1, 0.1, "depth", -64, 64)


def kinds(analysis: Any) -> set[str]:
    return {each["badge"]["kind"] for each in analysis["values"]}


def is_final(analysis: Any) -> bool:
    return bool(analysis["is_final"])


def test_values_and_counts_are_those_of_the_library(visitor: Visitor) -> None:
    analysis, exact, board = visitor.post("/analysis", {"text": LATE}), sk.analyze(LATE), sk.Board.parse(LATE)
    assert {each["move"]: each["value"] for each in analysis["values"]} == {
        sk.move_name(move): result.value for move, result in exact.items()
    }
    assert (kinds(analysis), analysis["is_final"]) == ({"exact"}, True)
    assert analysis["best"] == analysis["values"][0]
    kept, features = sk.keeping(exact), sk.features(LATE)
    told = analysis["keeping"]
    assert (told["ending"], len(told["moves"])) == (kept.ending, len(kept.moves))
    numbers = {each.name: (each.black.number, each.white.number) for each in features.all}
    black, white = sk.BLACK, sk.WHITE
    numbers["moves"] = (len(moves_of(board, black)), len(moves_of(board, white)))
    numbers["stable"] = (len(stable_discs(board, black)), len(stable_discs(board, white)))
    for name, (of_black, of_white) in numbers.items():
        assert analysis["features"][name] == {"black": of_black, "white": of_white, "defined": True}
    sizes = sorted(region.size for region in features.regions)
    assert sorted(analysis["regions"]["odd"] + analysis["regions"]["even"]) == sizes


def test_only_proven_values_say_who_wins(visitor: Visitor) -> None:
    """At the start of Nip some depth sees every move below zero; wings are not defined there."""
    analysis = visitor.post("/analysis", {"board": "nip", "seconds": 0.1})
    assert (kinds(analysis), analysis["keeping"]) == ({"depth"}, None)
    features = analysis["features"]
    assert (features["moves"]["defined"], features["wing"]["defined"]) == (True, False)


def test_a_forced_pass_has_a_value_and_a_finished_game_none(visitor: Visitor) -> None:
    boards = [*sk.play("random", "random", seed=5, variant="reversi4").boards()]
    passing = next(board.line() for board in boards if board.must_pass())
    analysis = visitor.post("/analysis", {"board": "reversi4", "text": passing})
    assert [each["move"] for each in analysis["values"]] == ["pass"]
    over = visitor.post("/analysis", {"board": "reversi4", "text": boards[-1].line()})
    assert (over["is_over"], over["values"], over["best"]) == (True, [], None)


def test_a_better_value_is_never_replaced_by_a_worse_one() -> None:
    known = KnownPosition()
    known.add({19: found_at(8, 3), 26: found_at(8, 1)})
    known.add({19: found_at(6, -9), 26: found_at(10, 5)})
    assert [(move, result.value) for move, result in known.results.items()] == [(26, 5), (19, 3)]


def test_few_positions_are_remembered_and_discs_apart_from_who_wins() -> None:
    known, board = KnownPositions(2), sk.Board()
    wins = sk.Result(4, 19, (19,), 20, 1, 0.1, "wld", 1, 64, 100)
    known.of(board, "wld").add({19: wins})
    assert known.of(board).results == {}
    assert known.of(board, "wld").is_settled
    known.of(board).add({19: wins})
    assert not known.of(board).is_settled
    for move in board.legal_moves:
        after = board.copy()
        after.push(move)
        known.of(after)
    assert len(known) == 2
    assert known.of(board).results == {}


def test_the_socket_tells_more_and_more_and_an_answer_is_not_searched_again(visitor: Visitor) -> None:
    asked = {"text": "f5d6c3", "seconds": 1}
    with Listener(visitor, "analyse", **asked) as listener:
        told = listener.hear_all("analysis", is_final)
    assert told[0]["features"]["mobility"]["black"] > 0  # counts need no search
    depths = [each["best"]["badge"]["depth"] for each in told if each["best"]]
    assert depths == sorted(depths)
    assert depths[0] < depths[-1]
    with Listener(visitor, "analyse", **asked) as listener:
        again = listener.hear("analysis")
    assert (again["is_final"], again["values"]) == (True, told[-1]["values"])


def test_badges_go_from_depths_over_selective_to_exact(visitor: Visitor) -> None:
    with Listener(visitor, "analyse", **MIDDLE) as listener:
        told = listener.hear_all("analysis", is_final)
    badges = [
        {(each["badge"]["kind"], each["badge"]["confidence"]) for each in one["values"]} for one in told
    ]
    assert all(len(found) <= 1 for found in badges)
    assert [*dict.fromkeys(kind for found in badges for kind, _ in found)] == ["depth", "selective", "exact"]
    certainties = [one["best"]["certainty"] for one in told if one["best"]]
    assert certainties == sorted(certainties)


def test_who_wins_can_be_asked_for(visitor: Visitor) -> None:
    wins = visitor.post("/analysis", MIDDLE | {"mode": "wld"})
    assert (kinds(wins), wins["near"]) == ({"wld"}, wins["keeping"]["moves"])


def test_a_new_analysis_ends_the_one_before(visitor: Visitor) -> None:
    with Listener(visitor, "analyse", text="f5f6", seconds=60) as listener:
        listener.hear("analysis")
        listener.send({"type": "analyse", "id": 2, "text": LATE})
        listener.hear_all("analysis", lambda told: told["id"] == 2 and told["is_final"])
        listener.send({"type": "analyse", "id": 3, "text": "f5f4", "seconds": 0.1})
        assert {told["id"] for told in listener.hear_all("analysis", is_final)} == {3}


def test_a_line_is_played_out(visitor: Visitor) -> None:
    line = visitor.post("/lines", {"text": "f5", "moves": ["d6", "c3"]})
    assert [each["move"] for each in line["moves"]] == ["d6", "c3"]
    assert line["moves"][0]["flips"] == [["d5"]]
    board = sk.Board.parse("f5d6c3")
    assert line["black"] == board.black().names()
    assert [each["move"] for each in line["legal"]] == board.legal_moves.names()


@pytest.mark.parametrize(
    ("path", "bodies"),
    [
        (
            "/analysis",
            [{"text": "f5f5"}, {"board": "chess"}, {"seconds": 0}, {"seconds": 1e9}, {"mode": "book"}],
        ),
        ("/lines", [{"moves": [move]} for move in ("a1", "pass", "z9")]),
        ("/tries", [{"move": "a1"}, {"move": "pass"}]),
        ("/explanations", [{"move": "a1"}]),
        ("/reviews", [{}, {"text": "f5", "game": "x"}]),
        ("/drills", [{"move": "zz"}]),
    ],
)
def test_bad_questions_are_refused(visitor: Visitor, path: str, bodies: list[dict[str, object]]) -> None:
    for body in bodies:
        assert visitor.complaint("POST", path, body, 422) in ("invalid", "malformed"), body


def test_a_search_is_bounded_by_the_server(tmp_path: Path) -> None:
    with visited(tmp_path, analysis_seconds=0.2) as visitor:
        assert visitor.post("/analysis", {"text": "f5d6c3d3", "seconds": 500})["is_final"]


def test_an_analysis_without_end_deepens_the_best_move_first_and_ends_when_nobody_looks(
    visitor: Visitor,
) -> None:
    with Listener(visitor, "analyse", text="f5d6c3") as listener:
        told = listener.hear_all("analysis", lambda one: one["best"] and one["best"]["badge"]["depth"] >= 12)
        listener.send({"type": "cancel", "id": 1})
        listener.send({"type": "analyse", "id": 2, "text": LATE})
        late = listener.hear_all("analysis", lambda one: one["id"] == 2 and one["is_final"])[-1]
    best = [one["best"]["badge"]["depth"] for one in told if one["best"]]
    assert best == sorted(best)
    least = min(each["badge"]["depth"] for each in told[-1]["values"])
    assert least < best[-1]
    now = told[-1]["now"]
    assert (now["threads"] >= 1, now["nodes_a_second"] > 0, now["depth"] > 2) == (True, True, True)
    assert (kinds(late), late["now"]) == ({"exact"}, None)
    assert {each["move"]: each["value"] for each in late["values"]} == {
        sk.move_name(move): result.value for move, result in sk.analyze(LATE).items()
    }


def test_the_server_ends_an_analysis_without_end(tmp_path: Path) -> None:
    with visited(tmp_path, endless_seconds=0.3) as visitor, Listener(visitor, "analyse", text="f5") as socket:
        assert socket.hear_all("analysis", is_final)[-1]["values"]


def test_what_people_play_depends_on_their_rating(visitor: Visitor) -> None:
    board = sk.Board.parse("f5d6c3d3c4f4c5b3c2")
    asked = [{"text": board.transcript(), "rating": each} for each in (1200, 1900)]
    weak, strong = (visitor.post("/people", each) for each in asked)
    chances = sk.people.predict(board, 1200)
    assert [each["chance"] for each in weak["chances"]] == [*chances.values()]
    assert weak["loss"] > strong["loss"]
    assert weak["keeps"] == pytest.approx(sk.people.difficulty(board, 1200).keeps)
    over = sk.play("random", "random", seed=5, variant="reversi4").board().line()
    assert visitor.complaint("POST", "/people", {"board": "reversi4", "text": over}, 422) == "invalid"
