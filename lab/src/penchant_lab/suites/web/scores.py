"""The figures of a run in the shop: the original's to the digit, and beside them what it does not report.

The original takes the best of all attempts with the right function, counts model completions as steps, and averages
over tasks, not over types. Beside it: the final answer, which is what the person is left with. Its ranks (MRR, Hit,
NDCG) are counted whatever function found it; success wants the right function and the target among the products.
Intervals are drawn over people, whose tasks belong together.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from penchant_lab.report.intervals import interval
from penchant_lab.suites.web.matching import Matching
from penchant_lab.suites.web.records import TYPES, Split, TaskType
from penchant_lab.suites.web.shop.environment import ShopEpisode
from penchant_lab.suites.web.shop.rewards import Attempt

PUBLISHED_COUNTS: Mapping[TaskType, int] = {"search": 694, "recommend": 757, "review": 723}
"""How many test tasks of each type the published figures are over."""

LENGTHS: tuple[tuple[str, int, float], ...] = (
    ("<10", 0, 10),
    ("10-29", 10, 30),
    ("30-99", 30, 100),
    ("100+", 100, math.inf),
)
"""Slices by how many events an agent could see."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskUsage:
    """What language models read and wrote for one task."""

    prompt_tokens: int = 0
    completion_tokens: int = 0
    price: float = 0.0  # of the agent
    person_price: float = 0.0  # of whoever plays the person
    by_step: tuple[tuple[int, int], ...] = ()  # read and written for each step, where a model thinks

    @property
    def tokens(self) -> int:
        """All of them."""
        return self.prompt_tokens + self.completion_tokens


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskRecord:
    """One task played to its end, with all that any figure needs."""

    number: int
    person: str
    type: TaskType
    target: str  # the ASIN
    text: str
    at: int
    split: Split
    history: int  # events that could be seen
    attempts: tuple[Attempt, ...]
    steps: int  # model completions, reflections not among them
    questions: int = 0
    match: float | None = None  # share of the withheld attributes that the first final product has
    usage: TaskUsage = TaskUsage()
    broke: tuple[str, ...] = ()
    actions: tuple[Mapping[str, Any], ...] = field(default=(), hash=False)  # calls, words to the person left out
    messages: tuple[Mapping[str, Any], ...] = field(default=(), hash=False)
    afterword: str = ""  # what the person said once it was over, where the agent was told

    @property
    def function(self) -> float:
        """The original's function accuracy: 1 if any attempt used the right function."""
        return float(any(attempt.right for attempt in self.attempts))

    @property
    def result(self) -> float:
        """The original's result accuracy: the best attempt with the right function."""
        return max((attempt.result for attempt in self.attempts if attempt.right), default=0.0)

    @property
    def beside(self) -> float | None:
        """The result accuracy with a second recommender; None where nobody was asked for recommendations."""
        found = [attempt.beside for attempt in self.attempts if attempt.right and attempt.beside is not None]
        return max(found, default=None)

    @property
    def outcome(self) -> float:
        """The best attempt, whatever its function."""
        return max((attempt.result for attempt in self.attempts), default=0.0)

    @property
    def final(self) -> Attempt | None:
        """The last answer that was not withdrawn."""
        return next((attempt for attempt in reversed(self.attempts) if not attempt.withdrawn), None)

    @property
    def final_result(self) -> float:
        """The worth of the final answer, 0 with the wrong function."""
        return self.final.result if self.final and self.final.right else 0.0

    @property
    def success(self) -> float | None:
        """Whether the final answer, by the right function, has the target; None for a review."""
        if self.type == "review":
            return None
        return float(bool(self.final and self.final.right and self.target in self.final.asins))

    @property
    def rank(self) -> int | None:
        """The target's place in the final answer, counted from 1; None where it is not there."""
        found = self.final.asins if self.final else ()
        return found.index(self.target) + 1 if self.target in found else None


def record_of(
    episode: ShopEpisode,
    *,
    completions: int | None = None,
    usage: TaskUsage | None = None,
    messages: Sequence[Mapping[str, Any]] = (),
    matching: Matching | None = None,
) -> TaskRecord:
    """What an episode comes to; ``completions`` where the model was asked more often than it called."""
    task, attempts = episode.task, episode.attempts()
    record = TaskRecord(
        number=task.number,
        person=task.person,
        type=task.type,
        target=task.target.asin,
        text=task.text,
        at=task.at,
        split=task.split,
        history=len(episode.history),
        attempts=attempts,
        steps=episode.steps if completions is None else completions,
        questions=episode.questions,
        usage=usage or TaskUsage(),
        broke=tuple(episode.broke),
        actions=tuple(
            {"name": call.name, "arguments": dict(call.arguments)} for call in episode.calls if call.name != "respond"
        ),
        messages=tuple(messages),
    )
    if matching is None or task.type == "review":
        return record
    top = record.final.asins[0] if record.final and record.final.asins else None
    return replace(record, match=matching.share(task, top))


