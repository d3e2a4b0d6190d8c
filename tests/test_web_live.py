"""The socket: whoever follows a game hears of every change, and of nothing else."""

from __future__ import annotations

import json
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect
from web_client import Listener, Visitor, on_a_loop

from shirokuro.web.server.conversation import Outbox

SLOW = "engine:seconds=1000"


def following(visitor: Visitor, game: Any) -> Listener:
    return Listener(visitor, "follow", game=game["id"])


def test_a_follower_hears_of_moves_and_replies(visitor: Visitor) -> None:
    game = visitor.begin(white="greedy")
    with following(visitor, game) as listener:
        assert listener.hear("game")["game"]["ply"] == 0
        visitor.move(game, "f5")
        heard = listener.hear_all("game", lambda message: message["game"]["ply"] == 2)
        assert {message["id"] for message in heard} == {1}
        assert heard[-1]["game"]["waits"]


def test_a_follower_hears_of_the_thinking(visitor: Visitor) -> None:
    game = visitor.begin(white=SLOW)
    with following(visitor, game) as listener:
        listener.hear("game")
        visitor.move(game, "f5")
        *_, thinking = listener.hear_all("thinking", lambda message: message.get("depth") is not None)
        assert (thinking["id"], thinking["side"]) == (1, "white")
        assert thinking["nodes"] > 0
        assert thinking["move"]
        visitor.post(f"/games/{game['id']}/stop")


def test_a_game_of_players_is_watched_to_its_end(visitor: Visitor) -> None:
    game = visitor.begin("random", "greedy", board="nip12")
    with following(visitor, game) as listener:
        listener.hear_all("game", lambda message: message["game"]["is_over"])


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


def test_what_is_wrong_is_said_and_the_socket_goes_on(visitor: Visitor) -> None:
    wrong: list[dict[str, Any]] = [
        *({"type": "follow", "game": "nowhere"}, {"type": "follow"}, {"type": "follow", "game": 5}),
        *({"type": "x" * 100}, {"type": None}),
    ]
    with Listener(visitor) as listener:
        for message in wrong:
            listener.send({"id": 3, **message})
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
    with following(Visitor(visitor.http), game) as listener:
        assert listener.hear("error")["error"]["code"] == "not_found"


def test_without_a_token_the_socket_is_closed(visitor: Visitor) -> None:
    with Listener(visitor, token="x" * 32) as listener, pytest.raises(WebSocketDisconnect):
        listener.hear("game")


def test_a_deleted_game_is_said_to_be_gone(visitor: Visitor) -> None:
    game = visitor.begin()
    with following(visitor, game) as listener:
        listener.hear("game")
        visitor.delete(f"/games/{game['id']}")
        assert listener.hear("error")["error"]["code"] == "not_found"


@on_a_loop
async def test_newer_messages_replace_older_ones_about_the_same_game_alone() -> None:
    outbox = Outbox()
    for game, ply in (("a", 1), ("b", 1), ("a", 2)):
        outbox.put("game", 5, f'{{"ply":{ply}}}', game)
    sent = [json.loads(await outbox.next()) for _ in range(2)]
    assert sent == [{"type": "game", "id": 5, "game": {"ply": ply}} for ply in (1, 2)]
