"""How what somebody says is put on paper: with an opener or a closer, roughly, and after something was done or not."""

from __future__ import annotations

import random
from collections.abc import Sequence

from moments import DONE, Moment, Stance, Verdict, roughened
from naming import CLOSERS, OPENERS


def dressed(words: str, rng: random.Random) -> str:
    """The words, with a capital, an opener, a closer and a full stop now and then."""
    if rng.random() < 0.15:
        words = f"{rng.choice(OPENERS)} {words}"
    if rng.random() < 0.1:
        words = f"{words}. {rng.choice(CLOSERS)}"
    if rng.random() < 0.7:
        words = words[:1].upper() + words[1:]
    return words + ("." if words[-1:].isalnum() and rng.random() < 0.6 else "")


def said_of_it(
    words: str,
    options: Sequence[str],
    stances: dict[str, Stance],
    rng: random.Random,
    *,
    acted: tuple[str, ...],
    verdict: Verdict,
    source: str,
    part: str,
    flags: tuple[str, ...] = (),
    unknown: frozenset[str] = frozenset(),
) -> Moment:
    """A moment with these words, dressed; what was done, if anything, was told before in every other one."""
    return Moment(
        words=roughened(dressed(words, rng), rng),
        options=tuple(options),
        stances=stances,
        acted=acted,
        before=rng.choice(DONE).format(d=acted[0]) if acted and rng.random() < 0.5 else "",
        verdict=verdict,
        flags=flags,
        unknown=unknown,
        source=source,
        part=part,
    )
