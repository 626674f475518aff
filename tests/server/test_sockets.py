"""Connections are dealt out among workers, and an address that is taken is told."""

from __future__ import annotations

import pickle
import socket
import sys
from contextlib import ExitStack

import pytest

from penchant.errors import BadInput
from penchant.server.listening import deals_out, held

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="connections are dealt out on Linux only")


def accepted(listener: socket.socket) -> int:
    count = 0
    listener.setblocking(False)
    while True:
        try:
            listener.accept()[0].close()
        except BlockingIOError:
            return count
        count += 1


def test_each_worker_gets_a_socket_of_its_own_and_connections_are_dealt_out() -> None:
    assert deals_out()
    with ExitStack() as stack:
        address = stack.enter_context(held("127.0.0.1", 0))
        first, second = (stack.enter_context(pickle.loads(pickle.dumps(address))) for _ in range(2))
        assert first.fileno() != second.fileno()
        assert first.getsockname() == second.getsockname() == address.getsockname()
        for each in (first, second):
            each.listen(100)
        for _ in range(60):
            stack.enter_context(socket.create_connection(address.getsockname()))
        counts = accepted(first), accepted(second)
        assert sum(counts) == 60
        assert min(counts) > 0
        first.close()  # as when its worker dies: nobody is left waiting at it
        for _ in range(20):
            stack.enter_context(socket.create_connection(address.getsockname()))
        assert accepted(second) == 20


def test_a_port_that_is_taken_is_told_in_one_line() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(BadInput, match=f"port {port}: Address already in use. Give another: --port N"):
            held("127.0.0.1", port)


def test_a_host_that_is_none_is_told_in_one_line() -> None:
    with pytest.raises(BadInput, match="cannot listen on no host"):
        held("no host", 8420)
