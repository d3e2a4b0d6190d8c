"""The route of the health check."""

from __future__ import annotations

from fastapi import APIRouter

import shirokuro
from shirokuro.web.state import Server
from shirokuro.web.values import HealthView

router = APIRouter(tags=["health"])


@router.get("/healthz")
async def check_health(server: Server) -> HealthView:
    """200 if the server answers and its store can be written, else 503; no token is needed."""
    await server.health.check()
    return HealthView(status="ok", version=shirokuro.__version__)
