r"""Rows of several studies of the web shop in one table and one picture, on the tasks that all of them did.

    python benchmarks/web_ablation.py --row "SFT and DPO=runs/a:puma-dpo" --row "no memory=runs/b:puma-sft" \
        --out results/web/ablation

Each row is a name, the folder of a run and an agent of it. The first one is what the others are held against: a
difference is taken task by task, and its interval over people. Trainings with other prompts (`--memory none`,
`--memory general`, `--ids asin`) need runs of their own, since an agent's name is the same in all of them.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from penchant.errors import BadInput, PenchantError
from penchant_lab.report import ink
from penchant_lab.run.run_folder import RunFolder
from penchant_lab.suites.web.records import TYPES
from penchant_lab.suites.web.scores import FIGURES, TaskRecord, table
from penchant_lab.suites.web.study.cells import number, ranged, signed
from penchant_lab.suites.web.study.curves import difference
from penchant_lab.suites.web.study.study import records

if TYPE_CHECKING:
    from matplotlib.figure import Figure

OVERALL = "overall"


@dataclass(frozen=True, slots=True)
class Row:
    """An agent of a run, under the name that it has in the table."""

    name: str
    records: tuple[TaskRecord, ...]


def row_of(given: str) -> Row:
    """The row that ``NAME=RUN:AGENT`` stands for."""
    name, equals, rest = given.partition("=")
    run, colon, agent = rest.rpartition(":")
    if not (equals and colon and name and run and agent):
        raise BadInput(f'--row {given} is not of the form NAME=RUN:AGENT, as in "SFT=runs/a:puma-sft".')
    if not (Path(run) / "run.json").exists():
        raise BadInput(f"{run} is not the folder of a run.")
    with closing(RunFolder.reopen(Path(run))) as folder:
        found = [record for method, record in records(folder) if method == agent]
    if not found:
        raise BadInput(f"{run} holds no task of an agent {agent}.")
    return Row(name, tuple(record for record in found if not record.broke))


def shared(rows: Sequence[Row]) -> list[Row]:
    """The rows with the tasks that all of them did, none of which broke."""
    keys = set.intersection(*({_key(record) for record in row.records} for row in rows))
    if not keys:
        raise BadInput("No task was done by every row: are the runs of one shop?")
    return [Row(row.name, tuple(record for record in row.records if _key(record) in keys)) for row in rows]


def _key(record: TaskRecord) -> tuple[str, str, int, str]:
    return record.person, record.split, record.at, record.text


def figures(rows: Sequence[Row]) -> dict[str, Any]:
    """For each row its figures by type, and how far its results are from the first row's."""
    found: dict[str, Any] = {}
    for row in rows:
        beside = {
            type: difference(
                FIGURES["result"], [each for each in row.records if type in (each.type, OVERALL)], rows[0].records
            )
            for type in (*TYPES, OVERALL)
        }
        found[row.name] = {**table(row.records), "beside": beside}
    return found


def lines(found: Mapping[str, Any]) -> list[str]:
    """The table, as a page has it."""
    names = list(found)
    heads = ("", "F", *(f"{type} R" for type in TYPES), "overall R", *(f"{type}, beside" for type in TYPES))
    told = ["| " + " | ".join(heads) + " |", "|" + "---|" * len(heads)]
    for name, row in found.items():
        cells = [name, number(row[OVERALL]["function"]), *(ranged(row[type], "result") for type in (*TYPES, OVERALL))]
        cells += ["" if name == names[0] else signed(row["beside"][type]) for type in TYPES]
        told.append("| " + " | ".join(cells) + " |")
    return told


def picture(found: Mapping[str, Any], tasks: int) -> Figure:
    """Results of each row, a panel for each type of task."""
    names = list(found)
    with ink.style():
        height = 2.2 + 0.3 * len(names)
        left = 0.05 + 0.0095 * max(len(name) for name in names)
        about = f"{tasks:,} tasks that every row did; bars: 95 %, over people"
        figure = ink.blank("What each part of PUMA is worth", about, height=height, left=left, right=0.98)
        panels = figure.subplots(1, len(TYPES), sharey=True)
        for axes, type in zip(panels, TYPES, strict=True):
            for at, name in enumerate(names):
                low, mean, high = (found[name][type].get(key) for key in ("result_low", "result", "result_high"))
                if mean is not None:
                    reach = None if low is None or high is None else [[max(0, mean - low)], [max(0, high - mean)]]
                    colour, marker = ink.look(names, name)
                    axes.errorbar([mean], [at], xerr=reach, color=colour, marker=marker, ms=6, capsize=2.5, lw=1.5)
            axes.set_title(type, fontsize=10.5, loc="left")
            axes.grid(axis="x")
            axes.set_xlim(left=min(0.0, axes.get_xlim()[0]))
        panels[0].set_yticks(range(len(names)), names)
        panels[0].set_ylim(len(names) - 0.5, -0.5)
        panels[1].set_xlabel("result (mean over tasks)")
    return figure


def main(given: Sequence[str] | None = None) -> int:
    """Print the table; with --out write it down, with its picture."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--row", action="append", required=True, metavar="NAME=RUN:AGENT", help="a row; the first leads"
    )
    parser.add_argument("--out", type=Path, metavar="DIR", help="write ablation.json, .png and .svg into this folder")
    args = parser.parse_args(given)
    try:
        rows = shared([row_of(each) for each in args.row])
        if len({row.name for row in rows}) < len(rows):
            raise BadInput("Two rows have one name; give each its own.")
    except PenchantError as error:
        print(error, file=sys.stderr)
        return 2
    found, tasks = figures(rows), len(rows[0].records)
    print(f"{tasks:,} tasks of {len({record.person for record in rows[0].records})} people\n")
    print("\n".join(lines(found)))
    if args.out is not None:
        args.out.mkdir(parents=True, exist_ok=True)
        (args.out / "ablation.json").write_text(json.dumps({"tasks": tasks, "rows": found}, indent=2) + "\n", "utf-8")
        drawn = picture(found, tasks)
        ink.png(drawn, args.out / "ablation.png")
        (args.out / "ablation.svg").write_text(ink.svg(drawn), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
