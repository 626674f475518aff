"""The protocol over standard input and output, for an assistant that starts a process of its own."""

from __future__ import annotations

import logging
import sys

import anyio
from mcp.server.stdio import stdio_server

from penchant.server.callers import EVERYONE_HERE
from penchant.server.host import Host
from penchant.server.mcp.protocol import protocol_server
from penchant.server.settings import ServerSettings


def serve_stdio(settings: ServerSettings, person: str | None = None) -> None:
    """Serve the assistant at the other end until it hangs up. Standard output carries the protocol alone."""
    keep_words_out_of_logs()
    host = Host(settings)
    try:
        host.service(EVERYONE_HERE)  # a memory that cannot be opened is told before anybody calls
        anyio.run(_serve, host, person)
    finally:
        host.close()


async def _serve(host: Host, person: str | None) -> None:
    server = protocol_server(host, person)
    async with stdio_server() as (incoming, outgoing):
        await server.run(incoming, outgoing, server.create_initialization_options())


def keep_words_out_of_logs() -> None:
    """Have the protocol's library log where something went wrong, and nothing of what anybody said."""
    library = logging.getLogger("mcp")
    if any(isinstance(each, _WithoutWords) for handler in library.handlers for each in handler.filters):
        return
    handler = logging.StreamHandler(sys.stderr)
    handler.setLevel(logging.WARNING)
    handler.addFilter(_WithoutWords())
    library.addHandler(handler)
    library.propagate = False


class _WithoutWords(logging.Filter):
    def filter(self, record: logging.LogRecord) -> bool:
        kind = record.exc_info[0] if record.exc_info else None
        record.msg = f"penchant: {record.levelname.lower()} in {record.name}, line {record.lineno}"
        record.msg += f": {kind.__name__}" if kind else ""
        record.args, record.exc_info, record.exc_text, record.stack_info = (), None, None, None
        return True
