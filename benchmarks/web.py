"""Measures the page's server: many games at once, many connections, and its memory after a day's games.

    python benchmarks/web.py [--games 200] [people] [friends] [games] [connections] [memory]
    python benchmarks/web.py --attack none|moves|analyses [--seconds 60]

The server runs in a process of its own; this one plays the clients. `people` and `games` are closed loops: a
client thinks, moves, and waits for the reply. In `people` it thinks for 2 to 5 seconds and plays `random`; in
`games` it moves a second after each reply, against several quick players. In `friends` a quarter of the
games of `people` are between two clients, each at a socket of its own. With `--attack` a third process
attacks the server (`attacks.py`) while somebody plays `random`.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import Any

import attacks
import websockets

GAMES = 200
PLAYERS = ("random", "greedy", "value-map", "engine:level=2", "engine:level=4", "engine:level=8")
CONNECTIONS = 1000
DAY = 10_000
PARTS = 10
"""The number of parts of a day, each measured."""
IN_MEMORY = 1000
"""`live_games` in the server's settings."""
AT_ONCE = 50
"""Games at a time, out of a day's."""
ATTACK_SECONDS = 60.0
NO_ATTACK = "none"
PEOPLE = 3
"""The people who play during an attack."""
THINKING = 0.2
"""Seconds that each of them thinks about a move."""


@dataclass(frozen=True)
class Load:
    """The work of the clients in many games at once."""

    players: tuple[str, ...]
    pause: tuple[float, float]
    """The least and the most seconds between a reply and the next move."""
    friends: int = 0
    """One of so many games is between two people; none if it is 0."""


PEOPLE_LOAD = Load(("random",), (2.0, 5.0))
FRIENDS_LOAD = Load(("random",), (2.0, 5.0), friends=4)
QUICK_LOAD = Load(PLAYERS, (1.0, 1.0))


# The server


@dataclass
class Server:
    port: int
    process: subprocess.Popen[str]

    def memory_mib(self) -> float:
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024  # type: ignore[index]

    def cpu_seconds(self) -> float:
        words = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def serving() -> Iterator[Server]:
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "shirokuro.cli", "web", "--port", "0", "--no-browser"]
        command += ["--file", f"{folder}/web.sqlite", "--player", attacks.SILENT]
        where = os.environ | {"PYTHONPATH": str(Path(__file__).parent)}
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=where) as process:
            assert process.stdout is not None
            address = process.stdout.readline()
            try:
                yield Server(int(re.search(r":(\d+)/", address)[1]), process)  # type: ignore[index]
            finally:
                process.send_signal(signal.SIGINT)


# Clients


@dataclass
class Http:
    """A connection that stays open; it is faster than a library's, so that the client measures the server."""

    port: int
    token: str = ""
    _streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = field(default=None, repr=False)

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self._streams
        content = b"" if body is None else json.dumps(body).encode()
        head = [
            f"{method} /api{path} HTTP/1.1",
            f"Host: 127.0.0.1:{self.port}",
            f"Content-Length: {len(content)}",
        ]
        head += ["Content-Type: application/json", f"Authorization: Bearer {self.token}", "", ""]
        writer.write("\r\n".join(head).encode() + content)
        answer = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        length = re.search(r"content-length: (\d+)", answer, re.IGNORECASE)
        read = await reader.readexactly(int(length[1])) if length else b""
        return int(answer.split()[1]), json.loads(read) if read else None

    async def owner(self) -> None:
        self.token = (await self.ask("POST", "/owners"))[1]["token"]

    def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()


@dataclass
class Times:
    stored: list[float] = field(default_factory=list)
    """Seconds until a move was stored and answered."""
    replied: list[float] = field(default_factory=list)
    """Seconds until the opponent's reply had arrived too."""
    lost: int = 0
    statuses: Counter[int] = field(default_factory=Counter)


async def play(port: int, number: int, load: Load, times: Times) -> None:
    """Plays a whole game: the reply comes over the socket, the next move after a pause."""
    random, http = Random(number), Http(port)
    await http.owner()
    seats = {"black": "person", "white": load.players[number % len(load.players)]}
    _, game = await http.ask("POST", "/games", {"board": "reversi", "seats": seats, "seed": number})
    async with websockets.connect(f"ws://127.0.0.1:{port}/api/live", max_queue=None) as socket:
        await socket.send(json.dumps({"type": "hello", "token": http.token}))
        await socket.send(json.dumps({"type": "follow", "id": 1, "game": game["id"]}))
        await asyncio.sleep(random.uniform(0, load.pause[1]))
        while not game["is_over"]:
            move = {"move": random.choice(game["legal"])["move"], "ply": game["ply"]}
            began = time.perf_counter()
            status, answered = await http.ask("POST", f"/games/{game['id']}/moves", move)
            times.stored.append(time.perf_counter() - began)
            times.statuses[status] += 1
            assert status == 200, answered
            game = await until_mine(socket, answered)
            times.replied.append(time.perf_counter() - began)
            await asyncio.sleep(random.uniform(*load.pause))
    _, kept = await http.ask("GET", f"/games/{game['id']}")
    times.lost += kept["moves"] != game["moves"]
    http.close()


