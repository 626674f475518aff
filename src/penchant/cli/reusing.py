"""`--reuse RUN`: the runs whose recorded replies need not be paid for again."""

from __future__ import annotations

import argparse
from pathlib import Path

from penchant.cli.link import started_with
from penchant.errors import BadInput


def check_reuse(args: argparse.Namespace) -> None:
    """Find the records that are to be reused, and say in one line what is wrong with a run that has none."""
    if not args.reuse:
        return
    if args.replay is not None:
        raise BadInput("--replay asks nobody, so there is nothing to save; leave out --reuse.")
    args.reuse = list(dict.fromkeys(_with_calls(run) for run in args.reuse))


def _with_calls(run: Path) -> Path:
    """The folder with the calls of a run: its own, or where a run that asked nobody had them from."""
    if not run.is_dir():
        raise BadInput(f"--reuse takes the folder of a run, and {run} is none.")
    replayed = started_with(run).get("replay")
    folder = (Path(replayed) if isinstance(replayed, str) else run).resolve()
    try:
        with (folder / "calls.jsonl").open("rb"):
            return folder
    except FileNotFoundError as error:
        raise BadInput(f"--reuse {run}: there are no recorded calls in {folder} (no calls.jsonl).") from error
    except OSError as error:
        raise BadInput(f"--reuse {run}: the calls in {folder} cannot be read: {error.strerror}.") from error
