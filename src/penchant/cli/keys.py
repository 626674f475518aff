"""`penchant keys`: who may call a server: keys for products, tokens for people."""

from __future__ import annotations

import argparse
from typing import Any

from penchant.cli.screen import tame

EXAMPLES = """examples:
  penchant keys add shop --scope write             a key, shown once; only its hash is kept
  penchant keys add acme --tenant acme             a tenant of its own, kept apart in the store itself
  penchant keys token ana --hours 24               for ana's own page: her memory and nobody else's
  penchant keys revoke shop
"""


def add_to(commands: Any) -> None:
    """Add this command to the parser."""
    parser: argparse.ArgumentParser = commands.add_parser(
        "keys",
        help="make, list and revoke the keys of a server",
        description="Who may call a server. Only hashes of keys are kept, in a file for its owner alone.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", required=True)
    made = _verb(verbs, "add", add, "Make a key and show it once.", "add shop --scope write --keys keys.json")
    made.add_argument("name", metavar="NAME", help="whose key it is")
    made.add_argument("--tenant", default="default", metavar="NAME", help="whose people (default: default)")
    made.add_argument("--scope", default="write", choices=("read", "write", "admin"), help="what it may do")
    _verb(verbs, "list", show, "Show which keys there are.", "list --keys keys.json")
    made = _verb(verbs, "revoke", revoke, "Revoke a key; what it opened is closed at once.", "revoke shop")
    made.add_argument("name", metavar="NAME", help="its name or id")
    made = _verb(verbs, "token", token, "Make a token for one person's own page.", "token ana --hours 24")
    made.add_argument("person", metavar="PERSON", help="whose memory it opens")
    made.add_argument("--tenant", default="default", metavar="NAME", help="whose people (default: default)")
    made.add_argument("--hours", type=float, default=24.0, metavar="N", help="how long it holds (default: 24)")


def _verb(verbs: Any, name: str, run: Any, says: str, example: str) -> argparse.ArgumentParser:
    made: argparse.ArgumentParser = verbs.add_parser(
        name,
        help=says[0].lower() + says[1:-1],
        description=says,
        epilog=f"example:\n  penchant keys {example}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    made.add_argument("--keys", default="keys.json", metavar="FILE", help="the file of keys (default: keys.json)")
    made.set_defaults(run=run)
    return made


def add(args: argparse.Namespace) -> int:
    """Print the new key."""
    from penchant.server.keys import KeyFile
    from penchant.server.tenants import checked_tenant

    print(KeyFile(args.keys).add(args.name, tenant=checked_tenant(args.tenant), scope=args.scope))
    return 0


def show(args: argparse.Namespace) -> int:
    """Print a line for each key."""
    from penchant.server.keys import KeyFile

    for key in KeyFile(args.keys).keys:
        print(tame(f"{key.id}  {key.scope:5}  {key.tenant:12}  {key.created}  {key.name}"))
    return 0


def revoke(args: argparse.Namespace) -> int:
    """Print which key was revoked."""
    from penchant.server.keys import KeyFile

    gone = KeyFile(args.keys).revoke(args.name)
    print(tame(f"Revoked {gone.name} ({gone.id}), and every token that was asked for with it."))
    return 0


def token(args: argparse.Namespace) -> int:
    """Print the new token."""
    from penchant.errors import BadInput
    from penchant.server.keys import KeyFile
    from penchant.server.tenants import checked_tenant

    if not 0 < args.hours <= 24 * 366:
        raise BadInput(f"--hours {args.hours} is no time that a token may hold; give up to a year.")
    if not args.person.strip():
        raise BadInput("Say whose token it is: a person goes by a name.")
    print(KeyFile(args.keys).token(args.person, tenant=checked_tenant(args.tenant), hours=args.hours)[0])
    return 0
