"""Write the tables of the README anew from the reports that are kept in ``results/``.

    python benchmarks/readme.py                       from what is kept
    python benchmarks/readme.py --run --data DIR      run the studies first: our own household, and both public worlds

Of the public shop the first pass is told in shuffled order too, since the order of its tasks gives answers away.
"""

from __future__ import annotations

import argparse
import csv
import json
import re
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from textwrap import fill
from typing import Any

from penchant.bench.choice.presentation import CHOICE_PRESENTATION
from penchant.bench.choice.report import EXAMS, StudyMoment, alike, methods
from penchant.cli.main import main as penchant
from penchant.english import listed

ROOT = Path(__file__).parents[1]
RESULTS = ROOT / "results"
SHUFFLE = "3"
OWN, EMBODIED, SHOPPING = "embodied/report.json", "public/embodied.json", "public/shopping.json"
PEOPLE = "embodied/exams.csv"
SHUFFLED = "public/shopping-shuffled.json"
DRAWN = ("learning-curves", "phase-bars", "success-and-cost", "questions", "calibration")
PUBLISHED = {
    "embodied": {"GPT-4o": (70.5, 68.8), "GPT-4.1": (82.3, 78.8)},
    "shopping": {"GPT-4o": (41.3, 70.3)},
}

TIES = "Best, and not told apart by the intervals:"

Report = Mapping[str, Any]


def kept(name: str) -> dict[str, Any]:
    """A report as it was kept."""
    found: dict[str, Any] = json.loads((RESULTS / name).read_text(encoding="utf-8"))
    return found


def public_table(world: str, report: Report, shuffled: Report | None = None) -> str:
    """One world of the public data: every method with its cost, the baselines, and what was published."""
    macro = "macro" in report["methods"]["none"]["phase2"]
    head = ["", "phase 2", *["macro"] * macro, "phase 4", *["macro"] * macro, "phase 1, first pass"]
    head += ["the same, shuffled"] if shuffled else []
    head += ["phase 3, first pass", "questions per 100 tasks, phase 1 / 3", "in pass 3 of each", "ACPE phase 1 / 3"]
    rows = [head, ["---"] * len(head)]
    for name in methods(report):
        found = report["methods"][name]
        exams = [_exam(found[phase], macro=macro) for phase in EXAMS]
        first, again = found["phase1"], found["phase3"]
        mixed = [_percent(shuffled["methods"][name]["phase1"][0]["success"])] if shuffled else []
        rows.append(
            [
                f"`{name}`",
                *exams[0],
                *exams[1],
                _percent(first[0]["success"]),
                *mixed,
                _percent(again[0]["success"]),
                _pair([found["questions_per_100"][phase] for phase in ("phase1", "phase3")], 1),
                _pair([passes[-1]["questions_per_100"] for passes in (first, again)], 1),
                _pair([passes[-1]["acpe"] for passes in (first, again)], 3),
            ]
        )
    for name, line in report["lines"].items():
        exams = [[_percent(at[phase]) for at in ((line, line["macro"]) if macro else (line,))] for phase in EXAMS]
        rows.append([name, *exams[0], *exams[1]])
    for model, figures in PUBLISHED[world].items():
        first_exam, second_exam = ([f"{figure}", *[""] * macro] for figure in figures)
        rows.append([f"*published, {model}*", *first_exam, *second_exam])
    return "\n".join(_line(row, len(head)) for row in rows)


def ties(report: Report) -> str:
    """Who does best at each moment that a table tells of, and who cannot be told apart from that."""
    moments = {
        "phase 2": StudyMoment("phase2", None),
        "phase 4": StudyMoment("phase4", None),
        "the first pass of phase 1": StudyMoment("phase1", 1),
        "of phase 3": StudyMoment("phase3", 1),
    }
    told = []
    for words, moment in moments.items():
        names = [f"`{name}`" for name in methods(report) if name in alike(report, moment)]
        told.append(f"in {words} {listed(names, 'and')}".replace("in of", "of"))
    return fill(f"{TIES} {'; '.join(told)}.", 128, break_on_hyphens=False)


def _exam(exam: Report, *, macro: bool) -> list[str]:
    told = f"{_percent(exam['success'])} [{_percent(exam['low'])}, {_percent(exam['high'])}]"
    return [told, _percent(exam["macro"])] if macro else [told]


def _percent(share: float) -> str:
    return f"{100 * share:.1f}"


def _pair(figures: Sequence[float], digits: int) -> str:
    return " / ".join(f"{figure:.{digits}f}" for figure in figures)


def _line(row: Sequence[str], columns: int) -> str:
    cells = [*row, *[""] * (columns - len(row))]
    if set(cells) == {"---"}:
        return "|" + "---|" * columns
    return "|" + "".join(f" {cell} |" if cell else " |" for cell in cells)


def written(readme: str) -> str:
    """The README with its tables as the kept results have them."""
    for name, at in ((OWN, 0), (EMBODIED, 1), (SHOPPING, 2)):
        readme = _replaced(readme, rf"((?:{TIES}.*?){{{at}}}\n\n){TIES}.*?(\n\n)", ties(kept(name)))
    own = CHOICE_PRESENTATION.text(kept(OWN)).strip()
    readme = _replaced(readme, r"(ends with:\n\n```\n).*?(\n```)", own)
    readme = _replaced(readme, r"(\n\n)\| \| phase 2 \| phase 4 .*?(\n\n)", public_table("embodied", kept(EMBODIED)))
    shop = public_table("shopping", kept(SHOPPING), kept(SHUFFLED))
    return _replaced(readme, r"(\n\n)\| \| phase 2 \| macro .*?(\n\n)", shop)


def _replaced(text: str, around: str, table: str) -> str:
    found, count = re.subn(around, lambda match: match[1] + table + match[2], text, count=1, flags=re.DOTALL)
    if not count:
        raise SystemExit(f"The README has no place for a table any more: {around}")
    return found


def run(data: Path | None) -> None:
    """Run the studies and keep their reports, and the pictures of our own household."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        studies = {OWN: ["embodied"]}
        if data is not None:
            shop = ["shopping", "--data", str(data)]
            studies |= {EMBODIED: ["embodied", "--data", str(data)], SHOPPING: shop}
            studies[SHUFFLED] = [*shop, "--shuffle", SHUFFLE]
        for number, (name, study) in enumerate(studies.items()):
            out = place / str(number)
            if code := penchant(["study", *study, "--out", str(out)]):
                raise SystemExit(code)
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
    """Run what is asked for, and write the README."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--run", action="store_true", help="run the studies first")
    parser.add_argument(
        "--data", type=Path, metavar="DIR", help="the public data; without it their reports stay as kept"
    )
    args = parser.parse_args()
    if args.run:
        run(args.data)
    readme = ROOT / "README.md"
    readme.write_text(written(readme.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
