"""The application: every part mounted in one place.

REST is in ``rest.py``, the Model Context Protocol in ``mcp/``, the proxy in ``proxy/``, the page in ``page/``. Each
gets the :class:`~penchant.server.host.Host` of this worker, and who is calling from the doors.
"""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version
from pathlib import Path

from fastapi import FastAPI
from starlette.routing import Route
from starlette.staticfiles import StaticFiles

from penchant.processes import end_with_parent
from penchant.server import health, rest
from penchant.server.description import describe
from penchant.server.doors import Doors
from penchant.server.host import Host
from penchant.server.mcp import PATH, endpoint_of
from penchant.server.metrics import forget_dead_workers
from penchant.server.problems import add_handlers
from penchant.server.process import use_few_pools
from penchant.server.proxy import ProxyEndpoint
from penchant.server.settings import ENVIRONMENT, ServerSettings

PAGE = Path(__file__).parent / "page"


def create_app(settings: ServerSettings, *, warm: bool = False) -> FastAPI:
    """The whole server as an ASGI application; with ``warm`` it loads what it needs as soon as it is up."""
    settings.check_doors()
    host = Host(settings)
    mcp, proxy = endpoint_of(host), ProxyEndpoint(host)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        forget_dead_workers()
        async with mcp.running(), proxy.running():
            if warm:
                host.warm_up()
            yield
        host.close()

    app = FastAPI(
        title="penchant",
        summary="Agents that learn what each person wants.",
        version=version("penchant"),
        lifespan=lifespan,
        docs_url=None,  # their pages fetch scripts from elsewhere
        redoc_url=None,
        # later ones report by themselves, with addresses and bodies: who they are about and what they said
        telemetry={"tracing": False, "metrics": False, "logs": False, "auto_configure": False},
    )
    app.state.host = host
    app.openapi = lambda: describe(app)  # type: ignore[method-assign]
    add_handlers(app)
    app.include_router(health.router())
    app.include_router(rest.router())
    app.router.routes.append(Route(PATH, mcp))
    app.router.routes.extend(proxy.routes())
    if PAGE.is_dir():
        app.mount("/", StaticFiles(directory=PAGE, html=True), name="page")
    app.add_middleware(Doors, host=host)
    if settings.trace:
        from penchant.server.tracing import switch_on

        switch_on(app)
    return app


def from_environment() -> FastAPI:
    """The application of one of several workers."""
    end_with_parent()
    use_few_pools()
    return create_app(ServerSettings.from_json(os.environ[ENVIRONMENT]), warm=True)
