"""Reviews over the interface: what each move lost, and tries that accept any move near the best."""

from __future__ import annotations

from typing import Any

import pytest
from web_client import Listener, Visitor

import shirokuro as sk

GAME = sk.play("greedy", "random", seed=4, variant="reversi4").board().transcript()


def mistake(review: Any) -> Any:
    return next(each for each in review["moves"] if each["mark"])


def test_each_move_has_its_loss_and_class(visitor: Visitor) -> None:
    review = visitor.post("/reviews", {"board": "reversi4", "text": GAME})
    expected = sk.review(sk.Board.parse(GAME, "reversi4"))
    assert [(each["ply"], each["loss"], each["mark"]) for each in review["moves"]] == [
        (each.ply, each.loss, each.mark) for each in expected.moves
    ]
    assert review["totals"]["white"]["lost"] == expected.lost(sk.WHITE)
    assert mistake(review)["punish"][0] == mistake(review)["move"]
    assert mistake(review)["line"][0] == mistake(review)["best"]


def test_a_game_of_ones_own_is_reviewed_and_nobody_elses(visitor: Visitor) -> None:
    game = visitor.begin(board="reversi4", text=GAME)
    assert len(visitor.post("/reviews", {"game": game["id"]})["moves"]) == game["ply"]
    stranger = Visitor(visitor.http)
    stranger.post("/reviews", {"game": game["id"]}, 404)


def test_the_socket_tells_a_judgement_for_each_move(visitor: Visitor) -> None:
    with Listener(visitor) as listener:
        listener.send({"type": "review", "id": 9, "board": "reversi4", "text": GAME})
        told = []
        while (message := listener.hear("judgement", "reviewed"))["type"] == "judgement":
            told.append(message)
    assert [each["done"] for each in told] == [*range(1, told[0]["of"] + 1)]
    assert {each["judged"]["ply"] for each in told} == {*range(1, len(told) + 1)}
    assert message["id"] == 9
    assert message["black"]["lost"] >= 0


def test_a_review_is_cancelled(visitor: Visitor) -> None:
    long = sk.play("random", "random", seed=1).board().transcript()
    with Listener(visitor) as listener:
        listener.send({"type": "review", "id": 1, "text": long})
        listener.hear("judgement")
        listener.send({"type": "cancel", "id": 1})
        listener.send({"type": "review", "id": 2, "board": "reversi4", "text": GAME})
        while (message := listener.hear("judgement", "reviewed"))["id"] == 1:
            assert message["type"] == "judgement"
        assert message["id"] == 2


def place_of(review: Any) -> tuple[dict[str, Any], Any]:
    """Where the first mistake was made."""
    found = mistake(review)
    moves = sk.Board.parse(GAME, "reversi4").move_stack
    board = sk.Board("reversi4")
    for move in moves[: found["ply"] - 1]:
        board.push(move)
    return {"board": "reversi4", "text": board.line()}, found


def test_any_move_near_the_best_is_accepted_and_others_say_what_they_lose(visitor: Visitor) -> None:
    place, found = place_of(visitor.post("/reviews", {"board": "reversi4", "text": GAME}))
    results = sk.analyze(sk.Board.parse(place["text"], "reversi4"), sk.Limits())
    near = {sk.move_name(move) for move in sk.near_best(results)}
    for move, result in results.items():
        tried = visitor.post("/tries", place | {"move": sk.move_name(move)})
        assert tried["accepted"] == (sk.move_name(move) in near)
        assert tried["loss"] == max(each.value for each in results.values()) - result.value
        assert {*tried["near"]} == near
    assert not visitor.post("/tries", place | {"move": found["move"]})["accepted"]


def test_a_try_agrees_with_what_the_review_said(visitor: Visitor) -> None:
    """However an analysis sees it, the best move of a review is accepted, and its mistake is not."""
    review = visitor.post("/reviews", {"text": "f5d6c3d3e3"})
    place = {"text": "f5d6c3d3"}
    judged = review["moves"][-1]
    assert judged["mark"]
    assert visitor.post("/tries", place | {"move": judged["best"]})["accepted"]
    tried = visitor.post("/tries", place | {"move": judged["move"]})
    assert not tried["accepted"]
    assert tried["loss"] == judged["loss"]


@pytest.mark.parametrize("board", ["reversi4", "nip12"])
def test_a_mistake_is_explained_as_the_library_does(visitor: Visitor, board: str) -> None:
    game = sk.play("greedy", "random", seed=4, variant=board)
    for position, move in zip(game.boards(), game.moves, strict=False):
        if move == sk.PASS:
            continue
        asked = {"board": board, "text": position.line(), "move": sk.move_name(move)}
        told, found = visitor.post("/explanations", asked), sk.explain(position, move)
        assert told["is_deep"] == found.is_deep
        assert [each["sentence"]["en"] for each in told["reasons"]] == [
            each.sentence() for each in found.reasons
        ]
        assert [each["mine"] for each in told["compared"]] == [each.mine for each in found.compared]
        for each, reason in zip(told["reasons"], found.reasons, strict=True):
            assert all(each["title"].values())
            assert each["to_you"]["en"] == reason.sentence(is_yours=True)
            fields = reason.to_dict()
            assert all(each[name] == fields[name] for name in ("is_missed", "ply", "line", "arrows", "cells"))
