"""The page's server in a process or a thread of its own, for tests that kill it or ask it much at once."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import uvicorn

from shirokuro.web.app import create_app
from shirokuro.web.server.connection_limits import FileShares
from shirokuro.web.server.serving import PromptServer
from shirokuro.web.settings import WebSettings


class ProcessClient:
    """Somebody at an address of this machine; one connection is kept, and opened again if it was closed."""

    def __init__(self, address: str, source: str = "127.0.0.1", token: str = "") -> None:
        self.connection = HTTPConnection(urlsplit(address).netloc, timeout=60, source_address=(source, 0))
        self.token = token

    def send(self, method: str, path: str, body: Any = None) -> None:
        """Asks, and does not wait for the answer."""
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        self.connection.request(method, f"/api{path}", None if body is None else json.dumps(body), headers)

    def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        self.send(method, path, body)
        with self.connection.getresponse() as answer:
            content = answer.read()
            return answer.status, json.loads(content) if content else None

    def granted(self, method: str, path: str, body: Any = None) -> Any:
        """The answer to what must not be refused."""
        status, answer = self.ask(method, path, body)
        assert status in (200, 201), answer
        return answer

    def registered(self) -> ProcessClient:
        """The same as an owner of its own."""
        self.token = self.granted("POST", "/owners")["token"]
        return self

    def begin(self, white: str, board: str = "reversi") -> Any:
        seats = {"black": "person", "white": white}
        return self.granted("POST", "/games", {"board": board, "seats": seats})

    def move(self, game: Any, move: str) -> Any:
        return self.granted("POST", f"/games/{game['id']}/moves", {"move": move, "ply": game["ply"]})

    def replied(self, game: Any) -> Any:
        """The game when the opponent has moved."""
        answered = self.granted("GET", f"/games/{game['id']}?wait=30")
        assert answered["waits"] or answered["is_over"], "the opponent does not reply"
        return answered


class ServerProcess:
    """`shirokuro web` in a process; its address is in the first line that it prints."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process

    @cached_property
    def first_line(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline()

    @property
    def address(self) -> str:
        return self.first_line.split()[3].rstrip("/")

    @property
    def port(self) -> int:
        return urlsplit(self.address).port or 0

    def client(self, source: str = "127.0.0.1", token: str = "") -> ProcessClient:
        return ProcessClient(self.address, source, token)


@contextmanager
def server_process(home: Path, *words: str, before: str = "") -> Iterator[ServerProcess]:
    """A server on a free port, whose files are in a folder; it executes `before` first.

    It is killed at the end if it still runs.
    """
    code = f"{before}\nimport sys\nfrom shirokuro.cli import main\nsys.exit(main(sys.argv[1:]))"
    line = [sys.executable, "-c", code, "web", "--port", "0", "--no-browser", *words]
    environment, pipe = os.environ | {"SHIROKURO_HOME": str(home)}, subprocess.PIPE
    with subprocess.Popen(line, stdout=pipe, stderr=pipe, text=True, env=environment) as process:
        try:
            yield ServerProcess(process)
        finally:
            process.kill()


@contextmanager
def serving_here(settings: WebSettings, files: int | None = None) -> Iterator[str]:
    """A server with settings of its own, in a thread; its address.

    Its connections have bounds only where it says how many files it may open.
    """
    app = create_app(settings)
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen(100)
        if files is None:
            server = uvicorn.Server(uvicorn.Config(app, log_level="warning"))
        else:
            server = PromptServer(app, settings, FileShares.of(files, settings))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join()
