"""People who play beside attacks on the connections of the server: every move of theirs is answered."""

from __future__ import annotations

import importlib.util
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from web_client import settings_in
from web_process import ProcessClient, server_process, serving_here

ATTACKS = Path(__file__).parents[1] / "benchmarks" / "attack_connections.py"
SOURCES = ("127.0.0.1", "127.0.0.2")
"""A person at the address of the attack, and one elsewhere."""
MINUTE = 60.0


class Player:
    """Somebody who plays against `random`, each few moves over a new connection, as after a pause."""

    def __init__(self, address: str, source: str) -> None:
        self._client = ProcessClient(address, source).registered()
        self._random = Random(source)
        self._game: Any = None
        self.moves = 0

    def play(self, moves: int | None = None, until: float = 0.0) -> None:
        """So many moves in all, or until a time."""
        client = self._client
        while self.moves < moves if moves is not None else time.monotonic() < until:
            if self._game is None or self._game["is_over"]:
                self._game = client.begin("random")
            move = self._random.choice(self._game["legal"])["move"]
            self._game = client.replied(client.move(self._game, move))
            self.moves += 1
            if self.moves % 5 == 0:
                client.connection.close()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    few = {"connections": 40, "connections_a_client": 20, "silent_connections": 20}
    with serving_here(settings_in(tmp_path_factory.mktemp("web"), **few), 4000) as found:
        yield found


@pytest.fixture
def place(address: str) -> tuple[str, int]:
    return "127.0.0.1", int(address.rpartition(":")[2])


@pytest.mark.parametrize("source", SOURCES)
def test_whoever_plays_is_served_beside_idle_connections(
    address: str, place: tuple[str, int], source: str
) -> None:
    player, idle = Player(address, source), []
    for moves in range(5, 21, 5):
        idle += [socket.create_connection(place) for _ in range(30)]
        player.play(moves)
    for each in idle:
        each.close()


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("piece", [b"x" * 65536, b"X-A: b\r\n" * 8192])
def test_whoever_plays_is_served_beside_headers_without_an_end(
    address: str, place: tuple[str, int], piece: bytes, source: str
) -> None:
    player, sent = Player(address, source), 0
    for moves in range(2, 11, 2):
        with closing(socket.create_connection(place)) as endless, suppress(ConnectionError):
            endless.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX: ")
            for _ in range(1000):  # of which only the first is read
                endless.sendall(piece)
                sent += 1
        player.play(moves)
    assert sent < 2000


def test_too_many_headers_are_refused(place: tuple[str, int]) -> None:
    with closing(socket.create_connection(place)) as asking:
        asking.sendall(b"GET /api/boards HTTP/1.1\r\nHost: localhost\r\n" + b"X: y\r\n" * 101 + b"\r\n")
        assert asking.recv(4096).startswith(b"HTTP/1.1 431 ")


@pytest.mark.parametrize("attack", ["connections", "headers"])
def test_attacks_are_for_this_machine_alone_and_end(place: tuple[str, int], attack: str) -> None:
    specification = importlib.util.spec_from_file_location("attack_connections", ATTACKS)
    assert specification is not None
    assert specification.loader is not None
    attacks = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(attacks)
    run: Callable[..., None] = getattr(attacks, attack)
    with pytest.raises(ValueError, match="this machine"):
        run(("192.0.2.1", place[1]), threading.Event())
    stop = threading.Event()
    stop.set()
    run(place, stop)


@pytest.mark.long
@pytest.mark.parametrize("attack", ["connections", "headers"])
def test_for_a_minute_every_move_is_answered_beside_an_attack(tmp_path: Path, attack: str) -> None:
    with server_process(tmp_path) as server, ThreadPoolExecutor() as pool:
        players = [Player(server.address, source) for source in SOURCES]
        command = [sys.executable, str(ATTACKS), attack, str(server.port), str(MINUTE)]
        with subprocess.Popen(command) as attacker:
            until = time.monotonic() + MINUTE
            playing = [pool.submit(player.play, until=until) for player in players]
            for each in playing:
                each.result()
            assert attacker.wait(60) == 0
        assert all(player.moves >= 50 for player in players)
