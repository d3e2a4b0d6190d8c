"""docs/hosting.md with the real programs: its configurations of nginx, Caddy and systemd do what it says."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPSConnection
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import connect

PAGE = (Path(__file__).parent.parent / "docs/hosting.md").read_text(encoding="utf-8")
NAME = "club.example"
VISITOR, PRETENDED = "127.0.0.2", "203.0.113.9"
PROGRAMS = f"{os.environ['PATH']}:/usr/sbin"


def block(language: str, number: int = 0) -> str:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)[number]


def replaced(text: str, *pairs: tuple[str, str]) -> str:
    """Only places and ports of the page's configurations are other ones here."""
    for old, new in pairs:
        assert old in text, old
        text = text.replace(old, new)
    return text


def program(name: str) -> str:
    found = shutil.which(name, path=PROGRAMS)
    assert found, f"{name} is missing: make test-all installs it"
    return found


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@contextmanager
def running(command: list[str], port: int | None = None) -> Iterator[subprocess.Popen[str]]:
    """A program until the end of a `with` block; where a port is named, it listens there at the beginning."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, process_group=0) as process:
        try:
            if port is not None:
                wait_for(port, process)
            yield process
        finally:
            os.killpg(process.pid, signal.SIGTERM)
            process.wait(60)


def wait_for(port: int, process: subprocess.Popen[str]) -> None:
    pause = threading.Event()
    while process.poll() is None:
        with socket.socket() as asking:
            if asking.connect_ex(("127.0.0.1", port)) == 0:
                return
        pause.wait(0.05)
    raise AssertionError("the program ended")


@contextmanager
def nginx(folder: Path, backend: str, port: int, path: str) -> Iterator[None]:
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    make = [program("openssl"), "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", f"/CN={NAME}"]
    make += ["-days", "2", "-keyout", str(key), "-out", str(certificate)]
    subprocess.run(make, check=True, capture_output=True)
    live = f"/etc/letsencrypt/live/{NAME}"
    server = replaced(
        block("nginx"),
        ("listen 443 ssl", f"listen 127.0.0.1:{port} ssl"),
        (f"{live}/fullchain.pem", str(certificate)),
        (f"{live}/privkey.pem", str(key)),
        ("127.0.0.1:8484", backend),
        ("location / {", f"location {path}/ {{"),
    )
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    folders = " ".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
    file = folder / "nginx.conf"
    file.write_text(
        f"daemon off; pid {folder}/pid; error_log {folder}/error.log; worker_processes 1;\n"
        f"events {{}}\nhttp {{ access_log off; {folders}\n{server}\n}}\n"
    )
    with running([program("nginx"), "-e", f"{folder}/error.log", "-c", str(file)], port):
        yield


@contextmanager
def caddy(folder: Path, backend: str, port: int, path: str) -> Iterator[None]:
    site = replaced(block("caddy", 1 if path else 0), ("127.0.0.1:8484", backend))
    file = folder / "Caddyfile"
    file.write_text(
        "{\n\tadmin off\n\tlocal_certs\n\tskip_install_trust\n\tauto_https disable_redirects\n"
        f"\thttps_port {port}\n\tdefault_bind 127.0.0.1\n\tstorage file_system {folder}/storage\n}}\n{site}"
    )
    with running([program("caddy"), "run", "--config", str(file), "--adapter", "caddyfile"], port):
        yield


class Browser:
    """Asks the proxy by HTTPS under the club's name, as the page of that name would."""

    def __init__(self, port: int, path: str) -> None:
        self._port, self._path = port, path
        self.name = f"{NAME}:{port}"
        self.headers = {"Host": self.name, "X-Forwarded-For": PRETENDED}
        self.context = ssl.create_default_context()
        self.context.check_hostname = False
        self.context.verify_mode = ssl.CERT_NONE

    def _connected(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self._port), 60, source_address=(VISITOR, 0))

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, bytes]:
        connection = HTTPSConnection(NAME, self._port, timeout=60)
        connection.sock = self.context.wrap_socket(self._connected(), server_hostname=NAME)
        own = {"Origin": f"https://{self.name}", "Content-Type": "application/json"}
        sent = {**self.headers, **own, **headers}
        connection.request(method, f"{self._path}{path}", None if body is None else json.dumps(body), sent)
        with connection.getresponse() as answer:
            content = answer.read()
        connection.close()
        return answer.status, content

    def live(self) -> Any:
        return connect(
            f"wss://{self.name}{self._path}/api/live",
            sock=self._connected(),
            ssl=self.context,
            server_hostname=NAME,
            origin=f"https://{self.name}",  # type: ignore[arg-type]
            additional_headers={"X-Forwarded-For": PRETENDED},
            compression=None,
        )


