"""A listening socket for each worker, so that the kernel deals connections out among them.

Where all workers share one, whichever wakes first takes every connection that waits, and another may idle beside it. A
worker that dies takes its socket along, and the others get what comes next.
"""

from __future__ import annotations

import socket
import sys
from typing import Any

from penchant.errors import BadInput

_Address = tuple[Any, ...]


class WorkerSocket(socket.socket):
    """A socket that holds an address and listens nowhere; sent to another process, it is one of that process's own."""

    def __reduce__(self) -> tuple[Any, ...]:
        return _bound, (self.family, self.getsockname())

    def __reduce_ex__(self, protocol: Any) -> tuple[Any, ...]:
        return self.__reduce__()


def deals_out() -> bool:
    """Whether connections are dealt out among sockets at one address here; elsewhere workers share one."""
    return sys.platform == "linux" and hasattr(socket, "SO_REUSEPORT")


def held(host: str, port: int) -> WorkerSocket:
    """The address, held for workers to come; BadInput where somebody listens there already."""
    try:
        family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)  # without sharing, to see that nobody else is there
        return _bound(family, address)
    except OSError as error:
        raise BadInput(f"It cannot listen on {host}, port {port}: {error.strerror}. Give another: --port N") from error


def _bound(family: int, address: _Address) -> WorkerSocket:
    made = WorkerSocket(family, socket.SOCK_STREAM)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    made.bind(address)
    return made
