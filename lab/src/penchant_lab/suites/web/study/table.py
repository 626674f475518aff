"""A run's figures in words: the sentence that sums it up, and the tables printed at its end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from penchant.english import counted, listed
from penchant_lab.report.calls import told_calls
from penchant_lab.report.sheet import Sheet, SheetRow
from penchant_lab.run.people_style import style_told
from penchant_lab.suites.web.records import TYPES
from penchant_lab.suites.web.study.baselines import CHANCE, TOLD
from penchant_lab.suites.web.study.cells import asked, number, percent, ranged, signed
from penchant_lab.suites.web.study.curves import THIRDS
from penchant_lab.suites.web.study.memory_sheets import by_templates, memory_told, worth_of_memory
from penchant_lab.suites.web.study.options import DEAF
from penchant_lab.suites.web.study.published import TABLES
from penchant_lab.suites.web.study.same import rows_of, same_told

COLUMNS = (*TYPES, "overall")
MORE = {
    "success": "success",
    "final_result": "final R",
    "outcome": "any R",
    "mrr": "MRR",
    "hit1": "hit@1",
    "ndcg10": "NDCG@10",
    "match": "match",
    "tokens": "tokens",
}
"""What is told beside the original's figures, and how its columns are headed."""

MOST_ALIKE = 3
"""So many agents that cannot be told apart from the best are named; of more, their number is told."""

NOTES = (
    "F: tasks in which the right function was called. R: worth of the best answer by the right function: 1 - place/10 "
    "of the target among the products (from 0), and for reviews the cosine with the person's own.",
    "Steps: calls, words to the person and stop. Overall: over tasks, not over types.",
    "Intervals: 95 %, over people, clustered (a person's tasks are not independent).",
    "Success: the target is among the final answer's products. Final R: of the answer that stood last. Any R: of the "
    "best answer by whatever function. MRR, hit, NDCG: of the final answer. Match: of what the task left "
    "unsaid, the share that the first product of the final answer has.",
    "Questions: words to the person before the task is over, whether they ask or show something.",
)


def finding(figures: Mapping[str, Any]) -> str:
    """The one sentence the figures say."""
    agents = {
        name: row
        for name, row in figures["agents"].items()
        if not name.endswith(DEAF) and "same_as" not in row and row["overall"]["result"] is not None
    }
    if not agents:
        return "Every task broke, but for those of agents without feedback"
    best = max(agents, key=lambda name: (agents[name]["overall"]["result"], name == "none"))
    said = f"{best} gets {agents[best]['overall']['result']:.3f} of 1 over all tasks"
    if words := agents[best]["overall"].get("questions"):
        said += f" for {100 * words:.0f} questions per 100 tasks"
    if tied := _alike(agents, best):
        others = tied if len(tied) <= MOST_ALIKE else [f"{len(tied)} other agents"]
        said += f", and {listed(others, 'and')} cannot be told apart from it by the intervals"
    if best != "none" and "none" in agents:
        said += f", no memory {agents['none']['overall']['result']:.3f}"
    if "curves" in figures and (gain := figures["curves"][best]["success"]["gain"])["difference"] is not None:
        ends = "" if gain["low"] is None else f" [{100 * gain['low']:+.1f}, {100 * gain['high']:+.1f}]"
        said += f"; last third of a person's tasks less the first: {100 * gain['difference']:+.1f} points{ends}"
    return said


def _alike(agents: Mapping[str, Any], best: str) -> list[str]:
    """Who else may be the best: those whose interval over all tasks meets its own."""
    row = agents[best]["overall"]
    floor = row["result"] if row.get("result_low") is None else row["result_low"]
    tops = {name: found["overall"] for name, found in agents.items() if name != best}
    reach = {
        name: top["result"] if top.get("result_high") is None else top["result_high"] for name, top in tops.items()
    }
    return [name for name, top in reach.items() if top >= floor]


