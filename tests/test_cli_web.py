"""`shirokuro web`: it says where it is, and refuses what it cannot do in one line."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest

from shirokuro.cli import main


def test_it_says_where_it_is_serves_and_ends_on_ctrl_c(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "shirokuro.cli", "web", "--port", "0", "--no-browser"]
    environment = os.environ | {"SHIROKURO_HOME": str(tmp_path)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as server:
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
