"""A run's scores in words and a table: what the agent got under each name, beside the lines it is held against."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from penchant.english import counted
from penchant_lab.report.calls import told_calls
from penchant_lab.report.sheet import Sheet, SheetRow
from penchant_lab.suites.talk.trial import OURS

LINES = {
    "chance": "chance: a guess",
    "longest": "longest: takes the longest answer",
    "shortest": "shortest: the shortest",
    "bm25": "bm25: by the words alone",
    "cosine": "cosine: by the meaning of whole texts alone",
    "cosine-polarity": "cosine-polarity: the same, but what is least like it where a word says no",
    "control": "control: the agent, after somebody else's preference",
    "given": "given: the agent, with the true preference in so many words and nothing else",
    "answers-alone": "answers-alone: reads the answers, not the person; learned from other people's which are right",
}


COUNTS = frozenset({"asks-per-100", "lines"})
"""Names of what is counted, and no share of anything."""


def finding(report: Mapping[str, Any]) -> str:
    """The one sentence the figures say."""
    told = [
        f"{name} {row['score']:.1f}" if name in COUNTS else f"{name} {100 * row['score']:.0f} %"
        for name, row in report["results"].items()
    ]
    return f"{OURS.capitalize()} in talk: {', '.join(told)}" if told else "Reference lines alone, without the agent"


def setting(report: Mapping[str, Any]) -> str:
    """What was run, in a line."""
    data = "our own data" if report["data"] == "bundled" else "data in the public layout"
    return f"{counted(report['people'], *report['unit'])} of {data}; mind {report['mind']}, seed {report['seed']}"


def lead(report: Mapping[str, Any]) -> str:
    """By how much it is above the best line that has no more to go by than the agent."""
    lifts = []
    for name, row in report["results"].items():
        rivals = {
            line: scores[name]["score"]
            for line, scores in report["lines"].items()
            if name in scores and line not in ("given",)
        }
        if rivals and name != "outdated" and name not in COUNTS:
            best = max(rivals, key=lambda line: rivals[line])
            lifts.append(f"{name} {100 * (row['score'] - rivals[best]):+.0f} points ({best})")
    return f"Over the best line: {', '.join(lifts)}." if lifts else ""


def sheets(report: Mapping[str, Any]) -> Iterator[Sheet]:
    """One table: a line for each name, a column for the agent and for each line."""
    lines = report["lines"]
    ours = [("penchant", "score"), ("", "n")] if report["results"] else []
    columns = [*ours, *(("lines", line) for line in lines)]
    names = dict.fromkeys((*report["results"], *(name for scores in lines.values() for name in scores)))
    rows = []
    for name in names:
        row = report["results"].get(name)
        cells = [] if not ours else ["–", ""] if row is None else [_cell(row, name), str(row["n"])]
        rows.append(SheetRow(name, (*cells, *(_plain(scores.get(name), name) for scores in lines.values()))))
    counted_too = " (counts as they are)" if COUNTS.intersection(names) else ""
    yield Sheet(f"Share of the best that could be had, in %{counted_too}", columns, [("", rows)])


def _cell(row: Mapping[str, Any], name: str) -> str:
    part = 1 if name in COUNTS else 100
    within = "" if row["low"] is None else f" [{part * row['low']:.0f}, {part * row['high']:.0f}]"
    return f"{part * row['score']:.1f}{within}"


def _plain(row: Mapping[str, Any] | None, name: str) -> str:
    return "–" if row is None else f"{(1 if name in COUNTS else 100) * row['score']:.1f}"


def notes(report: Mapping[str, Any]) -> list[str]:
    """What the columns are, what else was counted, and what broke."""
    one, many = report["unit"]
    told = [f"Intervals: 95 %, over {many}" + (", clustered." if one == "person" else ".")]
    if found := [LINES[line] for line in report["lines"] if line in LINES]:
        told.append(f"Lines. {'; '.join(found)}.")
    told += [note for note in (_also(*each) for each in report["also"].items()) if note]
    if report.get("model"):
        told += told_calls(report["model"])
    if different := report["also"].get("different_turns"):
        told.append(f"Other turns are {different} different ones, used again for every row, and count as that many.")
    if report["broke"]:
        told.append(f"{counted(report['broke'], 'question')} broke: kept, and not counted as wrong.")
    return told


_ALSO = {
    "heard": "Of stated preferences {:.1f} % taught something.",
    "unrelated": "Of other turns {:.1f} % taught something.",
    "forget_found": "Of requests to forget {:.1f} % were found.",
    "learned_backwards": "Of requests to forget {:.1f} % taught something instead.",
    "value_first": "What is known now came first in {:.1f} % of questions that have an outdated value.",
}


def _also(key: str, value: Any) -> str:
    """A figure beside the scores as a sentence; a group of them as a list."""
    if isinstance(value, Mapping):
        told = [f"{name} {100 * row['score']:.1f} % (n {row['n']})" for name, row in value.items()]
        return f"{key.replace('_', ' ').capitalize()}: {', '.join(told)}." if told else ""
    return _ALSO[key].format(100 * value) if key in _ALSO and value is not None else ""
