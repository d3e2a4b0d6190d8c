"""`create_app(settings)` builds the server."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse
from starlette.exceptions import HTTPException
from starlette.routing import Match
from starlette.types import Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

import shirokuro
from shirokuro import Board
from shirokuro.web.experience import routes as experience
from shirokuro.web.friends import routes as friends
from shirokuro.web.games import board_routes, coach_routes, player_routes
from shirokuro.web.games import routes as games
from shirokuro.web.library import export_routes, library_routes, text_routes
from shirokuro.web.matches import lab_routes
from shirokuro.web.matches import routes as matches
from shirokuro.web.openings import routes as openings
from shirokuro.web.owners import orders
from shirokuro.web.owners import routes as owners
from shirokuro.web.practice import lesson_routes
from shirokuro.web.practice import routes as practice
from shirokuro.web.refusal import RefusedError
from shirokuro.web.review import analysis_routes, drill_routes
from shirokuro.web.review import routes as review
from shirokuro.web.rivals import routes as rivals
from shirokuro.web.server import health_routes, live
from shirokuro.web.server.access_log import AccessLog
from shirokuro.web.server.guard import HEALTH, Guard
from shirokuro.web.server.interface import interface_page
from shirokuro.web.server.page_files import STATIC, PageFiles
from shirokuro.web.server.sub_path import BelowRootPath, WithoutRootPath
from shirokuro.web.settings import WebSettings
from shirokuro.web.state import ServerState
from shirokuro.web.store.store import GameStore
from shirokuro.web.values import ErrorBody
from shirokuro.web.views import opening_name
from shirokuro.words.message import Message

ROUTES = (
    games,
    coach_routes,
    friends,
    board_routes,
    player_routes,
    rivals,
    experience,
    analysis_routes,
    review,
    drill_routes,
    practice,
    lesson_routes,
    openings,
    library_routes,
    text_routes,
    export_routes,
    owners,
    matches,
    lab_routes,
    live,
)
"""Modules with a `router`, the most used first. `server/live.py` lists the requests of the socket."""
PREFIX = "/api"
"""The path under which all routes lie."""
REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"model": ErrorBody} for status in (400, 401, 403, 404, 409, 413, 422, 429, 503, 507)
}
_LOG = logging.getLogger("shirokuro.web")


def create_app(settings: WebSettings, store: GameStore | None = None) -> FastAPI:
    """Returns the server as an ASGI application; `store` is that of the settings if it is open already."""
    app = FastAPI(
        title="Shirokuro",
        version=shirokuro.__version__,
        description="Play, watch and understand reversi and Nip.",
        docs_url=None,
        openapi_url=None,  # generating it takes long and would block the event loop
        redoc_url=None,
        lifespan=_lifespan(settings, store),
    )
    for module in ROUTES:
        app.include_router(module.router, prefix=PREFIX, responses=REFUSALS)
    app.include_router(health_routes.router, responses={503: {"model": ErrorBody}})
    _add_error_handlers(app)
    # The middleware, innermost first
    if settings.root_path:
        app.add_middleware(BelowRootPath, root=settings.root_path)
    app.add_middleware(Guard, settings=settings)
    if settings.root_path:
        app.add_middleware(WithoutRootPath, root=settings.root_path)
    if settings.access_log:
        app.add_middleware(AccessLog, place=settings.access_log)
    if settings.proxies:
        app.add_middleware(ProxyHeadersMiddleware, trusted_hosts=[*settings.proxies])
    app.add_api_route("/openapi.json", _describe, include_in_schema=False)
    app.add_api_route("/docs", lambda: HTMLResponse(interface_page(app.openapi())), include_in_schema=False)
    app.mount("/", PageFiles() if (STATIC / "index.html").exists() else _no_page)
    return app


def _describe(request: Request) -> JSONResponse:
    """The OpenAPI description, with the root path of the server."""
    root = request.scope.get("root_path", "")
    return JSONResponse(request.app.openapi() | ({"servers": [{"url": root}]} if root else {}))


def _lifespan(settings: WebSettings, store: GameStore | None) -> Any:
    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.server = server = ServerState.open(settings, store)
        await asyncio.to_thread(opening_name, Board())  # load the names now, not during a request
        tasks = [asyncio.create_task(server.tidy()), asyncio.create_task(orders.obey(server))]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task
            server.close()

    return lifespan


async def _no_page(scope: Scope, receive: Receive, send: Send) -> None:
    """Replaces the page where the package has none; the interface for programs still works."""
    if scope["path"] != "/":
        raise HTTPException(404)
    text = "This installation has no page. The interface for programs is described at /docs."
    await HTMLResponse(f"<!doctype html><title>Shirokuro</title><p>{text}")(scope, receive, send)


def _add_error_handlers(app: FastAPI) -> None:
    @app.exception_handler(RefusedError)
    async def refused(_: Request, refusal: RefusedError) -> JSONResponse:
        return refusal.response()

    @app.exception_handler(RequestValidationError)
    async def malformed(_: Request, error: RequestValidationError) -> JSONResponse:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"] if part != "body")
        text = f"{place}: {first['msg']}" if place else str(first["msg"])
        return RefusedError(422, "malformed", text).response()

    @app.exception_handler(HTTPException)
    async def failed(request: Request, error: HTTPException) -> JSONResponse:
        allowed = _allowed_methods(request)
        if error.status_code not in (404, 405):
            return RefusedError(error.status_code, "refused", str(error.detail)).response()
        if not allowed or request.method in allowed:
            return RefusedError(404, "not_found", Message("refusals.nothing_there")).response()
        text = Message("refusals.methods", methods=" and ".join(allowed))
        answer = RefusedError(405, "wrong_method", text).response()
        answer.headers["Allow"] = ", ".join(allowed)
        return answer

    @app.exception_handler(Exception)
    async def broken(_: Request, error: Exception) -> JSONResponse:
        _LOG.error("a request failed", exc_info=error)
        return RefusedError(500, "broken", Message("refusals.internal")).response()


def _allowed_methods(request: Request) -> list[str]:
    """The methods that a path accepts. Everything outside the interface is a file, which can only be read."""
    path = request.scope["path"].removeprefix(request.scope.get("root_path", ""))
    if path == HEALTH:
        return ["GET"]
    if not path.startswith(f"{PREFIX}/"):
        return ["GET", "HEAD"]
    scope = {**request.scope, "path": path.removeprefix(PREFIX), "root_path": ""}
    routes = (route for module in ROUTES for route in module.router.routes)
    found = (route for route in routes if route.matches(scope)[0] is not Match.NONE)
    return sorted({method for route in found for method in getattr(route, "methods", None) or ()})
