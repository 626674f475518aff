"""How often the function that a request to the web shop wants is read rightly.

    python benchmarks/web_requests.py                    what a writer without sight of it wrote, and templates
    python benchmarks/web_requests.py --people 0         the writer's alone

``sentences/requests/seen.tsv``: 40 of its 240 lines were looked at while the reader was made, none was taught.
``held.tsv``: 120 lines that nobody looked at. The second set of templates is by the same writer.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from penchant_lab.suites.web.agents.reading import read
from penchant_lab.suites.web.data import generate
from penchant_lab.suites.web.records import TYPES, TaskType
from penchant_lab.suites.web.shop.functions import RIGHT

WRITTEN = Path(__file__).parent / "sentences" / "requests"


def rows(name: str) -> list[tuple[str, str]]:
    """The labelled requests of a file: what is wanted, and the words."""
    lines = (WRITTEN / f"{name}.tsv").read_text("utf-8").splitlines()
    return [(label, text) for label, _, text in (line.partition("\t") for line in lines if line.strip())]


def tell(name: str, requests: Sequence[tuple[str, str]]) -> None:
    """Print how many are right, in all and by what is wanted."""
    right = {
        type_: [read(text).function == RIGHT[type_] for label, text in requests if label == type_] for type_ in TYPES
    }
    every = [one for each in right.values() for one in each]
    parts = "  ".join(f"{type_} {_share(right[type_])}" for type_ in TYPES)
    print(f"{name:28}{len(every):6}  F {_share(every)}   {parts}")


def _share(right: Sequence[bool]) -> str:
    return f"{sum(right) / len(right):.3f}" if right else "-"


def main() -> None:
    """Read and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--people", type=int, default=100, help="people whose test tasks are read")
    args = parser.parse_args()
    for name in ("seen", "held"):
        tell(f"written without sight, {name}", rows(name))
    if args.people:
        data = generate(args.people, 1_000, 19)
        sets: dict[str, list[tuple[TaskType, str]]] = {"first": [], "second": []}
        for task in data.test:
            sets[data.withheld[task.split, task.number].templates].append((task.type, task.text))
        for name, requests in sets.items():
            tell(f"{name} set of templates", requests)


if __name__ == "__main__":
    main()