async def play_friend(port: int, number: int, load: Load, times: Times) -> None:
    """Two people play a whole game; a reply is the move of the other one, seen on their own socket."""
    people = Http(port), Http(port)
    for http in people:
        await http.owner()
    _, made = await people[0].ask("POST", "/invitations", {"clock": "3600"})
    await people[1].ask("POST", "/invitations/join", {"secret": made["secret"]})
    key, sent = made["game"]["id"], [asyncio.Queue[float]() for _ in people]
    ends = await asyncio.gather(
        *(play_seat(http, key, load, times, (sent[at], sent[1 - at])) for at, http in enumerate(people))
    )
    _, kept = await people[0].ask("GET", f"/games/{key}")
    times.lost += any(kept["moves"] != end["moves"] for end in ends)
    for http in people:
        http.close()


async def play_seat(http: Http, key: str, load: Load, times: Times, moves: tuple[Any, Any]) -> Any:
    """One of two people; `moves` are when its own moves and the other's were sent."""
    random = Random(http.token)
    async with websockets.connect(f"ws://127.0.0.1:{http.port}/api/live", max_queue=None) as socket:
        await socket.send(json.dumps({"type": "hello", "token": http.token}))
        await socket.send(json.dumps({"type": "follow", "id": 1, "game": key}))
        game = json.loads(await socket.recv())["game"]
        while not game["is_over"]:
            if game["waits"]:
                await asyncio.sleep(random.uniform(*load.pause))
                move = {"move": random.choice(game["legal"])["move"], "ply": game["ply"]}
                began = time.perf_counter()
                moves[0].put_nowait(began)
                status, answered = await http.ask("POST", f"/games/{key}/moves", move)
                times.stored.append(time.perf_counter() - began)
                times.statuses[status] += 1
                assert status == 200, answered
                game = answered
            while not (game["waits"] or game["is_over"]):
                message = json.loads(await socket.recv())
                if message["type"] == "game" and message["game"]["revision"] > game["revision"]:
                    game = message["game"]
            while not moves[1].empty():
                times.replied.append(time.perf_counter() - moves[1].get_nowait())
    return game


async def until_mine(socket: Any, game: Any) -> Any:
    revision = game["revision"]
    while not (game["revision"] >= revision and (game["waits"] or game["is_over"])):
        message = json.loads(await socket.recv())
        game = message["game"] if message["type"] == "game" else game
    return game


async def measure_games(server: Server, games: int, load: Load = QUICK_LOAD) -> None:
    times, began, spent = Times(), time.perf_counter(), (server.cpu_seconds(), time.process_time())
    between = games // load.friends if load.friends else 0
    await asyncio.gather(
        *(play_friend(server.port, number, load, times) for number in range(between)),
        *(play(server.port, number, load, times) for number in range(games - between)),
    )
    took, moves = time.perf_counter() - began, len(times.stored)
    least, most = load.pause
    print(
        f"{games} games at once, {between} of them between two people,"
        f" a move {least:g} to {most:g} s after a reply: {moves} moves in {took:.0f} s"
    )
    print_times(times)
    server_seconds, own_seconds = server.cpu_seconds() - spent[0], time.process_time() - spent[1]
    print(f"  games lost or changed: {times.lost}; load average {os.getloadavg()[0]:.1f}")
    print(f"  of a core the server used {server_seconds / took:.0%}, the clients {own_seconds / took:.0%}")
    print(f"  a move with its reply takes {server_seconds / moves * 1000:.1f} ms of the server's CPU time")


def print_times(times: Times) -> None:
    """Without the opponent's thinking, and with it."""
    for name, values in (("stored and answered", times.stored), ("with the reply", times.replied)):
        cuts = quantiles(values, n=100)
        print(
            f"  {name}: median {median(values) * 1000:.1f} ms, 95 % {cuts[94] * 1000:.1f} ms,"
            f" 99 % {cuts[98] * 1000:.1f} ms, most {max(values) * 1000:.0f} ms"
        )


@contextmanager
def attacked(server: Server, name: str) -> Iterator[None]:
    """Attacks a server from a process of its own."""
    if name == NO_ATTACK:
        yield
        return
    context = get_context("spawn")
    attacker = context.Process(target=attacks.run, args=(name, ("127.0.0.1", server.port)), daemon=True)
    attacker.start()
    try:
        yield
        assert attacker.is_alive(), "the attack ended by itself"
    finally:
        attacker.terminate()
        attacker.join()


async def measure_attack(server: Server, name: str, seconds: float) -> None:
    """Some people play `random` for this long, one game after another."""
    times = Times()
    with attacked(server, name):
        end = time.perf_counter() + seconds
        await asyncio.gather(*(play_random(server.port, end, times) for _ in range(PEOPLE)))
    refused = {status: count for status, count in times.statuses.items() if status >= 400}
    print(f"attack {name}: {len(times.replied)} moves against random in {seconds:.0f} s; refused: {refused}")
    print_times(times)
    print(f"  load average {os.getloadavg()[0]:.1f}, memory of the server {server.memory_mib():.0f} MiB")


