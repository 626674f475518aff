"""`penchant mcp`: the memory for an assistant that speaks the Model Context Protocol."""

from __future__ import annotations

import argparse
import os
import sys
from typing import Any

from penchant.errors import BadInput

EXAMPLES = """examples:
  penchant mcp --store ~/penchant.db --person ana   for an assistant that starts it, over standard input and output
  penchant mcp --http                               at http://127.0.0.1:8420/mcp, for assistants that connect to it
"""


def add_to(commands: Any) -> None:
    """Add this command to the parser."""
    parser: argparse.ArgumentParser = commands.add_parser(
        "mcp",
        help="serve the memory to an assistant over the Model Context Protocol",
        description="Serve the memory to an assistant that speaks the Model Context Protocol: over standard input and "
        "output, or over HTTP. Off this machine it needs keys.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("--store", default="memory.db", metavar="WHERE", help="a file or a postgresql:// URL (default: memory.db)")
    add("--person", metavar="NAME", help="whose memory; then the assistant sees nobody else's, and names nobody")
    add("--embedder", metavar="NAME", help="default: the one the memory was made with")
    add("--mind", default="built-in", metavar="NAME", help="ours or a plugin's (default: built-in)")
    add("--http", action="store_true", help="over HTTP instead of standard input and output")
    add("--host", metavar="ADDRESS", help="with --http, where to listen (default: this machine only)")
    add("--port", type=int, metavar="N", help="with --http, at which port (default: 8420)")
    add("--keys", metavar="FILE", help="with --http, API keys, as `penchant keys add` makes them")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Serve until the assistant hangs up, or it is stopped."""
    over_http = {name: value for name in ("host", "port", "keys") if (value := getattr(args, name)) is not None}
    if over_http and not args.http:
        raise BadInput(f"--{next(iter(over_http))} is for --http; over standard input and output leave it out.")
    if args.person is not None and not args.person.strip():
        raise BadInput("--person needs a name; leave it out to serve everybody.")
    try:
        import mcp  # noqa: F401

        from penchant.plugins import plugin
        from penchant.server.settings import ServerSettings
    except ImportError as error:
        raise BadInput(f"The Model Context Protocol needs {error.name}: pip install 'penchant[mcp]'") from error
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    if args.embedder is not None:
        plugin("embedders", args.embedder)
    plugin("minds", args.mind)  # a mistyped name must not leave a new file behind
    settings = ServerSettings(store=args.store, embedder=args.embedder, mind=args.mind, **over_http)
    if not args.http:
        from penchant.server.mcp.stdio import serve_stdio

        serve_stdio(settings, args.person)
        return 0
    from penchant.server.mcp.alone import serve_http
    from penchant.server.starting import check_start

    check_start(settings)
    print(f"The address for assistants: {settings.address}mcp", file=sys.stderr, flush=True)
    return serve_http(settings, args.person)
