"""One visitor does not stop the others: games of slow players, and analyses of clients that hang up."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from statistics import quantiles
from typing import Any

import pytest
from strange_players import Silent
from web_client import new_game, settings_in
from web_process import ProcessClient, serving_here
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
    return ProcessClient(address, source).registered()


def check_reply(person: ProcessClient, white: str) -> None:
    assert person.replied(person.move(person.begin(white), "f5"))["ply"] == 2


@pytest.mark.parametrize("source", [NEIGHBOUR, ATTACKER])
def test_games_of_a_player_that_never_returns_keep_nobody_waiting(tmp_path: Path, source: str) -> None:
    """Not even those at the same address; players that are not quick need another address."""
    with silent_server(tmp_path) as address:
        attacker, person = owner_at(address, ATTACKER), owner_at(address, source)
        for game in [attacker.begin(SILENT) for _ in range(20)]:
            attacker.move(game, "f5")
        for opponent in ("random", "engine:level=4", *(["uct:playouts=50"] if source == NEIGHBOUR else [])):
            check_reply(person, opponent)


def until_answered(client: ProcessClient, status: int) -> Any:
    """The first answer of that status to a short analysis, which is asked for again and again."""
    deadline, answered, answer = time.monotonic() + ENDLESS["seconds"] / 2, 0, None
    while answered != status:
        assert time.monotonic() < deadline, f"analyses are never answered with {status}"
        answered, answer = client.ask("POST", "/analysis", {"text": "f5f6", "seconds": 0.01})
    return answer


def check_the_address_is_taken_and_then_free(person: ProcessClient, leave: Callable[[], object]) -> None:
    """More analyses were asked for than an address may have: what is asked here may take the place of one
    that has not come yet."""
    assert "address" in until_answered(person, 429)["error"]["text"]
    leave()
    until_answered(person, 200)


def test_analyses_of_those_who_hang_up_end(tmp_path: Path) -> None:
    """Meanwhile games go on."""
    with serving_here(settings_in(tmp_path, searches_an_address=6, workers=8)) as address:
        attackers, person = [owner_at(address, ATTACKER) for _ in range(12)], owner_at(address, ATTACKER)
        for attacker in attackers:
            attacker.send("POST", "/analysis", ENDLESS)

        def leave() -> None:
            check_reply(person, "random")
            for attacker in attackers:
                attacker.connection.close()

        check_the_address_is_taken_and_then_free(person, leave)


def test_a_socket_that_is_closed_ends_its_analyses(tmp_path: Path) -> None:
    with (
        serving_here(settings_in(tmp_path, searches_an_address=4, workers=6)) as address,
        ExitStack() as open_,
    ):
        for number in range(10):
            socket = open_.enter_context(connect(f"{address.replace('http', 'ws')}/api/live"))
            socket.send(json.dumps({"type": "hello", "token": owner_at(address, NEIGHBOUR).token}))
            socket.send(json.dumps({"type": "analyse", "id": number, **ENDLESS}))
        check_the_address_is_taken_and_then_free(owner_at(address, NEIGHBOUR), open_.close)


def test_one_address_does_not_take_all_games_in_memory(tmp_path: Path) -> None:
    with silent_server(tmp_path, live_games=8, live_games_a_client=3, live_games_an_address=5) as address:
        attackers = [owner_at(address, ATTACKER) for _ in range(3)]
        asked = [
            attacker.ask("POST", "/games", new_game(black=SILENT)) for attacker in attackers for _ in range(4)
        ]
        statuses = [status for status, _ in asked]
        assert statuses == [201, 201, 201, 429, 201, 201, 429, 429, 429, 429, 429, 429]
        check_reply(owner_at(address, NEIGHBOUR), "random")


# At their whole size


def attack_by_moves(address: str, stop: threading.Event) -> None:
    """Sixty games of one owner against a slow engine, and twenty against a player that never returns."""
    attacker = owner_at(address, ATTACKER)
    games = [attacker.begin(white) for white in ["engine:seconds=10"] * 60 + [SILENT] * 20]
    for game in games:
        attacker.move(game, "f5")
    stop.wait()


def attack_by_analyses(address: str, stop: threading.Event) -> None:
    """Again and again 86 owners, each with six analyses of a minute, who hang up at once."""
    tokens = [owner_at(address, ATTACKER).token for _ in range(86)]
    while not stop.is_set():
        for token in tokens:
            clients = [ProcessClient(address, ATTACKER, token) for _ in range(6)]
            for client in clients:
                client.send("POST", "/analysis", ENDLESS)
            for client in clients:
                client.connection.close()


def person_plays(address: str, stop: threading.Event) -> list[float]:
    """Games against `random`, one after the other; the seconds from each move to the reply."""
    person, times, random = owner_at(address, NEIGHBOUR), list[float](), Random(1)
    while not stop.is_set():
        game = person.begin("random")
        while not (game["is_over"] or stop.is_set()):
            began = time.perf_counter()
            game = person.replied(person.move(game, random.choice(game["legal"])["move"]))
            times.append(time.perf_counter() - began)
            stop.wait(0.1)
    return times


@pytest.mark.long
@pytest.mark.parametrize("attack", [attack_by_moves, attack_by_analyses])
def test_a_person_plays_on_beside_an_attack(tmp_path: Path, attack: Any, record_property: Any) -> None:
    """For a minute; none of the moves is refused, all are answered. How long they took is noted, no more."""
    stop, usual = threading.Event(), WebSettings()
    workers = {name: getattr(usual, name) for name in ("workers", "move_workers", "quick_workers")}
    with silent_server(tmp_path, **workers) as address:
        threads = [threading.Thread(target=attack, args=(address, stop)), threading.Timer(MINUTE, stop.set)]
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
