"""Whether the server is there, and whether it can do its work."""

from __future__ import annotations

from importlib.metadata import version

from fastapi import APIRouter, Request
from starlette.responses import Response

from penchant.domain import PersonId
from penchant.server.access import RouteReply, response_of
from penchant.server.callers import EVERYONE_HERE
from penchant.server.host import Host
from penchant.server.rest import PROBLEMS
from penchant.server.schemas import StatusOut

_NOBODY = PersonId("nobody: only asks whether the store answers")


def router() -> APIRouter:
    """The routes for whoever runs the server."""
    made = APIRouter(tags=["operations"], responses=PROBLEMS)

    @made.get("/healthz", response_model=StatusOut)
    async def healthz() -> Response:
        """The server is there."""
        return response_of(RouteReply({"status": "ok", "version": version("penchant")}))

    @made.get("/readyz", response_model=StatusOut)
    async def readyz(request: Request) -> Response:
        """The memory can be read; 503 where it cannot."""
        host: Host = request.app.state.host
        await host.serve(EVERYONE_HERE, lambda service: service.memory.store.revision(_NOBODY))
        return response_of(RouteReply({"status": "ok", "version": version("penchant")}))

    return made
