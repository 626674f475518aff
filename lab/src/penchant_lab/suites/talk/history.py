"""History: a long talk, then four answers; what is the person's, another's, told in confidence, new, or forgotten."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import astuple
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from penchant.domain import TOLD, Statement
from penchant.errors import BadData, BadInput
from penchant.loop import Agent
from penchant_lab.suites.talk.answers_alone import AnswersAlone, Asked
from penchant_lab.suites.talk.history_data import FORGET, SUBSETS, History, HistoryQuestion, public_histories
from penchant_lab.suites.talk.history_made import made_histories, most_people
from penchant_lab.suites.talk.lines import (
    ALONE,
    BM25,
    COSINE,
    GIVEN,
    LONGEST,
    SHORTEST,
    answer_scores,
    by_meaning,
    by_word,
    share,
)
from penchant_lab.suites.talk.suite import USUAL_PEOPLE
from penchant_lab.suites.talk.trial import OURS, Agents, TalkTrial, TalkWorld, chosen, mean

EVIDENCE, AMONG = "evidence-at-10", 10
CONTEXT = 4
"""So many messages before a request to forget are handed in again with it, to be read with it."""


class HistoryWorld(TalkWorld):
    """People with one talk each, or several."""

    names = (*SUBSETS, EVIDENCE)
    lines = (LONGEST, SHORTEST, ALONE, GIVEN, BM25, COSINE)
    unit = ("person", "people")

    def __init__(self, data: Path | None, seed: int, many: int | None = None) -> None:
        if data is None and (many or 0) > most_people():
            raise BadInput(f"There are {most_people()} people here; --people takes that many at most.")
        found = list(made_histories(many or USUAL_PEOPLE, seed) if data is None else public_histories(data))
        if not found:
            raise BadData(f"There is no question in {data}; see docs/talk.md for the layout.")
        self._seed = seed
        self.people = list(dict.fromkeys(history.person for history in found))[:many]
        self.histories = {person: [each for each in found if each.person == person] for person in self.people}
        self._readers = {subset: AnswersAlone(self._asked(subset)) for subset in SUBSETS}

    def _asked(self, subset: str) -> dict[str, list[Asked]]:
        """The questions of a subset, by person."""
        return {
            person: [(each.query, each.answers) for one in histories for each in one.questions if each.subset == subset]
            for person, histories in self.histories.items()
        }

    def contents(self) -> Iterator[object]:
        """All talks and questions."""
        for histories in self.histories.values():
            for each in histories:
                yield each.person, [astuple(message) for message in each.messages]
                yield [(*astuple(question)[:5], sorted(question.evidence)) for question in each.questions]

    def trials(self, index: int, method: str) -> Iterator[TalkTrial]:
        """Every question, and where its evidence is known, whether that is found."""
        person = self.people[index]
        for history in self.histories[person]:
            listened = _Listened(history)
            for question in history.questions:
                seeks = bool(question.evidence) and question.subset != FORGET
                if method == OURS:
                    yield TalkTrial(question.subset, partial(self._chosen, listened, question))
                    if seeks:
                        yield TalkTrial(EVIDENCE, partial(_evidence, listened, question))
                elif method in (BM25, COSINE):
                    if seeks:
                        yield TalkTrial(EVIDENCE, partial(_evidence_by_line, method, history, question))
                elif method == GIVEN:
                    if question.preference:
                        yield TalkTrial(question.subset, partial(self._given, person, question))
                elif method == ALONE:
                    yield TalkTrial(question.subset, partial(self._alone, person, question))
                else:
                    yield TalkTrial(question.subset, partial(_by_line, method, question))

    def also(self, records: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
        """Of requests to forget, how many were found, and how many taught something instead."""
        asked = [record for record in records if "found" in record]
        found, backwards = ([float(record[key]) for record in asked] for key in ("found", "backwards"))
        return {"forget_found": mean(found), "learned_backwards": mean(backwards), "requests": len(asked)}

    def _chosen(self, listened: _Listened, question: HistoryQuestion, agents: Agents) -> dict[str, Any]:
        agent = listened.up_to(question, agents)
        took = chosen(agent, listened.history.person, question.query, self._shuffled(question))
        told = {"score": float(took == question.answers[0]), "query": question.query, "chosen": took}
        return {**told, "right": question.answers[0], **listened.heeded(question)}

    def _given(self, person: str, question: HistoryQuestion, agents: Agents) -> dict[str, float]:
        """The true preference as it is written down, and nothing else."""
        agent = agents.fresh(GIVEN, person, GIVEN)
        agent.learn(person, [Statement("wants", question.preference)])
        took = chosen(agent, person, question.query, self._shuffled(question))
        return {"score": float(took == question.answers[0])}

    def _alone(self, person: str, question: HistoryQuestion, agents: Agents) -> dict[str, float]:
        asked = question.query, question.answers
        return {"score": share(self._readers[question.subset].scores(person, asked, agents.embedder), 0)}

    def _shuffled(self, question: HistoryQuestion) -> list[str]:
        rng = random.Random(f"{self._seed}/{question.query}/{question.answers[0]}")
        return rng.sample(list(question.answers), len(question.answers))


class _Listened:
    """The agent, as it listens to one talk up to where it is asked; opened when it is first asked."""

    def __init__(self, history: History) -> None:
        self.history = history
        self._agent: Agent | None = None
        self._heard = 0
        self._heeded: dict[int, dict[str, bool]] = {}
        self._requests = sorted({each.request for each in history.questions if each.request is not None})

    def up_to(self, question: HistoryQuestion, agents: Agents) -> Agent:
        """The agent, once it has heard what comes before a question."""
        messages = self.history.messages
        if self._agent is None:
            times = [message.at for message in messages if message.at is not None]
            self._agent = agents.fresh(OURS, self.history.person, "history", max(times, default=None))
        until = len(messages) if question.until is None else min(question.until, len(messages))
        for request in self._requests:
            if self._heard <= request < until:
                self._listen(self._agent, self._heard, request)
                self._heeded[request] = self._ask_to_forget(self._agent, request)
        self._listen(self._agent, self._heard, until)
        return self._agent

    def heeded(self, question: HistoryQuestion) -> dict[str, bool]:
        """What became of a request to forget: whether it was found, and whether it taught something instead."""
        return {} if question.request is None else self._heeded.get(question.request, {})

    def places(self, query: str, agents: Agents, question: HistoryQuestion) -> list[int]:
        """Where in the talk the lines are that were found for a question."""
        agent = self.up_to(question, agents)
        found = agent.memory.search_said(self.history.person, query, limit=AMONG)
        return [int(match.entry.episode.removeprefix(TOLD)) - (match.entry.number == 0) for match in found]

    def _listen(self, agent: Agent, start: int, end: int) -> None:
        if end > start:
            agent.observe(self.history.person, self.history.messages[start:end])
            self._heard = end

    def _ask_to_forget(self, agent: Agent, place: int) -> dict[str, bool]:
        """Hand in a request to forget: a mark is left where it was found, and nothing is believed more for it."""
        person, memory = self.history.person, agent.memory
        marks = _marks(agent, person)
        believed = {belief.id: belief.confidence for belief in memory.list(person)}
        agent.observe(person, self.history.messages[max(place - CONTEXT, 0) : place + 1])
        self._heard = place + 1
        more = [belief for belief in memory.list(person) if belief.confidence > believed.get(belief.id, 0.0)]
        return {"found": _marks(agent, person) > marks, "backwards": bool(more)}


def _marks(agent: Agent, person: str) -> int:
    return sum(line.kind == "barred" for line in agent.memory.transcript(person))


def _evidence(listened: _Listened, question: HistoryQuestion, agents: Agents) -> dict[str, Any]:
    places = listened.places(question.query, agents, question)
    return {"score": float(bool(question.evidence.intersection(places))), "query": question.query, "places": places}


def _evidence_by_line(line: str, history: History, question: HistoryQuestion, agents: Agents) -> dict[str, float]:
    texts = [message.content for message in history.messages]
    scores = by_word(question.query, texts) if line == BM25 else by_meaning(question.query, texts, agents.embedder)
    best = np.argsort(-np.array(scores), kind="stable")[:AMONG].tolist()
    return {"score": float(bool(question.evidence.intersection(best)))}


def _by_line(line: str, question: HistoryQuestion, agents: Agents) -> dict[str, float]:
    return {"score": share(answer_scores(line, (), question.query, question.answers, agents.embedder), 0)}
