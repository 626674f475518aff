"""The tables of the README and of docs/research.md, made from the reports that are kept in ``results/``."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from textwrap import fill
from typing import Any

from penchant.english import listed
from penchant_lab.choice.presentation import CHOICE_PRESENTATION
from penchant_lab.choice.report import EXAMS, StudyMoment, alike, methods

ROOT = Path(__file__).parents[1]
RESULTS = ROOT / "results"
OWN, EMBODIED, SHOPPING = "embodied/report.json", "public/embodied.json", "public/shopping.json"
SHUFFLED = "public/shopping-shuffled.json"
SHOP, STRANGERS = "shopping/report.json", {"embodied": "strangers/embodied.json", "shopping": "strangers/shopping.json"}
PUBLISHED = {
    "embodied": {"GPT-4o": (70.5, 68.8), "GPT-4.1": (82.3, 78.8)},
    "shopping": {"GPT-4o": (41.3, 70.3)},
}

TIES = "Best, or within the interval of the best:"

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


def figures() -> str:
    """What the README shows: our own people in two kinds of voices, the public data, and what was published."""
    own = (kept(OWN), kept(SHOP))
    strangers, public = tuple(kept(name) for name in STRANGERS.values()), (kept(EMBODIED), kept(SHOPPING))
    rows = [
        ["", "household, exam", "after the change", "shop, exam", "after the change"],
        ["---"] * 5,
        ["no memory, our own people", *_exams(own, "none")],
        ["**penchant**, our own people", *_exams(own, "both")],
        ["**penchant**, the same people, speaking as strangers do", *_exams(strangers, "both")],
        ["no memory, people of the public benchmark (PAHF)", *_exams(public, "none")],
        ["**penchant**, people of the public benchmark", *_exams(public, "both")],
    ]
    for model in PUBLISHED["embodied"]:
        published = [PUBLISHED[world].get(model, ("", "")) for world in PUBLISHED]
        rows.append([f"PAHF as published, {model}", *[f"{figure}" for pair in published for figure in pair]])
    return "\n".join(_line(row, 5) for row in rows)


def voices() -> str:
    """Method ``both`` with people of ours who speak in house voices, and in those of strangers."""
    head = ["", "phase 2", "phase 4", "phase 1, first pass", "phase 3, first pass"]
    rows = [[*head, "questions per 100 tasks, phase 1 / 3"], ["---"] * 6]
    for world, house in (("embodied", OWN), ("shopping", SHOP)):
        for told, name in (("house voices", house), ("strangers", STRANGERS[world])):
            report = kept(name)
            found = report["methods"]["both"]
            first = [_percent(found[phase][0]["success"]) for phase in ("phase1", "phase3")]
            asked = _pair([found["questions_per_100"][phase] for phase in ("phase1", "phase3")], 1)
            exams = [_exam(found[phase], macro=False)[0] for phase in EXAMS]
            rows.append([f"`{world}`, {report['people']} people, {told}", *exams, *first, asked])
    return "\n".join(_line(row, 6) for row in rows)


def _exams(reports: Sequence[Report], method: str) -> list[str]:
    return [_exam(report["methods"][method][phase], macro=False)[0] for report in reports for phase in EXAMS]


def tables() -> dict[str, str]:
    """Everything that is made, by the name of its place."""
    return {
        "figures": figures(),
        "voices": voices(),
        "household": f"```\n{CHOICE_PRESENTATION.text(kept(OWN)).strip()}\n```",
        "household-ties": ties(kept(OWN)),
        "public-embodied": public_table("embodied", kept(EMBODIED)),
        "public-embodied-ties": ties(kept(EMBODIED)),
        "public-shopping": public_table("shopping", kept(SHOPPING), kept(SHUFFLED)),
        "public-shopping-ties": ties(kept(SHOPPING)),
    }
