"""A client of the page's server for the tests, in the same process, and scenes with the server's parts."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from functools import cache, wraps
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
PLACE = {"board": "reversi4", "text": "-X---XX--XO----- O"}
"""A position whose best move is BEST; WRONG loses 24 discs."""
BEST, WRONG = "a1", "c1"
NO_DATABASE = b"no database" * 1000


def new_game(black: str = PERSON, white: str = PERSON, **fields: Any) -> dict[str, Any]:
    """The body of a request for a game."""
    return {"seats": {"black": black, "white": white}, **fields}


class Visitor:
    """Somebody with a token; every call checks the status and returns the body."""

    def __init__(self, http: TestClient) -> None:
        self.http = http
        self.token = http.post("/api/owners").json()["token"]

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}

    @property
    def server(self) -> ServerState:
        state: ServerState = self.http.app.state.server  # type: ignore[attr-defined]
        return state

    def raw(self, method: str, path: str, **options: Any) -> Any:
        """The whole answer, whatever its status."""
        return self.http.request(method, f"/api{path}", headers=self.headers, **options)

    def ask(self, method: str, path: str, body: Any = None, status: int = 200, **options: Any) -> Any:
        answer = self.raw(method, path, json=body, **options)
        assert answer.status_code == status, answer.text
        return answer.json() if answer.content else None

    def get(self, path: str, status: int = 200, **options: Any) -> Any:
        return self.ask("GET", path, status=status, **options)

    def post(self, path: str, body: Any = None, status: int = 200) -> Any:
        return self.ask("POST", path, body, status)

    def begin(self, black: str = PERSON, white: str = PERSON, **fields: Any) -> Any:
        """A new game."""
        return self.post("/games", new_game(black, white, **fields), 201)

    def settled(self, game: Any) -> Any:
        """The game when no player thinks any more."""
        return self.get(f"/games/{game['id']}", params={"wait": 30})

    def move(self, game: Any, move: str, status: int = 200) -> Any:
        return self.post(f"/games/{game['id']}/moves", {"move": move, "ply": game["ply"]}, status)

    def play_on(self, game: Any, *, last: bool = False) -> Any:
        """The game at its end; people play the first move that there is, or the last."""
        game = self.settled(game)
        while not game["is_over"]:
            game = self.settled(
                self.move(game, game["legal"][-1 if last else 0]["move"]) if game["waits"] else game
            )
        return game

    def play_out(self, white: str, board: str = "reversi4", **fields: Any) -> Any:
        """A whole game against a player."""
        return self.play_on(self.begin(white=white, board=board, **{"seed": 1} | fields))

    def play_match(self, **fields: Any) -> Any:
        """A match when it is over."""
        asked = {"board": "nip12", "first": "random", "second": "greedy", "seed": 7}
        match = self.post("/matches", asked | fields, 201)
        with Listener(self, "match", match=match["id"]) as listener:
            while (match := listener.hear("match")["match"])["state"] == "going":
                pass
        return match

    def delete(self, path: str, status: int = 204) -> None:
        self.ask("DELETE", path, status=status)

    def complaint(self, method: str, path: str, body: Any, status: int) -> str:
        """The word for programs of a refusal."""
        return str(self.ask(method, path, body, status)["error"]["code"])


class Listener:
    """A page's socket, whose first message after the greeting has the id 1."""

    def __init__(self, visitor: Visitor, kind: str = "", *, token: str | None = None, **first: Any) -> None:
        self._session = visitor.http.websocket_connect("/api/live", headers={"Host": "127.0.0.1"})
        self._said = [{"type": "hello", "token": visitor.token if token is None else token}]
        if kind:
            self._said.append({"type": kind, "id": 1, **first})

    def __enter__(self) -> Listener:
        self._socket = self._session.__enter__()
        for message in self._said:
            self.send(message)
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

    def hear_all(self, kind: str, is_last: Callable[[Any], Any]) -> list[Any]:
        """The next messages of a kind up to one of which something holds."""
        heard = [self.hear(kind)]
        while not is_last(heard[-1]):
            heard.append(self.hear(kind))
        return heard

    def send_text(self, text: str) -> None:
        self._socket.send_text(text)


def on_a_loop(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """A test that is a coroutine, run to its end."""

    @wraps(test)
    def run(*arguments: Any, **fixtures: Any) -> None:
        asyncio.run(test(*arguments, **fixtures))

    return run


async def new_owner(server: ServerState) -> str:
    """The name of somebody new in the store, for tests that ask the parts of a server themselves."""
    return digest(await server.owners.create())


@asynccontextmanager
async def server_parts(folder: Path, **changes: Any) -> AsyncIterator[tuple[ServerState, str]]:
    """A server that no client asks, and the name of somebody new there."""
    server = ServerState.open(settings_in(folder, **changes))
    try:
        yield server, await new_owner(server)
    finally:
        server.close()


class Held:
    """Stands for a coroutine function: `entered` says that it was called, and it goes on after `release`."""

    def __init__(self, function: Callable[..., Coroutine[Any, Any, Any]]) -> None:
        self._function = function
        self.entered, self.release = asyncio.Event(), asyncio.Event()

    async def __call__(self, *arguments: Any) -> Any:
        self.entered.set()
        await self.release.wait()
        return await self._function(*arguments)


def settings_in(folder: Path, **changes: Any) -> WebSettings:
    own = WebSettings(file=folder / "web.sqlite", library=folder / "library.sqlite", workers=2)
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
