"""Nothing that people send is read on the event loop, whichever request it comes with."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest
from loop_watch import SHORT, loop_watched
from pydantic import ValidationError
from web_client import Listener, Visitor, described, on_a_loop, visited

from shirokuro.web.library.values import OwnedFile
from shirokuro.web.refusal import RefusedError
from shirokuro.web.review.values import PlaceAsked
from shirokuro.web.server.caller import Caller, introduce
from shirokuro.web.server.live import HANDLERS
from shirokuro.web.threads.readers import MOST_OF_CLIENT, Readers


@pytest.fixture(scope="module")
def visitor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visitor]:
    with visited(tmp_path_factory.mktemp("web"), review_seconds=0.01, analysis_seconds=0.01) as found:
        yield found


@pytest.fixture
def readers_called(visitor: Visitor) -> Iterator[list[str]]:
    with loop_watched() as found:
        yield found


def example(schema: Any, parts: Any) -> Any:
    """A value that a schema allows."""
    schema = parts[schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema
    if "examples" in schema:
        return schema["examples"][0]
    if "enum" in schema or "const" in schema:
        return schema.get("const", schema.get("enum", [None])[0])
    if schema.get("type") == "object":
        return {name: example(schema["properties"][name], parts) for name in schema.get("required", ())}
    return {"string": "f5", "integer": 0, "number": 0.5, "array": [], "boolean": False}[schema["type"]]


def requests_with(kind: str) -> Iterator[tuple[str, str, Any]]:
    """Method, path and body of every request whose body has a text, or is bytes, by the description."""
    parts = described()["components"]["schemas"]
    for whole, methods in described()["paths"].items():
        path = whole.removeprefix("/api")
        for method, operation in methods.items():
            content = operation.get("requestBody", {}).get("content", {})
            if kind == "bytes" and "application/octet-stream" in content:
                yield method.upper(), path, None
            if kind == "text" and "application/json" in content:
                schema = content["application/json"]["schema"]
                named = parts.get(schema.get("$ref", "").rpartition("/")[2], {})
                if "text" in named.get("properties", {}):
                    yield method.upper(), path, example(schema, parts)


@pytest.mark.parametrize("text", [";" * 20_000, "f5d6c3" + "\n" * SHORT])
def test_texts_are_read_elsewhere(visitor: Visitor, readers_called: list[str], text: str) -> None:
    asked = set()
    for method, path, body in requests_with("text"):
        readers_called.clear()
        answer = visitor.raw(method, path, json=body | {"text": text})
        assert answer.status_code < 500, answer.text
        assert "parse" in readers_called, path
        asked.add(path)
    assert {"/games", "/export", "/lines", "/analysis", "/texts"} <= asked


def test_files_are_read_elsewhere(visitor: Visitor, readers_called: list[str]) -> None:
    requests = [*requests_with("bytes")]
    assert requests
    for method, path, _ in requests:
        readers_called.clear()
        visitor.raw(method, path, content=bytes(5000))
        assert readers_called, path


def test_the_socket_reads_texts_elsewhere(visitor: Visitor, readers_called: list[str]) -> None:
    read = 0
    with Listener(visitor) as listener:
        for number, kind in enumerate(HANDLERS):
            readers_called.clear()
            listener.send({"type": kind, "id": number, "text": ";" * 20_000})
            assert listener.hear("error")["id"] == number
            read += "parse" in readers_called
    assert read >= 2


def test_matches_are_written_elsewhere(visitor: Visitor, readers_called: list[str]) -> None:
    match = visitor.post("/matches", {"board": "nip12", "first": "random", "second": "random"}, 201)
    assert visitor.raw("GET", f"/matches/{match['id']}/export").status_code == 200
    assert "render" in readers_called


# What is checked on the event loop is soon found wrong


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        (PlaceAsked, {f"x{number}": 1 for number in range(30_000)}),
        (OwnedFile, {"format": "shirokuro-mine", "version": 1, "tables": {"game": [1] * 100_000}}),
        (OwnedFile, {"format": "shirokuro-mine", "version": 1, "tables": {str(n): 1 for n in range(30_000)}}),
    ],
)
def test_few_of_many_mistakes_are_told(kind: Any, body: Any) -> None:
    with pytest.raises(ValidationError) as found:
        kind.model_validate(body)
    assert found.value.error_count() < 100


# Turns


@on_a_loop
async def test_an_address_that_sends_much_keeps_nobody_waiting() -> None:
    order, gate = list[str](), threading.Event()

    async def read(client: str) -> None:
        introduce(Caller(client))
        await readers.read(lambda: (order.append(client), gate.wait(60)))

    with closing(Readers()) as readers:
        greedy = [asyncio.create_task(read("greedy")) for _ in range(10)]
        await asyncio.sleep(0)
        other = asyncio.create_task(read("other"))
        async with asyncio.timeout(60):
            while len(order) < 2:
                await asyncio.sleep(0.001)
        gate.set()
        await asyncio.gather(*greedy, other)
    assert {*order[:2]} == {"greedy", "other"}


@on_a_loop
async def test_an_address_has_so_many_texts_waiting() -> None:
    gate = threading.Event()
    with closing(Readers()) as readers:
        waiting = [asyncio.create_task(readers.read(lambda: gate.wait(60))) for _ in range(MOST_OF_CLIENT)]
        await asyncio.sleep(0)
        with pytest.raises(RefusedError) as refused:
            await readers.read(lambda: None)
        assert refused.value.status == 429
        gate.set()
        await asyncio.gather(*waiting)
        await readers.read(lambda: None)


@on_a_loop
async def test_whoever_hangs_up_keeps_the_turn_until_it_is_done() -> None:
    gate = threading.Event()
    with closing(Readers()) as readers:
        gone = asyncio.create_task(readers.read(lambda: gate.wait(60)))
        await asyncio.sleep(0)
        gone.cancel()
        following = asyncio.create_task(readers.read(gate.is_set))
        await asyncio.sleep(0.01)
        gate.set()
        assert await following
        assert gone.cancelled()
