"""Why an action was chosen: the preferences behind it, and the words they came from."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from functools import lru_cache

from penchant.domain import Action, Preference, Reason, Saying, is_told
from penchant.english import listed
from penchant.mind.behaviour import is_seen
from penchant.mind.protocol import Held, Mind, Recalled, Scene, Weighed

_ENOUGH = 0.15
"""A belief is named when it speaks for the action at least this much."""


_SPOKE = 0.05
"""What was said is named when it lifts the action above the others at least this much."""

TOLD_JUST_NOW = "You just told me"
"""How a choice begins to explain itself by what the person said last."""


def note(person: str, mind: Mind, held: Held) -> str:
    """A belief in a sentence."""
    return mind.note(person, held.preference)


def reasons(
    person: str, mind: Mind, way: Weighed, recalled: Recalled, others: Sequence[Weighed] = ()
) -> tuple[Reason, ...]:
    """The beliefs that spoke most for an action, strongest first; of what is private nothing is told.

    Where none did, those of what was told that spoke most against the ``others``.
    """
    found = []
    for held, support in (
        *zip(recalled.beliefs, way.support, strict=True),
        *zip(recalled.told, way.told, strict=False),
    ):
        if support >= _ENOUGH and held.preference.use != "private":
            found.append(Reason(held.preference, min(support, 1.0), note(person, mind, held)))
    if not found:
        for held, *spoke in zip(recalled.told, *(other.told for other in others if other.told), strict=False):
            against = -min(spoke, default=0.0)
            if against >= _ENOUGH and held.preference.use != "private":
                found.append(Reason(held.preference, min(against, 1.0), note(person, mind, held)))
    return tuple(sorted(found, key=lambda reason: -reason.weight)[:3])


def because(action: Action, found: Sequence[Reason], told: str | None, scene: Scene) -> str:
    """One sentence that names the preferences and the words behind an action."""
    if told is not None:
        return f"{TOLD_JUST_NOW}: “{told}”."
    if action.declined:
        if not (scene.places if scene.placing else scene.things):
            return "There is nothing here to choose from."
        return "Nothing on offer fits what I know about you."
    if not found and len(scene.places if scene.placing else scene.things) == 1:
        return f"There is nothing else to choose from than {action}."
    if not found:
        return f"I know nothing yet that bears on this; {action} is a guess."
    first = found[0]
    more = f" (and {len(found) - 1} more like it)" if len(found) > 1 else ""
    if is_seen(first.preference):
        return f"{first.note[:-1]}, last on {_day(first.preference.confirmed.date())}{more}."
    return f"{first.note[:-1]}: {heard_on(first.preference)}{more}."


def heard_on(belief: Preference) -> str:
    """Which words a belief came from, and on which day."""
    heard = f"you said “{belief.words}”" if belief.words else "you told me so"
    return f"{heard} on {_day(belief.since.date())}"


SURE = 0.8
"""From so likely on, what was said is given as the reason; below, as what was assumed."""

_QUOTED, _FEW = 160, 3


def said_for(way: Weighed, recalled: Recalled) -> Saying | None:
    """The saying that speaks most for a way to act; where nothing is taken, that which speaks most against the rest."""
    if not way.said:
        return None
    sign = -1.0 if way.action.declined else 1.0
    spoke, at = max((sign * each, at) for at, each in enumerate(way.said))
    return recalled.sayings[at] if spoke >= _SPOKE else None


def as_said(way: Weighed, saying: Saying) -> str:
    """One sentence that gives the person's own words, and their day, as the reason; or what they chose without one."""
    day = f" on {_day(saying.at.date())}" if saying.at is not None else ""
    said = f"you said “{_short(saying.words)}”{day}."
    if saying.use != "free":
        said = "what you told me in private."
    elif saying.took and not any(is_told(one) for one in saying.preferences):
        over = f" over {listed(saying.passed[:_FEW])}" if saying.passed else ""
        said = f"you chose {saying.took}{over} when asked “{_short(saying.asked)}”{day}."
    if way.action.declined:
        return f"None of these fits: {said}"
    if way.likelihood >= SURE:
        return said[0].upper() + said[1:]
    return f"I assume that it holds here, too: {said}"


def _short(words: str) -> str:
    line = " ".join(words.split())
    return line if len(line) <= _QUOTED else f"{line[: _QUOTED - 1]}…"


@lru_cache(maxsize=1024)
def _day(day: date) -> str:
    return f"{day:%d %B %Y}"
