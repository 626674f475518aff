"""Lives: a year of messages to an assistant, and tasks at its end. What a profile for the task holds is scored."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import astuple, dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from penchant.errors import BadData
from penchant.loop import Agent
from penchant_lab.suites.talk.lines import BM25, by_meaning, by_word
from penchant_lab.suites.talk.stories import LifeTask, MessageLife, read_everyday
from penchant_lab.suites.talk.trial import OURS, Agents, TalkTrial, TalkWorld

RAW_FIVE, RAW_TEN = "raw-5", "raw-10"
TOKENS = 400
NEEDED_NOW, NEEDED, PRECISION, STALE, FORBIDDEN, LINES = (
    *("needed-now", "needed", "precision", "stale", "forbidden", "lines"),
)


@dataclass(frozen=True, slots=True)
class Shown:
    """What is put before a model for a task: lines, and the ids of the messages that each stands on."""

    text: str
    sources: tuple[tuple[str, ...], ...]


class MessageLivesWorld(TalkWorld):
    """People with a year of messages."""

    names = (NEEDED_NOW, NEEDED, PRECISION, STALE, FORBIDDEN, LINES)
    lines = (RAW_FIVE, RAW_TEN, BM25)
    unit = ("person", "people")

    def __init__(self, data: Path | None, seed: int, many: int | None = None) -> None:
        found = read_everyday(data)
        if not found.lives:
            raise BadData(f"There is no life in {data}; see docs/everyday.md for the form of one.")
        self.lives = found.lives[:many]
        self.people = [life.id for life in self.lives]
        self.notes = found.broken

    def contents(self) -> Iterator[object]:
        """All messages and tasks."""
        yield from map(astuple, self.lives)

    def trials(self, index: int, method: str) -> Iterator[TalkTrial]:
        """Every task at the end of a life."""
        life = self.lives[index]
        reader = _Reader(life, method)
        for number, task in enumerate(life.tasks):
            yield TalkTrial(f"task {number + 1}", partial(reader.play, task))


class _Reader:
    """The agent that heard the messages of a life, or a line that searches them as they are."""

    def __init__(self, life: MessageLife, method: str) -> None:
        self._life, self._method = life, method
        self._agent: Agent | None = None

    def play(self, task: LifeTask, agents: Agents) -> dict[str, Any]:
        """What is shown for a task, scored."""
        shown = self._profile(task, agents) if self._method == OURS else self._found(task, agents)
        return {"scores": scored_task(task, shown), "task": task.task, "shown": shown.text}

    def _profile(self, task: LifeTask, agents: Agents) -> Shown:
        life = self._life
        if self._agent is None:
            last = max(datetime.fromisoformat(f"{message['at']}T00:00:00+00:00") for message in life.messages)
            self._agent = agents.fresh(OURS, life.id, "life", last)
            self._agent.observe(life.id, life.messages)
        profile = self._agent.profile(life.id, about=task.task, tokens=TOKENS)
        return Shown(str(profile), tuple(line.sources for line in profile.lines))

    def _found(self, task: LifeTask, agents: Agents) -> Shown:
        texts = [message["content"] for message in self._life.messages]
        by = by_word(task.task, texts) if self._method == BM25 else by_meaning(task.task, texts, agents.embedder)
        many = 10 if self._method == RAW_TEN else 5
        best = np.argsort(-np.array(by), kind="stable")[:many].tolist()
        sources = tuple((self._life.messages[at]["id"],) for at in best)
        return Shown("\n".join(texts[at] for at in best), sources)


def scored_task(task: LifeTask, shown: Shown) -> dict[str, float]:
    """The scores of what is shown for a task; what it does not ask about is not scored."""
    behind = {id for sources in shown.sources for id in sources}
    scores = {LINES: float(len(shown.sources))}
    if task.needs:
        scores[NEEDED_NOW] = float(task.needs[-1] in behind)
        scores[NEEDED] = sum(id in behind for id in task.needs) / len(task.needs)
        if shown.sources:
            hits = [bool(set(sources) & set(task.needs)) for sources in shown.sources]
            scores[PRECISION] = sum(hits) / len(hits)
    if task.has_stale:
        scores[STALE] = float(any(set(each) & set(task.needs[:-1]) for each in shown.sources))
    if task.forbidden:
        said = shown.text.casefold()
        scores[FORBIDDEN] = float(any(words.casefold() in said for words in task.forbidden))
    return scores
