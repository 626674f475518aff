"""A run's figures in words: the sentence that sums it up, and a table for each statement."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from penchant.english import counted
from penchant_lab.report.sheet import Sheet, SheetRow

TITLES = {
    "given": "The model as given, and with fewer rounds",
    "drift": "Proposition 1: nothing is ambiguous, and what people want switches",
    "ambiguity": "Proposition 2: nothing switches, and some rounds are about something new",
    "theorem": "Theorem 1: both, with as many questions as log T to the base m, rounded up",
    "limits": "Limits: each line takes away one thing that a statement rests on",
}

COLUMNS = (
    ("regret", "at T"),
    ("claimed", "at T"),
    ("2nd half", "per 100"),
    ("grows as", "T to the"),
    ("errors", "new"),
    ("", "known"),
    ("asked", "/100"),
)

NOTES = (
    "Regret: rounds in which what was done is not what was wanted, decided by code. Intervals: 95 %, over people, "
    "clustered.",
    "Claimed, with both channels: at most K + 1 + γT m^-k, as the first state has to be learned like any other; by "
    "theorem 1, K + 1 + γ. Without questions: at least ε0 γT, where ε0 = 1 - 1/n is the error of the best guess among "
    "n options. Without corrections: at least what the best policy loses that knows the first state and is not told of "
    "a switch (of two states and one switch, the paper's T/4). Holds: mean regret keeps to it. Broken: it does not, "
    "and chance would do that once in a hundred times at most. Open: neither can be said.",
    "2nd half: errors per 100 rounds of it. Grows as: the power of T that fits mean regret, 1 is linear and 0 not at "
    "all; over lives of several lengths where something switches, else over the second half of one.",
    "New: rounds about something never met before. Known: matters that come again. Asked: questions per 100 rounds, "
    "those included that ask back about what was said.",
    "chance: guesses. constant: does in a matter that comes again what was right most often, looking back, and guesses "
    "elsewhere. oracle: knows.",
)

LIMITS = (
    'No switch, or one in the last round: "at most K switches" alone gives no loss that grows with T; the switch has '
    "to be the worst one, or drawn at random.",
    "Asked in every round: who may ask anywhere needs no corrections; the statement is for questions on ambiguous "
    "rounds.",
    "Balanced answers: each leaves 1/m of the options, but the guess among what is left does not get m times better. "
    "A1 is about the chance of acting wrongly.",
    "Answers beside the point: each leaves 1/m of the pairs of options and none tells one of a pair from the other, so "
    "no number of questions helps.",
    "Bare corrections: they name what was wanted and do not say that it lasts. By A2 they identify it until the next "
    "switch.",
    "Several matters at once: one correction tells of one of them. By A2 it tells of the whole state.",
)


def finding(report: Mapping[str, Any]) -> str:
    """The one sentence the figures say."""
    rows = given(report)["methods"]
    told = [f"{name} {row['regret']['mean']:.1f}" for name, row in rows.items()]
    said = f"Regret after {counted(report['rounds'], 'round')}: {', '.join(told)}"
    if "both" not in rows:
        return said
    worded = {"holds": "within", "open": "not told apart from", "broken": "beyond"}[rows["both"]["verdict"]]
    return f"{said}; with both channels {worded} the bound of {rows['both']['claim']['regret']:.1f}"


def given(report: Mapping[str, Any]) -> Mapping[str, Any]:
    """The world that was asked for."""
    found: list[Mapping[str, Any]] = [world for world in report["worlds"] if world["statement"] == "given"]
    return found[-1]


def setting(report: Mapping[str, Any]) -> str:
    """What was run, in a line."""
    return (
        f"{counted(report['people'], 'person', 'people')} in each world; T = {report['rounds']} rounds, "
        f"K = {report['switches']}, γ = {report['ambiguous']:g}, m = {report['answers']}, k = {report['questions']}, "
        f"n = {given(report)['options']} options; mind {report['mind']}, seed {report['seed']}"
    )


def lead(report: Mapping[str, Any]) -> str:
    """How many claims hold where their conditions are met, and which are broken where one is not."""
    rows = [(world, name, row) for world in report["worlds"] for name, row in world["methods"].items()]
    met = [(world, name, row["verdict"]) for world, name, row in rows if world["statement"] != "limits"]
    kept = sum(verdict != "broken" for _, _, verdict in met)
    said = f"{kept} of {len(met)} claims are kept to where their conditions are met"
    if failed := [f"{world['told']}, {name}" for world, name, verdict in met if verdict == "broken"]:
        said += f" (broken: {'; '.join(failed)})"
    broken = [
        f"{world['told']} ({name})"
        for world, name, row in rows
        if world["statement"] == "limits" and row["verdict"] == "broken"
    ]
    return f"{said}. Where one is taken away, these are broken: {', '.join(broken)}." if broken else f"{said}."


def sheets(report: Mapping[str, Any]) -> Iterator[Sheet]:
    """A table for each statement, the model as given first."""
    for statement, title in TITLES.items():
        if found := [world for world in report["worlds"] if world["statement"] == statement]:
            sections = [(str(world["told"]), _rows(world)) for world in found]
            sections[-1][1].extend(_lines(found[-1]) if statement == "given" else ())
            yield Sheet(title, COLUMNS, sections)


def _rows(world: Mapping[str, Any]) -> list[SheetRow]:
    return [SheetRow(name, _cells(world, row)) for name, row in world["methods"].items()]


def _lines(world: Mapping[str, Any]) -> list[SheetRow]:
    empty = ("",) * (len(COLUMNS) - 1)
    return [SheetRow(name, (f"{value:.1f}", *empty)) for name, value in world["lines"].items()]


def _cells(world: Mapping[str, Any], row: Mapping[str, Any]) -> tuple[str, ...]:
    regret, claim, power = row["regret"], row["claim"], row["power"]
    within = "" if regret["low"] is None else f" [{regret['low']:.1f}, {regret['high']:.1f}]"
    asked = row["asked"]["mean"] + row["asked_back"]["mean"]
    return (
        f"{regret['mean']:.1f}{within}",
        f"{'≤' if claim['kind'] == 'at most' else '≥'} {claim['regret']:.1f} {row['verdict']}",
        f"{row['late']['mean']:.1f}",
        "–" if power is None else f"{round(power, 2) + 0.0:.2f}",
        f"{row['on_new']['mean']:.1f}",
        f"{row['on_known']['mean']:.1f}",
        f"{100 * asked / world['rounds']:.0f}",
    )


def notes(report: Mapping[str, Any]) -> list[str]:
    """What the columns mean, what the limits show, where the agent asked less than it might, and what broke."""
    worlds = report["worlds"]
    limits = LIMITS if any(world["statement"] == "limits" for world in worlds) else ()
    early = [
        f"{world['told']} ({name}) {100 * row['early']:.1f} %"
        for world in worlds
        for name, row in world["methods"].items()
        if row["early"] and name in ("pre", "both")
    ]
    told = [f"Acted on something new before it was told, though it might have asked on: {', '.join(early)}."]
    broke = sum(row["broke"] for world in worlds for row in world["methods"].values())
    lost = [f"{counted(broke, 'round')} broke: kept, and not counted as lost."]
    return [*NOTES, *limits, *(told if early else ()), *(lost if broke else ())]