async def play_random(port: int, end: float, times: Times) -> None:
    """Plays games against `random`; a refused move is counted and tried again."""
    random, http = Random(0), Http(port)
    await http.owner()
    while time.perf_counter() < end:
        _, game = await http.ask("POST", "/games", {"seats": {"black": "person", "white": "random"}})
        while time.perf_counter() < end and not game["is_over"]:
            move = {"move": random.choice(game["legal"])["move"], "ply": game["ply"]}
            began = time.perf_counter()
            status, _ = await http.ask("POST", f"/games/{game['id']}/moves", move)
            times.statuses[status] += 1
            if status == 200:
                times.stored.append(time.perf_counter() - began)
                status, game = await http.ask("GET", f"/games/{game['id']}?wait=30")
                assert game["waits"] or game["is_over"], "no reply within 30 s"
                times.replied.append(time.perf_counter() - began)
            await asyncio.sleep(THINKING)
    http.close()


async def measure_connections(server: Server, _: int) -> None:
    """Connects all clients, then each asks for its game once more."""
    owner = Http(server.port)
    await owner.owner()
    _, game = await owner.ask("POST", "/games", {"seats": {"black": "person", "white": "person"}})
    outcomes: Counter[str] = Counter()
    everybody = asyncio.Barrier(CONNECTIONS)
    began = time.perf_counter()
    await asyncio.gather(
        *(connect(server.port, owner.token, game["id"], outcomes, everybody) for _ in range(CONNECTIONS))
    )
    print(f"{CONNECTIONS} connections in {time.perf_counter() - began:.1f} s: {dict(outcomes)}")
    print(f"  afterwards the server answers {(await owner.ask('GET', '/boards'))[0]}")


async def connect(
    port: int, token: str, game: str, outcomes: Counter[str], everybody: asyncio.Barrier
) -> None:
    try:
        async with websockets.connect(f"ws://127.0.0.1:{port}/api/live", open_timeout=60) as socket:
            await socket.send(json.dumps({"type": "hello", "token": token}))
            await socket.send(json.dumps({"type": "follow", "id": 1, "game": game}))
            message = json.loads(await socket.recv())
            outcomes["served" if message["type"] == "game" else "answered otherwise"] += 1
            await everybody.wait()
    except websockets.InvalidStatus as refused:
        waits = "Retry-After" in refused.response.headers
        outcomes[f"refused with {refused.response.status_code}{'' if waits else ', no Retry-After'}"] += 1
        await everybody.wait()


async def measure_memory(server: Server, _: int) -> None:
    """Plays a day's games to their end on a small board, by many owners at once.

    Before the first figure it plays twice as many as the server keeps in memory.
    """
    clients = [Http(server.port) for _ in range(AT_ONCE)]
    for client in clients:
        await client.owner()
    await play_many(clients, 2 * IN_MEMORY)
    first = server.memory_mib()
    print(f"{first:.1f} MiB")
    for part in range(PARTS):
        began = time.perf_counter()
        await play_many(clients, DAY // PARTS)
        memory, took = server.memory_mib(), time.perf_counter() - began
        games = (part + 1) * DAY // PARTS
        print(f"after {games} games: {memory:.1f} MiB ({memory - first:+.1f}), {took:.0f} s")
    for client in clients:
        client.close()


async def play_many(clients: list[Http], games: int) -> None:
    await asyncio.gather(*(play_some(client, games // len(clients)) for client in clients))


async def play_some(http: Http, games: int) -> None:
    random = Random()
    for _ in range(games):
        seats = {"black": "person", "white": random.choice(PLAYERS)}
        status, game = await http.ask("POST", "/games", {"board": "nip12", "seats": seats})
        while status in (200, 201) and not game["is_over"]:
            if game["waits"]:
                move = {"move": random.choice(game["legal"])["move"], "ply": game["ply"]}
                status, game = await http.ask("POST", f"/games/{game['id']}/moves", move)
            else:
                status, game = await http.ask("GET", f"/games/{game['id']}?wait=10")
        assert status in (200, 201), (status, game)


MEASURES = {
    "people": partial(measure_games, load=PEOPLE_LOAD),
    "friends": partial(measure_games, load=FRIENDS_LOAD),
    "games": measure_games,
    "connections": measure_connections,
    "memory": measure_memory,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("measures", nargs="*", choices=[*MEASURES, []], help="all of them if none is named")
    parser.add_argument("--games", type=int, default=GAMES, help=f"games at once (default {GAMES})")
    attack_names = [NO_ATTACK, *attacks.ATTACKS]
    parser.add_argument("--attack", choices=attack_names, help="measure a person's moves beside an attack")
    parser.add_argument("--seconds", type=float, default=ATTACK_SECONDS, help="of an attack (default 60)")
    arguments = parser.parse_args()
    if arguments.attack is not None:
        with serving() as server:
            asyncio.run(measure_attack(server, arguments.attack, arguments.seconds))
        return
    for name in arguments.measures or MEASURES:
        with serving() as server:
            asyncio.run(MEASURES[name](server, arguments.games))


if __name__ == "__main__":
    main()
