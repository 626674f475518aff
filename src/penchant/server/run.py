"""Running the server: one process, or several workers that are started again when one dies."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from typing import Any

import uvicorn
from starlette.types import ASGIApp

from penchant.server.listening import deals_out, held
from penchant.server.process import use_few_pools
from penchant.server.settings import ENVIRONMENT, METRICS_FOLDER, ServerSettings
from penchant.server.supervisor import Supervisor

_GRACE_S = 10
_STARTING_S = 60
"""So long a worker may be silent, as it is while it starts, before it is taken for dead."""


def serve(settings: ServerSettings) -> int:
    """Serve until it is stopped; gives the exit code."""
    if settings.workers == 1:
        from penchant.server.app import create_app  # what starts workers needs none of it itself

        use_few_pools()
        return run_app(create_app(settings, warm=True), settings)
    options = {**_options(settings), "factory": True, "workers": settings.workers}
    with tempfile.TemporaryDirectory(prefix="penchant-metrics-") as folder:
        os.environ[METRICS_FOLDER] = folder  # before a worker imports the metrics
        os.environ[ENVIRONMENT] = settings.to_json()
        _run_workers("penchant.server.app:from_environment", options)
    return 0


def _run_workers(app: str, options: dict[str, Any]) -> None:
    if not deals_out():
        uvicorn.run(app, **options)
        return
    with held(options["host"], options["port"]) as socket, suppress(KeyboardInterrupt):
        Supervisor(uvicorn.Config(app, **options), sockets=[socket]).run()


def run_app(app: ASGIApp, settings: ServerSettings) -> int:
    """Serve one application in this process until it is stopped; gives the exit code."""
    uvicorn.run(app, **_options(settings))
    return 0


def _options(settings: ServerSettings) -> dict[str, Any]:
    return {
        "host": settings.host,
        "port": settings.port,
        "log_level": "warning",
        "access_log": False,
        "server_header": False,
        "date_header": True,
        "timeout_graceful_shutdown": _GRACE_S,
        "proxy_headers": False,
        "timeout_worker_healthcheck": _STARTING_S,
    }
