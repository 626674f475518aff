"""Write the tables of the README and of docs/research.md anew from the reports that are kept in ``results/``.

    python benchmarks/readme.py                       from what is kept
    python benchmarks/readme.py --run --data DIR      run the studies first: our own worlds, and both public ones

A table stands between ``<!-- made: NAME -->`` and ``<!-- end -->``. Of the public shop the first pass is told in
shuffled order too, since the order of its tasks gives answers away.
"""

from __future__ import annotations

import argparse
import csv
import json
import re
import shutil
import tempfile
from pathlib import Path

from readme_tables import EMBODIED, OWN, RESULTS, ROOT, SHOP, SHOPPING, SHUFFLED, STRANGERS, tables

from penchant.cli.main import main as penchant
from penchant.english import listed
from penchant_lab.choice.report import EXAMS

SHUFFLE = "3"
PEOPLE = "embodied/exams.csv"
DRAWN = ("learning-curves", "phase-bars", "success-and-cost", "questions", "calibration")
PAGES = ("README.md", "docs/research.md")
PLACE = re.compile(r"<!-- made: ([\w-]+) -->\n.*?<!-- end -->", re.DOTALL)


def written(page: str) -> str:
    """A page with its tables as the kept results have them."""
    made = tables()

    def filled(place: re.Match[str]) -> str:
        if place[1] not in made:
            raise SystemExit(f"Nothing is made for the place {place[1]!r}; there is {listed(list(made), 'and')}.")
        return f"<!-- made: {place[1]} -->\n\n{made[place[1]]}\n\n<!-- end -->"

    return PLACE.sub(filled, page)


def run(data: Path | None) -> None:
    """Run the studies and keep their reports, and the pictures of our own household."""
    strangers = ["--voices", "strangers", "--methods", "both"]
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        studies = {OWN: ["embodied"], SHOP: ["shopping", "--methods", "none,both"]}
        studies |= {name: [world, *strangers] for world, name in STRANGERS.items()}
        if data is not None:
            shop = ["shopping", "--data", str(data)]
            studies |= {EMBODIED: ["embodied", "--data", str(data)], SHOPPING: shop}
            studies[SHUFFLED] = [*shop, "--shuffle", SHUFFLE]
        for number, (name, study) in enumerate(studies.items()):
            out = place / str(number)
            if code := penchant(["study", *study, "--out", str(out)]):
                raise SystemExit(code)
            (RESULTS / name).parent.mkdir(exist_ok=True)
            shutil.copy(out / "report.json", RESULTS / name)
        with (RESULTS / PEOPLE).open("w", encoding="utf-8", newline="") as file:
            table = csv.writer(file, lineterminator="\n")
            table.writerow(["method", "person", *EXAMS])
            table.writerows([*key, *rights] for key, rights in exams(place / "0").items())
        if code := penchant(["figures", str(place / "0"), "--out", str(place / "drawn")]):
            raise SystemExit(code)
        for name in DRAWN:
            kinds = ("csv", "svg", "png") if name == DRAWN[0] else ("csv", "svg")
            for kind in kinds:
                shutil.copy(place / "drawn" / f"{name}.{kind}", RESULTS / "embodied")


def exams(run: Path) -> dict[tuple[str, str], list[int]]:
    """How many tasks each person had right in both exams, by method and person; from the record of a run."""
    found = {}
    with (run / "episodes.jsonl").open(encoding="utf-8") as lines:
        for line in lines:
            if line.startswith('{"unit"'):
                entry = json.loads(line)
                rights = [entry["tallies"][exam][0]["right"] for exam in EXAMS]
                found[entry["unit"]["method"], entry["unit"]["person"]] = rights
    return found


def kept_exams() -> dict[tuple[str, str], list[int]]:
    """The same as it was kept of our own household."""
    with (RESULTS / PEOPLE).open(encoding="utf-8", newline="") as file:
        _, *rows = csv.reader(file)
    return {(method, person): [int(first), int(second)] for method, person, first, second in rows}


def main() -> None:
    """Run what is asked for, and write the pages."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--run", action="store_true", help="run the studies first")
    parser.add_argument(
        "--data", type=Path, metavar="DIR", help="the public data; without it their reports stay as kept"
    )
    args = parser.parse_args()
    if args.run:
        run(args.data)
    for page in (ROOT / name for name in PAGES):
        page.write_text(written(page.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
