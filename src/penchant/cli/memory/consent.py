"""`penchant memory consent`: whether what a person said may become training examples."""

from __future__ import annotations

import argparse
from typing import Any

from penchant.cli.memory.shared import opened, say, verb


def add_to(verbs: Any) -> None:
    """Add this verb to the parser."""
    says = (
        "Whether what a person said may become training examples (penchant export-training). Everybody's may until "
        "they are marked with no; the mark stays in the memory, and goes when the person is forgotten."
    )
    parser = verb(verbs, "consent", run, says, "consent ana no")
    parser.add_argument("training", nargs="?", choices=["yes", "no"], help="what holds from now on (default: look)")


def run(args: argparse.Namespace) -> int:
    """Keep the mark where one is given, and tell what holds; strangers may be marked too."""
    with opened(args) as memory:
        if args.training is not None:
            memory.allow_training(args.person, args.training == "yes")
        allowed = memory.training_allowed(args.person)
    told = "may become training examples" if allowed else "is never exported as training examples"
    return say(args, f"What {args.person} said {told}.", {"person": args.person, "training": allowed})
