"""Whether the server is there, and whether it can do its work."""

from __future__ import annotations

import logging
from importlib.metadata import version

from fastapi import APIRouter, Request
from starlette.responses import Response

from penchant.domain import PersonId
from penchant.errors import StoreError
from penchant.server.access import RouteReply, response_of
from penchant.server.callers import EVERYONE_HERE, Caller
from penchant.server.host import Host
from penchant.server.metrics import CONTENT_TYPE, exposed
from penchant.server.problems import RETRY_S, Problem
from penchant.server.rest import PROBLEMS
from penchant.server.schemas.operations import StatusOut

_log = logging.getLogger("penchant.server")
_AWAY = "The memory cannot be read for now. The server's own log says why."
_NOBODY = PersonId("nobody: only asks whether the store answers")


def router() -> APIRouter:
    """The routes for whoever runs the server."""
    made = APIRouter(tags=["operations"], responses=PROBLEMS)

    @made.head("/healthz", include_in_schema=False)
    @made.get("/healthz", response_model=StatusOut)
    async def healthz() -> Response:
        """The server is there."""
        return response_of(RouteReply({"status": "ok", "version": version("penchant")}))

    @made.head("/readyz", include_in_schema=False)
    @made.get("/readyz", response_model=StatusOut)
    async def readyz(request: Request) -> Response:
        """The mind is loaded and the memory can be read; 503 where not, or not yet."""
        host = host_of(request)
        if host.is_warming:
            raise Problem(503, "It is still loading what it needs. Try again.", {"Retry-After": "1"})
        try:
            await host.serve(EVERYONE_HERE, lambda service: service.memory.store.revision(_NOBODY))
        except StoreError as error:  # whoever asks needs no key, and so is not told where it lies
            _log.warning("not ready: %s", error)
            raise Problem(503, _AWAY, {"Retry-After": str(RETRY_S)}) from error
        return response_of(RouteReply({"status": "ok", "version": version("penchant")}))

    @made.get("/metrics", response_class=Response)
    async def metrics(request: Request) -> Response:
        """Figures in Prometheus' text format, of all workers together."""
        caller: Caller = request.scope["penchant.caller"]
        caller.check("read")
        return Response(await host_of(request).run(exposed), media_type=CONTENT_TYPE)

    return made


def host_of(request: Request) -> Host:
    """What this worker shares."""
    host: Host = request.app.state.host
    return host
