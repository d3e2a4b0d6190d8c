"""A server below a path of another one, whether the proxy before it removes the path or not.

The first part takes the path away, so that whatever stands before the routes sees the paths that the
documentation has; the second gives it back to the routes, which make redirects and descriptions with it.
"""

from __future__ import annotations

from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send


class WithoutRootPath:
    """An ASGI application around one that need not know its root path."""

    def __init__(self, app: ASGIApp, root: str) -> None:
        self._app = app
        self._root = root

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan" and f"{scope['path']}/".startswith(f"{self._root}/"):
            scope = {**scope, "path": scope["path"].removeprefix(self._root)}
        await self._app(scope, receive, send)


class BelowRootPath:
    """An ASGI application around one that finds its root path in every request."""

    def __init__(self, app: ASGIApp, root: str) -> None:
        self._app = app
        self._root = root

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"] == "":  # the page's links would lead elsewhere
            query = scope["query_string"].decode("latin-1")
            await RedirectResponse(f"{self._root}/{query and '?'}{query}", 308)(scope, receive, send)
            return
        if scope["type"] != "lifespan":
            scope = {**scope, "path": self._root + scope["path"], "root_path": self._root}
        await self._app(scope, receive, send)
