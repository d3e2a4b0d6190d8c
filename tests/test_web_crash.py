"""A server that is killed loses no move that it answered, whoever made it."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from http.client import HTTPException
from pathlib import Path
from random import Random
from typing import Any

import pytest
from web_process import ProcessClient, ServerProcess, server_process

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

    def note(self, token: str, game: Any) -> None:
        with self.lock:
            self.games[token, game["id"]] = [made["move"] for made in game["moves"]]
            self.answers += 1
            if self.answers >= self.kill_after:
                self.enough.set()


def play(server: ServerProcess, number: int, seen: Seen) -> None:
    """Games one after the other, until nobody answers any more."""
    random, client = Random(number), server.client()
    try:
        client.token = client.ask("POST", "/owners")[1]["token"]
        while True:
            play_one(client, random, seen)
    except (OSError, HTTPException):
        seen.enough.set()  # it was killed, or fell


def play_one(client: ProcessClient, random: Random, seen: Seen) -> None:
    seats = {"black": "person", "white": random.choice(PLAYERS)}
    status, game = client.ask("POST", "/games", {"board": "reversi6", "seats": seats})
    assert status == 201, game
    seen.note(client.token, game)
    while not game["is_over"]:
        if game["waits"]:
            move = {"move": random.choice(game["legal"])["move"], "ply": game["ply"]}
            status, game = client.ask("POST", f"/games/{game['id']}/moves", move)
        else:
            status, game = client.ask("GET", f"/games/{game['id']}?wait=10")
        assert status == 200, game
        seen.note(client.token, game)


def killed_in_the_middle(file: Path, games: int, kill_after: int) -> Seen:
    seen = Seen(kill_after)
    with server_process(file) as server:
        threads = [threading.Thread(target=play, args=(server, number, seen)) for number in range(games)]
        for thread in threads:
            thread.start()
        assert seen.enough.wait(900)  # only a server that hangs takes so long
        server.process.kill()
        for thread in threads:
            thread.join()
    return seen


def check_nothing_is_lost(file: Path, seen: Seen) -> None:
    with server_process(file) as server:
        client = server.client()
        for (client.token, key), moves in seen.games.items():
            status, game = client.ask("GET", f"/games/{key}")
            assert status == 200
            stored = [made["move"] for made in game["moves"]]
            assert stored[: len(moves)] == moves


def test_no_answered_move_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    file = tmp_path / "web.sqlite"
    seen = killed_in_the_middle(file, games=8, kill_after=150)
    assert seen.answers >= 150
    check_nothing_is_lost(file, seen)


@pytest.mark.long
def test_no_answered_move_of_fifty_games_is_lost_however_often_it_is_killed(tmp_path: Path) -> None:
    file = tmp_path / "web.sqlite"
    for kill_after in (300, 700, 1100, 2000):
        check_nothing_is_lost(file, killed_in_the_middle(file, 50, kill_after))
