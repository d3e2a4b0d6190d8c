"""Every bound of the server in one value: what a client may ask for, and what all may use together."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from shirokuro.storage.home import home
from shirokuro.web.limits import limit


def _cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _workers() -> int:
    return max(3, _cores())


@dataclass(frozen=True, slots=True)
class WebSettings:
    """How a server is run; the defaults suit one machine and its people."""

    file: Path = field(default_factory=lambda: home() / "web.sqlite")
    """Where owners, games and drills are kept."""
    hosts: tuple[str, ...] = ("127.0.0.1", "localhost", "[::1]")
    """Names that the server answers to, without the port; anything else may be a page that pretends."""
    proxies: tuple[str, ...] = ()
    """Addresses and networks of proxies whose word is taken for who asks, and by which scheme."""
    root_path: str = ""
    """The path below which a proxy has this server, as `/shirokuro`."""
    access_log: str = ""
    """Where a line is written for each request: a file, `-` for standard error; empty for nowhere."""
    own_players: tuple[str, ...] = ()
    """Players of the user's, as `mymodule.MyPlayer`, `mymodule.MyPlayer:depth=3` or `rhino`, an engine in
    their `engines.toml`; no others here."""
    now: Callable[[], float] = time.time
    """Tells the time by which drills come back, in seconds since 1970."""
    stores: tuple[Path, ...] = ()
    """Stores of the laboratory whose games can be opened: files, or folders that hold `lab.sqlite`."""

    own_books: Path = field(default_factory=lambda: home() / "books")
    """The folder of books of one's own games, `BOARD.book`, which the screen of openings shows."""

    # What one client may do
    body_bytes: int = limit(256 * 1024, (1024, 2**26), "the largest body of a request")
    wthor_bytes: int = limit(4 * 2**20, (1024, 2**28), "the largest WTHOR file that can be read in")
    message_bytes: int = limit(64 * 1024, (1024, 2**24), "the largest message on a WebSocket")
    games_a_client: int = limit(5000, (1, 10**6), "games that an owner can keep")
    live_games_a_client: int = limit(250, (1, 10**5), "games of an owner in memory at once")
    searches_a_client: int = limit(
        6, (0, 1000), "analyses, reviews and hints of an owner, asked for and not yet done"
    )
    searches_an_address: int = limit(60, (0, 10**5), "the same of one address")
    moves_a_client: int = limit(
        2, (1, 1000), "moves of an owner's opponents thought about at once; further ones wait"
    )
    live_games_an_address: int = limit(500, (1, 10**6), "games of one address in memory at once")
    stuck_an_address: int = limit(
        4, (1, 1024), "threads in which own players never answered an address; beyond, they lose unasked"
    )
    drills_a_client: int = limit(5000, (0, 10**6), "drills that an owner can keep")
    names_a_client: int = limit(100, (0, 10**4), "names by which the rival remembers people, for an owner")
    experiences_a_client: int = limit(5, (0, 1000), "experiences of engines that learn from an owner's games")
    experience_games: int = limit(1000, (0, 10**5), "games that one of these engines learns from")
    matches_a_client: int = limit(4, (0, 1000), "matches of an owner in progress, not counting paused ones")
    owners_a_client: int = limit(
        300, (1, 10**6), "new owners that one address can make at once, as a school that shares it"
    )
    owners_an_hour: float = limit(60.0, (0, 10**6), "new owners that one address can make each hour beyond")
    header_bytes: int = limit(32 * 1024, (1024, 2**20), "all headers of a request together")
    headers: int = limit(100, (10, 10_000), "headers of one request")
    connections_a_client: int = limit(
        1000, (1, 10**6), "connections of one address that have asked for something; fewer when few are left"
    )
    sockets_a_client: int = limit(300, (1, 10**5), "WebSockets of one address")
    requests_a_second: float = limit(500.0, (0.1, 10**6), "requests of one address a second, on average")
    burst: int = limit(1000, (1, 10**6), "requests of one address that may come at once")
    code_seconds: float = limit(
        600.0, (10, 86400), "how long a code for a second device is valid, in seconds"
    )
    code_tries: int = limit(10, (1, 1000), "codes that one address can try in that time")

    # What one search may take
    move_seconds: float = limit(10.0, (0.01, 3600), "the most time for a player's move, in seconds")
    answer_seconds: float = limit(
        40.0, (1, 86400), "a player that has not answered after so many seconds loses its game"
    )
    clock_seconds: float = limit(
        86400.0, (1, 10**9), "the most time that a clock can give a side, for a game or for a move"
    )
    analysis_seconds: float = limit(60.0, (0.01, 86400), "the most time for an analysis, in seconds")
    review_seconds: float = limit(2.0, (0.001, 3600), "the most time for one move of a review, in seconds")
    table_mib: int = limit(64, (1, 65536), "the transposition table of one search, in MiB")
    threads: int = limit(4, (1, 1024), "the largest value of a player's parameter threads")
    playouts: int = limit(200_000, (1, 10**9), "the largest value of a player's parameter playouts")
    match_games: int = limit(100, (1, 10**5), "the most games of a match")

    # What all may use together
    quick_workers: int = limit(2, (1, 1024), "moves of quick players at the same time")
    move_workers: int = limit(
        _workers, (1, 1024), "other moves at the same time; one place is left to another address"
    )
    workers: int = limit(_workers, (2, 1024), "analyses and moves of matches at the same time; likewise")
    stuck: int = limit(
        16,
        (1, 1024),
        "threads in which own players never answered; beyond, own players lose without being asked",
    )
    engines: int = limit(
        8,
        (1, 1024),
        "processes of external engines; beyond, those asked longest ago are restarted when needed",
    )
    waiting: int = limit(500, (1, 10**6), "analyses that can wait for a free worker; moves always can")
    matches: int = limit(40, (0, 10**4), "matches in progress at once")
    live_games: int = limit(1000, (1, 10**6), "games in memory at once")
    connections: int = limit(
        4000, (1, 10**6), "connections that have asked for something; fewer where fewer files can be opened"
    )
    silent_connections: int = limit(6000, (1, 10**6), "connections that have not asked for anything yet")
    sockets: int = limit(900, (1, 10**5), "WebSockets at once")
    idle_seconds: float = limit(
        600.0, (1, 86400), "a game that nobody has asked about for so many seconds leaves the memory"
    )
    over_seconds: float = limit(60.0, (1, 86400), "the same for a game that is over")
    known_positions: int = limit(3000, (1, 10**7), "positions whose values are remembered")
    owners: int = limit(100_000, (1, 10**8), "owners that the store can have")
    unused_owner_seconds: float = limit(
        900.0, (1, 10**7), "owners who have nothing give way to new ones after so many seconds, if need be"
    )
    unused_owner_days: float = limit(30.0, (0.01, 10**5), "owners who have nothing go after so many days")
    games: int = limit(1_000_000, (1, 10**9), "games that the store can have")
