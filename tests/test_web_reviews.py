"""Reviews over the interface: what each move lost, and tries that accept any move near the best."""

from __future__ import annotations

from typing import Any

import pytest
from web_client import Listener, Visitor

import shirokuro as sk

GAME = sk.play("greedy", "random", seed=4, variant="reversi4").board().transcript()
ASKED = {"board": "reversi4", "text": GAME}


def mistake(review: Any) -> Any:
    return next(each for each in review["moves"] if each["mark"])


def test_each_move_has_its_loss_and_class(visitor: Visitor) -> None:
    review = visitor.post("/reviews", ASKED)
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
    Visitor(visitor.http).post("/reviews", {"game": game["id"]}, 404)


def test_the_socket_tells_a_judgement_for_each_move(visitor: Visitor) -> None:
    with Listener(visitor, "review", **ASKED) as listener:
        told = listener.hear_all("judgement", lambda each: each["done"] == each["of"])
        assert listener.hear("reviewed")["black"]["lost"] >= 0
    assert [each["done"] for each in told] == [*range(1, told[0]["of"] + 1)]
    assert {each["judged"]["ply"] for each in told} == {*range(1, len(told) + 1)}


def test_a_review_is_cancelled(visitor: Visitor) -> None:
    long = sk.play("random", "random", seed=1).board().transcript()
    with Listener(visitor, "review", text=long) as listener:
        listener.hear("judgement")
        listener.send({"type": "cancel", "id": 1})
        listener.send({"type": "review", "id": 2, **ASKED})
        while (message := listener.hear("judgement", "reviewed"))["id"] == 1:
            assert message["type"] == "judgement"
        assert message["id"] == 2


def test_any_move_near_the_best_is_accepted_and_others_say_what_they_lose(visitor: Visitor) -> None:
    found = mistake(visitor.post("/reviews", ASKED))
    board = sk.Board("reversi4")
    board.extend(sk.Board.parse(GAME, "reversi4").move_stack[: found["ply"] - 1])
    place, results = {"board": "reversi4", "text": board.line()}, sk.analyze(board)
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
    assert (tried["accepted"], tried["loss"]) == (False, judged["loss"])


@pytest.mark.parametrize("board", ["reversi4", "nip12"])
def test_a_mistake_is_explained_as_the_library_does(visitor: Visitor, board: str) -> None:
    game = sk.play("greedy", "random", seed=4, variant=board)
    for position, move in zip(game.boards(), game.moves, strict=False):
        if move == sk.PASS:
            continue
        asked = {"board": board, "text": position.line(), "move": sk.move_name(move)}
        told, found = visitor.post("/explanations", asked), sk.explain(position, move)
        assert told["is_deep"] == found.is_deep
        assert [each["mine"] for each in told["compared"]] == [each.mine for each in found.compared]
        for each, reason in zip(told["reasons"], found.reasons, strict=True):
            assert all(each["title"].values())
            assert each["sentence"]["en"] == reason.sentence()
            assert each["to_you"]["en"] == reason.sentence(is_yours=True)
            fields = reason.to_dict()
            assert all(each[name] == fields[name] for name in ("is_missed", "ply", "line", "arrows", "cells"))


def test_a_review_refines_itself_and_keeps_the_better_judgement(visitor: Visitor) -> None:
    """From 24 empties it becomes exact, before that it sees 20 plies ahead; and it is not done twice."""
    game = sk.play("greedy", "greedy", seed=3, variant="reversi6").board().transcript()
    with Listener(visitor, "review", board="reversi6", text=game, refine=True) as listener:
        first = {each["judged"]["ply"]: each["judged"] for each in listener.hear_all("judgement", is_last)}
        ratings = listener.hear("reviewed")["ratings"]
        steps = listener.hear_all("refinement", is_last)
    better = [step["judged"] for step in steps if step["judged"]]
    assert all(each["certainty"] > first[each["ply"]]["certainty"] for each in better)
    first |= {each["ply"]: each for each in better}
    exact = {each["badge"]["kind"] == "exact" for ply, each in first.items() if 32 - ply < 24}
    assert exact == {True}
    assert {side["source"] for side in ratings.values()} == {"game"}
    with Listener(visitor, "review", board="reversi6", text=game, refine=True) as listener:
        again = {each["judged"]["ply"]: each["judged"] for each in listener.hear_all("judgement", is_last)}
        assert [step["judged"] for step in listener.hear_all("refinement", is_last)] == [None] * len(steps)
    assert {ply: each["certainty"] for ply, each in again.items()} == {
        ply: each["certainty"] for ply, each in first.items()
    }


def is_last(step: Any) -> bool:
    return bool(step["done"] == step["of"])


def test_a_move_stands_beside_what_people_of_a_rating_play(visitor: Visitor) -> None:
    text = "f5d6c3d3e3"
    with Listener(visitor, "review", text=text) as listener:
        told = {each["judged"]["ply"]: each["judged"] for each in listener.hear_all("judgement", is_last)}
        ratings = listener.hear("reviewed")["ratings"]
    board = sk.Board.parse(text[:8])
    chances = sk.people.predict(board, ratings["black"]["rating"])
    last = told[5]
    assert last["peers"]["played"] == chances[sk.E3]
    assert last["peers"]["loss"] >= chances[sk.E3] * last["loss"]
    assert last["accuracy"] == 100 * 2 ** (-last["loss"] / 8)
