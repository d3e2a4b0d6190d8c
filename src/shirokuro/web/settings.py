"""All settings and limits of the server: for one client, for one search and for everybody together."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from shirokuro.library.library_file import own_library_file
from shirokuro.parameters.parameter import parameter
from shirokuro.storage.home import home

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


def _cores() -> int:
    """The number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _workers() -> int:
    """As many, at least three."""
    return max(3, _cores())


@dataclass(frozen=True, slots=True)
class WebSettings:
    """The settings of a server; the defaults suit a private machine."""

    file: Path = field(default_factory=lambda: home() / "web.sqlite")
    """The store: owners, games and drills."""
    hosts: tuple[str, ...] = LOOPBACK
    """Host names that the server answers to, without the port. Others may be an attack by DNS rebinding."""
    has_network: bool = False
    """Whether it answers to any address too. An attack by DNS rebinding has a name, never an address."""
    proxies: tuple[str, ...] = ()
    """Addresses and networks of proxies whose headers about client and scheme are trusted."""
    root_path: str = ""
    """The path under which a proxy serves this server, such as `/shirokuro`."""
    access_log: str = ""
    """The access log: a file, `-` for standard error, or empty for none."""
    own_players: tuple[str, ...] = ()
    """The user's own players, such as `mymodule.MyPlayer`, `mymodule.MyPlayer:depth=3` or `rhino`, an engine
    of `engines.toml`. No others can be chosen."""
    now: Callable[[], float] = time.time
    """The time by which drills come back, in seconds since 1970."""
    stores: tuple[Path, ...] = ()
    """Laboratory stores whose games can be opened: files, or folders with a `lab.sqlite`."""

    library: Path = field(default_factory=own_library_file)
    """The library of games that everybody sees."""

    # What one client may do
    body_bytes: int = parameter(256 * 1024, "the largest body of a request", least=1024, most=2**26)
    wthor_bytes: int = parameter(
        4 * 2**20, "the largest WTHOR file that can be read in", least=1024, most=2**28
    )
    library_bytes: int = parameter(
        64 * 2**20,
        "the largest file that can be added to the library of one's own server",
        least=1024,
        most=2**28,
    )
    library_games: int = parameter(10**6, "games that the library can hold", least=1, most=10**7)
    exported_games: int = parameter(20_000, "games of the library in one export", least=1, most=10**6)
    message_bytes: int = parameter(64 * 1024, "the largest message on a WebSocket", least=1024, most=2**24)
    games_a_client: int = parameter(5000, "games that an owner can keep", least=1, most=10**6)
    live_games_a_client: int = parameter(250, "games of an owner in memory at once", least=1, most=10**5)
    searches_a_client: int = parameter(
        6, "analyses, reviews and hints of an owner, asked for and not yet done", least=0, most=1000
    )
    searches_an_address: int = parameter(60, "the same of one address", least=0, most=10**5)
    moves_a_client: int = parameter(
        2, "moves of an owner's opponents thought about at once; further ones wait", least=1, most=1000
    )
    live_games_an_address: int = parameter(500, "games of one address in memory at once", least=1, most=10**6)
    stuck_an_address: int = parameter(
        4,
        "threads in which own players never answered an address; beyond, they lose unasked",
        least=1,
        most=1024,
    )
    drills_a_client: int = parameter(5000, "drills that an owner can keep", least=0, most=10**6)
    names_a_client: int = parameter(
        100, "names by which the rival remembers people, for an owner", least=0, most=10**4
    )
    experiences_a_client: int = parameter(
        5, "experiences of engines that learn from an owner's games", least=0, most=1000
    )
    experience_games: int = parameter(
        1000, "games that one of these engines learns from", least=0, most=10**5
    )
    matches_a_client: int = parameter(
        4, "matches of an owner in progress, not counting paused ones", least=0, most=1000
    )
    owners_a_client: int = parameter(
        300, "new owners that one address can make at once, as a school that shares it", least=1, most=10**6
    )
    owners_an_hour: float = parameter(
        60.0, "new owners that one address can make each hour beyond", least=0, most=10**6
    )
    header_bytes: int = parameter(32 * 1024, "all headers of a request together", least=1024, most=2**20)
    headers: int = parameter(100, "headers of one request", least=10, most=10_000)
    connections_a_client: int = parameter(
        1000,
        "connections of one address that have asked for something; fewer when few are left",
        least=1,
        most=10**6,
    )
    sockets_a_client: int = parameter(300, "WebSockets of one address", least=1, most=10**5)
    requests_a_second: float = parameter(
        500.0, "requests of one address a second, on average", least=0.1, most=10**6
    )
    burst: int = parameter(1000, "requests of one address that may come at once", least=1, most=10**6)
    code_seconds: float = parameter(
        600.0, "how long a code for a second device is valid, in seconds", least=10, most=86400
    )
    code_tries: int = parameter(10, "codes that one address can try in that time", least=1, most=1000)

    # What one search may take
    move_seconds: float = parameter(
        10.0, "the most time for a player's move, in seconds", least=0.01, most=3600
    )
    answer_seconds: float = parameter(
        40.0, "a player that has not answered after so many seconds loses its game", least=1, most=86400
    )
    clock_seconds: float = parameter(
        86400.0, "the most time that a clock can give a side, for a game or for a move", least=1, most=10**9
    )
    analysis_seconds: float = parameter(
        60.0, "the most time for an analysis, in seconds", least=0.01, most=86400
    )
    endless_seconds: float = parameter(
        3600.0, "the most time that an analysis goes on while somebody looks", least=0.01, most=86400
    )
    analysis_threads: int = parameter(
        _cores, "threads of such an analysis; other searches take theirs from it", least=1, most=1024
    )
    review_seconds: float = parameter(
        2.0, "the most time for one move of a review, in seconds", least=0.001, most=3600
    )
    table_mib: int = parameter(64, "the transposition table of one search, in MiB", least=1, most=65536)
    threads: int = parameter(4, "the largest value of a player's parameter threads", least=1, most=1024)
    playouts: int = parameter(
        200_000, "the largest value of a player's parameter playouts", least=1, most=10**9
    )
    match_games: int = parameter(100, "the most games of a match", least=1, most=10**5)

    # What all may use together
    quick_workers: int = parameter(2, "moves of quick players at the same time", least=1, most=1024)
    move_workers: int = parameter(
        _workers, "other moves at the same time; one place is left to another address", least=1, most=1024
    )
    workers: int = parameter(
        _workers, "analyses and moves of matches at the same time; likewise", least=2, most=1024
    )
    stuck: int = parameter(
        16,
        "threads in which own players never answered; beyond, own players lose without being asked",
        least=1,
        most=1024,
    )
    engines: int = parameter(
        8,
        "processes of external engines; beyond, those asked longest ago are restarted when needed",
        least=1,
        most=1024,
    )
    waiting: int = parameter(
        500, "analyses that can wait for a free worker; moves always can", least=1, most=10**6
    )
    matches: int = parameter(40, "matches in progress at once", least=0, most=10**4)
    live_games: int = parameter(1000, "games in memory at once", least=1, most=10**6)
    connections: int = parameter(
        4000,
        "connections that have asked for something; fewer where fewer files can be opened",
        least=1,
        most=10**6,
    )
    silent_connections: int = parameter(
        6000, "connections that have not asked for anything yet", least=1, most=10**6
    )
    sockets: int = parameter(900, "WebSockets at once", least=1, most=10**5)
    idle_seconds: float = parameter(
        600.0, "a game that nobody has asked about for so many seconds leaves the memory", least=1, most=86400
    )
    leave_seconds: float = parameter(
        180.0,
        "how long one of two people must be away in a game without a clock until the other may claim the win",
        least=0,
        most=10**6,
    )
    over_seconds: float = parameter(60.0, "the same for a game that is over", least=1, most=86400)
    known_positions: int = parameter(3000, "positions whose values are remembered", least=1, most=10**7)
    owners: int = parameter(100_000, "owners that the store can have", least=1, most=10**8)
    unused_owner_seconds: float = parameter(
        900.0,
        "owners who have nothing give way to new ones after so many seconds, if need be",
        least=1,
        most=10**7,
    )
    unused_owner_days: float = parameter(
        30.0, "owners who have nothing go after so many days", least=0.01, most=10**5
    )
    games: int = parameter(1_000_000, "games that the store can have", least=1, most=10**9)

    @property
    def is_private(self) -> bool:
        """Whether only this machine is answered, so that whoever visits may change its library."""
        return not self.proxies and {*self.hosts} <= {*LOOPBACK}
