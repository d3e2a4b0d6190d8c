"""`shirokuro web`: serves the page in the browser, by default only on this machine."""

from __future__ import annotations

import argparse
import errno
import os
import socket
import sys
import threading
import webbrowser
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path

from shirokuro import PLAYERS, player
from shirokuro.cli import web_backup, web_owners
from shirokuro.cli.arguments import Subparsers
from shirokuro.cli.interrupt import importing
from shirokuro.lab.run.store import Store
from shirokuro.players.spec import PlayerSpec
from shirokuro.web.limits import limit_lines, read_limits
from shirokuro.web.server.addresses import network_address, read_name, read_proxies, read_root_path
from shirokuro.web.settings import WebSettings

PORT = 8484
HOST = "127.0.0.1"
ANYWHERE = ("0.0.0.0", "::")
SWITCH_SECONDS = 0.0002
"""How long a thread runs before others get their turn: short, so that requests are answered promptly."""


def add_to(verbs: Subparsers) -> None:
    parser = verbs.add_parser(
        "web",
        description="Starts the page in the browser, by default only on this machine. "
        "To host it for others, see docs/hosting.md.",
    )
    parser.add_argument("--file", type=Path, help="where games are stored (default: with your other data)")
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser")
    _add_places(parser.add_argument_group("addresses"))
    group = parser.add_argument_group("contents")
    group.add_argument(
        "--player",
        action="append",
        default=[],
        metavar="PLAYER",
        help="a player of your own that may be chosen, mymodule.MyPlayer or an engine of "
        "`shirokuro engines`; may be repeated",
    )
    group.add_argument(
        "--store",
        action="append",
        default=[],
        type=Path,
        metavar="STORE",
        help="a store of `shirokuro lab`, or its folder, whose games can be opened; may be repeated",
    )
    group = parser.add_argument_group("hosting for others")
    group.add_argument(
        "--limit",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="change a limit, such as games_a_client=200; may be repeated",
    )
    group.add_argument("--limits", action="store_true", help="list all limits with their ranges and exit")
    group.add_argument(
        "--access-log",
        nargs="?",
        const="-",
        default="",
        metavar="FILE",
        help="log each request to a file, or without one to standard error",
    )
    parser.set_defaults(run=run)
    inner = parser.add_subparsers(
        dest="web_verb",
        metavar="[VERB]",
        title="commands for the stored data, whether or not the server runs",
    )
    web_backup.add_to(inner)
    web_owners.add_to(inner)


def _add_places(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--host",
        default=HOST,
        help=f"the address to listen on (default {HOST}: only here; 0.0.0.0: everybody on your network)",
    )
    group.add_argument(
        "--port", type=int, help=f"the port to listen on (default {PORT}, or a free one if it is taken)"
    )
    group.add_argument(
        "--name",
        action="append",
        default=[],
        metavar="HOST",
        help="a name that browsers reach this server by, besides --host; may be repeated",
    )
    group.add_argument(
        "--proxy",
        action="append",
        default=[],
        metavar="ADDRESS",
        help="a proxy, or a network of them, whose X-Forwarded-For and X-Forwarded-Proto are trusted; "
        "may be repeated",
    )
    group.add_argument(
        "--root-path",
        default="",
        metavar="PATH",
        help="the path under which a proxy serves it, such as /shirokuro",
    )


def run(arguments: argparse.Namespace) -> None:
    if arguments.limits:
        print("\n".join(limit_lines(WebSettings)))
        return
    try:
        with importing():
            from shirokuro.web.app import create_app
            from shirokuro.web.matches.lab_stores import store_file
            from shirokuro.web.server.serving import PromptServer, allow_many_files
            from shirokuro.web.store.store import GameStore
    except ModuleNotFoundError as error:
        raise ValueError(f"the page needs {error.name}: pip install '.[web]' in the checkout") from None
    settings = _settings(arguments)
    # Report errors in any of these before the server starts.
    if settings.access_log not in ("", "-"):
        Path(settings.access_log).open("a").close()
    for path in settings.stores:
        Store(store_file(path), create=False).close()
    shares = allow_many_files(settings)
    listening = _listen(arguments.host, arguments.port, shares.backlog)
    store = GameStore(settings.file)
    sys.setswitchinterval(SWITCH_SECONDS)
    host = read_name("127.0.0.1" if arguments.host in ANYWHERE else arguments.host)
    address = f"http://{host}:{listening.getsockname()[1]}{settings.root_path}/"
    print(f"Shirokuro is at {address} (Ctrl-C ends it)", flush=True)
    if settings.has_network:
        here = network_address() or "ADDRESS"
        port = listening.getsockname()[1]
        print(f"On your network it is at http://{here}:{port}{settings.root_path}/", flush=True)
        print("It answers to addresses, and to the names that --name gives.", flush=True)
    has_screen = sys.platform != "linux" or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if has_screen and not arguments.no_browser:  # the browser retries until the server answers
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
    with closing(store), suppress(KeyboardInterrupt):  # Ctrl-C before the server has started
        PromptServer(create_app(settings, store), settings, shares).run(sockets=[listening])
    print("Shirokuro has ended; every game is stored.", flush=True)


def _settings(arguments: argparse.Namespace) -> WebSettings:
    usual = WebSettings()
    names = [name for name in (arguments.host, *arguments.name) if name not in ANYWHERE]
    settings = replace(
        usual,
        hosts=(*usual.hosts, *map(read_name, names)),
        has_network=arguments.host in ANYWHERE,
        proxies=read_proxies(arguments.proxy),
        root_path=read_root_path(arguments.root_path),
        access_log=arguments.access_log,
        own_players=tuple(arguments.player),
        stores=tuple(arguments.store),
        **read_limits(WebSettings, arguments.limit),
    )
    for name in settings.own_players:
        if PlayerSpec.parse(name).name in PLAYERS:
            wanted = "those of your own are named here, as mymodule.MyPlayer"
            raise ValueError(f"--player {name}: everybody may choose it already; {wanted}")
        player(name)  # raises ValueError if it cannot be made
    return settings if arguments.file is None else replace(settings, file=arguments.file)


def _listen(host: str, port: int | None, backlog: int) -> socket.socket:
    """A socket on the port; without one, on the default port, or on a free one if that is taken."""
    if port is not None and not 0 <= port < 65536:
        raise ValueError(f"--port: 0…65535, not {port}")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, PORT if port is None else port))
    except OSError as error:
        if port is not None or error.errno != errno.EADDRINUSE:
            listening.close()
            raise ValueError(f"{host}:{PORT if port is None else port}: {error.strerror}") from None
        listening.bind((host, 0))
    listening.listen(backlog)
    return listening
