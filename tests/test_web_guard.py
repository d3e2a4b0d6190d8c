"""What stands before the page's server: names, origins, headers, sizes, rates."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from web_client import ADDRESS, Visitor, described, new_game, served, settings_in, visited

from shirokuro.web.app import create_app


def test_every_answer_forbids_the_browser_all_that_the_page_does_not_need(visitor: Visitor) -> None:
    for path in ("/", "/api/boards", "/api/games", "/nowhere", "/docs"):
        headers = visitor.http.get(path).headers
        policy = headers["content-security-policy"]
        assert all(words in policy for words in ("default-src 'none'", "script-src 'self';"))
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"


def check_no_socket(http: TestClient, **headers: str) -> None:
    with pytest.raises(WebSocketDisconnect), socket_of(http, **headers):
        raise AssertionError


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "", "127.0.0.1:80:80"])
def test_another_name_is_refused(visitor: Visitor, host: str) -> None:
    """A foreign page can make its own name resolve to this machine."""
    assert visitor.http.get("/api/boards", headers={"Host": host}).status_code == 421
    check_no_socket(visitor.http, Host=host)


def test_its_own_names_are_answered(visitor: Visitor) -> None:
    for host in ("127.0.0.1", "localhost:8484", "LOCALHOST", "[::1]:8484"):
        headers = {"Host": host, "Origin": f"http://{host}"}
        assert visitor.http.get("/api/boards", headers=headers).status_code == 200


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1", "x", "http://[", ""])
def test_another_page_may_not_ask(visitor: Visitor, origin: str) -> None:
    assert visitor.http.post("/api/owners", headers={"Origin": origin}).status_code == 403
    check_no_socket(visitor.http, Origin=origin)


def test_a_body_that_is_too_large_is_refused_before_it_is_read(tmp_path: Path) -> None:
    """This holds even if the request does not state its length."""
    with visited(tmp_path, body_bytes=1000) as visitor:
        for body in (b"x" * 1001, iter([b"x" * 100] * 20)):
            assert visitor.raw("POST", "/games", content=body).status_code == 413
        assert visitor.begin()


@pytest.mark.parametrize("content", [b"", b"{", b"\xff", b"[]", b"[" * 100_000, b'{"seats": 1}', b"1" * 5000])
def test_broken_bodies_are_refused_in_the_usual_form(visitor: Visitor, content: bytes) -> None:
    headers = visitor.headers | {"Content-Type": "application/json"}
    answer = visitor.http.post("/api/games", content=content, headers=headers)
    assert answer.status_code in (400, 422)
    assert answer.json()["error"]["text"]


def socket_of(http: TestClient, **headers: str):  # type: ignore[no-untyped-def]
    return http.websocket_connect("/api/live", headers={"Host": "127.0.0.1", **headers})


@pytest.mark.parametrize(
    ("bounds", "method", "path", "statuses"),
    [
        ({"requests_a_second": 0.001, "burst": 3}, "GET", "/api/boards", [200, 200, 200, 429]),
        ({"owners": 2}, "POST", "/api/owners", [201, 201, 503]),
    ],
)
def test_whoever_asks_too_often_is_told_to_wait(
    tmp_path: Path, bounds: dict[str, float], method: str, path: str, statuses: list[int]
) -> None:
    """So is whoever comes to a server that is full of owners."""
    with served(settings_in(tmp_path, **bounds)) as http:
        answers = [http.request(method, path) for _ in statuses]
        assert [answer.status_code for answer in answers] == statuses
        assert int(answers[-1].headers["retry-after"]) > 0
        assert answers[-1].json()["error"]["code"] == {429: "too_many", 503: "busy"}[statuses[-1]]


def test_too_many_sockets_are_refused(tmp_path: Path) -> None:
    for bound in ({"sockets": 1}, {"sockets_a_client": 1}):
        with served(settings_in(tmp_path, **bound)) as http:
            visitor = Visitor(http)
            with socket_of(http) as first:
                check_no_socket(http)
                first.send_json({"type": "hello", "token": visitor.token})
            with socket_of(http):
                pass  # there is room again


def test_one_owner_has_so_many_games(tmp_path: Path) -> None:
    with visited(tmp_path, games_a_client=2) as visitor:
        games = [visitor.begin() for _ in range(2)]
        assert visitor.complaint("POST", "/games", new_game(), 429) == "too_many"
        visitor.delete(f"/games/{games[0]['id']}")
        visitor.begin()


def test_games_beyond_the_memory_are_put_away_and_come_back(tmp_path: Path) -> None:
    with visited(tmp_path, live_games=3) as visitor:
        games = [visitor.move(visitor.begin(), "f5") for _ in range(5)]
        assert len(visitor.server.games) == 3
        stranger = Visitor(visitor.http)
        for game in games:
            assert stranger.complaint("GET", f"/games/{game['id']}", None, 404) == "not_found"
            assert visitor.get(f"/games/{game['id']}")["moves"] == game["moves"]


@pytest.mark.parametrize(("bound", "status"), [("waiting", 503), ("searches_a_client", 429)])
def test_a_busy_server_says_so_at_once_and_games_go_on(tmp_path: Path, bound: str, status: int) -> None:
    with visited(tmp_path, **{bound: 0}) as visitor:
        game = visitor.begin(white="random")
        for path, body in (("/analysis", {"text": "f5"}), (f"/games/{game['id']}/hint", None)):
            answer = visitor.raw("POST", path, json=body)
            assert answer.status_code == status
            assert int(answer.headers["retry-after"]) > 0
        assert visitor.settled(visitor.move(game, "f5"))["ply"] == 2


def test_a_socket_that_says_too_much_is_heard_slowly(tmp_path: Path) -> None:
    with served(settings_in(tmp_path, requests_a_second=100, burst=10)) as http:
        visitor = Visitor(http)
        with socket_of(http) as socket:
            socket.send_json({"type": "hello", "token": visitor.token})
            for number in range(30):
                socket.send_json({"type": "nonsense", "id": number})
            assert [socket.receive_json()["id"] for _ in range(30)] == [*range(30)]


def test_files_outside_the_page_are_not_served(visitor: Visitor) -> None:
    for path in ("/../app.py", "/..%2fapp.py", "/%2e%2e/app.py", "/app.py", "//etc/passwd"):
        assert visitor.http.get(path).status_code == 404


def test_the_page_is_served_with_its_types_and_asked_about_each_time(visitor: Visitor) -> None:
    page = visitor.http.get("/")
    assert page.headers["content-type"].startswith("text/html")
    script = visitor.http.get("/main.js")
    assert script.headers["content-type"].split(";")[0] in ("text/javascript", "application/javascript")
    assert script.headers["cache-control"] == "no-cache"
    again = visitor.http.get("/main.js", headers={"If-None-Match": script.headers["etag"]})
    assert again.status_code == 304


def api_paths() -> list[tuple[str, set[str]]]:
    """The addresses of the interface and their methods, by its description."""
    return [
        (re.sub(r"{.*?}", "x" * 22, path), {*map(str.upper, methods)})
        for path, methods in described()["paths"].items()
    ]


METHODS = {"GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}


def test_a_wrong_method_is_told_the_right_ones(visitor: Visitor) -> None:
    wrong = [(method, path, right) for path, right in api_paths() for method in METHODS - right]
    assert wrong
    for method, path, methods in wrong:
        answer = visitor.http.request(method, path, headers=visitor.headers)
        assert answer.status_code == 405, path
        assert {*answer.headers["allow"].split(", ")} == methods
        assert answer.json()["error"]["code"] == "wrong_method"


def test_files_are_only_read(visitor: Visitor) -> None:
    for path in ("/", "/main.js", "/docs", "/nowhere"):
        answer = visitor.http.post(path)
        assert (answer.status_code, answer.headers["allow"]) == (405, "GET, HEAD")


def test_no_cache_keeps_what_is_private(visitor: Visitor) -> None:
    """This holds with and without a token, and for refusals; only the boards are the same for everybody."""
    for path, method in [(path, method) for path, methods in api_paths() for method in methods - {"DELETE"}]:
        for headers in (visitor.headers, {}):
            kept = visitor.http.request(method, path, headers=headers).headers["cache-control"]
            assert kept == ("no-cache" if path == "/api/boards" else "no-store"), (method, path)


def test_refusals_of_the_guard_are_not_kept_either(visitor: Visitor) -> None:
    assert visitor.http.get("/", headers={"Host": "evil.example"}).headers["cache-control"] == "no-store"


def test_a_broken_request_is_answered_like_any_other(tmp_path: Path) -> None:
    app = create_app(settings_in(tmp_path))

    @app.get("/api/broken")
    async def broken() -> None:
        raise RuntimeError

    app.router.routes.insert(0, app.router.routes.pop())  # before the files
    with TestClient(app, base_url=ADDRESS, raise_server_exceptions=False) as http:
        answer = http.get("/api/broken")
    assert (answer.status_code, answer.json()["error"]["code"]) == (500, "broken")
    assert answer.headers["cache-control"] == "no-store"
    assert "default-src 'none'" in answer.headers["content-security-policy"]


@pytest.mark.parametrize("headers", [{f"x-{number}": "y" for number in range(101)}, {"x": "y" * 40_000}])
def test_headers_have_bounds(visitor: Visitor, headers: dict[str, str]) -> None:
    answer = visitor.http.get("/api/boards", headers=headers)
    assert (answer.status_code, answer.json()["error"]["code"]) == (431, "too_large")


def test_the_interface_is_described(visitor: Visitor) -> None:
    page = visitor.http.get("/docs").text
    assert "<script" not in page
    assert all(path in page for path in visitor.http.get("/openapi.json").json()["paths"])


def test_on_a_network_any_address_is_answered_but_no_other_name(tmp_path: Path) -> None:
    with visited(tmp_path, has_network=True) as visitor:
        for host in ("192.168.1.5:8484", "[fe80::1]:8484", "127.0.0.1"):
            headers = {"Host": host, "Origin": f"http://{host}"}
            assert visitor.http.get("/api/boards", headers=headers).status_code == 200
        for host in ("evil.example", "192.168.1.5.evil.example", "1.2.3"):
            assert visitor.http.get("/api/boards", headers={"Host": host}).status_code == 421
        other = {"Host": "192.168.1.5", "Origin": "http://192.168.1.6"}
        assert visitor.http.get("/api/boards", headers=other).status_code == 403