def to_line(record: TaskRecord) -> dict[str, Any]:
    """A record as JSON has it."""
    return asdict(record)


def from_line(line: Mapping[str, Any]) -> TaskRecord:
    """The record that :func:`to_line` wrote, before or after JSON."""
    attempts = tuple(Attempt(**{**attempt, "asins": tuple(attempt["asins"])}) for attempt in line["attempts"])
    lists = {name: tuple(line[name]) for name in ("broke", "actions", "messages")}
    by_step = tuple((read, written) for read, written in line["usage"].get("by_step", ()))
    usage = TaskUsage(**{**line["usage"], "by_step": by_step})
    return TaskRecord(**{**line, **lists, "attempts": attempts, "usage": usage})


def table(records: Sequence[TaskRecord]) -> dict[str, dict[str, Any]]:
    """The figures by type of task, and over all of them."""
    rows: dict[str, dict[str, Any]] = {
        type: figures([record for record in records if record.type == type]) for type in TYPES
    }
    return {**rows, "overall": figures(records)}


def slices(records: Sequence[TaskRecord]) -> dict[str, dict[str, dict[str, Any]]]:
    """The same by how long a past could be seen; a slice without tasks is left out."""
    found = {name: [r for r in records if low <= r.history < high] for name, low, high in LENGTHS}
    return {name: table(part) for name, part in found.items() if part}


def figures(records: Sequence[TaskRecord]) -> dict[str, Any]:
    """Every figure of these tasks; None where no task has it."""
    found: dict[str, Any] = {"n": len(records), "people": len({record.person for record in records})}
    found |= {name: mean(figure, records) for name, figure in FIGURES.items()}
    for name in ("function", "result", "beside", "final_result", "success"):
        low, high = _interval(FIGURES[name], records)
        found |= {f"{name}_low": low, f"{name}_high": high}
    return found


def mean(figure: Callable[[TaskRecord], float | None], records: Iterable[TaskRecord]) -> float | None:
    """The mean over tasks that have the figure."""
    values = [value for value in map(figure, records) if value is not None]
    return round(math.fsum(values) / len(values), 6) if values else None


def micro(by_type: Mapping[TaskType, float], counts: Mapping[TaskType, int] = PUBLISHED_COUNTS) -> float:
    """The overall figure that figures by type give, each task counting the same."""
    return sum(by_type[type] * counts[type] for type in by_type) / sum(counts[type] for type in by_type)


def _ranked(worth: Callable[[int], float]) -> Callable[[TaskRecord], float | None]:
    """A figure of the target's place in the final answer; a review has none."""

    def figure(record: TaskRecord) -> float | None:
        if record.type == "review":
            return None
        return worth(record.rank) if record.rank else 0.0

    return figure


FIGURES: Mapping[str, Callable[[TaskRecord], float | None]] = {
    "function": lambda record: record.function,
    "result": lambda record: record.result,
    "steps": lambda record: record.steps,
    "outcome": lambda record: record.outcome,
    "beside": lambda record: record.beside,
    "final_function": lambda record: float(record.final.right) if record.final else 0.0,
    "final_result": lambda record: record.final_result,
    "success": lambda record: record.success,
    "mrr": _ranked(lambda rank: 1 / rank),
    "hit1": _ranked(lambda rank: float(rank == 1)),
    "hit10": _ranked(lambda rank: float(rank <= 10)),
    "ndcg10": _ranked(lambda rank: 1 / math.log2(rank + 1) if rank <= 10 else 0.0),
    "match": lambda record: record.match,
    "questions": lambda record: record.questions,
    "tokens": lambda record: record.usage.tokens,
    "broke": lambda record: float(bool(record.broke)),
}
"""What is reported, by name: the first three are the original's."""


def _interval(
    figure: Callable[[TaskRecord], float | None], records: Sequence[TaskRecord]
) -> tuple[float | None, float | None]:
    by_person: dict[str, list[float]] = {}
    for record in records:
        value = figure(record)
        if value is not None:
            by_person.setdefault(record.person, []).append(value)
    groups = [by_person[person] for person in sorted(by_person)]
    return interval([sum(group) / len(group) for group in groups], [len(group) for group in groups])
