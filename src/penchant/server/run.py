"""Running the server: one process, or several workers that are started again when one dies."""

from __future__ import annotations

import os
import tempfile
from typing import Any

import uvicorn

from penchant.server.app import ENVIRONMENT, create_app
from penchant.server.metrics import SHARED_FOLDER
from penchant.server.settings import ServerSettings

_GRACE_S = 10


def serve(settings: ServerSettings) -> int:
    """Serve until it is stopped; gives the exit code."""
    options: dict[str, Any] = {
        "host": settings.host,
        "port": settings.port,
        "log_level": "warning",
        "access_log": False,
        "server_header": False,
        "date_header": True,
        "timeout_graceful_shutdown": _GRACE_S,
        "proxy_headers": False,
    }
    if settings.workers == 1:
        uvicorn.run(create_app(settings), **options)
        return 0
    with tempfile.TemporaryDirectory(prefix="penchant-metrics-") as folder:
        os.environ[SHARED_FOLDER] = folder  # before a worker imports the metrics
        os.environ[ENVIRONMENT] = settings.to_json()
        uvicorn.run("penchant.server.app:from_environment", factory=True, workers=settings.workers, **options)
    return 0
