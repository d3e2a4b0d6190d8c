"""The page's server as a process of its own, for tests that kill it or ask it much at once."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit


@dataclass
class ServerProcess:
    address: str
    process: subprocess.Popen[str]

    def client(self, token: str = "") -> ProcessClient:
        return ProcessClient(HTTPConnection(urlsplit(self.address).netloc, timeout=60), token)


@dataclass
class ProcessClient:
    """One connection that is kept."""

    connection: HTTPConnection
    token: str

    def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        self.connection.request(method, f"/api{path}", None if body is None else json.dumps(body), headers)
        with self.connection.getresponse() as answer:
            content = answer.read()
            return answer.status, json.loads(content) if content else None


@contextmanager
def server_process(file: Path) -> Iterator[ServerProcess]:
    """A server on a free port, killed at the end if it still runs."""
    command = [
        sys.executable,
        "-m",
        "shirokuro.cli",
        "web",
        "--port",
        "0",
        "--no-browser",
        "--file",
        str(file),
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            yield ServerProcess(process.stdout.readline().split()[3].rstrip("/"), process)
        finally:
            process.kill()
