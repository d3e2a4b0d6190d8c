"""A client of the page's server for the tests: one owner, in the same process."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from loop_watch import loop_watched
from starlette.testclient import TestClient

from shirokuro.web.app import create_app
from shirokuro.web.owners.owners import digest
from shirokuro.web.settings import WebSettings
from shirokuro.web.state import ServerState

ADDRESS = "http://127.0.0.1"
PERSON = "person"


class Visitor:
    """Somebody with a token; every call checks the status and returns the body."""

    def __init__(self, http: TestClient) -> None:
        self.http = http
        self.token = http.post("/api/owners").json()["token"]

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}

    def ask(self, method: str, path: str, body: Any = None, status: int = 200, **options: Any) -> Any:
        answer = self.http.request(method, f"/api{path}", json=body, headers=self.headers, **options)
        assert answer.status_code == status, answer.text
        return answer.json() if answer.content else None

    def get(self, path: str, status: int = 200, **options: Any) -> Any:
        return self.ask("GET", path, status=status, **options)

    def post(self, path: str, body: Any = None, status: int = 200) -> Any:
        return self.ask("POST", path, body, status)

    def begin(self, black: str = PERSON, white: str = PERSON, **fields: Any) -> Any:
        """A new game."""
        return self.post("/games", {"seats": {"black": black, "white": white}, **fields}, 201)

    def settled(self, game: Any) -> Any:
        """The game when no player thinks any more."""
        return self.get(f"/games/{game['id']}", params={"wait": 30})

    def move(self, game: Any, move: str, status: int = 200) -> Any:
        return self.post(f"/games/{game['id']}/moves", {"move": move, "ply": game["ply"]}, status)

    def delete(self, path: str, status: int = 204) -> None:
        self.ask("DELETE", path, status=status)

    def complaint(self, method: str, path: str, body: Any, status: int) -> str:
        """The word for programs of a refusal."""
        return str(self.ask(method, path, body, status)["error"]["code"])


class Listener:
    """A page's socket."""

    def __init__(self, visitor: Visitor, token: str | None = None) -> None:
        self._session = visitor.http.websocket_connect("/api/live", headers={"Host": "127.0.0.1"})
        self._hello = {"type": "hello", "token": visitor.token if token is None else token}

    def __enter__(self) -> Listener:
        self._socket = self._session.__enter__()
        self.send(self._hello)
        return self

    def __exit__(self, *error: Any) -> None:
        self._session.__exit__(*error)

    def send(self, message: Any) -> None:
        self._socket.send_json(message)

    def hear(self, *kinds: str) -> Any:
        """The next message of these kinds."""
        while True:
            message = self._socket.receive_json()
            if message["type"] in kinds:
                return message

    def send_text(self, text: str) -> None:
        self._socket.send_text(text)


async def new_owner(server: ServerState) -> str:
    """The name of somebody new in the store, for tests that ask the parts of a server themselves."""
    return digest(await server.owners.create())


def in_server(
    scene: Callable[[ServerState, str], Coroutine[Any, Any, None]], folder: Path, **changes: Any
) -> None:
    """Runs a scene with a server that no client asks, and the name of somebody new there."""

    async def run() -> None:
        server = ServerState.open(settings_in(folder, **changes))
        try:
            await scene(server, await new_owner(server))
        finally:
            server.close()

    asyncio.run(run())


def settings_in(folder: Path, **changes: Any) -> WebSettings:
    own = WebSettings(file=folder / "web.sqlite", own_books=folder / "books", workers=2)
    return replace(own, **changes)


@cache
def described() -> Any:
    """The description of the interface, which takes long to make: no test may want it before it runs."""
    return create_app(settings_in(Path("unused"))).openapi()


@contextmanager
def served(settings: WebSettings) -> Iterator[TestClient]:
    """A server for the length of a `with` block, which reads nothing on its event loop."""
    with loop_watched(), TestClient(create_app(settings), base_url=ADDRESS) as http:
        yield http


@contextmanager
def visited(folder: Path, **changes: Any) -> Iterator[Visitor]:
    """A server and somebody who visits it."""
    with served(settings_in(folder, **changes)) as http:
        yield Visitor(http)
