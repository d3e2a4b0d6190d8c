"""The documentation page of the interface, made from its OpenAPI description."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any

HEAD = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Shirokuro: the interface for programs</title>
<h1>Shirokuro: the interface for programs</h1>
<p>JSON over HTTP under <code>/api</code>, and one WebSocket, <code>/api/live</code>.
The exact description is <a href="openapi.json">/openapi.json</a>; docs/web.md has examples.</p>
"""


def interface_page(description: dict[str, Any]) -> str:
    """Returns a page with every request, its parameters and its body."""
    return HEAD + "\n".join(_requests(description)) + "</html>\n"


def _requests(description: dict[str, Any]) -> Iterator[str]:
    for path, methods in description["paths"].items():
        for method, request in methods.items():
            yield f"<h2><code>{method.upper()} {escape(path)}</code></h2>"
            yield f"<p>{escape(request.get('description', ''))}</p>"
            for each in request.get("parameters", ()):
                yield f"<p><code>{escape(each['name'])}</code> ({each['in']})</p>"
            content = request.get("requestBody", {}).get("content", {}).get("application/json", {})
            name = str(content.get("schema", {}).get("$ref", "")).rpartition("/")[2]
            fields = description["components"]["schemas"].get(name, {}).get("properties", {})
            if fields:
                yield f"<p>Body: {', '.join(f'<code>{escape(field)}</code>' for field in fields)}</p>"