def sheets(figures: Mapping[str, Any]) -> Iterator[Sheet]:
    """Every table of a run, before it is laid out."""
    yield _original(figures)
    if any("beside_none" in row for row in figures["agents"].values()):
        yield _beside_none(figures)
    yield from worth_of_memory(figures)
    yield from by_templates(figures)
    yield _beyond(figures)
    if any(row["overall"].get("questions") for row in figures["agents"].values()):
        yield _questions(figures)
    yield _by_length(figures)
    if "curves" in figures:
        yield from _curves(figures)


def notes(figures: Mapping[str, Any]) -> list[str]:
    """What the columns mean, what may be compared, and how many tasks broke."""
    broke = ", ".join(f"{name} {row['broke']} of {row['tasks']}" for name, row in figures["agents"].items())
    why = "; ".join(figures["not_comparable"])
    return [
        *NOTES,
        "; ".join(f"{name}: {told}" for name, told in TOLD.items()) + ".",
        *_ahead(figures),
        *memory_told(figures),
        *same_told(figures),
        *([f"Thirds of a person's tasks in order of time. {DEAF_TOLD}"] if "curves" in figures else []),
        f"With the published figures not comparable, because {why}." if why else "Comparable with the published rows.",
        *figures["notes"],
        f"Broke, kept but not scored: {broke} {_tasks(figures)}.",
        *(told_calls(figures["model"]) if "model" in figures else ()),
    ]


def _ahead(figures: Mapping[str, Any]) -> Iterator[str]:
    """Who is ahead of whom, and whether by more than chance would have it."""
    if figures["ahead"]:
        told = [_lead_told(type, found) for type, found in figures["ahead"].items()]
        yield f"Best result, and by how much over the next on the same tasks: {'; '.join(told)}."


def _lead_told(type: str, found: Mapping[str, Any]) -> str:
    """Who is best and by how much; a tie where the interval of the difference has room for none."""
    best, second = found["best"], found["second"]
    if not found["difference"]:
        return f"{type}: {best} and {second} alike"
    if found["low"] is not None and found["low"] <= 0:
        return f"{type}: {best} and {second} not told apart, {signed(found)}"
    return f"{type}: {best} by {signed(found)} over {second}"


DEAF_TOLD = f"An agent with {DEAF} after its name is the same agent, to whom nobody says how it went."


def setting(figures: Mapping[str, Any]) -> str:
    """What was run."""
    people = counted(figures["people"], "person", "people")
    people += f" with {figures['voices']} voices" if "voices" in figures else ""
    people += style_told(figures)
    known = {"none": "of strangers", "before": "of people known until their first task", "all": ""}[figures["past"]]
    return (
        f"{figures['suite']}, {figures['track']} track {known}".rstrip()
        + f", {people}, {figures['products']:,} products, "
        f"{figures['tasks']:,} {_tasks(figures)}, "
        f"seed {figures['seed']}, mind {figures['mind']}"
    )


def lead(figures: Mapping[str, Any]) -> str:
    """What puts the finding into proportion."""
    why = "; ".join(figures["not_comparable"])
    return f"Not comparable with the published figures, because {why}." if why else "Beside the published rows."


def _tasks(figures: Mapping[str, Any]) -> str:
    return "task" if figures["tasks"] == 1 else "tasks"


def _original(figures: Mapping[str, Any]) -> Sheet:
    """The original's three figures by type; published rows only where they are comparable."""

    def cells(row: Mapping[str, Any]) -> list[str]:
        return [cell for type in COLUMNS for cell in _three(row.get(type, {}))]

    agents = [SheetRow(name, cells(row)) for name, row in rows_of(figures)]
    lines = [SheetRow(name, cells(row)) for name, row in figures["lines"].items()]
    sections = [("", agents), ("", lines)]
    if figures["comparable"]:
        published = TABLES[figures["track"]]
        rows = [
            SheetRow(name, cells({type: figure._asdict() for type, figure in row.items()}))
            for name, row in published.items()
        ]
        sections.append(("", rows))
    columns = [(type, head) for type in COLUMNS for head in ("F", "R [95 %]", "steps")]
    title = "Function accuracy, result and steps" + ("; below, the published rows" if figures["comparable"] else "")
    return Sheet(title, columns, sections)


