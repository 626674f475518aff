"""Facts: what a question needs, among five sessions found, the more other talk the harder; and what is outdated."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import astuple
from functools import partial
from math import comb
from pathlib import Path
from typing import Any

import numpy as np

from penchant.domain import TOLD
from penchant.errors import BadData, BadInput
from penchant.loop import Agent
from penchant_lab.suites.talk.facts_data import NOISES, FactLife, FactQuestion, FactSession, public_lives
from penchant_lab.suites.talk.facts_made import made_lives, most_people
from penchant_lab.suites.talk.lines import BM25, CHANCE, COSINE, by_meaning, by_word
from penchant_lab.suites.talk.suite import USUAL_PEOPLE
from penchant_lab.suites.talk.trial import OURS, Agents, TalkTrial, TalkWorld

AMONG = 5
BELIEFS = 2
"""So many of the sessions found are those that the best beliefs stand on; the others are found by what was said."""
OUTDATED = "outdated"
_LOOKED_AT = 60  # so many lines are looked at for the sessions that they are of


class FactsWorld(TalkWorld):
    """People with their sessions, at every level of noise."""

    names = (*(f"noise-{noise}" for noise in NOISES), OUTDATED)
    lines = (CHANCE, BM25, COSINE)
    unit = ("person", "people")

    def __init__(self, data: Path | None, seed: int, many: int | None = None) -> None:
        if data is None and (many or 0) > most_people():
            raise BadInput(f"There are {most_people()} people here; --people takes that many at most.")
        found = list(made_lives(many or USUAL_PEOPLE, seed) if data is None else public_lives(data))
        if not found:
            raise BadData(f"There is nobody with questions and documents in {data}; see docs/talk.md for the layout.")
        self.people = list(dict.fromkeys(life.person for life in found))[:many]
        self.lives = {person: [life for life in found if life.person == person] for person in self.people}

    def contents(self) -> Iterator[object]:
        """All sessions and questions."""
        yield from (astuple(life) for lives in self.lives.values() for life in lives)

    def trials(self, index: int, method: str) -> Iterator[TalkTrial]:
        """Every question at every level of noise; of one whose answer has changed, also what is given first."""
        for life in self.lives[self.people[index]]:
            finder = _Ours(life) if method == OURS else _ByLine(life, method)
            for question in life.questions:
                yield TalkTrial(f"noise-{life.noise}", partial(_needed, finder, question))
                if question.outdated and method != CHANCE:
                    yield TalkTrial(OUTDATED, partial(_outdated, finder, question))

    def also(self, records: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
        """The share found of each kind, at half noise."""
        kinds: dict[str, list[float]] = {}
        for record in records:
            if record["name"] == "noise-0.5":
                kinds.setdefault(record["kind"], []).append(record["score"])
        each = {kind: {"score": round(float(np.mean(scores)), 6), "n": len(scores)} for kind, scores in kinds.items()}
        return {"at_noise_0.5": each}


class _ByLine:
    """Finds sessions by a line."""

    def __init__(self, life: FactLife, line: str) -> None:
        self.life, self._line = life, line

    def found(self, question: str, agents: Agents) -> list[FactSession]:
        """All sessions, the best first."""
        texts = [session.text for session in self.life.sessions]
        scores = by_word(question, texts) if self._line == BM25 else by_meaning(question, texts, agents.embedder)
        return [self.life.sessions[place] for place in np.argsort(-np.array(scores), kind="stable")]

    def values(self, question: str, agents: Agents) -> list[str]:
        """The texts in which a value is looked for, the best first."""
        return [session.text for session in self.found(question, agents)]

    def recall(self, question: FactQuestion, agents: Agents) -> float:
        """Of each value, whether one of its sessions is among the best; by chance, how likely that is."""
        if self._line != CHANCE:
            return _share(question, [session.id for session in self.found(question.text, agents)[:AMONG]])
        many = len(self.life.sessions)
        among = min(AMONG, many)
        missed = [comb(many - len(needed), among) / comb(many, among) for _, needed in question.needed]
        return 1 - sum(missed) / len(missed)


class _Ours:
    """The agent, that listened to all of it; opened when it is first asked."""

    def __init__(self, life: FactLife) -> None:
        self.life = life
        self._by_id = {session.id: session for session in life.sessions}
        self._agent: Agent | None = None

    def recall(self, question: FactQuestion, agents: Agents) -> float:
        """Of each value, whether one of its sessions is among the best."""
        return _share(question, [session.id for session in self.found(question.text, agents)[:AMONG]])

    def found(self, question: str, agents: Agents) -> list[FactSession]:
        """Sessions that the best beliefs stand on, and then those in which something like it was said."""
        agent, person = self._listened(agents), self.life.person
        beliefs = [match.preference.episode for match in agent.memory.search(person, question, limit=BELIEFS)]
        said = [match.entry.episode for match in agent.memory.search_said(person, question, limit=_LOOKED_AT)]
        ids = dict.fromkeys(episode.removeprefix(TOLD).rpartition("#")[0] for episode in (*beliefs, *said))
        return [self._by_id[id] for id in ids if id in self._by_id]

    def values(self, question: str, agents: Agents) -> list[str]:
        """What is believed that bears on it, but for what is not to be, and then what was said."""
        agent = self._listened(agents)
        beliefs = agent.memory.search(self.life.person, question, limit=AMONG)
        said = [session.text for session in self.found(question, agents)]
        held = (match.preference for match in beliefs)
        return [*(belief.value for belief in held if belief.stance != "avoids"), *said]

    def _listened(self, agents: Agents) -> Agent:
        if self._agent is None:
            times = [session.at for session in self.life.sessions if session.at is not None]
            agent = agents.fresh(OURS, self.life.person, self.life.noise, max(times, default=None))
            name = self.life.person.rpartition("/")[2]
            for session in self.life.sessions:
                agent.observe(self.life.person, session.messages(name))
            self._agent = agent
        return self._agent


def _share(question: FactQuestion, found: Sequence[str]) -> float:
    hits = [any(id in found for id in needed) for _, needed in question.needed]
    return sum(hits) / len(hits)


def _needed(finder: _Ours | _ByLine, question: FactQuestion, agents: Agents) -> dict[str, Any]:
    return {"score": finder.recall(question, agents), "kind": question.kind, "question": question.text}


def _outdated(finder: _Ours | _ByLine, question: FactQuestion, agents: Agents) -> dict[str, Any]:
    """Whether an outdated value comes before the one that holds, of whatever is found."""
    for text in finder.values(question.text, agents):
        if any(_tells(text, value) for value, _ in question.needed):
            return {"score": 0.0, "question": question.text, "given": "current"}
        if any(_tells(text, value) for value in question.outdated):
            return {"score": 1.0, "question": question.text, "given": "outdated"}
    return {"score": 0.0, "question": question.text, "given": "neither"}


def _tells(text: str, value: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(value)}(?!\w)", text, re.IGNORECASE) is not None