@pytest.mark.long
@pytest.mark.parametrize("path", ["", "/shirokuro"], ids=["whole", "below a path"])
@pytest.mark.parametrize("proxy", [nginx, caddy])
def test_the_page_behind_a_proxy(tmp_path: Path, proxy: Any, path: str) -> None:
    log, port = tmp_path / "access.log", free_port()
    line = [sys.executable, "-m", "shirokuro.cli", "web", "--no-browser", "--port", "0"]
    line += ["--file", str(tmp_path / "web.sqlite"), "--access-log", str(log)]
    line += ["--name", NAME, "--proxy", "127.0.0.1", "--root-path", path or "/"]
    with running(line) as server:
        assert server.stdout is not None
        (backend,) = re.findall(r"http://(127\.0\.0\.1:\d+)/", server.stdout.readline())
        with proxy(tmp_path, backend, port, path):
            play(Browser(port, path))
    clients = [each.split()[0] for each in log.read_text().splitlines()]
    assert len(clients) > 6
    assert {*clients} == {VISITOR}  # neither the proxy's address nor what the visitor pretends


def play(browser: Browser) -> None:
    """The page, a game, a move, and what the socket says of it."""
    pages = {
        path: browser.ask("GET", path) for path in ("/", "/main.js", "/healthz", "/docs", "/openapi.json")
    }
    assert {status for status, _ in pages.values()} == {200}
    assert b"main.js" in pages["/"][1]
    assert b'href="openapi.json"' in pages["/docs"][1]
    assert browser.ask("POST", "/api/owners", Origin="https://evil.example")[0] == 403
    token = json.loads(browser.ask("POST", "/api/owners")[1])["token"]
    owner = {"Authorization": f"Bearer {token}"}
    seats = {"seats": {"black": "person", "white": "person"}}
    game = json.loads(browser.ask("POST", "/api/games", seats, **owner)[1])
    with browser.live() as live:
        live.send(json.dumps({"type": "hello", "token": token}))
        live.send(json.dumps({"type": "follow", "id": 1, "game": game["id"]}))
        assert json.loads(live.recv(60))["game"]["ply"] == 0
        status, _ = browser.ask("POST", f"/api/games/{game['id']}/moves", {"move": "f5", "ply": 0}, **owner)
        assert status == 200
        assert json.loads(live.recv(60))["game"]["ply"] == 1


@pytest.mark.long
def test_the_unit_is_one_that_systemd_takes(tmp_path: Path) -> None:
    command = Path(sys.executable).with_name("shirokuro")
    unit = tmp_path / "shirokuro.service"
    unit.write_text(replaced(block("ini"), ("/opt/shirokuro/bin/shirokuro", str(command))))
    verify = [program("systemd-analyze"), "verify", "--man=no", str(unit)]
    checked = subprocess.run(verify, capture_output=True, text=True, check=False)
    assert (checked.returncode, checked.stdout + checked.stderr) == (0, "")
    unit.write_text(unit.read_text().replace("ProtectHome=yes", "ProtectHouse=yes"))
    broken = subprocess.run(verify, capture_output=True, text=True, check=False)
    assert "ProtectHouse" in broken.stderr  # so the first check could fail


def test_the_commands_of_the_unit_and_the_page_are_options_of_ours() -> None:
    """What stands in the configurations can be started, as far as the options go."""
    from shirokuro.cli.command import _parser

    lines = [line.removeprefix("ExecStart=/opt/shirokuro/bin/") for line in block("ini").splitlines()]
    lines += [line for number in range(PAGE.count("```sh")) for line in block("sh", number).splitlines()]
    found = [line.split() for line in lines if line.startswith("shirokuro web")]
    assert len(found) >= 4
    for _, *words in found:
        assert _parser(words).parse_args(words).verb == "web"
