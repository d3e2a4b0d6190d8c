"""Connections that do not say in time what they want, and the page's files, which are compressed once."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.testclient import TestClient
from uvicorn.server import ServerState

from shirokuro.web.connection import PromptProtocol
from shirokuro.web.page_files import PageFiles

Stream = tuple[asyncio.StreamReader, asyncio.StreamWriter]
WHOLE = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"


async def greet(scope: Any, receive: Any, send: Any) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.send", "text": (await receive())["text"]})
        return
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"hi"})


class Hasty(PromptProtocol):
    header_seconds = 0.05


def conversed(protocol: type[PromptProtocol], scene: Callable[[Stream], Awaitable[None]]) -> None:
    """A scene between a client and a server with one protocol."""

    async def run() -> None:
        config = uvicorn.Config(greet, lifespan="off", timeout_keep_alive=60)
        config.load()
        state, loop = ServerState(), asyncio.get_running_loop()
        server = await loop.create_server(lambda: protocol(config, state, {}, loop), "127.0.0.1", 0)
        stream = await asyncio.open_connection(*server.sockets[0].getsockname())
        await scene(stream)
        stream[1].close()
        server.close()

    asyncio.run(run())


async def answered(stream: Stream) -> None:
    reader, _ = stream
    assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 200")
    assert await reader.readexactly(2) == b"hi"


@pytest.mark.parametrize("said", [b"", b"GET / HTTP/1.1\r\nHo"])
def test_headers_that_do_not_come_end_the_connection(said: bytes) -> None:
    async def scene(stream: Stream) -> None:
        reader, writer = stream
        writer.write(said)
        assert await asyncio.wait_for(reader.read(), 60) == b""

    conversed(Hasty, scene)


def test_so_do_those_of_a_second_request() -> None:
    async def scene(stream: Stream) -> None:
        reader, writer = stream
        writer.write(WHOLE)
        await answered(stream)
        writer.write(WHOLE[:20])
        assert await asyncio.wait_for(reader.read(), 60) == b""

    conversed(Hasty, scene)


def test_requests_in_time_are_answered_one_after_another() -> None:
    async def scene(stream: Stream) -> None:
        for _ in range(3):
            stream[1].write(WHOLE[:20])
            stream[1].write(WHOLE[20:])
            await answered(stream)

    conversed(PromptProtocol, scene)


def test_a_connection_that_waits_for_its_next_request_or_is_a_socket_stays() -> None:
    """Long after its first headers were due."""

    async def idle(stream: Stream) -> None:
        stream[1].write(WHOLE)
        await answered(stream)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(stream[0].read(1), 4 * Hasty.header_seconds)
        stream[1].write(WHOLE)
        await answered(stream)

    async def socket(stream: Stream) -> None:
        reader, writer = stream
        key = b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
        writer.write(WHOLE[:-2] + b"Connection: Upgrade\r\nUpgrade: websocket\r\n" + key + b"\r\n")
        assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101")
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(reader.read(1), 4 * Hasty.header_seconds)
        writer.write(b"\x81\x82\0\0\0\0hi")
        assert (await reader.readexactly(4))[2:] == b"hi"

    conversed(Hasty, idle)
    conversed(Hasty, socket)


# The page's files


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "index.html").write_text("<!doctype html>" + "x" * 600)
    (tmp_path / "small.js").write_text("1")
    return tmp_path


def test_a_file_is_compressed_once_and_again_when_it_changes(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packed: list[bytes] = []

    def compress(data: bytes, mtime: int = 0) -> bytes:
        packed.append(data)
        return original(data, mtime=mtime)

    original = gzip.compress
    monkeypatch.setattr(gzip, "compress", compress)
    app = Starlette()
    app.mount("/", PageFiles(folder))
    with TestClient(app) as http:
        first, again = http.get("/"), http.get("/")
        assert first.content == again.content == (folder / "index.html").read_bytes()
        assert first.headers["content-encoding"] == "gzip"
        assert first.headers["vary"] == "Accept-Encoding"
        assert int(first.headers["content-length"]) < 100
        assert len(packed) == 1
        (folder / "index.html").write_text("<!doctype html>" + "y" * 700)
        assert http.get("/").content == (folder / "index.html").read_bytes()
        assert len(packed) == 2


def test_who_takes_no_gzip_gets_none_and_small_files_stay_as_they_are(folder: Path) -> None:
    app = Starlette()
    app.mount("/", PageFiles(folder))
    with TestClient(app) as http:
        plain = http.get("/", headers={"Accept-Encoding": "identity"})
        assert "content-encoding" not in plain.headers
        assert "content-encoding" not in http.get("/small.js").headers
        head = http.head("/")
        assert head.content == b""
        assert http.get("/", headers={"If-None-Match": plain.headers["etag"]}).status_code == 304
