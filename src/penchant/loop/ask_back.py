"""Asking back: what was not understood, or is in doubt and matters, is asked about once more; once on an errand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from penchant.domain import Preference, Question, Reading, Scene, Stance
from penchant.loop.learn import Doubt
from penchant.mind import phrase
from penchant.mind.explain import to_drop

TRUSTED = 0.8
"""A belief that is trusted this much is not given up on a doubtful word without asking back."""


def in_doubt(found: Sequence[Doubt]) -> list[Doubt]:
    """Of what contradicts beliefs, what would overturn a trusted one, the likeliest first."""
    trusted = [doubt for doubt in found if doubt.belief.confidence >= TRUSTED]
    return sorted(trusted, key=lambda doubt: -doubt.likely)


def asked_already(text: str | None, scene: Scene, rules: Sequence[Preference]) -> Question | None:
    """The question back about a reaction that goes by this text."""
    stances: tuple[Stance, ...] = ("wants", "accepts", "avoids")
    names = (*scene.things, *scene.places, *scene.values)
    every = (phrase.ask_back(stance, (name,), "reaction") for name in names for stance in stances)
    return next((one for one in (*every, *(to_drop(rule, "reaction") for rule in rules)) if one.text == text), None)


def options_of(question: Question, scene: Scene) -> tuple[str, ...]:
    """What an answer may be about: what was asked; who is asked back about one thing may name another on offer."""
    if question.back and len(question.alternatives) == 1 and not scene.features:
        return scene.places if scene.placing else scene.things
    return question.alternatives or (*scene.things, *scene.places)


def as_meant(question: Question, reading: Reading, words: str) -> Reading:
    """What an answer says: who says yes to "no milk?", without naming it, does not want any."""
    if not phrase.is_negative(question):
        return reading
    folded = words.casefold()
    unnamed = [
        v for v in question.alternatives if v in (*reading.wants, *reading.accepts) and v.casefold() not in folded
    ]
    return _turned(reading, "avoids", unnamed) if unnamed else reading


def _turned(reading: Reading, stance: Stance, values: Sequence[str]) -> Reading:
    """The reading with another stance on these values."""
    return replace(
        reading,
        wants=_with(reading.wants, values, stance == "wants"),
        accepts=_with(reading.accepts, values, stance == "accepts"),
        avoids=_with(reading.avoids, values, stance == "avoids"),
    )


def _with(names: Sequence[str], values: Sequence[str], added: bool) -> tuple[str, ...]:
    return (*(name for name in names if name not in values), *(values if added else ()))
