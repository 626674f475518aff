"""What is known that bears on something: a profile to put before a model, and a briefing where nothing is on offer."""

from __future__ import annotations

from functools import partial

from penchant.domain import Briefing, PersonId, Profile, ProfileLine, Question
from penchant.memory import Memory
from penchant.memory.relevance import bearing, within
from penchant.mind.needs import Need, needs_of
from penchant.mind.protocol import Mind


def profile_of(memory: Memory, mind: Mind, person: str, about: str, tokens: int | None) -> Profile:
    """What is believed of a person that bears on something, what must be kept to first, within so many tokens.

    What is private, or never to be used, is in no prompt.
    """
    note = partial(mind.note, person)
    ranked = bearing(memory, person, ". ".join((about, *(need.topic for need in needs_of(about)))))
    lines = [ProfileLine(note(one.belief), one.belief, one.score, one.also) for one in ranked]
    if tokens is None:
        return Profile(PersonId(person), about, tuple(lines))
    heading = str(Profile(PersonId(person), about, tuple(lines[:1]))).partition("\n")[0]
    count = within([heading, *(f"- [{line.preference.id}] {line.text}" for line in lines)], tokens)
    shown = max(count - 1, 0)
    return Profile(PersonId(person), about, tuple(lines[:shown]), len(lines) - shown)


def briefing_of(memory: Memory, mind: Mind, person: str, text: str) -> tuple[Briefing, list[Need]]:
    """What to go by for a request that offers nothing, and what would matter for it and is neither known nor said."""
    profile = profile_of(memory, mind, person, text, None)
    known = memory.list(person)
    unsaid = [need for need in needs_of(text) if not need.is_said_in(text)]
    missing = [need for need in unsaid if not any(need.is_met_by(belief) for belief in known)]
    return Briefing(profile, tuple(need.topic for need in missing)), missing


def asked_for(need: Need) -> Question:
    """A question about what is missing."""
    return Question(need.question, why=f"{need.topic} would matter for this, and is not known")
