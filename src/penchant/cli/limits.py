"""What a run may cost, kept in its folder: who resumes it and says nothing new goes on within the same limits."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from penchant.bench.models import Link

NAME = "limits.json"
PRICES = "prices.json"
"""In the form that --prices takes."""


def recall_limits(args: argparse.Namespace, run: Path) -> None:
    """Take limits and prices from the run that is resumed, where none are given."""
    kept = _kept(run)
    if args.max_calls is None:
        args.max_calls = kept.get("max_calls")
    if args.max_spend is None:
        args.max_spend = kept.get("max_spend")
    if args.prices is None and (run / PRICES).exists():
        args.prices = run / PRICES


def keep_limits(link: Link, run: Path) -> None:
    """Write down what the run may cost, where anything was said about it; what is not a limit may stay unsaid."""
    if link.dry or link.replay is not None or not (link.is_limited or link.prices):
        return
    from penchant.bench.folder import plain_errors, write_atomically

    with plain_errors(run):
        write_atomically(run / NAME, _json({"max_calls": link.calls, "max_spend": link.spend}))
        if link.prices:
            prices = {name: asdict(price) for name, price in link.prices.items()}
            write_atomically(run / PRICES, _json(prices))


def _json(value: object) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


def _kept(run: Path) -> dict[str, Any]:
    """What was written down; nothing where the run is from before there were limits, or cannot be read."""
    try:
        kept = json.loads((run / NAME).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return kept if isinstance(kept, dict) else {}
