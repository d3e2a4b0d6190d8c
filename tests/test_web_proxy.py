"""The server behind a proxy: whom it believes, names with ports, other origins, and a path of its own."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from web_client import ADDRESS, new_game, settings_in

from shirokuro.web.app import create_app
from shirokuro.web.server.addresses import person_of, read_host, read_name, read_proxies, read_root_path
from shirokuro.web.server.page_files import STATIC

LOOPBACK, PROXY, STRANGER = "127.0.0.1", "10.0.0.7", "203.0.113.9"


@contextmanager
def asked_from(address: str, folder: Path, **changes: Any) -> Iterator[TestClient]:
    """A client at an address, and a server that allows few requests."""
    settings = settings_in(folder, requests_a_second=0.001, burst=2, **changes)
    with TestClient(create_app(settings), base_url=ADDRESS, client=(address, 1)) as http:
        yield http


def statuses(http: TestClient, *forwarded: str) -> list[int]:
    """The statuses of requests that claim to be forwarded for these addresses."""
    return [http.get("/api/boards", headers={"X-Forwarded-For": each}).status_code for each in forwarded]


@pytest.mark.parametrize(
    ("address", "proxies"), [(LOOPBACK, [PROXY]), (PROXY, []), ("::1", []), (STRANGER, [])]
)
def test_nobody_but_a_proxy_speaks_for_others(tmp_path: Path, address: str, proxies: list[str]) -> None:
    with asked_from(address, tmp_path, proxies=read_proxies(proxies)) as http:
        assert statuses(http, "1.1.1.1", "1.1.1.2", "1.1.1.3") == [200, 200, 429]


@pytest.mark.parametrize(
    ("proxy", "address"),
    [
        *((PROXY, PROXY), ("10.0.0.0/8", PROXY), ("10.1.2.3/8", PROXY), (PROXY, f"::ffff:{PROXY}")),
        *(("10.0.0.0/8", f"::ffff:{PROXY}"), ("fd00::/8", "fd00::7"), (LOOPBACK, LOOPBACK)),
    ],
)
def test_a_proxy_says_who_asks(tmp_path: Path, proxy: str, address: str) -> None:
    with asked_from(address, tmp_path, proxies=read_proxies([proxy])) as http:
        assert statuses(http, "1.1.1.1", "1.1.1.1", "1.1.1.2", "1.1.1.1") == [200, 200, 200, 429]


def test_what_a_client_wrote_before_the_proxy_is_not_believed(tmp_path: Path) -> None:
    """Many IPv6 addresses of one network are one client."""
    with asked_from(PROXY, tmp_path, proxies=read_proxies([PROXY])) as http:
        pretended = [f"{made_up}, {STRANGER}" for made_up in ("1.1.1.1", "1.1.1.2", "x")]
        assert statuses(http, *pretended) == [200, 200, 429]
        assert statuses(http, f"{STRANGER}, {PROXY}") == [429]  # a chain of our own proxies
        network = [f"2001:db8::{number}" for number in (1, 2, 3)]
        assert statuses(http, *network, "2001:db8:0:1::1") == [200, 200, 429, 200]


@pytest.mark.parametrize(
    ("read", "texts", "complaint"),
    [
        (lambda text: read_proxies([text]), "|club.example|10.0.0.0/33|10.0.0|*|1.2.3.4 ", "--proxy"),
        (read_name, "|https://club.example|club.example/x|a b|a:b:c", "is not a name"),
        (read_root_path, "a|/a b|//evil.example|/a//b|/..|/a/../b|/é|/a?b|/a\n", "--root-path"),
    ],
)
def test_what_is_no_address_no_name_or_no_path_is_told(
    read: Callable[[str], object], texts: str, complaint: str
) -> None:
    for text in texts.split("|"):
        with pytest.raises(ValueError, match=complaint):
            read(text)


# Names and origins


@pytest.fixture(scope="module")
def http(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    settings = settings_in(tmp_path_factory.mktemp("web"), hosts=("club.example", "[::1]", "127.0.0.1"))
    with TestClient(create_app(settings), base_url=ADDRESS) as client:
        yield client


def socket_opens(http: TestClient, headers: dict[str, str]) -> bool:
    try:
        with http.websocket_connect("/api/live", headers=headers):
            return True
    except WebSocketDisconnect:
        return False


def may_ask(http: TestClient, host: str, origin: str) -> bool:
    """Whether a page may send requests, and so open a socket."""
    headers = {"Host": host, "Origin": origin}
    status = http.post("/api/owners", headers=headers).status_code
    assert socket_opens(http, headers) == (status == 201)
    assert status in (201, 403)
    return status == 201


OWN_PAGES = {
    "club.example": "https://club.example https://club.example:443",
    "club.example:443": "https://club.example",
    "club.example:80": "http://club.example",
    "club.example:": "http://club.example",
    "club.example:8443": "https://club.example:8443",
    "Club.Example:443": "https://club.example",
    "[::1]:443": "https://[::1]",
}
OTHER_PAGES = {
    "club.example:443": "http://club.example",
    "club.example:80": "https://club.example",
    "club.example:8443": "https://club.example",
    "club.example": "https://club.example:8443 https://evil.example https://club.example.evil.example "
    "https://club.example@evil.example https://club.example/ file://club.example club.example null "
    "https://club.example:99999",
}
NO_NAMES = "club.example:x club.example:443:443 x@club.example club.example:99999 [::1 [::2]"


def test_its_own_page_may_ask_however_the_port_is_written_and_another_may_not(http: TestClient) -> None:
    for pages, may in ((OWN_PAGES, True), (OTHER_PAGES, False)):
        for host, origins in pages.items():
            for origin in origins.split():
                assert may_ask(http, host, origin) == may, (host, origin)
    for host in NO_NAMES.split():
        assert http.get("/api/boards", headers={"Host": host}).status_code == 421, host


def test_names_are_taken_in_every_form() -> None:
    names = {"Club.Example:443": "club.example", "::1": "[::1]", "[::1]:8484": "[::1]", "0:0::1": "[::1]"}
    for text, name in (names | {"club.example": "club.example", "localhost": "localhost"}).items():
        assert read_name(text) == name
        assert read_host(name) is not None


def test_somebody_has_a_whole_network_of_ipv6_addresses() -> None:
    assert person_of("2001:db8::1") == person_of("2001:db8::ffff:1") != person_of("2001:db8:0:1::1")
    assert person_of("::ffff:1.2.3.4") == person_of("1.2.3.4") != person_of("1.2.3.5")
    assert person_of("") == ""


# Below a path

ROOT = "/club/shirokuro"


@pytest.fixture(scope="module", params=["", ROOT], ids=["removed", "passed on"])
def below(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A server below a path, and what a proxy leaves of that path."""
    settings = settings_in(tmp_path_factory.mktemp("web"), root_path=ROOT, body_bytes=1000)
    with TestClient(create_app(settings), base_url=ADDRESS) as client:
        yield client, request.param


