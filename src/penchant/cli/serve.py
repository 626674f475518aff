"""`penchant serve`: the library's verbs over HTTP, with the page at its root."""

from __future__ import annotations

import argparse
import os
import sys
from typing import Any

from penchant.errors import BadInput

EXAMPLES = """examples:
  penchant serve                                    on this machine, on memory.db: http://127.0.0.1:8420/
  penchant serve --upstream http://127.0.0.1:11434/v1  the same, with a chat model behind the proxy at /v1
  penchant serve --store postgresql://host/db --workers 4 --keys keys.json --host 0.0.0.0
"""


def add_to(commands: Any) -> None:
    """Add this command to the parser."""
    parser: argparse.ArgumentParser = commands.add_parser(
        "serve",
        help="serve the memory over REST, MCP and a page, and as a proxy to a chat model",
        description="Serve the memory over HTTP: REST (described at /openapi.json), MCP at /mcp, a page at /, and with "
        "--upstream a proxy to a chat model at /v1. "
        "Off this machine it needs keys.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("--store", default="memory.db", metavar="WHERE", help="a file or a postgresql:// URL (default: memory.db)")
    add("--embedder", metavar="NAME", help="default: the one the memory was made with")
    add("--mind", default="built-in", metavar="NAME", help="ours or a plugin's (default: built-in)")
    add("--host", default="127.0.0.1", metavar="ADDRESS", help="where to listen (default: this machine only)")
    add("--port", type=int, default=8420, metavar="N", help="at which port (default: 8420)")
    add("--workers", type=int, default=1, metavar="N", help="processes that serve side by side (default: 1)")
    add("--keys", metavar="FILE", help="API keys, as `penchant keys add` makes them")
    add("--runs", metavar="DIR", help="a folder of studies whose reports are shown")
    add("--upstream", metavar="URL", help="the chat model behind the proxy, such as http://127.0.0.1:8080/v1")
    add("--upstream-key", default="PENCHANT_UPSTREAM_KEY", metavar="VARIABLE", help="environment variable with its key")
    add("--upstream-seconds", type=float, default=300.0, metavar="N", help="it may send nothing so long (default: 300)")
    add("--memory-ms", type=int, default=1_000, metavar="N", help="memory may delay the proxy so long (default: 1000)")
    add("--memory-tokens", type=int, default=400, metavar="N", help="the proxy tells the model so much (default: 400)")
    add(
        "--ask",
        default="note",
        choices=("note", "answer", "never"),
        help="the proxy's questions: told to the model "
        "(note, the default), put to the person instead of an answer, or never",
    )
    add("--learning", type=int, default=256, metavar="N", help="proxied messages that may wait to be learned from")
    add("--threads", type=int, default=8, metavar="N", help="threads in each worker (default: 8)")
    add("--waiting", type=int, default=128, metavar="N", help="requests that may wait for a thread (default: 128)")
    add("--body-bytes", type=int, default=2 * 2**20, metavar="N", help="largest body (default: 2 MiB)")
    add("--import-bytes", type=int, default=64 * 2**20, metavar="N", help="largest import (default: 64 MiB)")
    add(
        "--rate",
        type=float,
        default=0.0,
        metavar="N",
        help="requests a second for each key, shared out among workers; 0: no limit",
    )
    add("--tenants", type=int, default=16, metavar="N", help="tenants that are kept open at once (default: 16)")
    add("--trace", action="store_true", help="send spans by OpenTelemetry, where OTEL_EXPORTER_OTLP_ENDPOINT says")
    add(
        "--audit",
        metavar="FILE",
        help="file for who changed what (default: beside a memory file, or in the log)",
    )
    add("--no-log", dest="log", action="store_false", help="no line for each request on standard error")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Serve until it is stopped."""
    try:
        from penchant.server.run import serve
        from penchant.server.settings import ServerSettings
        from penchant.server.starting import check_start
    except ImportError as error:
        raise BadInput(f"The server needs {error.name}: pip install 'penchant[server]'") from error
    given = {name: value for name, value in vars(args).items() if name not in ("command", "run")}
    settings = ServerSettings(**given)
    check_start(settings)
    if settings.trace:
        _prepare_tracing()
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    print(f"The page: {settings.address}", file=sys.stderr, flush=True)
    return serve(settings)


def _prepare_tracing() -> None:
    try:
        from penchant.server.tracing import prepare_workers
    except ImportError as error:
        raise BadInput("Tracing needs OpenTelemetry; get it with: pip install 'penchant[otel]'") from error
    prepare_workers()
