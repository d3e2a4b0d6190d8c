"""One visitor does not stop the others: games of slow players, and analyses of clients that hang up."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from statistics import quantiles
from typing import Any

import pytest
from strange_players import Silent
from web_client import PERSON, settings_in
from web_process import ProcessClient, client_of, serving_here
from websockets.sync.client import connect

from shirokuro.web.settings import WebSettings

ATTACKER, NEIGHBOUR = "127.0.0.2", "127.0.0.1"
SILENT = "strange_players.Silent:ply=0"
ENDLESS = {"text": "f5d6", "seconds": 60}
MINUTE = 60.0


@contextmanager
def silent_server(folder: Path, **changes: Any) -> Iterator[str]:
    """A server with a player that answers when the block ends; its address."""
    Silent.told.clear()
    try:
        with serving_here(settings_in(folder, own_players=(SILENT,), **changes)) as address:
            yield address
            Silent.told.set()  # before the server ends, which waits for its threads
    finally:
        Silent.told.set()


def owner_at(address: str, source: str) -> ProcessClient:
    client = client_of(address, source)
    client.token = client.ask("POST", "/owners")[1]["token"]
    return client


def begun(client: ProcessClient, white: str) -> Any:
    status, game = client.ask("POST", "/games", {"seats": {"black": PERSON, "white": white}})
    assert status == 201, game
    return game


def moved(client: ProcessClient, game: Any, move: str) -> Any:
    asked = {"move": move, "ply": game["ply"]}
    status, answered = client.ask("POST", f"/games/{game['id']}/moves", asked)
    assert status == 200, answered
    return answered


def replied(client: ProcessClient, game: Any) -> Any:
    """The game when the opponent has moved."""
    status, answered = client.ask("GET", f"/games/{game['id']}?wait=30")
    assert status == 200, answered
    assert answered["waits"] or answered["is_over"], "the opponent does not reply"
    return answered


@pytest.mark.parametrize("source", [NEIGHBOUR, ATTACKER])
def test_games_of_a_player_that_never_returns_keep_nobody_waiting(tmp_path: Path, source: str) -> None:
    """Not even those at the same address; players that are not quick need another address."""
    with silent_server(tmp_path) as address:
        attacker, person = owner_at(address, ATTACKER), owner_at(address, source)
        for game in [begun(attacker, SILENT) for _ in range(20)]:
            moved(attacker, game, "f5")
        for opponent in ("random", "engine:level=4", *(["uct:playouts=50"] if source == NEIGHBOUR else [])):
            assert replied(person, moved(person, begun(person, opponent), "f5"))["ply"] == 2


def ask(client: ProcessClient, path: str, body: Any) -> None:
    """Asks for something long, and does not wait for the answer."""
    headers = {"Authorization": f"Bearer {client.token}", "Content-Type": "application/json"}
    client.connection.request("POST", f"/api{path}", json.dumps(body), headers)


def until_free(client: ProcessClient) -> None:
    """Returns when a short analysis is answered, as it is when all long ones are gone."""
    deadline = time.monotonic() + ENDLESS["seconds"] / 2
    status = 0
    while status != 200:
        assert time.monotonic() < deadline, "the long analyses go on, and nobody wants them"
        status, _ = client.ask("POST", "/analysis", {"text": "f5f6", "seconds": 0.01})


def until_taken(client: ProcessClient) -> None:
    """Returns when the address has as many analyses as it may have.

    More were asked for than that: what is asked here may take the place of one that has not come yet.
    """
    deadline = time.monotonic() + ENDLESS["seconds"] / 2
    status, answer = 0, None
    while status != 429:
        assert time.monotonic() < deadline, "the address never had too many analyses"
        status, answer = client.ask("POST", "/analysis", {"text": "f5f4", "seconds": 0.01})
    assert "address" in answer["error"]["text"]


def test_analyses_of_those_who_hang_up_end(tmp_path: Path) -> None:
    """Meanwhile games go on."""
    with serving_here(settings_in(tmp_path, searches_an_address=6, workers=8)) as address:
        attackers, person = [owner_at(address, ATTACKER) for _ in range(12)], owner_at(address, ATTACKER)
        for attacker in attackers:
            ask(attacker, "/analysis", ENDLESS)
        until_taken(person)
        assert replied(person, moved(person, begun(person, "random"), "f5"))["ply"] == 2
        for attacker in attackers:
            attacker.connection.close()
        until_free(person)


def test_a_socket_that_is_closed_ends_its_analyses(tmp_path: Path) -> None:
    with serving_here(settings_in(tmp_path, searches_an_address=4, workers=6)) as address:
        person = owner_at(address, NEIGHBOUR)
        with ExitStack() as sockets:
            for number in range(10):
                socket = sockets.enter_context(connect(f"{address.replace('http', 'ws')}/api/live"))
                socket.send(json.dumps({"type": "hello", "token": owner_at(address, NEIGHBOUR).token}))
                socket.send(json.dumps({"type": "analyse", "id": number, **ENDLESS}))
            until_taken(person)
        until_free(person)


def test_one_address_does_not_take_all_games_in_memory(tmp_path: Path) -> None:
    with silent_server(tmp_path, live_games=8, live_games_a_client=3, live_games_an_address=5) as address:
        attackers = [owner_at(address, ATTACKER) for _ in range(3)]
        statuses = list[int]()
        for attacker in attackers:
            for _ in range(4):
                asked = {"seats": {"black": SILENT, "white": PERSON}}
                statuses.append(attacker.ask("POST", "/games", asked)[0])
        assert statuses == [201, 201, 201, 429, 201, 201, 429, 429, 429, 429, 429, 429]
        person = owner_at(address, NEIGHBOUR)
        assert replied(person, moved(person, begun(person, "random"), "f5"))["ply"] == 2


# At their whole size


def attack_by_moves(address: str, stop: threading.Event) -> None:
    """Sixty games of one owner against a slow engine, and twenty against a player that never returns."""
    attacker = owner_at(address, ATTACKER)
    games = [begun(attacker, white) for white in ["engine:seconds=10"] * 60 + [SILENT] * 20]
    for game in games:
        moved(attacker, game, "f5")
    stop.wait()


def attack_by_analyses(address: str, stop: threading.Event) -> None:
    """Again and again 86 owners, each with six analyses of a minute, who hang up at once."""
    tokens = [owner_at(address, ATTACKER).token for _ in range(86)]
    while not stop.is_set():
        for token in tokens:
            clients = [client_of(address, ATTACKER) for _ in range(6)]
            for client in clients:
                client.token = token
                ask(client, "/analysis", ENDLESS)
            for client in clients:
                client.connection.close()


def person_plays(address: str, stop: threading.Event) -> list[float]:
    """Games against `random`, one after the other; the seconds from each move to the reply."""
    person, times, random = owner_at(address, NEIGHBOUR), list[float](), Random(1)
    while not stop.is_set():
        game = begun(person, "random")
        while not (game["is_over"] or stop.is_set()):
            began = time.perf_counter()
            game = replied(person, moved(person, game, random.choice(game["legal"])["move"]))
            times.append(time.perf_counter() - began)
            stop.wait(0.1)
    return times


@pytest.mark.long
@pytest.mark.parametrize("attack", [attack_by_moves, attack_by_analyses])
def test_a_person_plays_on_beside_an_attack(tmp_path: Path, attack: Any, record_property: Any) -> None:
    """For a minute; none of the moves is refused, all are answered. How long they took is noted, no more."""
    stop = threading.Event()
    with silent_server(tmp_path, **usual_workers()) as address:
        threads = [threading.Thread(target=attack, args=(address, stop))]
        threads.append(threading.Timer(MINUTE, stop.set))
        for thread in threads:
            thread.start()
        try:
            times = person_plays(address, stop)
        finally:
            stop.set()
            for thread in threads:
                thread.join()
    cuts = quantiles(times, n=100)
    text = f"{len(times)} moves: median {cuts[49]:.3f} s, 95 % {cuts[94]:.3f} s, 99 % {cuts[98]:.3f} s"
    record_property("moves beside the attack", text)
    print(text)
    assert times


def usual_workers() -> dict[str, int]:
    """As many threads as the server has where nobody says."""
    usual = WebSettings()
    return {name: getattr(usual, name) for name in ("workers", "move_workers", "quick_workers")}
