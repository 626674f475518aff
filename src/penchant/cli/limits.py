"""What a run may cost and how it calls, kept in its folder: who resumes it without a word goes on the same way."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from penchant.bench.models import Link

NAME = "limits.json"
PRICES = "prices.json"
"""In the form that --prices takes."""

NUMBERS = ("max_calls", "max_spend", "in_flight", "timeout")
"""The flags that are kept as they were last given."""


def recall_limits(args: argparse.Namespace, run: Path) -> None:
    """Take limits and prices from the run that is resumed, where none are given."""
    kept = _kept(run)
    for name in NUMBERS:
        if getattr(args, name) is None and isinstance(kept.get(name), int | float):
            setattr(args, name, kept[name])
    args.reuse = [*_still_there(kept.get("reuse")), *(args.reuse or ())]
    if args.prices is None and (run / PRICES).exists():
        args.prices = run / PRICES


def keep_limits(args: argparse.Namespace, link: Link, run: Path) -> None:
    """Write down what was said of limits and prices, now or when the run was started; what was not stays unsaid."""
    said = {name: getattr(args, name) for name in NUMBERS}
    given = link.prices or link.reuse or any(each is not None for each in said.values())
    if link.dry or link.replay is not None or not given:
        return
    from penchant.bench.folder import plain_errors, write_atomically

    with plain_errors(run):
        write_atomically(run / NAME, _json({**said, "reuse": [str(folder) for folder in link.reuse]}))
        if link.prices:
            prices = {name: asdict(price) for name, price in link.prices.items()}
            write_atomically(run / PRICES, _json(prices))


def _still_there(folders: object) -> list[Path]:
    """The runs whose replies are reused; one that was deleted since is told of, and what it had is asked for."""
    found = []
    for folder in map(Path, folders if isinstance(folders, list) else ()):
        if (folder / "calls.jsonl").is_file():
            found.append(folder)
        else:
            print(f"There are no calls to reuse in {folder} any more; what they answered is paid for.", file=sys.stderr)
    return found


def _json(value: object) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


def _kept(run: Path) -> dict[str, Any]:
    """What was written down; nothing where the run is from before there were limits, or cannot be read."""
    try:
        kept = json.loads((run / NAME).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return kept if isinstance(kept, dict) else {}
