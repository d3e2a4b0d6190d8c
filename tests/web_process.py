"""The page's server as a process of its own, for tests that kill it or ask it much at once."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import uvicorn

from shirokuro.web.app import create_app
from shirokuro.web.settings import WebSettings


@dataclass
class ServerProcess:
    address: str
    process: subprocess.Popen[str]

    def client(self) -> ProcessClient:
        return client_of(self.address)


@dataclass
class ProcessClient:
    """One connection that is kept."""

    connection: HTTPConnection
    token: str = ""

    def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        self.connection.request(method, f"/api{path}", None if body is None else json.dumps(body), headers)
        with self.connection.getresponse() as answer:
            content = answer.read()
            return answer.status, json.loads(content) if content else None


def client_of(address: str, source: str = "127.0.0.1") -> ProcessClient:
    """A client at an address of this machine."""
    connection = HTTPConnection(urlsplit(address).netloc, timeout=60, source_address=(source, 0))
    return ProcessClient(connection)


@contextmanager
def serving_here(settings: WebSettings) -> Iterator[str]:
    """A server with settings of its own, in a thread; its address."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen(100)
        server = uvicorn.Server(uvicorn.Config(create_app(settings), log_level="warning"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join()


@contextmanager
def server_process(file: Path) -> Iterator[ServerProcess]:
    """A server on a free port, killed at the end if it still runs."""
    command = [sys.executable, "-m", "shirokuro.cli", "web", "--port", "0", "--no-browser"]
    command += ["--file", str(file)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            yield ServerProcess(process.stdout.readline().split()[3].rstrip("/"), process)
        finally:
            process.kill()