def test_everything_is_there_below_a_path(below: Any) -> None:
    http, kept = below
    assert "main.js" in http.get(f"{kept}/").text
    assert http.get(f"{kept}/main.js").status_code == 200
    assert http.get(f"{kept}/healthz").json()["status"] == "ok"
    token = http.post(f"{kept}/api/owners").json()["token"]
    headers = {"Authorization": f"Bearer {token}"}
    game = http.post(f"{kept}/api/games", json=new_game(), headers=headers).json()
    with http.websocket_connect(f"{kept}/api/live", headers={"Host": "127.0.0.1"}) as socket:
        socket.send_json({"type": "hello", "token": token})
        socket.send_json({"type": "follow", "id": 1, "game": game["id"]})
        assert socket.receive_json()["game"]["id"] == game["id"]
    assert http.get(f"{kept}/nothing").status_code == 404
    too_large = [
        http.post(f"{kept}/api/{path}", content=b"x" * 2000).status_code == 413
        for path in ("wthor", "export")
    ]
    assert too_large == [False, True]


def test_links_and_redirects_stay_below_the_path(below: Any) -> None:
    http, kept = below
    assert 'href="openapi.json"' in http.get(f"{kept}/docs").text
    assert http.get(f"{kept}/openapi.json").json()["servers"] == [{"url": ROOT}]
    answer = http.get(f"{kept}/api/boards/", follow_redirects=False)
    assert (answer.status_code, answer.headers.get("location")) == (404, None)


def test_the_path_itself_leads_to_the_page(tmp_path: Path) -> None:
    with TestClient(create_app(settings_in(tmp_path, root_path=ROOT)), base_url=ADDRESS) as http:
        answer = http.get(f"{ROOT}?x=1", follow_redirects=False)
        assert (answer.status_code, answer.headers["location"]) == (308, f"{ROOT}/?x=1")
        assert http.get(f"{ROOT}er").status_code == 404


def test_paths() -> None:
    assert [read_root_path(text) for text in ("", "/", "/a", "/a/b.c/")] == ["", "", "/a", "/a/b.c"]


def test_no_file_of_the_page_names_a_path_from_the_top() -> None:
    """Such a path leads away from a server below another one."""
    absolute = re.compile(r"""(fetch|URL|url|import|from)\s?\(?["'`]?/|(href|src|action)=["']?/""")
    suffixes = (".js", ".html", ".css", ".json", ".webmanifest")
    own = [file for file in STATIC.rglob("*") if file.suffix in suffixes and "vendor" not in file.parts]
    assert len(own) > 50
    for file in own:
        assert absolute.search(file.read_text()) is None, file
