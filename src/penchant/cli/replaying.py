"""`--replay RUN`: the settings of a recorded run, and that nobody is asked, now and when the replay is resumed."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from penchant.cli.link import started_with
from penchant.errors import BadInput

FLAGS = {"kind": "people_kind"}
"""What a run notes under another name than its flag."""

NO_SETTINGS = frozenset({"base_url", "memory", "replay"})
"""What a run notes that makes no difference to what it finds."""


def recall_replay(args: argparse.Namespace, defaults: Mapping[str, Any]) -> None:
    """Take from the run that is replayed, or resumed, what the flags do not say; what they say must fit it."""
    if args.resume is not None:
        _ask_nobody_still(args)
    elif args.replay is not None and (args.replay / "run.json").exists():
        _as_recorded(args, defaults)


def noted_replay(args: argparse.Namespace) -> str | None:
    """Where the recorded calls are, as a run notes it: whoever resumes it asks nobody either."""
    return None if args.replay is None else str(args.replay.resolve())


def _ask_nobody_still(args: argparse.Namespace) -> None:
    kept = started_with(args.resume).get("replay")
    if kept is None:
        if args.replay is not None:
            raise BadInput(
                f"{args.resume} was started with a model; --replay is for a new run, leave it or --resume out."
            )
        return
    if args.replay is not None and args.replay.resolve() != Path(kept):
        raise BadInput(f"--replay {args.replay} is not what the run was started with ({kept}); leave it out.")
    if args.base_url is not None or args.local:
        flag = "--local" if args.local else "--base-url"
        raise BadInput(
            f"{args.resume} was started with --replay and asks nobody; leave out {flag}, or start a new run."
        )
    args.replay = Path(kept)
    print(f"As it was started, this run answers from the calls recorded in {kept} and asks nobody.", file=sys.stderr)


def _as_recorded(args: argparse.Namespace, defaults: Mapping[str, Any]) -> None:
    run, config = args.replay, started_with(args.replay)
    if args.ablate:
        raise BadInput(f"--replay goes through the methods that {run} was started with; leave out --ablate.")
    if config.get("replay"):  # which asked nobody: the calls are where it had them from
        args.replay = Path(config["replay"])
    for name, value in config.items():
        flag = FLAGS.get(name, name)
        if name in NO_SETTINGS or not hasattr(args, flag):
            continue
        recorded = ",".join(value) if isinstance(value, list) else value
        given = getattr(args, flag)
        if given is not None and _said(given) != str(recorded):
            what = "The suite" if flag == "suite" else f"--{flag.replace('_', '-')}"
            raise BadInput(f"{what} {given} is not what {run} was recorded with ({recorded}); leave it out.")
        if given is None and recorded != defaults.get(flag):
            setattr(args, flag, Path(recorded) if flag == "data" else recorded)


def _said(given: Any) -> str:
    return str(given.resolve() if isinstance(given, Path) else given)
