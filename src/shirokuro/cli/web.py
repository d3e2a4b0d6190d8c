"""`shirokuro web`: the page in the browser, on this machine unless told otherwise."""

from __future__ import annotations

import argparse
import errno
import os
import socket
import sys
import threading
import webbrowser
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from shirokuro import PLAYERS, player
from shirokuro.cli.arguments import Subparsers
from shirokuro.lab.run.store import Store
from shirokuro.web.settings import WebSettings

PORT = 8484
HOST = "127.0.0.1"
ANYWHERE = ("0.0.0.0", "::")
SWITCH_SECONDS = 0.0002
"""After which a thread gives way to others: those who wait for an answer wait for several in turn."""


def add_to(verbs: Subparsers) -> None:
    parser = verbs.add_parser("web", help="play, watch and understand in the browser", description=__doc__)
    parser.add_argument("--host", default=HOST, help=f"the address to listen on (default {HOST}: only here)")
    parser.add_argument(
        "--port", type=int, help=f"the port to listen on (default {PORT}, or a free one if it is taken)"
    )
    parser.add_argument(
        "--name",
        action="append",
        default=[],
        metavar="HOST",
        help="a name that browsers reach this server by, besides --host; may be repeated",
    )
    parser.add_argument(
        "--player",
        action="append",
        default=[],
        metavar="PLAYER",
        help="a player of your own that may be chosen, mymodule.MyPlayer or an engine of "
        "`shirokuro engines`; may be repeated",
    )
    parser.add_argument("--file", type=Path, help="where games are kept (default: with your other data)")
    parser.add_argument(
        "--store",
        action="append",
        default=[],
        type=Path,
        metavar="STORE",
        help="a store of `shirokuro lab`, or the folder it lies in, to open games of; may be repeated",
    )
    parser.add_argument("--no-browser", action="store_true", help="open no browser")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> None:
    try:
        from shirokuro.web.app import create_app
        from shirokuro.web.lab_stores import store_file
        from shirokuro.web.serving import PromptServer, allow_many_files
        from shirokuro.web.store import GameStore
    except ModuleNotFoundError as error:
        raise ValueError(f"the page needs {error.name}: pip install 'shirokuro[web]'") from None
    settings = _settings(arguments)
    GameStore(settings.file).close()  # what is wrong with it is said now
    for path in settings.stores:
        Store(store_file(path), create=False).close()
    shares = allow_many_files(settings)
    listening = _listen(arguments.host, arguments.port, shares.backlog)
    sys.setswitchinterval(SWITCH_SECONDS)
    address = _address(arguments.host, listening)
    print(f"Shirokuro is at {address} (Ctrl-C ends it)", flush=True)
    if arguments.host in ANYWHERE and not arguments.name:
        print("Browsers elsewhere are answered only by names that --name gives.", flush=True)
    if not arguments.no_browser:
        _open_browser(address)
    with suppress(KeyboardInterrupt):  # before it has begun
        PromptServer(create_app(settings), settings, shares).run(sockets=[listening])
    print("Shirokuro has ended; every game is stored.", flush=True)


def _settings(arguments: argparse.Namespace) -> WebSettings:
    usual = WebSettings()
    named = (arguments.host, *arguments.name)
    own_names = tuple(_written(name) for name in named if name not in ANYWHERE)
    own, stores = tuple(arguments.player), tuple(arguments.store)
    settings = replace(usual, hosts=(*usual.hosts, *own_names), own_players=own, stores=stores)
    for name in settings.own_players:
        if name.partition(":")[0].strip() in PLAYERS:
            wanted = "those of your own are named here, as mymodule.MyPlayer"
            raise ValueError(f"--player {name}: everybody may choose it already; {wanted}")
        player(name)  # what is wrong with it is said now
    return settings if arguments.file is None else replace(settings, file=arguments.file)


def _written(name: str) -> str:
    """A host as addresses of pages write it."""
    return f"[{name}]" if ":" in name else name.lower()


def _listen(host: str, port: int | None, backlog: int) -> socket.socket:
    """A socket on the port, or on a free one if nobody asked for one and the usual is taken."""
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


def _address(host: str, listening: socket.socket) -> str:
    port = listening.getsockname()[1]
    return f"http://{_written('127.0.0.1' if host in ANYWHERE else host)}:{port}/"


def _open_browser(address: str) -> None:
    """Where there is one; it asks again until the server answers."""
    if sys.platform == "linux" and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return
    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
