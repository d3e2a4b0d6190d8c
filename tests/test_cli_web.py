"""`shirokuro web`: it says where it is, and refuses what it cannot do in one line."""

from __future__ import annotations

import json
import os
import resource
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest

from shirokuro.cli import main


@contextmanager
def started(folder: Path, files: int | None = None) -> Iterator[subprocess.Popen[str]]:
    """A server on a free port, which may open so many files."""
    command = [sys.executable, "-m", "shirokuro.cli", "web", "--port", "0", "--no-browser"]

    def bound() -> None:
        if files is not None:
            resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))

    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"SHIROKURO_HOME": str(folder)},
        preexec_fn=bound,
    ) as server:
        try:
            yield server
        finally:
            server.kill()


def test_it_says_where_it_is_serves_and_ends_on_ctrl_c(tmp_path: Path) -> None:
    with started(tmp_path) as server:
        assert server.stdout is not None
        address = server.stdout.readline().split()[3]
        with urlopen(f"{address}api/boards", timeout=30) as answer:
            assert answer.status == 200
        server.send_signal(signal.SIGINT)
        assert server.wait(30) == 0
    assert (tmp_path / "web.sqlite").exists()


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--port", "70000"], "--port"),
        (["--player", "random"], "mymodule.MyPlayer"),
        (["--player", "nowhere.Player"], "no module"),
        (["--host", "256.1.1.1"], "256.1.1.1"),
        (["--file", "/dev/null/x"], "/dev/null"),
    ],
)
def test_bad_input_is_one_line(words: list[str], complaint: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["web", "--no-browser", *words]) == 2
    error = capsys.readouterr().err
    assert complaint in error
    assert error.count("\n") == 1


def test_a_port_that_is_taken_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        assert main(["web", "--no-browser", "--port", port]) == 2
    assert port in capsys.readouterr().err


@pytest.mark.parametrize("files", [65, 127])
def test_too_few_files_are_said_before_anybody_is_invited(tmp_path: Path, files: int) -> None:
    with started(tmp_path, files) as server:
        told, complaint = server.communicate(timeout=60)
    assert server.returncode == 2
    assert not told
    assert "128" in complaint
    assert str(files) in complaint
    assert complaint.count("\n") == 1


def port_of(server: subprocess.Popen[str]) -> int:
    assert server.stdout is not None
    return int(server.stdout.readline().split()[3].rstrip("/").rpartition(":")[2])


def test_with_few_files_it_serves_whoever_comes_beside_many_connections(tmp_path: Path) -> None:
    with started(tmp_path, 128) as server:
        port = port_of(server)
        idle, person = [], Asking(port)
        for _ in range(10):
            idle += [socket.create_connection(("127.0.0.1", port)) for _ in range(8)]
            assert person.ask("POST", "/owners")["token"]  # so the others were taken in
        assert Asking(port, source="127.0.0.2").ask("POST", "/owners")["token"]
        for each in idle:
            each.close()


class Asking:
    """Requests whose answers nobody waits for yet."""

    def __init__(self, port: int, token: str = "", source: str = "127.0.0.1") -> None:
        self._port = port
        self._source = source
        self.token = token
        self.open: list[HTTPConnection] = []

    def begin(self, method: str, path: str, body: Any = None) -> HTTPConnection:
        connection = HTTPConnection("127.0.0.1", self._port, 60, (self._source, 0))
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        connection.request(method, f"/api{path}", None if body is None else json.dumps(body), headers)
        self.open.append(connection)
        return connection

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        with self.begin(method, path, body).getresponse() as answer:
            return json.load(answer)


def test_it_ends_at_once_and_without_a_word_whatever_is_under_way(tmp_path: Path) -> None:
    """Analyses of a minute, players that think for ten seconds, half a body and headers that never end."""
    with started(tmp_path) as server:
        port = port_of(server)
        asking = Asking(port)
        asking.token = asking.ask("POST", "/owners")["token"]
        seats = {"black": "person", "white": "engine:seconds=10"}
        games = []
        for _ in range(12):
            game = asking.ask("POST", "/games", {"seats": seats})
            moved = asking.ask("POST", f"/games/{game['id']}/moves", {"move": "f5", "ply": 0})
            games.append(moved["id"])
            asking.begin("GET", f"/games/{game['id']}?wait=30")
        for number in range(6):
            asking.begin("POST", "/analysis", {"text": f"f5{('d6', 'f6', 'f4')[number % 3]}", "seconds": 60})
        for text in (
            b"",
            b"GET / HT",
            b"POST /api/owners HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n",
        ):
            silent = socket.create_connection(("127.0.0.1", port))
            silent.sendall(text)
        asking.ask("GET", "/boards")  # so all of that has come
        server.send_signal(signal.SIGTERM)
        told, complaints = server.communicate(timeout=30)
        for each in asking.open:
            each.close()
    assert server.returncode == 0
    assert complaints == ""
    assert told.splitlines() == ["Shirokuro has ended; every game is stored."]
    with started(tmp_path) as server:
        later = Asking(port_of(server), asking.token)
        for game in games:
            assert later.ask("GET", f"/games/{game}")["moves"][0]["move"] == "f5"
