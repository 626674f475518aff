"""What a new message does to what was said before: what it closes, and what a request to forget takes away.

    python benchmarks/changing.py                          the sets in benchmarks/sentences/changes
    python benchmarks/changing.py DIR --misses closings-tune

Files that begin with "closings" hold stories of what was said ("before") and what is said now, with the messages that
no longer hold ("ends") and those that do. *Ended* is the share of those to be ended of which nothing is believed any
more, of those of which something was; *closed by accident* are those that hold and of which something was closed.
"forgets" hold messages, a request to forget one thing or several, and which are meant ("gone"). *Found* is the share
of the requests at which something goes, *all gone* the share at which everything meant goes from beliefs and
transcript alike, *taken too much* the messages that stay and went. Half of each was never looked at ("-test").
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from penchant import Agent
from penchant.domain import Preference, said_on

BUNDLED = Path(__file__).parent / "sentences" / "changes"
BEGUN = datetime(2026, 1, 5, 9, tzinfo=UTC)
WHO = "ana"
Row = Mapping[str, Any]
Judge = Callable[[Sequence[Row]], tuple[dict[str, str], list[str]]]


def main() -> None:
    """Play every file there is and print a line for each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=BUNDLED, metavar="DIR")
    parser.add_argument("--misses", default="", metavar="NAME", help="show what goes wrong in this file")
    args = parser.parse_args()
    for kind, judge in (("closings", judge_closings), ("forgets", judge_forgets)):
        for path in sorted(args.folder.glob(f"{kind}*.jsonl")):
            rows = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
            counts, misses = judge(rows)
            print(f"{path.stem:15} {len(rows):4}: {', '.join(f'{what} {share}' for what, share in counts.items())}")
            if args.misses == path.stem:
                print(*misses, sep="\n")


def told(messages: Sequence[str]) -> Agent:
    """An agent that was told these, a day each."""
    agent = Agent.open(":memory:")
    for number, words in enumerate(messages):
        agent.tell(WHO, words, at=BEGUN + timedelta(days=number), id=str(number))
    return agent


def believed(agent: Agent, number: int) -> list[Preference]:
    """What was read from a message, open or closed."""
    return [one for one in agent.memory.list(WHO, closed=True) if said_on(one.episode) == str(number)]


def judge_closings(rows: Sequence[Row]) -> tuple[dict[str, str], list[str]]:
    """How much of what no longer holds is closed, and what is closed by accident."""
    ends = read = ended = accidents = 0
    misses: list[str] = []
    for row in rows:
        with told(row["before"]) as agent:
            open_before = {
                number: {one.id for one in believed(agent, number) if one.is_open}
                for number in range(len(row["before"]))
            }
            agent.tell(WHO, row["now"], at=BEGUN + timedelta(days=60), id="now")
            still = {one.id for one in agent.memory.list(WHO)}
            for number, ids in open_before.items():
                gone = ids - still
                if number in row["ends"]:
                    ends, read, ended = ends + 1, read + bool(ids), ended + bool(ids and gone == ids)
                    if ids and gone != ids:
                        misses.append(
                            f"{row['id']} {row['type']}: not ended: {row['before'][number]!r} by {row['now']!r}"
                        )
                elif gone:
                    accidents += 1
                    misses.append(f"{row['id']} {row['type']}: CLOSED {row['before'][number]!r} by {row['now']!r}")
    shares = {"read": f"{read}/{ends}", "ended": f"{ended}/{read}", "closed by accident": str(accidents)}
    return shares, misses


def judge_forgets(rows: Sequence[Row]) -> tuple[dict[str, str], list[str]]:
    """How much of what is to be forgotten goes, and what goes beside it."""
    asked = found = whole = meant = meant_gone = too_much = false = 0
    misses: list[str] = []
    for row in rows:
        with told(row["messages"]) as agent:
            agent.tell(WHO, row["ask"], at=BEGUN + timedelta(days=len(row["messages"]) - 1, minutes=5), id="now")
            kept = {line.words for line in agent.memory.transcript(WHO) if line.kind == "heard"}
            there = [words in kept or bool(believed(agent, at)) for at, words in enumerate(row["messages"])]
            left = [at for at in row["gone"] if there[at]]
            lost = [at for at in row["stays"] if not there[at]]
            if row["gone"]:
                asked, found, whole = asked + 1, found + (not all(there)), whole + (not left)
                meant, meant_gone = meant + len(row["gone"]), meant_gone + len(row["gone"]) - len(left)
            else:
                false += bool(lost)
            too_much += len(lost)
            if left or lost:
                misses.append(f"{row['id']} {row['type']}: {row['ask']!r}")
                misses += [f"      left: {row['messages'][at]!r}" for at in left]
                misses += [f"      LOST: {row['messages'][at]!r}" for at in lost]
    shares = {
        "found": f"{found / asked:.3f}",
        "all gone": f"{whole / asked:.3f}",
        "messages gone": f"{meant_gone}/{meant}",
        "taken too much": str(too_much),
        "no request, and something went": f"{false}/{len(rows) - asked}",
    }
    return shares, misses


if __name__ == "__main__":
    main()
