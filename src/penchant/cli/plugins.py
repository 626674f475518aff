"""`penchant plugins`: what is installed behind each seam."""

from __future__ import annotations

import argparse
import json
from typing import Any


def add_to(commands: Any) -> None:
    """Add this command to the parser."""
    parser: argparse.ArgumentParser = commands.add_parser(
        "plugins",
        help="list stores, embedders, minds, people, traits and suites",
        description="What is installed behind each seam, ours and other packages'.",
        epilog="example:\n  penchant plugins --json",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print every plugin's name and where it comes from."""
    from penchant.plugins import KINDS, installed

    found = {kind: {name: point.value for name, point in installed(kind).items()} for kind in KINDS}
    if args.json:
        print(json.dumps(found))
        return 0
    for kind, points in found.items():
        print(kind)
        for name, value in points.items():
            print(f"  {name:12} {value}")
    return 0
