"""A person who is played: knows what they want and says so, in words drawn from a seed. No model is involved.

What to say is decided here, from the data at hand; ``phrasing.py`` names the things, ``voice.py`` shapes the sentence.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from penchant.domain import Action, Question, Request
from penchant_lab.people.intent import Intent
from penchant_lab.people.nouns import noun
from penchant_lab.people.phrasing import Named, fill
from penchant_lab.people.protocol import Person
from penchant_lab.people.shopper import Shopper
from penchant_lab.people.voice import Voice, VoiceSet, house_voices

TELLS_OF_CHANGE = 0.42
"""How often an answer mentions that the taste has changed."""

CONTRASTS = 0.35
"""How often a correction also names what was done: "not the coffee, the tea"."""

Part = Literal["thing", "place", "both"]

_NOT_THAT, _NOT_THOSE = ("not that", "not that one"), ("not those", "not those ones")
_NEITHER, _NONE = ("neither", "neither of those", "neither of them"), ("none of those", "none of these", "none of them")
_ASKS_WHERE = re.compile(
    r"\bwhere\b|\b(?:which|what) (?:\w+ )?(?:place|spot|location|shelf|drawer|cabinet|counter|table|room)\b|"
    r"\b(?:put|keep|store|leave|place) (?:it|them|this|that|these|those)\b",
    re.IGNORECASE,
)


class SimulatedPerson:
    """Someone with a name and a way of speaking; put their mind on one request to hear them.

    The same name, seed, voices, intent and moment always give the same words, whatever was said before and in any
    process. ``voices`` are those of the house, or what :func:`~penchant_lab.people.voice.read_voices` made of a folder.

    >>> ana = SimulatedPerson("ana", seed=7).with_mind_on(Intent("herbal tea"), "phase1/1/1")
    >>> ana.react(Request("ana", "a drink, please", ["black coffee", "herbal tea"]), Action("black coffee"))
    'With respect, I meant the herbal tea. Thank you all the same.'
    """

    def __init__(self, name: str, *, seed: int, voice: Voice | None = None, voices: VoiceSet | None = None) -> None:
        self.name = name
        self.seed = seed
        speech = voices or house_voices()
        self.voice = voice or random.Random(f"{seed}/{name}/voice").choice(speech.voices)
        self._remarks = speech.remarks

    def with_mind_on(self, intent: Intent, moment: str) -> Person:
        """The person with one request on their mind; ``moment`` is a text no other request shares."""
        spoken = f"{self.seed}/{self.name}/{moment}"
        if intent.tastes is not None:
            return Shopper(self.name, intent, intent.tastes, spoken, self._remarks)
        return _Minded(self.name, self.voice.in_manner(intent.manner), intent, spoken)


@dataclass(frozen=True, slots=True)
class _Minded:
    name: str
    voice: Voice
    intent: Intent
    moment: str

    def answer(self, request: Request, question: Question) -> str:
        """The part that was asked about, and nothing else."""
        rng = random.Random(f"{self.moment}/answer{' again' if question.back else ''}")
        in_sight = frozenset((*request.options, *request.places, *question.alternatives))
        part = self._part_asked(request, question)
        want, old = _named(self.intent, part), None
        if question.alternatives and (want.thing or want.place) not in question.alternatives:
            act = f"none: {part}"
        elif (before := self.intent.told_former) and rng.random() < TELLS_OF_CHANGE:
            old = _named(before, part)
            former = old.thing or old.place
            if old == want or former is None:  # it is the other part that changed
                act = f"answer: {part}"
            elif former in in_sight and rng.random() < 0.6:
                act = f"answer: {part}, not the old"
            else:
                act = f"answer: {part}, nowadays"
        else:
            act = f"answer: {part}"
        words = fill(want, rng, it=self.intent.thing, in_sight=in_sight, old=old)
        words["none"] = rng.choice(_none_of(question.alternatives))
        return self.voice.say(act, words, rng)

    def react(self, request: Request, action: Action, because: str = "") -> str:
        """Praise, or a correction of what is wrong and only of that."""
        rng = random.Random(f"{self.moment}/reaction")
        intent = self.intent
        in_sight = frozenset((*request.options, *request.places))
        old = got = None
        if intent.is_met_by(action):
            part: Part = "thing" if intent.place is None else "place"
            act = f"praise: {part}"
        else:
            part = self._part_wrong(action)
            about = "place" if part == "place" else "thing"
            missing = not _is_offered(_named(intent, part), request)
            if action.declined:
                act = "nothing: thing" if missing else "declined: thing"
            elif (before := intent.told_former) and _named(before, part) == _named(action, part):
                act, old = f"changed: {about}", _named(before, part)
            elif missing:
                act = f"missing: {about}"
            else:
                act, got = f"correct: {about}", _named(action, part)
                if (got.place if part == "place" else got.thing) is not None and rng.random() < CONTRASTS:
                    act += ", not this"
        words = fill(_named(intent, part), rng, it=intent.thing, in_sight=in_sight, old=old, got=got)
        return self.voice.say(act, words, rng)

    def _part_asked(self, request: Request, question: Question) -> Part:
        asked, place = question.alternatives, self.intent.place
        if place is None:
            return "thing"
        if place in asked:
            return "place"
        if self.intent.thing in asked:
            return "thing"
        if asked and set(asked) <= set(request.places):
            return "place"
        return "place" if _ASKS_WHERE.search(question.text) else "thing"

    def _part_wrong(self, action: Action) -> Part:
        if self.intent.place in (None, action.place):
            return "thing"
        return "place" if action.thing == self.intent.thing else "both"


def _named(what: Intent | Action, part: Part) -> Named:
    return Named(None if part == "place" else what.thing, None if part == "thing" else what.place)


def _none_of(alternatives: Sequence[str]) -> tuple[str, ...]:
    if len(alternatives) == 1:
        return _NOT_THOSE if noun(alternatives[0]).plural else _NOT_THAT
    return _NEITHER if len(alternatives) == 2 else _NONE


def _is_offered(want: Named, request: Request) -> bool:
    in_sight = (*request.options, *request.places)
    thing_is = want.thing is None or want.thing in in_sight or not request.options
    return thing_is and (want.place is None or want.place in in_sight or not in_sight)
