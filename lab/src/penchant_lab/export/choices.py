"""Judgements from a record of the embodied or the shopping study: a request with options, and what was said to it.

Whether it was right, which the record says too, is nothing the agent heard: it is not read here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any

from penchant.domain import Action, Question, Reading, Request, Scene, Utterance
from penchant.embed import Embedder
from penchant.mind.protocol import Mind
from penchant_lab.export.judgement import ChatTurn, HeardAs, Judgement, asked_with, prompt_of
from penchant_lab.export.notes import DatedNote, Notebook

UNSAID, UNCLEAR, BROKE = "nothing was said", "what was said is not clear", "the episode broke"


def judged_choices(
    records: Iterable[Mapping[str, Any]], mind: Mind, embedder: Embedder, started: datetime, left_out: Counter[str]
) -> Iterator[Judgement]:
    """What one person said under one method, in order; each with what was noted of them until then."""
    notes = Notebook(embedder)
    for step, record in enumerate(records):
        errand = _Errand(record, mind)
        at = datetime.fromisoformat(record["at"]) if "at" in record else started
        found = errand.judgement(notes, step, at)
        if isinstance(found, Judgement):
            yield found
        else:
            left_out[found] += 1
        for text in record["closed"]:
            notes.drop(text, step)
        for text in record["opened"]:
            notes.add(DatedNote(text, step))


class _Errand:
    """One record, read as an agent would read it."""

    def __init__(self, record: Mapping[str, Any], mind: Mind) -> None:
        self._record = record
        self._mind = mind
        self._features: list[list[str]] = record.get("features") or []
        self._request = Request(
            record["person"],
            record["request"],
            record["options"],
            features=self._features,
            may_decline=bool(self._features),
        )

    def judgement(self, notes: Notebook, step: int, at: datetime) -> Judgement | str:
        """What the person said of what was done, or why that is not known."""
        record = self._record
        if record["broke"] is not None:
            return BROKE
        before = [one for one in record["heard"] if one.get("back") != "reaction"]
        if record["reaction"] is None and not before:
            return UNSAID
        scene = self._mind.survey(self._request)
        done = Action(**(record["action"] or {}))
        turns: list[ChatTurn] = [("user", self._asked())]
        for one in before:
            turns += [("assistant", one["question"]), ("user", one["answer"])]
        known = notes.bearing_on(record["request"], step)
        common = {"person": record["person"], "at": at, "prompt": prompt_of(known, turns)}
        if record["reaction"] is None:
            return self._answered(before[-1], scene, done, common)
        if len(before) < len(record["heard"]):  # it was asked back: what they meant took more than these words
            return UNCLEAR
        reading = self._mind.understand(
            Utterance(
                record["reaction"], (*scene.things, *scene.places, *scene.values), _names(done), None, self._request
            )
        )
        wanted = _wanted(reading, scene, done)
        if reading.verdict == "right" and wanted in (None, done):
            return Judgement(source="praise", done=str(done), is_right=True, **common)
        if reading.verdict == "wrong" or (done.declined and wanted is not None):
            named = None if wanted is None or wanted == done else str(wanted)
            source: HeardAs = "rejection" if named is None else "correction"
            return Judgement(source=source, done=str(done), is_right=False, wanted=named, **common)
        return UNCLEAR

    def _answered(
        self, last: Mapping[str, Any], scene: Scene, done: Action, common: Mapping[str, Any]
    ) -> Judgement | str:
        """What was done by an answer, where the answer names it."""
        question = Question(last["question"], tuple(last["alternatives"]), back=last.get("back", ""))
        options = question.alternatives or (*scene.things, *scene.places)
        reading = self._mind.understand(Utterance(last["answer"], options, (), question, self._request))
        wanted = _wanted(reading, scene, done)
        return UNCLEAR if wanted is None else Judgement(source="answer", wanted=str(wanted), **common)

    def _asked(self) -> str:
        request = self._request
        described = [
            f"{option}: {', '.join(features)}"
            for option, features in zip(request.options, self._features, strict=False)
        ]
        return asked_with(request.text, described or request.options, may_decline=request.may_decline)


def _wanted(reading: Reading, scene: Scene, done: Action) -> Action | None:
    """The one action that words ask for, where they name it."""
    offered = scene.places if scene.placing else scene.things
    named = [name for name in reading.wants if name in offered] or [n for n in reading.accepts if n in offered]
    if len(named) != 1:
        return None
    return Action(done.thing, named[0]) if scene.placing else Action(named[0])


def _names(action: Action) -> tuple[str, ...]:
    return tuple(name for name in (action.thing, action.place) if name)
