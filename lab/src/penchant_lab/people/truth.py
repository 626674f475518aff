"""Whether what somebody said can be squared with what they want: decided by code, where the words leave no doubt.

The judge may be certain of all that was said. Where it is not, as with people who speak in character, it may be of one
sentence, and the others say nothing; and there is no doubt about a wish that names what it is for in full, if no word
beside it could turn it round.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, Protocol, runtime_checkable

from penchant.domain import Action, Question, Reading, Request, Utterance
from penchant_lab.people.intent import Intent

Finding = Literal["true", "contradicts", "unclear"]
"""Unclear where the judge is not certain what was said; then nobody is accused of anything."""

_WORD = re.compile(r"\w+")
_SENTENCE = re.compile(r"[^\s.!?][^.!?]*(?:[.!?]+|$)")
_TURNING_WORDS = """
no nope nah not never none nor neither nothing nobody without hardly barely cannot dont wont isnt
but though although however yet still else instead rather than except besides otherwise
if unless when whenever while until before after or either maybe perhaps
used formerly once anymore longer stop stopped changed change last next yesterday
he she they him her them his hers their theirs someone somebody everyone everybody people others
wants likes loves prefers hates drinks eats uses wears says said told thinks thought
lol haha joking kidding wish
"""
_TURNING = frozenset(_TURNING_WORDS.split())
"""Words that may turn a sentence round, hang it on something, or put it into somebody else's mouth."""


CERTAIN = 0.95
"""A judge that is this sure of a reading leaves no doubt."""


class WordsJudge(Protocol):
    """Reads what was said; the built-in mind is one. It is handed in, because people know no minds."""

    def read(self, utterance: Utterance) -> Reading:
        """What the words say about the options, and how sure that is."""
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


def judge_answer(words: str, request: Request, question: Question, intent: Intent, judge: WordsJudge) -> Finding:
    """Whether an answer to a question is true."""
    options = question.alternatives or (*request.options, *request.places, *_values(request))
    reading, certain = _heard(Utterance(words, options, question=question), judge)
    if not certain:
        return _judge_wish(words, reading, request, intent)
    return "contradicts" if _misnames(words, reading, request, intent) else "true"


def judge_reaction(words: str, request: Request, action: Action, intent: Intent, judge: WordsJudge) -> Finding:
    """Whether a reaction to an action is true."""
    options = (*request.options, *request.places, *_values(request))
    acted = tuple(name for name in (action.thing, action.place) if name)
    reading, certain = _heard(Utterance(words, options, acted), judge)
    if not certain:
        return _judge_wish(words, reading, request, intent)
    met = intent.is_met_by(action)
    praised_wrongly = reading.verdict == "right" and not met and not _would_do(request, action, intent)
    if praised_wrongly or (reading.verdict == "wrong" and met):
        return "contradicts"
    if reading.verdict == "right":  # what was done is thereby said to be wanted
        reading = replace(reading, wants=tuple(name for name in reading.wants if name not in acted))
    if {*request.options} <= {*reading.avoids}:  # "none of these" speaks of the options, not of what they are like
        reading = replace(reading, avoids=tuple(request.options))
    return "contradicts" if _misnames(words, reading, request, intent) else "true"


def _heard(utterance: Utterance, judge: WordsJudge) -> tuple[Reading, bool]:
    """What the judge reads, and whether it is certain: of all of it, or of the one sentence that says anything."""
    whole = judge.read(utterance)
    sentences = _SENTENCE.findall(utterance.words)
    if _is_certain(whole) or len(sentences) < 2:
        return whole, _is_certain(whole)
    read_alone = [(text, judge.read(replace(utterance, words=text))) for text in sentences]
    sure = [reading for _, reading in read_alone if _is_certain(reading)]
    others = [(text, reading) for text, reading in read_alone if not _is_certain(reading)]
    if len(sure) != 1 or any(_may_turn(text) or reading for text, reading in others):
        return whole, False
    return sure[0], True


def _is_certain(reading: Reading) -> bool:
    return bool(reading) and reading.sure >= CERTAIN


def _may_turn(words: str) -> bool:
    """Whether there is a word that could turn round what is said, or a question."""
    text = words.casefold().replace("’", "'")
    return "?" in text or "n't" in text or not _TURNING.isdisjoint(_WORD.findall(text))


def _judge_wish(words: str, reading: Reading, request: Request, intent: Intent) -> Finding:
    """Whether a wish is true that the judge may have misread in part, going by what it names in full."""
    wants = tuple(name for name in reading.wants if _is_said(name, words))
    if not wants or reading.avoids or _may_turn(words):
        return "unclear"
    wish = replace(reading, wants=wants, accepts=())
    return "contradicts" if _misnames(words, wish, request, intent) else "true"


def _misnames(words: str, reading: Reading, request: Request, intent: Intent) -> bool:
    """Whether something else is said to be wanted, or what is wanted is said not to be."""
    wanted = {name for name in (intent.thing, intent.place) if name}
    tastes = intent.tastes
    liked = tastes.wants | tastes.accepts if tastes is not None else frozenset()
    disliked = tastes.avoids if tastes is not None else frozenset()
    values = set(_values(request))
    said = [name for name in wanted if _is_said(name, words)]  # "the island counter" says nothing of another counter
    others = [name for name in reading.wants if name not in wanted | values and not any(name in each for each in said)]
    sweeping = {*request.options} <= {*reading.avoids}
    refused = {*reading.avoids} if sweeping else _named(reading.avoids, words)
    fine = {*reading.wants, *reading.accepts}
    return bool(others or wanted & refused or liked & refused or disliked & fine)


def _is_said(name: str, words: str) -> bool:
    return re.search(rf"\b{re.escape(name)}\b", words, re.IGNORECASE) is not None


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
