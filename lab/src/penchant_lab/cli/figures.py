"""`penchant figures`: the pictures of a run, with their numbers beside them."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from penchant.errors import RunError


def add_to(commands: Any) -> None:
    """Add this command to the parser."""
    parser: argparse.ArgumentParser = commands.add_parser(
        "figures",
        help="write a run's pictures as SVG, PNG and CSV",
        description="Learning curves, four-phase bars, questions and calibration, from a run's report.json; of the web "
        "shop, results and learning; of the formal model, regret and statements.",
        epilog="example:\n  penchant figures runs/embodied-20260101-120000-000000 --out figures",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("run_directory", type=Path, metavar="RUN", help="a finished run's directory")
    parser.add_argument("--out", type=Path, metavar="DIR", help="where to write them (default: RUN/figures)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Read the report and draw."""
    from penchant_lab.run.suites import presentation_of

    path = args.run_directory / "report.json"
    try:
        report = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise RunError(
            f"There is no {path}; finish the run with: penchant study --resume {args.run_directory}"
        ) from error
    except (OSError, ValueError) as error:
        raise RunError(f"{path} cannot be read: {error}.") from error
    out = args.out or args.run_directory / "figures"
    try:
        presentation_of(report).write_pictures(report, out)
    except OSError as error:
        raise RunError(f"Cannot write to {out}: {error.strerror or error}.") from error
    print(f"Wrote the figures to {out}")
    return 0
