"""Attacks the page's server while `benchmarks/web.py --attack` measures a person's moves.

Each attack is a function of the server's address and an event that ends it. They all come from
another address than the person.
"""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable
from http.client import HTTPConnection
from typing import Any

from attack_connections import connections, headers

import shirokuro as sk

Address = tuple[str, int]
ATTACKER = "127.0.0.2"
SLOW_GAMES = 60
SILENT_GAMES = 20
OWNERS = 86
ANALYSES = 6
"""Analyses of each owner."""
ANALYSIS_SECONDS = 60
ROUND_SECONDS = 5.0
"""Seconds after which all of them ask again; a higher rate would only measure the cost of requests."""
SILENT = "attacks.Silent"
"""The server must be started with this player."""


class Silent(sk.Player):
    """Never answers."""

    def choose(self, board: sk.Board, limits: sk.Limits | None = None, stop: sk.Stop | None = None) -> int:
        threading.Event().wait()
        raise AssertionError("nothing ends the wait")


def moves(address: Address, stop: threading.Event) -> None:
    """Games of one owner against a slow engine, and against a player that never returns."""
    client = Client(address)
    client.become_owner()
    opponents = ["engine:seconds=10"] * SLOW_GAMES + [SILENT] * SILENT_GAMES
    games = [
        client.ask("/games", {"seats": {"black": "person", "white": opponent}}) for opponent in opponents
    ]
    while not stop.wait(0.5):
        for game in games:  # if the engine has answered, make the next move
            shown = client.ask(f"/games/{game['id']}", method="GET")
            if shown["waits"]:
                move = {"move": shown["legal"][0]["move"], "ply": shown["ply"]}
                client.ask(f"/games/{game['id']}/moves", move)


def analyses(address: Address, stop: threading.Event) -> None:
    """Analyses of a minute by many owners, who disconnect at once, again and again."""
    client = Client(address)
    tokens = [client.become_owner() for _ in range(OWNERS)]
    while not stop.is_set():
        for token in tokens:
            hang_up(address, token)
        stop.wait(ROUND_SECONDS)


ATTACKS: dict[str, Callable[[Address, threading.Event], None]] = {
    "moves": moves,
    "analyses": analyses,
    "connections": connections,
    "headers": headers,
}


def run(name: str, address: Address) -> None:
    """Runs an attack in a process of its own until the block ends."""
    ATTACKS[name](address, threading.Event())


class Client:
    """A connection of the attacker, which stays open."""

    def __init__(self, address: Address) -> None:
        self._http = HTTPConnection(*address, timeout=60, source_address=(ATTACKER, 0))
        self._token = ""

    def become_owner(self) -> str:
        self._token = self.ask("/owners")["token"]
        return self._token

    def ask(self, path: str, body: Any = None, method: str = "POST") -> Any:
        headers = {"Authorization": f"Bearer {self._token}", "Content-Type": "application/json"}
        self._http.request(method, f"/api{path}", None if body is None else json.dumps(body), headers)
        return json.loads(self._http.getresponse().read())


def hang_up(address: Address, token: str) -> None:
    """Starts some analyses of an owner without waiting for the answers."""
    body = json.dumps({"text": "f5d6", "seconds": ANALYSIS_SECONDS})
    head = [
        "POST /api/analysis HTTP/1.1",
        f"Host: {address[0]}:{address[1]}",
        "Content-Type: application/json",
        f"Content-Length: {len(body)}",
        f"Authorization: Bearer {token}",
    ]
    asked = "\r\n".join([*head, "", body]).encode()
    connections = [socket.create_connection(address, 60, (ATTACKER, 0)) for _ in range(ANALYSES)]
    for connection in connections:
        connection.sendall(asked)
    for connection in connections:
        connection.close()
