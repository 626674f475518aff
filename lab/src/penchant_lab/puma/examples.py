"""Training tasks as prompts with what to answer: a line each, in a compressed file that can travel."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from penchant.errors import BadData, BadInput
from penchant_lab.puma.labels import QueryLabels, sequence_label
from penchant_lab.puma.prompts import CountTokens, PromptBuilder, function_prompt, sequence_text
from penchant_lab.puma.settings import TrainSettings
from penchant_lab.suites.web.agents.shelves import Shelves
from penchant_lab.suites.web.records import WebData
from penchant_lab.suites.web.shop.environment import WebShop
from penchant_lab.suites.web.shop.functions import RECOMMEND, RIGHT, SEARCH

_MARKS = re.compile(r"[\[\]{}]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """A prompt and what to answer."""

    task: int  # its number in the training split
    form: str  # "function" or "parameter"
    function: str
    system: str
    user: str
    target: str
    aliases: Mapping[str, str] = field(default_factory=dict, hash=False)
    reward: float | None = None  # of the label, where it was looked up


def prepare(
    data: WebData, shop: WebShop, shelves: Shelves, settings: TrainSettings, count: CountTokens
) -> Iterator[Example]:
    """Two examples for each training task, where something can be taught."""
    if not data.train:
        raise BadData("These data hold no training tasks: there is nothing to learn from. Give others with --data.")
    builder = PromptBuilder(settings.prompts, shelves, count)
    queries = QueryLabels(data.products, shop.search, [task.text for task in data.train if task.type == "search"])
    for task in data.train:
        function, events = RIGHT[task.type], data.visible(task)
        first = function_prompt(task.text)
        yield Example(
            task=task.number, form="function", function=function, system=first.system, user=first.user, target=function
        )
        about = data.products[task.target.asin] if task.type == "review" else None
        prompt = builder.parameter(task.text, function, events, about)
        reward: float | None = None
        if function == SEARCH:
            target, reward = queries.best(task, _near(prompt.user, events, data))
        elif function == RECOMMEND:
            asins = sequence_label(settings.labels, task, events, list(prompt.aliases.values()), data.products)
            target = sequence_text(asins, prompt.aliases)
        else:
            target = " ".join(task.target.text.split())
        if target:
            yield Example(
                task=task.number,
                form="parameter",
                function=function,
                system=prompt.system,
                user=prompt.user,
                target=target,
                aliases=prompt.aliases,
                reward=reward,
            )


def other_words(folder: Path) -> Iterator[Example]:
    """What requests want that somebody wrote by hand, each twice: a line each, marks of their parts left out."""
    for type_, function in RIGHT.items():
        path = folder / f"{type_}.txt"
        try:
            lines = path.read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            raise BadInput(f"{path} cannot be read ({error}); --requests names a folder with it.") from error
        for line in lines:
            if words := _MARKS.sub("", line).strip():
                prompt = function_prompt(words)
                made = Example(
                    task=-1, form="function", function=function, system=prompt.system, user=prompt.user, target=function
                )
                yield from (made, made)


def _near(user: str, events: Sequence[Any], data: WebData) -> list[Any]:
    """The purchases that the memory shows, in its order."""
    found = {event.asin: user.find(data.products[event.asin].title) for event in events if event.asin in data.products}
    return [data.products[asin] for asin, place in sorted(found.items(), key=lambda each: each[1]) if place >= 0]


def fitting(examples: Iterable[Example], data: WebData) -> float:
    """The share of what the published rule would point at that the prompts show."""
    shown = wanted = 0
    tasks = {task.number: task for task in data.train}
    for example in examples:
        if example.form == "parameter" and example.function == RECOMMEND:
            task = tasks[example.task]
            label = sequence_label("published", task, data.visible(task), (), data.products)
            wanted += len(label)
            shown += len(set(label) & set(example.aliases.values()))
    return shown / max(1, wanted)


def to_row(example: Example) -> dict[str, Any]:
    """An example as a line of the file."""
    return asdict(example)


def from_row(row: Mapping[str, Any]) -> Example:
    """An example from a line of the file."""
    return Example(**row)
