"""A belief as one sentence a person can read, whichever way it was learned."""

from __future__ import annotations

from functools import lru_cache

from penchant.domain import Draft, Preference, is_told
from penchant.mind import phrase
from penchant.mind.behaviour import is_seen


def note_of(person: str, belief: Preference | Draft) -> str:
    """One sentence on a belief: of what was done, of what was told in free talk, or of what was said on an errand."""
    if is_seen(belief):
        return phrase.note_of_behaviour(person, belief)
    if is_told(belief) or belief.stance == "is":
        return phrase.note_of_telling(person, belief)
    b = belief
    return _note(person, b.situation, b.topic, b.stance, b.value, b.rather_than, b.kind)


_note = lru_cache(maxsize=4096)(phrase.note)
