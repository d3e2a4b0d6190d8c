"""The coach: which moves it asks about and praises, for whom, and that its questions count as help."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient
from web_client import BEST, PLACE, WRONG, Visitor, served, settings_in

import shirokuro as sk
from shirokuro.people import difficulty
from shirokuro.people.coach import MUCH, RARE, SMALL, UNUSUAL, coached_moves


def test_it_asks_about_moves_that_lose_much_and_praises_good_ones_that_are_rarely_found() -> None:
    record = sk.play("engine:level=4", "engine:level=4", seed=3)
    seen = {"ask": 0, "praise": 0}
    for board in list(record.boards())[8:-1:3]:
        values = {move: found.value for move, found in sk.analyze(board, depth=8).items()}
        best, usual, chances = (
            max(values.values()),
            difficulty(board, 1200).loss,
            sk.people.predict(board, 1200),
        )
        found = coached_moves(board, 1200)
        asked = {move for move, said in found.items() if said.advice == "ask"}
        if len(values) > 1:
            assert asked == {move for move in values if best - values[move] >= max(MUCH, UNUSUAL * usual)}
        praised = found.keys() - asked
        assert all(best - values[move] <= SMALL for move in praised)
        assert sum(chances[move] for move in praised) <= RARE
        assert {move: said.loss for move, said in found.items()} == {
            move: best - values[move] for move in found
        }
        seen["ask"] += len(asked)
        seen["praise"] += len(praised)
    assert min(seen.values()) > 0


def test_the_weak_are_asked_less_and_a_forced_move_never() -> None:
    boards = [*sk.play("engine:level=2", "engine:level=2", seed=5).boards()][6:50:4]
    asked = [
        sum(said.advice == "ask" for board in boards for said in coached_moves(board, rating).values())
        for rating in (100, 5000)  # beyond the model's ratings the nearest counts
    ]
    assert 0 < asked[0] < asked[1]
    assert coached_moves(sk.Board("reversi4", "-OXXXXXXXXXXXXXX X"), 1000) == {}


@pytest.fixture(scope="module")
def http(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with served(settings_in(tmp_path_factory.mktemp("home"))) as found:
        yield found


def test_a_game_in_which_it_asked_does_not_count(http: TestClient) -> None:
    visitor = Visitor(http)
    game = visitor.settled(visitor.begin(board="reversi4", white="rival:nodes=2000", seed=1))
    game = visitor.settled(visitor.move(game, game["legal"][0]["move"]))
    path = f"/games/{game['id']}"
    assert visitor.post(f"{path}/coach", {})["ply"] == len(game["moves"])
    assert visitor.get(f"{path}/rival")["standing"] == "playing"
    visitor.post(f"{path}/coach/asked", status=204)
    assert visitor.get(f"{path}/rival")["standing"] == "coach"


def test_it_answers_by_the_rating_that_the_rival_knows_and_only_against_a_player(http: TestClient) -> None:
    visitor = Visitor(http)
    against = visitor.begin(white="person", black="random", **PLACE)
    assert against["turn"] == "white"
    said = visitor.post(f"/games/{against['id']}/coach", {})
    assert said["rating"] == 800
    advice = {each["move"]: each["advice"] for each in said["moves"]}
    assert advice[WRONG] == "ask"
    assert BEST not in advice
    visitor.play_on(visitor.settled(visitor.begin(board="reversi4", white="rival:nodes=2000", seed=1)))
    assert visitor.post(f"/games/{against['id']}/coach", {})["rating"] != 800
    assert visitor.post(f"/games/{against['id']}/coach", {"name": "Aki"})["rating"] == 800
    two = visitor.begin(**PLACE)
    for path in ("coach", "coach/asked"):
        refused = visitor.post(f"/games/{two['id']}/{path}", {}, status=409)
        assert refused["error"]["text"] == "the coach helps only a person against a player"
