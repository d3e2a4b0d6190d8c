"""The page's types are what the server's OpenAPI description says; run this file to write them anew."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import fill
from typing import Any

from web_client import settings_in

import shirokuro
from shirokuro.web.app import PREFIX, create_app

TYPES = Path(shirokuro.__file__).parent / "web/static/types.d.ts"
HEAD = "// What crosses between server and page, for the type checker; tests/test_page_types.py writes it.\n"
ROUTES = """
/** The requests of the interface: method, path, answer, body. */
export type Routes =
"""
TAIL = """
type Match<M, P, R> = R extends [M, infer Q, unknown, unknown] ? ([P, Q] extends [Q, P] ? R : never) : never;
type Route<M, P> = P extends `${infer Path}?${string}` ? Match<M, Path, Routes> : Match<M, P, Routes>;
/** What a request is answered with; unknown where there is no such request. */
export type Answer<M, P> = [Route<M, P>] extends [never] ? unknown : Route<M, P>[2];
export type Body<M, P> = Route<M, P>[3];
"""
ALIASES = {'"black" | "white"': "Side", '"" | "?!" | "?" | "??"': "Mark"}
SIMPLE = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def literal(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)


def union(parts: list[str]) -> str:
    return " | ".join(dict.fromkeys(parts))


def type_of(schema: dict[str, Any]) -> str:
    """A schema in TypeScript; an object of unknown keys may lack any of them."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "anyOf" in schema:
        return union([type_of(each) for each in schema["anyOf"]])
    if "enum" in schema or "const" in schema:
        found = union([literal(value) for value in schema.get("enum", [schema.get("const")])])
        return ALIASES.get(found, found)
    if "prefixItems" in schema:
        return f"[{', '.join(type_of(each) for each in schema['prefixItems'])}]"
    if schema.get("type") == "array":
        item = type_of(schema["items"])
        return f"({item})[]" if " | " in item else f"{item}[]"
    if "properties" in schema:
        return f"{{ {'; '.join(fields(schema))} }}"
    if schema.get("type") == "object":
        values = schema.get("additionalProperties")
        return (
            f"{{ [name: string]: {type_of(values)} | undefined }}" if isinstance(values, dict) else "object"
        )
    return SIMPLE[schema["type"]] if "type" in schema else "unknown"


def fields(schema: dict[str, Any]) -> Iterator[str]:
    required = schema.get("required", [])
    for name, field in schema["properties"].items():
        yield f"{name}{'' if name in required else '?'}: {type_of(field)}"


def content(of: dict[str, Any]) -> str:
    """The body of a request or an answer: JSON, a file, or nothing."""
    kinds = of.get("content", {})
    if not kinds:
        return "null"
    return type_of(kinds["application/json"]["schema"]) if "application/json" in kinds else "Blob"


def routes(paths: dict[str, Any]) -> Iterator[str]:
    for path, methods in paths.items():
        pattern = re.sub(r"\{\w+\}", "${string}", path.removeprefix(PREFIX))
        for method, request in methods.items():
            answer = next(each for status, each in request["responses"].items() if status.startswith("2"))
            body = content(request["requestBody"]) if "requestBody" in request else "undefined"
            yield f"  | [{method.upper()!r}, `{pattern}`, {content(answer)}, {body}]".replace("'", '"')


def wrap(text: str) -> str:
    """Wraps a type at the end of a field."""
    whole = re.sub("(?<![;{]) ", "\u00a0", text)
    lines = fill(whole, 110, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)
    return lines.replace("\u00a0", " ")


def generate() -> str:
    with TemporaryDirectory() as folder:
        description = create_app(settings_in(Path(folder))).openapi()
    types = [f"type {name} = {text};" for text, name in ALIASES.items()]
    types += [
        f"type {name} = {type_of(each)};" for name, each in description["components"]["schemas"].items()
    ]
    wrapped = "\n".join(wrap(f"export {each}") for each in types)
    described = "\n".join(routes(description["paths"]))
    return HEAD + wrapped + "\n" + ROUTES + described + ";\n" + TAIL


def test_the_committed_types_are_the_generated_ones() -> None:
    assert TYPES.read_text() == generate(), (
        "the interface changed: run `python tests/test_page_types.py`, then commit"
    )


def test_a_schema_becomes_a_type() -> None:
    assert type_of({"anyOf": [{"type": "integer"}, {"type": "number"}, {"type": "null"}]}) == "number | null"
    assert type_of({"enum": ["black", "white"]}) == "Side"
    assert type_of({"type": "array", "items": {"anyOf": [{"type": "string"}, {"type": "null"}]}}) == (
        "(string | null)[]"
    )
    pair = {"properties": {"x": {"type": "number"}, "y": {"$ref": "#/a/Y"}}, "required": ["x"]}
    assert type_of(pair) == "{ x: number; y?: Y }"


if __name__ == "__main__":
    TYPES.write_text(generate())
