"""People who play beside attacks on the connections of the server: every move of theirs is answered."""

from __future__ import annotations

import importlib.util
import json
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from typing import Any

import pytest
from web_client import settings_in
from web_process import server_process

from shirokuro.web.app import create_app
from shirokuro.web.server.connection_limits import FileShares
from shirokuro.web.server.serving import PromptServer
from shirokuro.web.settings import WebSettings

ATTACKS = Path(__file__).parents[1] / "benchmarks" / "attack_connections.py"
SOURCES = ("127.0.0.1", "127.0.0.2")
"""A person at the address of the attack, and one elsewhere."""
MINUTE = 60.0


class Player:
    """Somebody who plays; each answer must be what was asked for. A connection that was closed is opened
    again, as browsers do."""

    def __init__(self, port: int, source: str) -> None:
        self._port = port
        self._source = source
        self._connection = self._connected()
        self._random = Random(source)
        self._token = ""
        self._token = self.ask("POST", "/owners", None, 201)["token"]
        self.moves = 0

    def _connected(self) -> HTTPConnection:
        return HTTPConnection("127.0.0.1", self._port, 60, (self._source, 0))

    def ask(self, method: str, path: str, body: Any = None, status: int = 200) -> Any:
        content = None if body is None else json.dumps(body)
        headers = {"Authorization": f"Bearer {self._token}", "Content-Type": "application/json"}
        self._connection.request(method, f"/api{path}", content, headers)
        with self._connection.getresponse() as answer:
            told = json.load(answer)
        assert answer.status == status, told
        return told

    def reconnect(self) -> None:
        """The next request comes over a new connection, as after a pause."""
        self._connection.close()
        self._connection = self._connected()

    def play(self, moves: int | None = None, until: float = 0.0) -> None:
        """So many moves against `random`, or until a time."""
        game: Any = None
        while self.moves < moves if moves is not None else time.monotonic() < until:
            if game is None or game["is_over"]:
                seats = {"black": "person", "white": "random"}
                game = self.ask("POST", "/games", {"board": "reversi", "seats": seats}, 201)
            move = {"move": self._random.choice(game["legal"])["move"], "ply": game["ply"]}
            game = self.ask("POST", f"/games/{game['id']}/moves", move)
            game = self.ask("GET", f"/games/{game['id']}?wait=30")
            self.moves += 1
            if self.moves % 5 == 0:
                self.reconnect()


@contextmanager
def serving(settings: WebSettings, files: int) -> Iterator[int]:
    """A server as `shirokuro web` runs it, in a thread; its port."""
    shares = FileShares.of(files, settings)
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen(100)
        port = listening.getsockname()[1]
        server = PromptServer(create_app(settings), settings, shares)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        try:
            yield port
        finally:
            server.should_exit = True
            thread.join()


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    few = {"connections": 40, "connections_a_client": 20, "silent_connections": 20}
    with serving(settings_in(tmp_path_factory.mktemp("web"), **few), 4000) as found:
        yield found


@pytest.mark.parametrize("source", SOURCES)
def test_whoever_plays_is_served_beside_idle_connections(port: int, source: str) -> None:
    player = Player(port, source)
    idle = []
    for moves in range(5, 21, 5):
        idle += [socket.create_connection(("127.0.0.1", port)) for _ in range(30)]
        player.play(moves)
    for each in idle:
        each.close()


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("piece", [b"x" * 65536, b"X-A: b\r\n" * 8192])
def test_whoever_plays_is_served_beside_headers_without_an_end(port: int, piece: bytes, source: str) -> None:
    player, sent = Player(port, source), 0
    for moves in range(2, 11, 2):
        with closing(socket.create_connection(("127.0.0.1", port))) as endless, suppress(ConnectionError):
            endless.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX: ")
            for _ in range(1000):  # of which only the first is read
                endless.sendall(piece)
                sent += 1
        player.play(moves)
    assert sent < 2000


def test_too_many_headers_are_refused(port: int) -> None:
    with closing(socket.create_connection(("127.0.0.1", port))) as asking:
        asking.sendall(b"GET /api/boards HTTP/1.1\r\nHost: localhost\r\n" + b"X: y\r\n" * 101 + b"\r\n")
        assert asking.recv(4096).startswith(b"HTTP/1.1 431 ")


def attacks() -> Any:
    specification = importlib.util.spec_from_file_location("attack_connections", ATTACKS)
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


@pytest.mark.parametrize("attack", ["connections", "headers"])
def test_attacks_are_for_this_machine_alone_and_end(port: int, attack: str) -> None:
    run: Callable[..., None] = getattr(attacks(), attack)
    with pytest.raises(ValueError, match="this machine"):
        run(("192.0.2.1", port), threading.Event())
    stop = threading.Event()
    stop.set()
    run(("127.0.0.1", port), stop)


@pytest.mark.long
@pytest.mark.parametrize("attack", ["connections", "headers"])
def test_for_a_minute_every_move_is_answered_beside_an_attack(tmp_path: Path, attack: str) -> None:
    with server_process(tmp_path / "web.sqlite") as server:
        port = int(server.address.rpartition(":")[2])
        players = [Player(port, source) for source in SOURCES]
        command = [sys.executable, str(ATTACKS), attack, str(port), str(MINUTE)]
        failures: list[BaseException] = []
        with subprocess.Popen(command) as attacker:
            until = time.monotonic() + MINUTE

            def play(player: Player) -> None:
                try:
                    player.play(until=until)
                except BaseException as error:
                    failures.append(error)

            threads = [threading.Thread(target=play, args=(player,)) for player in players]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            assert attacker.wait(60) == 0
        assert not failures, failures
        assert all(player.moves >= 50 for player in players)
