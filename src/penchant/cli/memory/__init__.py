"""`penchant memory`: what is remembered of a person, to read, to correct, to forget and to carry away."""

from __future__ import annotations

import argparse
from typing import Any

from penchant.cli.memory import changing, consent, forgetting, keeping, moving, reading, stats

EXAMPLES = """examples:
  penchant memory show ana                  what is believed about ana, and how surely
  penchant memory why ana 3                 what spoke for and against it
  penchant memory transcript ana            what was said and heard
  penchant memory edit ana 3 "green tea"    believe something else from now on
  penchant memory forget ana --everything   erase it all, and see that it is gone
  penchant memory consent ana no            never export what ana said for training
  penchant memory export ana --out ana.json
  penchant memory backup monday.db          a copy while others write
  penchant memory check                     whether every row is as it was written
"""


def add_to(commands: Any) -> None:
    """Add this command to the parser."""
    parser: argparse.ArgumentParser = commands.add_parser(
        "memory",
        help="read, correct, forget, export and import what is remembered",
        description="What is remembered of each person, in sentences. Nobody reads another person's memory.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", required=True)
    for module in (reading, changing, forgetting, consent, moving, stats, keeping):
        module.add_to(verbs)
