"""Whether what somebody said can be squared with what they want: decided by code, where the words leave no doubt."""

from __future__ import annotations

import re
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, Protocol, runtime_checkable

from penchant.domain import Action, Question, Reading, Request
from penchant.people.intent import Intent

Finding = Literal["true", "contradicts", "unclear"]
"""Unclear where the judge is not certain what was said; then nobody is accused of anything."""


_WORD = re.compile(r"\w+")


class Judge(Protocol):
    """Reads what was said; the built-in mind is one. It is handed in, because people know no minds."""

    def read(
        self, words: str, options: Sequence[str], *, acted: Sequence[str] = (), question: Question | None = None
    ) -> tuple[Reading, bool]:
        """What the words say about the options, and whether there is nothing to doubt about it."""
        ...


@dataclass(slots=True)
class Checked:
    """How much was said, how much of it could be judged, and how much of that contradicted the truth."""

    said: int = 0
    judged: int = 0
    contradicted: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False, compare=False)

    def add(self, finding: Finding) -> None:
        """Count one utterance; from several threads at once."""
        with self._lock:
            self.said += 1
            self.judged += finding != "unclear"
            self.contradicted += finding == "contradicts"


@runtime_checkable
class SelfChecked(Protocol):
    """Somebody who is played, and whose words are checked as they are said."""

    @property
    def checked(self) -> Checked:
        """How true they were so far."""
        ...


def judge_answer(words: str, request: Request, question: Question, intent: Intent, judge: Judge) -> Finding:
    """Whether an answer to a question is true."""
    options = question.alternatives or (*request.options, *request.places, *_values(request))
    reading, certain = judge.read(words, options, question=question)
    if not certain:
        return "unclear"
    return "contradicts" if _misnames(words, reading, request, intent) else "true"


def judge_reaction(words: str, request: Request, action: Action, intent: Intent, judge: Judge) -> Finding:
    """Whether a reaction to an action is true."""
    options = (*request.options, *request.places, *_values(request))
    acted = [name for name in (action.thing, action.place) if name]
    reading, certain = judge.read(words, options, acted=acted)
    if not certain:
        return "unclear"
    met = intent.is_met_by(action)
    praised_wrongly = reading.verdict == "right" and not met and not _would_do(request, action, intent)
    if praised_wrongly or (reading.verdict == "wrong" and met):
        return "contradicts"
    if reading.verdict == "right":  # what was done is thereby said to be wanted
        reading = replace(reading, wants=tuple(name for name in reading.wants if name not in acted))
    if {*request.options} <= {*reading.avoids}:  # "none of these" speaks of the options, not of what they are like
        reading = replace(reading, avoids=tuple(request.options))
    return "contradicts" if _misnames(words, reading, request, intent) else "true"


def _misnames(words: str, reading: Reading, request: Request, intent: Intent) -> bool:
    """Whether something else is said to be wanted, or what is wanted is said not to be."""
    wanted = {name for name in (intent.thing, intent.place) if name}
    tastes = intent.tastes
    liked = tastes.wants | tastes.accepts if tastes is not None else frozenset()
    disliked = tastes.avoids if tastes is not None else frozenset()
    values = set(_values(request))
    others = [name for name in reading.wants if name not in wanted and name not in values]
    sweeping = {*request.options} <= {*reading.avoids}
    refused = {*reading.avoids} if sweeping else _named(reading.avoids, words)
    fine = {*reading.wants, *reading.accepts}
    return bool(others or wanted & refused or liked & refused or disliked & fine)


def _named(names: Sequence[str], words: str) -> set[str]:
    """Those of which any word is there; what only makes way for another was not spoken of."""
    said = set(_WORD.findall(words.casefold())) if names else set()
    return {name for name in names if not said.isdisjoint(_WORD.findall(name.casefold()))}


def _would_do(request: Request, action: Action, intent: Intent) -> bool:
    """Of described options, whether what was bought has nothing unwanted, though another would have been better."""
    if intent.tastes is None or action.thing not in request.options or not request.features:
        return False
    return intent.tastes.fits(request.features[request.options.index(action.thing)])


def _values(request: Request) -> list[str]:
    return list(dict.fromkeys(value for each in request.features for value in each))
