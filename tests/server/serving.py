"""Applications on a real port of this machine, for clients that speak HTTP themselves."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn
from starlette.types import ASGIApp

FAREWELL_S = 5  # after which connections that are open are cut


@contextmanager
def serving(app: ASGIApp) -> Iterator[str]:
    """The address of an application that is served in a thread."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()  # who comes before it is up waits
        server = uvicorn.Server(
            uvicorn.Config(app, log_level="warning", access_log=False, timeout_graceful_shutdown=FAREWELL_S)
        )
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join(10 * FAREWELL_S)
            assert not thread.is_alive(), "the server does not end"
