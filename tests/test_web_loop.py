"""Nothing that people send is read on the event loop, whichever request it comes with."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from loop_watch import SHORT, LoopWatch, loop_watched
from pydantic import ValidationError
from web_client import Listener, Visitor, described, visited

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
def watch(visitor: Visitor) -> Iterator[LoopWatch]:
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
    for path, methods in described()["paths"].items():
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
def test_texts_are_read_elsewhere(visitor: Visitor, watch: LoopWatch, text: str) -> None:
    asked = set()
    for method, path, body in requests_with("text"):
        watch.calls.clear()
        answer = visitor.http.request(method, path, json=body | {"text": text}, headers=visitor.headers)
        assert answer.status_code < 500, answer.text
        assert "parse" in watch.calls, path
        asked.add(path)
    assert {"/api/games", "/api/export", "/api/lines", "/api/analysis", "/api/texts"} <= asked


def test_files_are_read_elsewhere(visitor: Visitor, watch: LoopWatch) -> None:
    requests = [*requests_with("bytes")]
    assert requests
    for method, path, _ in requests:
        watch.calls.clear()
        visitor.http.request(method, path, content=bytes(5000), headers=visitor.headers)
        assert watch.calls, path


def test_the_socket_reads_texts_elsewhere(visitor: Visitor, watch: LoopWatch) -> None:
    read = 0
    with Listener(visitor) as listener:
        for number, kind in enumerate(HANDLERS):
            watch.calls.clear()
            listener.send({"type": kind, "id": number, "text": ";" * 20_000})
            assert listener.hear("error")["id"] == number
            read += "parse" in watch.calls
    assert read >= 2


def test_matches_are_written_elsewhere(visitor: Visitor, watch: LoopWatch) -> None:
    match = visitor.post("/matches", {"board": "nip12", "first": "random", "second": "random"}, 201)
    answer = visitor.http.get(f"/api/matches/{match['id']}/export", headers=visitor.headers)
    assert answer.status_code == 200
    assert "render" in watch.calls


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


def test_an_address_that_sends_much_keeps_nobody_waiting() -> None:
    async def run() -> list[str]:
        readers, order, gate = Readers(), list[str](), threading.Event()

        async def read(client: str) -> None:
            introduce(Caller(client))
            await readers.read(lambda: (order.append(client), gate.wait(60)))

        greedy = [asyncio.create_task(read("greedy")) for _ in range(10)]
        await asyncio.sleep(0)
        other = asyncio.create_task(read("other"))
        async with asyncio.timeout(60):
            while len(order) < 2:
                await asyncio.sleep(0.001)
        gate.set()
        await asyncio.gather(*greedy, other)
        readers.close()
        return order

    assert sorted(asyncio.run(run())[:2]) == ["greedy", "other"]


def test_an_address_has_so_many_texts_waiting() -> None:
    async def run() -> None:
        readers, gate = Readers(), threading.Event()
        waiting = [asyncio.create_task(readers.read(lambda: gate.wait(60))) for _ in range(MOST_OF_CLIENT)]
        await asyncio.sleep(0)
        with pytest.raises(RefusedError) as refused:
            await readers.read(lambda: None)
        assert refused.value.status == 429
        gate.set()
        await asyncio.gather(*waiting)
        await readers.read(lambda: None)
        readers.close()

    asyncio.run(run())


def test_whoever_hangs_up_keeps_the_turn_until_it_is_done() -> None:
    async def run() -> None:
        readers, gate = Readers(), threading.Event()
        gone = asyncio.create_task(readers.read(lambda: gate.wait(60)))
        await asyncio.sleep(0)
        gone.cancel()
        following = asyncio.create_task(readers.read(gate.is_set))
        await asyncio.sleep(0.01)
        gate.set()
        assert await following
        assert gone.cancelled()
        readers.close()

    asyncio.run(run())
