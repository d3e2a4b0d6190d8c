"""A server that is killed loses no move that it answered, whoever made it."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from http.client import HTTPException
from pathlib import Path
from random import Random
from typing import Any

import pytest
from web_process import ServerProcess, server_process

PLAYERS = ("random", "greedy", "engine:level=2")


@dataclass
class Seen:
    """What the clients were told, until the server was gone."""

    kill_after: int
    games: dict[tuple[str, str], list[str]] = field(default_factory=dict)
    """The moves of each game in the last answer, by token and name."""
    answers: int = 0
    enough: threading.Event = field(default_factory=threading.Event)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def note(self, token: str, game: Any) -> Any:
        with self.lock:
            self.games[token, game["id"]] = [made["move"] for made in game["moves"]]
            self.answers += 1
            if self.answers >= self.kill_after:
                self.enough.set()
        return game


def play(server: ServerProcess, number: int, seen: Seen) -> None:
    """Games one after the other, until nobody answers any more."""
    random = Random(number)
    try:
        client = server.client().registered()
        while True:
            game = seen.note(client.token, client.begin(random.choice(PLAYERS), "reversi6"))
            while not game["is_over"]:
                if game["waits"]:
                    game = client.move(game, random.choice(game["legal"])["move"])
                else:
                    game = client.granted("GET", f"/games/{game['id']}?wait=10")
                seen.note(client.token, game)
    except (OSError, HTTPException):
        seen.enough.set()  # it was killed, or fell


def kill_in_the_middle(home: Path, games: int, kill_after: int) -> None:
    """Nothing that was answered may be missing when the next server starts."""
    seen = Seen(kill_after)
    with server_process(home) as server:
        assert server.address
        threads = [threading.Thread(target=play, args=(server, number, seen)) for number in range(games)]
        for thread in threads:
            thread.start()
        assert seen.enough.wait(900)  # only a server that hangs takes so long
        server.process.kill()
        for thread in threads:
            thread.join()
    assert seen.answers >= kill_after
    with server_process(home) as server:
        client = server.client()
        for (client.token, key), moves in seen.games.items():
            stored = [made["move"] for made in client.granted("GET", f"/games/{key}")["moves"]]
            assert stored[: len(moves)] == moves


def test_no_answered_move_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    kill_in_the_middle(tmp_path, games=8, kill_after=150)


@pytest.mark.long
def test_no_answered_move_of_fifty_games_is_lost_however_often_it_is_killed(tmp_path: Path) -> None:
    for kill_after in (300, 700, 1100, 2000):
        kill_in_the_middle(tmp_path, 50, kill_after)
