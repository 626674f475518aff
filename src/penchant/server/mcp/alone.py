"""The protocol over HTTP with nothing beside it: what `penchant mcp --http` serves."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.routing import Route

from penchant.server.doors import Doors
from penchant.server.host import Host
from penchant.server.mcp import PATH
from penchant.server.mcp.endpoint import McpEndpoint
from penchant.server.run import run_app
from penchant.server.settings import ServerSettings


def create_mcp_app(settings: ServerSettings, person: str | None = None) -> Starlette:
    """The endpoint behind the doors; with ``person`` it is about that person only, whoever calls."""
    settings.check_doors()
    host = Host(settings)
    endpoint = McpEndpoint(host, person)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        async with endpoint.running():
            yield
        host.close()

    app = Starlette(routes=[Route(PATH, endpoint)], lifespan=lifespan)
    app.state.host = host
    app.add_middleware(Doors, host=host)
    return app


def serve_http(settings: ServerSettings, person: str | None = None) -> int:
    """Serve until it is stopped; gives the exit code."""
    return run_app(create_mcp_app(settings, person), settings)
