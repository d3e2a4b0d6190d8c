"""Systems that lack what only POSIX has, such as Windows: the same programs, with all of that taken away."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

# Read by Python when it starts, in workers too.
WITHOUT = """
import os, select, signal, sys
for module in ("fcntl", "resource", "termios", "tty"):
    sys.modules[module] = None
for place, names in (
    (os, ("fork", "memfd_create", "killpg", "register_at_fork", "sched_getaffinity", "setsid")),
    (select, ("poll",)),
    (signal, ("pthread_sigmask",)),
):
    for name in names:
        delattr(place, name)
"""


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    (tmp_path / "sitecustomize.py").write_text(WITHOUT)
    return {**os.environ, "PYTHONPATH": str(tmp_path), "SHIROKURO_HOME": str(tmp_path / "home")}


def python(env: dict[str, str], *words: object) -> str:
    command = [sys.executable, *map(str, words)]
    done = subprocess.run(
        command, env=env, cwd=env["PYTHONPATH"], capture_output=True, text=True, stdin=subprocess.DEVNULL
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


# Workers get their pipes as open files here, whatever the system; the memory that they share need not.
MAIN = """
import shirokuro.workers.shared_memory as memory
from shirokuro.cli import main
memory.CAN_SEND_FILES = False
main()
"""
SHIROKURO = ("-c", MAIN)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("match greedy random --games 4 --jobs 2 --variant nip12", "4"),
        ("play reversi4 --black greedy --white random", "wins"),
        ("solve nip24 --store solved --jobs 2 --leaf 14", "4"),
    ],
)
def test_it_works_all_the_same(words: str, said: str, env: dict[str, str]) -> None:
    assert said in python(env, *SHIROKURO, *words.split())


LOCK = """
import sys
from pathlib import Path
from shirokuro.errors import StoreInUseError
from shirokuro.storage.file_lock import {how}
try:
    with {how}(Path(sys.argv[1]), *{arguments}):
        print("locked")
        sys.stdin.read()
except StoreInUseError as error:
    print(error)
"""


def test_locks_hold_between_programs_and_end_with_them(tmp_path: Path, env: dict[str, str]) -> None:
    file = tmp_path / "rivals.json"
    file.write_text("{}")
    code = LOCK.format(how="working_on", arguments=("in use",))
    start = [sys.executable, "-c", code, str(file)]
    first = subprocess.Popen(start, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert first.stdout is not None
    assert first.stdout.readline() == "locked\n"
    assert python(env, "-c", code, file) == "in use\n"
    first.kill()
    first.communicate()
    assert python(env, "-c", code, file) == "locked\n"
    assert python(env, "-c", LOCK.format(how="changing", arguments=()), tmp_path / "new") == "locked\n"


def test_programs_of_others_are_refused_in_a_line(env: dict[str, str]) -> None:
    code = "import shirokuro as sk; sk.ExternalEngine(['cat']).choose(sk.Board(), sk.Limits())"
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True)
    assert "Linux or macOS" in done.stderr.splitlines()[-1]


def test_the_page_is_served(env: dict[str, str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [sys.executable, *SHIROKURO, "web", "--port", str(port), "--no-browser"]
    with subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            assert server.stdout.readline()
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=30) as answer:
                assert answer.status == 200
        finally:
            server.terminate()
