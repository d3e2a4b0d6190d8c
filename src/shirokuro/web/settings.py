"""Every bound of the server in one value: what a client may ask for, and what all may use together."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from shirokuro.home import home


def _cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@dataclass(frozen=True, slots=True)
class WebSettings:
    """How a server is run; the defaults suit one machine and its people."""

    file: Path = field(default_factory=lambda: home() / "web.sqlite")
    """Where owners, games and drills are kept."""
    hosts: tuple[str, ...] = ("127.0.0.1", "localhost", "[::1]")
    """Names that the server answers to, without the port; anything else may be a page that pretends."""
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
    body_bytes: int = 256 * 1024
    wthor_bytes: int = 4 * 2**20
    message_bytes: int = 64 * 1024
    """Of one message on the socket."""
    games_a_client: int = 5000
    """Stored; old ones can be deleted or exported."""
    live_games_a_client: int = 250
    """In memory at once."""
    searches_a_client: int = 6
    """Analyses, reviews, hints, asked for and not yet done."""
    drills_a_client: int = 5000
    names_a_client: int = 100
    """By which a rival remembers people."""
    experiences_a_client: int = 5
    """Of engines that learn from its games."""
    experience_games: int = 1000
    """That one of them learns from."""
    matches_a_client: int = 4
    """Going on at once, not counting those that are paused."""
    header_bytes: int = 32 * 1024
    """Of all headers of a request together."""
    headers: int = 100
    """Of one request."""
    connections_a_client: int = 1000
    """Of one address that have asked for something; fewer when few places are left."""
    sockets_a_client: int = 300
    requests_a_second: float = 500.0
    """Of one address, on the average."""
    burst: int = 1000
    """Requests that may come at once."""

    # What one search may take
    move_seconds: float = 10.0
    """The most that a player may think about a move."""
    answer_seconds: float = 40.0
    """After which a player that has not answered loses its game; its thread is left alone."""
    clock_seconds: float = 86400.0
    """The most that a clock may give a side for a game, or back after a move."""
    analysis_seconds: float = 60.0
    review_seconds: float = 2.0
    """For one move of a review."""
    table_mib: int = 64
    """The transposition table of one search."""
    threads: int = 4
    """The most that a player's parameter `threads` may say."""
    playouts: int = 200_000
    """The most that a player's parameter `playouts` may say."""
    match_games: int = 100
    """The most that a match may have."""

    # What all may use together
    workers: int = field(default_factory=lambda: max(3, _cores()))
    """Searches at the same time."""
    stuck: int = 16
    """Threads in which own players never answered; beyond, own players lose without being asked."""
    engines: int = 8
    """Processes of other people's engines; beyond, those asked longest ago are ended and started anew."""
    waiting: int = 500
    """Searches that may wait for a worker; beyond, the server says that it is busy."""
    matches: int = 40
    """Going on at once."""
    live_games: int = 1000
    connections: int = 4000
    """That have asked for something; fewer where the system lets the process open fewer files."""
    silent_connections: int = 6000
    """That have not asked for anything yet."""
    sockets: int = 900
    idle_seconds: float = 600.0
    """After so long without a question a game leaves the memory; the store has it."""
    over_seconds: float = 60.0
    """The same for a game that is over."""
    known_positions: int = 3000
    """Positions whose values are remembered."""
    owners: int = 100_000
    games: int = 1_000_000
