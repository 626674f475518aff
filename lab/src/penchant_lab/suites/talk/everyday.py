"""Errands of everyday life: stories in which people say why they choose, and later expect it to be known.

At a teaching request the agent may ask, acts and hears the reaction; at an exam nothing is heard afterwards, and asking
is right where nobody could know.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import astuple
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from penchant.domain import Request, Turn
from penchant.errors import BadData
from penchant.loop import Agent
from penchant_lab.suites.talk.lines import CHANCE, by_meaning, is_negative
from penchant_lab.suites.talk.stories import Step, Story, read_everyday
from penchant_lab.suites.talk.trial import OURS, Agents, TalkTrial, TalkWorld

ASKS, SENTENCE = "ask-always", "sentence"
METHODS = ("none", "pre", "post")

KNOWN_RIGHT, KNOWN_ASKED, KNOWN_WRONG, OPEN_ASKED = "known-right", "known-asked", "known-wrong", "open-asked"
TAUGHT, ASKED = "teach-right", "asks-per-100"
KINDS = (
    *("reason", "told", "condition", "exception", "number", "constraint", "other-person", "changed", "once"),
    *("synonym", "category", "none", "combination", "unknown"),
)


class EverydayWorld(TalkWorld):
    """Stories, each of a person of its own."""

    names = (
        *(KNOWN_RIGHT, KNOWN_ASKED, KNOWN_WRONG, OPEN_ASKED, TAUGHT, ASKED),
        *(f"{kind}/right" for kind in KINDS),
    )
    lines = (*METHODS, CHANCE, ASKS, SENTENCE)
    unit = ("story", "stories")

    def __init__(self, data: Path | None, seed: int, many: int | None = None) -> None:
        found = read_everyday(data)
        if not found.stories:
            raise BadData(f"There is no story in {data}; see docs/everyday.md for the form of one.")
        self.stories = found.stories[:many]
        self.people = [story.id for story in self.stories]
        self.notes = found.broken
        kinds = {step.kind for story in self.stories for step in story.steps if step.do == "exam"}
        self.names = (*type(self).names, *(f"{kind}/right" for kind in sorted(kinds - set(KINDS))))

    def contents(self) -> Iterator[object]:
        """All stories."""
        yield from map(astuple, self.stories)

    def trials(self, index: int, method: str) -> Iterator[TalkTrial]:
        """The steps of a story, in order."""
        story = self.stories[index]
        player = _LinePlayer(story, method) if method in (CHANCE, ASKS, SENTENCE) else _Player(story, method)
        for number, step in enumerate(story.steps):
            yield TalkTrial(step.do, partial(player.play, number, step))

    def also(self, records: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
        """How often choices were right that were said to be so sure."""
        sure: dict[str, list[float]] = {}
        for record in records:
            if record.get("confidence") is not None and record["name"] == "exam":
                tenth = min(int(10 * record["confidence"]), 9)
                sure.setdefault(f"said to be {10 * tenth} to {10 * tenth + 10} % sure", []).append(record["done"])
        return {
            "right where a choice was": {
                name: {"score": round(float(np.mean(done)), 6), "n": len(done)} for name, done in sorted(sure.items())
            }
        }


class _Player:
    """One agent that lives through a story."""

    def __init__(self, story: Story, method: str) -> None:
        self._story, self._method = story, method
        self._agent: Agent | None = None

    def play(self, number: int, step: Step, agents: Agents) -> dict[str, Any]:
        """What comes of a step."""
        if self._agent is None:
            method = "both" if self._method == OURS else self._method
            self._agent = agents.fresh(self._method, self._story.id, "story", method=method)
        agent, person = self._agent, self._story.id
        if step.do == "tell":
            lesson = agent.tell(person, step.text, id=f"{number}") if agent.method.remembers else None
            return {"scores": {}, "opened": list(lesson.opened) if lesson else []}
        turn = agent.consider(Request(person, step.text, step.options), episode=f"{person}-{number}")
        return self._exam(step, turn) if step.do == "exam" else self._teach(agent, step, turn)

    def _exam(self, step: Step, turn: Turn) -> dict[str, Any]:
        action = None if turn.choice is None else turn.choice.action
        took = None if action is None else action.thing or ""
        sure = None if turn.choice is None else turn.choice.confidence
        why = turn.choice.because if turn.choice else ""
        return {**scored_exam(step, took), "took": took, "confidence": sure, "because": why}

    def _teach(self, agent: Agent, step: Step, turn: Turn) -> dict[str, Any]:
        asked, first = 0, turn.question.text if turn.question else ""
        while turn.question is not None and asked < 3:
            turn = agent.hear(turn, step.answer if asked == 0 else step.right[0])
            asked += 1
        took = turn.choice.action.thing if turn.choice else None
        right = took in step.right
        if turn.choice is not None and agent.method.corrected:
            turn = agent.hear(turn, step.praise if right else step.correction)
        scores = {TAUGHT: float(right and asked <= 1), ASKED: 100.0 * asked}
        return {"scores": scores, "took": took, "asked": asked, "question": first, "opened": list(turn.lesson.opened)}


class _LinePlayer:
    """A line that needs no memory: it guesses, always asks, or goes by the sentence nearest to the request."""

    def __init__(self, story: Story, line: str) -> None:
        self._story, self._line = story, line

    def play(self, number: int, step: Step, agents: Agents) -> dict[str, Any]:
        """What comes of a step; chance counts as often as it would be right."""
        if step.do != "exam":
            taught = {TAUGHT: 1.0, ASKED: 100.0} if self._line == ASKS else {}
            return {"scores": taught if step.do == "teach" else {}}
        if self._line == ASKS:
            return scored_exam(step, None)
        if self._line == SENTENCE:
            return scored_exam(step, self._nearest(number, step, agents))
        right = len(step.right) / len(step.options)
        scores = {KNOWN_RIGHT: right, KNOWN_ASKED: 0.0, KNOWN_WRONG: 1 - right} if step.known else {OPEN_ASKED: 0.0}
        return {"scores": {**scores, f"{step.kind}/right": right if step.known else 0.0, ASKED: 0.0}}

    def _nearest(self, number: int, step: Step, agents: Agents) -> str:
        """The option most like the sentence that is most like the request; least like it where a word says no."""
        said = [each.answer or each.text for each in self._story.steps[:number] if each.do != "exam"]
        if not said:
            return step.options[0]
        sentence = said[int(np.argmax(by_meaning(step.text, said, agents.embedder)))]
        sign = -1 if is_negative(sentence) else 1
        alike = by_meaning(sentence, step.options, agents.embedder)
        return step.options[int(np.argmax([sign * each for each in alike]))]


def scored_exam(step: Step, took: str | None) -> dict[str, Any]:
    """The scores of an exam: ``took`` is an option, "" for none of them, None where the agent asked."""
    asked = took is None
    right = not asked and step.known and (took in step.right if step.right else took == "")
    done = asked if not step.known else right
    scores = {f"{step.kind}/right": float(done), ASKED: 100.0 * asked}
    if step.known:
        scores |= {KNOWN_RIGHT: float(right), KNOWN_ASKED: float(asked), KNOWN_WRONG: float(not (right or asked))}
    else:
        scores[OPEN_ASKED] = float(asked)
    return {"scores": scores, "done": float(done)}
