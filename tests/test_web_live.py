"""The socket: whoever follows a game hears of every change, and of nothing else."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect
from web_client import Listener, Visitor

SLOW = "engine:seconds=1000"


def test_a_follower_hears_of_moves_and_replies(visitor: Visitor) -> None:
    game = visitor.begin(white="greedy")
    with Listener(visitor) as listener:
        listener.send({"type": "follow", "id": 1, "game": game["id"]})
        assert listener.hear("game")["game"]["ply"] == 0
        visitor.move(game, "f5")
        plies = [0]
        while plies[-1] < 2:
            message = listener.hear("game")
            assert message["id"] == 1
            plies.append(message["game"]["ply"])
        assert message["game"]["waits"]


def test_a_follower_hears_of_the_thinking(visitor: Visitor) -> None:
    game = visitor.begin(white=SLOW)
    with Listener(visitor) as listener:
        listener.send({"type": "follow", "id": 7, "game": game["id"]})
        listener.hear("game")
        visitor.move(game, "f5")
        thinking = listener.hear("thinking")
        while thinking.get("depth") is None:
            thinking = listener.hear("thinking")
        assert thinking["id"] == 7
        assert thinking["side"] == "white"
        assert thinking["nodes"] > 0
        assert thinking["move"]
        visitor.post(f"/games/{game['id']}/stop")


def test_a_game_of_players_is_watched_to_its_end(visitor: Visitor) -> None:
    game = visitor.begin("random", "greedy", board="nip12")
    with Listener(visitor) as listener:
        listener.send({"type": "follow", "id": 1, "game": game["id"]})
        while not listener.hear("game")["game"]["is_over"]:
            pass


def test_cancelled_requests_are_silent(visitor: Visitor) -> None:
    one, other = visitor.begin(), visitor.begin()
    with Listener(visitor) as listener:
        for number, game in enumerate((one, other)):
            listener.send({"type": "follow", "id": number, "game": game["id"]})
            listener.hear("game")
        listener.send({"type": "cancel", "id": 0})
        listener.send({"type": "nonsense", "id": 9})
        listener.hear("error")  # so the cancel was heard too
        visitor.move(one, "f5")
        visitor.move(other, "f5")
        assert listener.hear("game")["id"] == 1


@pytest.mark.parametrize(
    "message",
    [
        {"type": "follow", "id": 3, "game": "nowhere"},
        {"type": "follow", "id": 3},
        {"type": "follow", "id": 3, "game": 5},
        {"type": "x" * 100, "id": 3},
        {"type": None, "id": 3},
    ],
)
def test_what_is_wrong_is_said_and_the_socket_goes_on(visitor: Visitor, message: Any) -> None:
    with Listener(visitor) as listener:
        listener.send(message)
        heard = listener.hear("error")
        assert heard["id"] == 3
        assert heard["error"]["text"]
        listener.send({"type": "follow", "id": 4, "game": visitor.begin()["id"]})
        assert listener.hear("game")["id"] == 4


@pytest.mark.parametrize("text", ["", "{", "[]", "1", "null", "[" * 5000, '{"id": 1e999}'])
def test_no_message_ends_the_socket(visitor: Visitor, text: str) -> None:
    with Listener(visitor) as listener:
        listener.send_text(text)
        assert listener.hear("error")["error"]["text"]


def test_a_stranger_follows_no_game_of_others(visitor: Visitor) -> None:
    game = visitor.begin()
    with Listener(Visitor(visitor.http)) as listener:
        listener.send({"type": "follow", "id": 1, "game": game["id"]})
        assert listener.hear("error")["error"]["code"] == "not_found"


def test_without_a_token_the_socket_is_closed(visitor: Visitor) -> None:
    with Listener(visitor, token="x" * 32) as listener, pytest.raises(WebSocketDisconnect):
        listener.hear("game")


def test_a_deleted_game_is_said_to_be_gone(visitor: Visitor) -> None:
    game = visitor.begin()
    with Listener(visitor) as listener:
        listener.send({"type": "follow", "id": 1, "game": game["id"]})
        listener.hear("game")
        visitor.delete(f"/games/{game['id']}")
        assert listener.hear("error")["error"]["code"] == "not_found"
