"""Asking back: what was not understood, or is in doubt and matters, is asked about once more; once on an errand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from penchant.domain import Question, Reading, Scene, Stance, Turn
from penchant.loop.learn import Doubt
from penchant.loop.sureness import both
from penchant.mind import phrase

TRUSTED = 0.8
"""A belief that is trusted this much is not given up on a doubtful word without asking back."""


def in_doubt(found: Sequence[Doubt]) -> list[Doubt]:
    """Of what contradicts beliefs, what would overturn a trusted one, the likeliest first."""
    trusted = [doubt for doubt in found if doubt.belief.confidence >= TRUSTED]
    return sorted(trusted, key=lambda doubt: -doubt.likely)


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


def confirmed(turn: Turn, first: Reading, reply: Reading, acted: Sequence[str]) -> tuple[Reading, bool]:
    """A reaction in the light of what was said when it was asked back about, and whether it stands as it was read."""
    assert turn.question is not None
    value = turn.question.alternatives[0]
    before, after = _stance(first, value), _stance(reply, value)
    if after is None:  # no clearer than before: what was in doubt is left out
        return replace(_turned(first, None, [value]), verdict="unclear"), False
    agrees = (before == "avoids") == (after == "avoids")
    sure = both(first.sure_of(value), reply.sure_of(value), agree=agrees)
    odds = (*((name, chance) for name, chance in first.odds if name != value), (value, sure))
    if agrees:
        return replace(first, odds=odds, changed=True), True
    verdict = first.verdict
    if value in acted:
        verdict = "wrong" if after == "avoids" else "right"
    return replace(_turned(first, after, [value]), odds=odds, changed=False, verdict=verdict), False


def _stance(reading: Reading, value: str) -> Stance | None:
    stances: tuple[Stance, ...] = ("wants", "accepts", "avoids")
    said = (reading.wants, reading.accepts, reading.avoids)
    return next((stance for stance, names in zip(stances, said, strict=True) if value in names), None)


def _turned(reading: Reading, stance: Stance | None, values: Sequence[str]) -> Reading:
    """The reading with another stance on these values, or with none."""
    return replace(
        reading,
        wants=_with(reading.wants, values, stance == "wants"),
        accepts=_with(reading.accepts, values, stance == "accepts"),
        avoids=_with(reading.avoids, values, stance == "avoids"),
    )


def _with(names: Sequence[str], values: Sequence[str], added: bool) -> tuple[str, ...]:
    return (*(name for name in names if name not in values), *(values if added else ()))
