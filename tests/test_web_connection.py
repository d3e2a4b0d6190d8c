"""Connections that do not say in time what they want, and the page's files, which are compressed once."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import json
from collections.abc import AsyncIterator, Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.testclient import TestClient
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.server import ServerState
from web_client import on_a_loop

from shirokuro.web.refusal import RefusedError
from shirokuro.web.server.connection import Prompt
from shirokuro.web.server.connection_limits import OWN_FILES, ConnectionLimits, FileShares
from shirokuro.web.server.page_files import PageFiles
from shirokuro.web.settings import WebSettings

Stream = tuple[asyncio.StreamReader, asyncio.StreamWriter]
WHOLE = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
UPGRADE = WHOLE[:-2] + b"Connection: Upgrade\r\nUpgrade: websocket\r\n"
KEY = b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
HANDSHAKE = UPGRADE + KEY + b"\r\n"


async def greet(scope: Any, receive: Any, send: Any) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.send", "text": (await receive())["text"]})
        return
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"hi"})


class Plain(Prompt, H11Protocol):
    """Reads with h11, as installations without httptools do."""

    header_bytes = 4096


class Fast(Prompt, HttpToolsProtocol):
    header_bytes = 4096


def both(test: Callable[..., Coroutine[Any, Any, None]]) -> Any:
    """A test of each parser that uvicorn chooses from."""
    return pytest.mark.parametrize("base", [Fast, Plain])(on_a_loop(test))


def limited(base: type[Prompt], places: int = 100, silent: int = 100, **bounds: float) -> type[Prompt]:
    """A protocol with connections and bounds of its own; an address may have `a_client` places."""
    limits = ConnectionLimits(FileShares(places, silent, 10), int(bounds.pop("a_client", 100)))
    return type("Limited", (base,), {"limits": limits, **bounds})


class Line:
    """The clients of a server."""

    def __init__(self, port: int) -> None:
        self._port = port
        self.streams: list[Stream] = []

    async def connect(self, source: str = "127.0.0.1") -> Stream:
        self.streams.append(await asyncio.open_connection("127.0.0.1", self._port, local_addr=(source, 0)))
        return self.streams[-1]


@contextlib.asynccontextmanager
async def serving(protocol: type[Prompt]) -> AsyncIterator[Line]:
    """A server with one protocol, for a minute at most."""
    config = uvicorn.Config(
        greet, lifespan="off", timeout_keep_alive=60, h11_max_incomplete_event_size=protocol.header_bytes
    )
    config.load()
    state, loop = ServerState(), asyncio.get_running_loop()
    server = await loop.create_server(lambda: protocol(config, state, {}, loop), "127.0.0.1", 0)
    line = Line(server.sockets[0].getsockname()[1])
    try:
        async with asyncio.timeout(60):
            yield line
    finally:
        for _, writer in line.streams:
            writer.transport.abort()
        server.close()


@contextlib.asynccontextmanager
async def meeting(protocol: type[Prompt]) -> AsyncIterator[Stream]:
    """The only client of a server."""
    async with serving(protocol) as line:
        yield await line.connect()


async def complaint(stream: Stream, status: int) -> Any:
    """A refusal of that status in the form that is documented, after which the connection ends."""
    whole = await stream[0].read()
    head, _, body = whole.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 %d " % status), whole
    fields = dict(line.split(b": ", 1) for line in head.lower().split(b"\r\n")[1:])
    assert int(fields[b"content-length"]) == len(body)
    assert fields[b"content-type"] == b"application/json"
    assert fields[b"cache-control"] == b"no-store"
    if status in (429, 503):
        assert int(fields[b"retry-after"]) > 0
    told = json.loads(body)["error"]
    assert {*told} == {"code", "text", "words"}
    assert told["words"]["en"] == told["text"] != told["words"]["ja"]
    return told


async def answered(stream: Stream) -> None:
    reader = stream[0]
    assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 200")
    assert await reader.readexactly(2) == b"hi"


async def ask(stream: Stream) -> None:
    stream[1].write(WHOLE)
    await answered(stream)


@both
@pytest.mark.parametrize(("requests", "said"), [(0, b""), (0, WHOLE[:20]), (1, WHOLE[:20])])
async def test_headers_that_do_not_come_end_the_connection(
    base: type[Prompt], requests: int, said: bytes
) -> None:
    """This holds for the headers of a second request too."""
    async with meeting(limited(base, header_seconds=0.05)) as stream:
        for _ in range(requests):
            await ask(stream)
        stream[1].write(said)
        assert await stream[0].read() == b""


@both
@pytest.mark.parametrize(
    "said", [WHOLE, b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 50000\r\n\r\n" + b"x" * 50000]
)
async def test_requests_in_time_are_answered_one_after_another(base: type[Prompt], said: bytes) -> None:
    """Long bodies do not count as headers."""
    async with meeting(limited(base)) as stream:
        for _ in range(3):
            stream[1].write(said[:20])
            stream[1].write(said[20:])
            await answered(stream)


async def check_that_nobody_closes(stream: Stream) -> None:
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(stream[0].read(1), 0.2)


async def echo(stream: Stream) -> None:
    """A socket sends back what it hears."""
    stream[1].write(b"\x81\x82\0\0\0\0hi")
    assert (await stream[0].readexactly(4))[2:] == b"hi"


@both
async def test_a_connection_that_waits_for_its_next_request_or_is_a_socket_stays(base: type[Prompt]) -> None:
    """It stays long after its first headers were due."""
    async with serving(limited(base, header_seconds=0.05)) as line:
        waiting, socket = await line.connect(), await sit_down(line)
        await ask(waiting)
        for stream in (waiting, socket):
            await check_that_nobody_closes(stream)
        await ask(waiting)
        await echo(socket)


# What is too long, and what is no HTTP


@both
@pytest.mark.parametrize(
    "endless",
    [
        b"GET / HTTP/1.1\r\nHost: x\r\nX: ",  # one header
        b"GET / HTTP/1.1\r\nHost: x\r\n",  # many headers
        b"GET /",  # an address
        b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n",  # headers behind a body
    ],
)
async def test_headers_without_an_end_are_refused(base: type[Prompt], endless: bytes) -> None:
    async with meeting(limited(base, header_seconds=600.0)) as stream:
        reader, writer = stream
        writer.write(endless)
        piece = b"x: y\r\n" * 300 if endless.endswith(b"\r\n") else b"x" * 1800
        with contextlib.suppress(ConnectionError):  # it may be closed at any moment
            for _ in range(100):
                writer.write(piece)
                await writer.drain()
            await reader.read()


@both
@pytest.mark.parametrize(
    ("said", "status", "code"),
    [
        (b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"x" * 5000, 431, "too_large"),
        (b"hello\r\n\r\n", 400, "invalid"),
        (b"GET / HTTP/1.1\r\nA b\r\n\r\n", 400, "invalid"),
        (b"\x16\x03\x01\x02\0\x01\0\r\n\r\n", 400, "invalid"),
        (UPGRADE + b"\r\n", 400, "invalid"),
        (HANDSHAKE.replace(b"Version: 13", b"Version: 3"), 400, "invalid"),
        (HANDSHAKE.replace(b"GET", b"POST"), 405, "invalid"),
        (HANDSHAKE[:-2] + b"X: y\r\n" * 200 + b"\r\n", 431, "invalid"),
    ],
)
async def test_what_is_no_request_and_no_handshake_gets_a_refusal(
    base: type[Prompt], said: bytes, status: int, code: str
) -> None:
    async with meeting(limited(base)) as stream:
        stream[1].write(said)
        assert (await complaint(stream, status))["code"] == code


@on_a_loop
async def test_many_requests_at_once_end_the_connection() -> None:
    """Otherwise the server would begin thousands of them before it serves anybody else."""
    async with meeting(limited(Fast)) as stream:
        stream[1].write(WHOLE * 20_000)
        with contextlib.suppress(ConnectionError):
            whole = await stream[0].read()
            assert whole.count(b"HTTP/1.1 200") < 2000


# How many there may be


async def sit_down(line: Line, source: str = "127.0.0.1") -> Stream:
    """A connection that has become a socket, and so stays."""
    stream = await line.connect(source)
    stream[1].write(HANDSHAKE)
    assert (await stream[0].readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101")
    return stream


@both
async def test_silent_connections_take_nobodys_place(base: type[Prompt]) -> None:
    protocol = limited(base, silent=5)
    async with serving(protocol) as line:
        first = await line.connect()
        await ask(first)
        for number in range(20):
            await line.connect()
            await ask(await line.connect(f"127.0.0.{1 + number % 2}"))
        await ask(first)
        assert protocol.limits.silent <= 5


@both
async def test_the_oldest_silent_connection_of_whoever_has_most_is_told_and_closed(
    base: type[Prompt],
) -> None:
    async with serving(limited(base, silent=5)) as line:
        guest = await line.connect("127.0.0.2")
        silent = [await line.connect() for _ in range(10)]
        for stream in silent[:6]:
            assert (await complaint(stream, 429))["code"] == "too_many"
        for stream in (guest, *silent[6:]):
            await ask(stream)


@both
@pytest.mark.parametrize(
    ("bounds", "sources"), [({"a_client": 3}, "11111"), ({"places": 3}, "13")], ids=["own", "all"]
)
async def test_connections_that_wait_for_their_next_request_give_way(
    base: type[Prompt], bounds: dict[str, int], sources: str
) -> None:
    """The new one has their address; if all places are taken, the address with most connections gives way."""
    async with serving(limited(base, **bounds)) as line:
        guest = await line.connect("127.0.0.2")
        await ask(guest)
        first = await line.connect()
        await ask(first)
        for source in sources:
            await ask(await line.connect(f"127.0.0.{source}"))
        assert await first[0].read() == b""
        await ask(guest)


@both
async def test_no_connection_that_is_in_use_gives_way(base: type[Prompt]) -> None:
    async with serving(limited(base, a_client=3)) as line:
        sockets = [await sit_down(line) for _ in range(3)]
        for said in (WHOLE, HANDSHAKE):
            refused = await line.connect()
            refused[1].write(said)
            assert (await complaint(refused, 429))["code"] == "too_many"
        await echo(sockets[0])
        sockets[0][1].close()
        await sockets[0][0].read()
        await ask(await line.connect())  # the place of the socket is free again


@both
async def test_an_address_leaves_places_for_others(base: type[Prompt]) -> None:
    protocol = limited(base, places=20)
    async with serving(protocol) as line:
        with contextlib.suppress(AssertionError):  # it is refused some day
            for _ in range(20):
                await sit_down(line)
        for number in range(2, 8):
            await ask(await line.connect(f"127.0.0.{number}"))
        assert protocol.limits.placed <= 20


@both
async def test_where_all_places_are_in_use_a_new_address_is_told(base: type[Prompt]) -> None:
    async with serving(limited(base, places=3)) as line:
        for number in range(2, 5):
            await sit_down(line, f"127.0.0.{number}")
        guest = await line.connect()
        guest[1].write(WHOLE)
        assert (await complaint(guest, 503))["code"] == "busy"


class Counted:
    """A connection that only counts."""

    def __init__(self) -> None:
        self.refusals: list[RefusedError] = []
        self.is_closed = False

    def has_spoken(self) -> bool:
        return False

    def refuse(self, refusal: RefusedError) -> None:
        self.refusals.append(refusal)

    def close_idle(self) -> None:
        self.is_closed = True


def counted(limits: ConnectionLimits, address: str) -> Counted:
    """A connection that has asked for something, and waits for its next request."""
    connection = Counted()
    limits.enter(connection, address)
    assert limits.work(connection) is None
    limits.rest(connection)
    return connection


def test_addresses_of_one_network_are_one_person() -> None:
    limits = ConnectionLimits(FileShares(100, 100, 10), 2)
    first, second = counted(limits, "2001:db8::1"), counted(limits, "2001:db8::ffff:2")
    counted(limits, "2001:db8:0:1::1")
    assert not first.is_closed
    counted(limits, "2001:db8::3")
    assert first.is_closed
    assert not second.is_closed
    mapped = counted(limits, "::ffff:10.0.0.1")
    counted(limits, "10.0.0.1")
    counted(limits, "10.0.0.1")
    assert mapped.is_closed


def test_a_proxy_speaks_for_many() -> None:
    limits = ConnectionLimits(FileShares(100, 100, 10), 2, ("10.0.0.0/8",))
    assert not any(each.is_closed for each in [counted(limits, "10.0.0.1") for _ in range(50)])


def test_all_places_are_given_back() -> None:
    limits = ConnectionLimits(FileShares(10, 10, 10), 10)
    for _ in range(3):
        for each in [counted(limits, "10.0.0.1") for _ in range(5)]:
            limits.leave(each)
        silent = Counted()
        limits.enter(silent, "10.0.0.1")
        limits.leave(silent)
        assert (limits.placed, limits.silent) == (0, 0)


def test_connections_leave_files_for_all_else() -> None:
    for files in (128, 256, 1024, 4096, 20_000, 10**6):
        shares = FileShares.of(files, WebSettings())
        assert min(shares.places, shares.silent, shares.backlog) > 0
        assert shares.places + shares.silent + shares.backlog <= files - OWN_FILES


# The page's files


def test_files_are_compressed_once_for_those_who_take_it_and_again_when_they_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Small files stay as they are."""
    packed: list[bytes] = []

    def compress(data: bytes, mtime: int = 0) -> bytes:
        packed.append(data)
        return original(data, mtime=mtime)

    original = gzip.compress
    monkeypatch.setattr(gzip, "compress", compress)
    page = tmp_path / "index.html"
    page.write_text("<!doctype html>" + "x" * 600)
    (tmp_path / "small.js").write_text("1")
    app = Starlette()
    app.mount("/", PageFiles(tmp_path))
    with TestClient(app) as http:
        first, again = http.get("/"), http.get("/")
        assert first.content == again.content == page.read_bytes()
        assert first.headers["content-encoding"] == "gzip"
        assert first.headers["vary"] == "Accept-Encoding"
        assert int(first.headers["content-length"]) < 100
        assert len(packed) == 1
        plain = http.get("/", headers={"Accept-Encoding": "identity"})
        for answer in (plain, http.get("/small.js")):
            assert "content-encoding" not in answer.headers
        assert http.head("/").content == b""
        assert http.get("/", headers={"If-None-Match": plain.headers["etag"]}).status_code == 304
        page.write_text("<!doctype html>" + "y" * 700)
        assert http.get("/").content == page.read_bytes()
        assert len(packed) == 2
