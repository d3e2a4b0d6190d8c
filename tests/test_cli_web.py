"""`shirokuro web`: it says where it is, and refuses what it cannot do in one line."""

from __future__ import annotations

import signal
import socket
from pathlib import Path

import pytest
from web_process import server_process

from shirokuro.cli import main


def with_files(files: int) -> str:
    """What a server executes first so that it may open only so many files."""
    return f"import resource; resource.setrlimit(resource.RLIMIT_NOFILE, ({files}, {files}))"


def test_it_says_where_it_is_serves_and_ends_on_ctrl_c(tmp_path: Path) -> None:
    with server_process(tmp_path) as server:
        assert server.client().ask("GET", "/boards")[0] == 200
        server.process.send_signal(signal.SIGINT)
        assert server.process.wait(30) == 0
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
    with server_process(tmp_path, before=with_files(files)) as server:
        told, complaint = server.process.communicate(timeout=60)
    assert (server.process.returncode, told, complaint.count("\n")) == (2, "", 1)
    assert "128" in complaint
    assert str(files) in complaint


def test_with_few_files_it_serves_whoever_comes_beside_many_connections(tmp_path: Path) -> None:
    with server_process(tmp_path, before=with_files(128)) as server:
        idle = []
        for _ in range(10):
            idle += [socket.create_connection(("127.0.0.1", server.port)) for _ in range(8)]
            server.client().registered()  # so the others were taken in
        server.client(source="127.0.0.2").registered()
        for each in idle:
            each.close()


def test_it_ends_at_once_and_without_a_word_whatever_is_under_way(tmp_path: Path) -> None:
    """Analyses of a minute, players that think for ten seconds, half a body and headers that never end."""
    with server_process(tmp_path) as server:
        asking, games, waiting = server.client().registered(), [], []
        for _ in range(12):
            games.append(asking.move(asking.begin("engine:seconds=10"), "f5")["id"])
            waiting.append(server.client(token=asking.token))
            waiting[-1].send("GET", f"/games/{games[-1]}?wait=30")
        for number in range(6):
            waiting.append(server.client(token=asking.token))
            reply = ("d6", "f6", "f4")[number % 3]
            waiting[-1].send("POST", "/analysis", {"text": f"f5{reply}", "seconds": 60})
        for text in (
            b"",
            b"GET / HT",
            b"POST /api/owners HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n",
        ):
            silent = socket.create_connection(("127.0.0.1", server.port))
            silent.sendall(text)
        asking.granted("GET", "/boards")  # so all of that has come
        server.process.send_signal(signal.SIGTERM)
        told, complaints = server.process.communicate(timeout=30)
        for each in waiting:
            each.connection.close()
    assert (server.process.returncode, complaints) == (0, "")
    assert told.splitlines() == ["Shirokuro has ended; every game is stored."]
    with server_process(tmp_path) as server:
        later = server.client(token=asking.token)
        for game in games:
            assert later.granted("GET", f"/games/{game}")["moves"][0]["move"] == "f5"