def _three(row: Mapping[str, Any]) -> list[str]:
    return [number(row.get("function")), ranged(row, "result"), number(row.get("steps"), 2)]


def _beyond(figures: Mapping[str, Any]) -> Sheet:
    rows, second = [], figures.get("second_recommender")
    for name, row in rows_of(figures):
        cells = [
            number(row[type].get(figure), 0 if figure == "tokens" else 3)
            for type in ("search", "recommend")
            for figure in MORE
        ]
        rows.append(SheetRow(name, [*cells, ranged(row["recommend"], "beside")] if second else cells))
    columns = [(type, head) for type in ("search", "recommend") for head in MORE.values()]
    columns += [("recommend", f"R by {second} [95 %]")] if second else []
    return Sheet("Beside the original's figures", columns, [("", rows)])


def _questions(figures: Mapping[str, Any]) -> Sheet:
    """What it costs the person, by type of task."""
    rows = [SheetRow(name, [asked(row[type].get("questions")) for type in COLUMNS]) for name, row in rows_of(figures)]
    return Sheet("Questions per 100 tasks", [("", type) for type in COLUMNS], [("", rows)])


def _by_length(figures: Mapping[str, Any]) -> Sheet:
    lengths = list(dict.fromkeys(length for row in figures["agents"].values() for length in row["slices"]))
    rows = [
        SheetRow(name, [ranged(row["slices"].get(length, {}).get("overall", {}), "result") for length in lengths])
        for name, row in rows_of(figures)
    ]
    counts = next(iter(figures["agents"].values()))["slices"]
    columns = [(f"{length} events", f"n={counts.get(length, {}).get('overall', {}).get('n', 0)}") for length in lengths]
    return Sheet("Result over all tasks, by how many events could be seen", columns, [("", rows)])


def _beside_none(figures: Mapping[str, Any]) -> Sheet:
    """What each memory is worth: more than no memory, and how far on the way to who knows the truth."""
    oracles = [name for name in figures["lines"] if name != CHANCE]
    rows = []
    for name, row in rows_of(figures):
        if "beside_none" in row:
            gained = [signed(row["beside_none"][type]["result"]) for type in COLUMNS]
            rows.append(SheetRow(name, [*gained, *(percent(row["of_the_way"][line]) for line in oracles)]))
    columns = [("more than no memory [95 %]", type) for type in COLUMNS]
    return Sheet("Result beside no memory", [*columns, *[("of the way to", line) for line in oracles]], [("", rows)])


def _curves(figures: Mapping[str, Any]) -> Iterator[Sheet]:
    for title, name in (("", "success"), (", searches", "search"), (", recommendations", "recommend")):
        rows = []
        for agent, curve in figures["curves"].items():
            thirds = [ranged(curve[name][third], "mean", "") for third in THIRDS]
            rows.append(SheetRow(agent, [*thirds, signed(curve[name]["gain"])]))
        columns = [("third of a person's tasks", third) for third in THIRDS] + [("", "last - first")]
        yield Sheet(f"Success over time{title}", columns, [("", rows)])
    rows = []
    for agent, row in figures["agents"].items():
        if "beside_deaf" in row:
            over = row["beside_deaf"]["over_time"]
            rows.append(SheetRow(agent, [signed(over[third]) for third in THIRDS]))
    if rows:
        yield Sheet("Success beside the same agent without feedback", [("", third) for third in THIRDS], [("", rows)])
    questions = [
        SheetRow(agent, [asked(curve["questions"][third]["mean"]) for third in THIRDS])
        for agent, curve in figures["curves"].items()
    ]
    yield Sheet("Questions per 100 tasks over time", [("", third) for third in THIRDS], [("", questions)])
