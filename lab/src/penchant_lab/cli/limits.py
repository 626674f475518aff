"""What a run may cost and how it calls, kept in its folder: who resumes it without a word goes on the same way."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from penchant.lm.link import Link
    from penchant_lab.cli.study_options import StudyOptions

NAME = "limits.json"
PRICES = "prices.json"
"""In the form that --prices takes."""

NUMBERS = ("max_calls", "max_spend", "in_flight", "timeout")
"""The flags that are kept as they were last given."""


def kept_limits(args: argparse.Namespace) -> tuple[dict[str, Any], list[str]]:
    """Limits, prices and runs to reuse, by their flags: as given, else as the run has them that goes on.

    And what is to be told of it, a line each.
    """
    given = {name: getattr(args, name) for name in (*NUMBERS, "prices")}
    reuse = list(args.reuse or ())
    if args.resume is None:
        return {**given, "reuse": reuse}, []
    kept = _kept(args.resume)
    for name in NUMBERS:
        if given[name] is None and isinstance(kept.get(name), int | float):
            given[name] = kept[name]
    if given["prices"] is None and (args.resume / PRICES).exists():
        given["prices"] = args.resume / PRICES
    there, told = _still_there(kept.get("reuse"))
    return {**given, "reuse": [*there, *reuse]}, told


def keep_limits(options: StudyOptions, link: Link, run: Path) -> None:
    """Write down what was said of limits and prices, now or when the run was started; what was not stays unsaid."""
    said = {name: getattr(options, name) for name in NUMBERS}
    given = link.prices or link.reuse or any(each is not None for each in said.values())
    if link.dry or link.replay is not None or not given:
        return
    from penchant_lab.run.run_folder import plain_errors, write_atomically

    with plain_errors(run):
        write_atomically(run / NAME, _json({**said, "reuse": [str(folder) for folder in link.reuse]}))
        if link.prices:
            prices = {name: asdict(price) for name, price in link.prices.items()}
            write_atomically(run / PRICES, _json(prices))


def _still_there(folders: object) -> tuple[list[Path], list[str]]:
    """The runs whose replies are reused; of one that was deleted since it is told that what it had is asked for."""
    known = [Path(folder) for folder in (folders if isinstance(folders, list) else ())]
    found = [folder for folder in known if (folder / "calls.jsonl").is_file()]
    lost = "There are no calls to reuse in {} any more; what they answered is paid for."
    return found, [lost.format(folder) for folder in known if folder not in found]


def _json(value: object) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


def _kept(run: Path) -> dict[str, Any]:
    """What was written down; nothing where the run is from before there were limits, or cannot be read."""
    try:
        kept = json.loads((run / NAME).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return kept if isinstance(kept, dict) else {}
