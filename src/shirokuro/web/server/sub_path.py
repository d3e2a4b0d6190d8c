"""Serves the application under a root path, whether the proxy removes that path or not.

`WithoutRootPath` removes it, so that the other middleware sees the documented paths. `BelowRootPath` adds it
again for the routes, which need it for redirects and the OpenAPI description.
"""

from __future__ import annotations

from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send


class WithoutRootPath:
    """ASGI middleware that removes the root path."""

    def __init__(self, app: ASGIApp, root: str) -> None:
        self._app = app
        self._root = root

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan" and f"{scope['path']}/".startswith(f"{self._root}/"):
            scope = {**scope, "path": scope["path"].removeprefix(self._root)}
        await self._app(scope, receive, send)


class BelowRootPath:
    """ASGI middleware that adds the root path."""

    def __init__(self, app: ASGIApp, root: str) -> None:
        self._app = app
        self._root = root

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"] == "":  # relative links would be wrong without the slash
            query = scope["query_string"].decode("latin-1")
            await RedirectResponse(f"{self._root}/{query and '?'}{query}", 308)(scope, receive, send)
            return
        if scope["type"] != "lifespan":
            scope = {**scope, "path": self._root + scope["path"], "root_path": self._root}
        await self._app(scope, receive, send)
