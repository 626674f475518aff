"""Why an action was chosen, or ruled out: the preferences behind it, and the words they came from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from functools import lru_cache
from typing import Literal

from penchant.domain import Action, Preference, Question, Reason, Saying, is_told
from penchant.domain.lines import short
from penchant.english import listed
from penchant.mind.behaviour import is_seen
from penchant.mind.phrase import TO_BE_SURE
from penchant.mind.protocol import Mind, Recalled, Scene, Weighed

_ENOUGH = 0.15
"""A belief is named when it speaks for the action at least this much."""

_SPOKE = 0.05
"""What was said is named when it lifts the action above the others at least this much."""

TOLD_JUST_NOW, ASKED_FOR = "You just told me", "You asked for it."
"""How a choice begins to explain itself by what the person said last, or by what the request names."""


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
            found.append(Reason(held.preference, min(support, 1.0), mind.note(person, held.preference)))
    if not found:
        for held, *spoke in zip(recalled.told, *(other.told for other in others if other.told), strict=False):
            against = -min(spoke, default=0.0)
            if against >= _ENOUGH and held.preference.use != "private":
                found.append(Reason(held.preference, min(against, 1.0), mind.note(person, held.preference)))
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
    said = f"you said “{short(saying.words, _QUOTED)}”{day}."
    if saying.use != "free":
        said = "what you told me in private."
    elif saying.took and not any(is_told(one) for one in saying.preferences):
        over = f" over {listed(saying.passed[:_FEW])}" if saying.passed else ""
        said = f"you chose {saying.took}{over} when asked “{short(saying.asked, _QUOTED)}”{day}."
    if way.action.declined:
        return f"None of these fits: {said}"
    if way.likelihood >= SURE:
        return said[0].upper() + said[1:]
    return f"I assume that it holds here, too: {said}"


_OUT = "Ruled out for you: "
_ALWAYS = ", from now on?"
_LEFT = "There is nothing left but what is ruled out for you: "
_WANTED = f"{TO_BE_SURE}you want what is ruled out for you, "


def said_of(what: str) -> tuple[str, ...]:
    """The sentences in which an agent speaks of constraints, whatever they are about."""
    taken = f"{_LEFT}{what}; take it all the same?"
    return f"{_OUT}{what}.", taken, f"{_WANTED}{what}?", f"{TO_BE_SURE}{what}{_ALWAYS}"


def why_not(ruled: Mapping[str, Preference]) -> str:
    """One sentence on what is ruled out, and by which words of the person's."""
    return f"{_OUT}{_rules(ruled)}." if ruled else ""


def nothing_else(ruled: Mapping[str, Preference]) -> str:
    """A question whether to take what is ruled out, where there is nothing else."""
    return f"{_LEFT}{_rules(ruled)}; take it all the same?"


def though_ruled_out(ruled: Mapping[str, Preference]) -> str:
    """A question whether somebody means it who asks for what is ruled out."""
    return f"{_WANTED}{_rules(ruled)}?"


def to_drop(belief: Preference, about: Literal["answer", "reaction"]) -> Question:
    """A question whether a constraint no longer holds, which whoever says yes to has dropped."""
    said = f"no longer {belief.value}" if belief.stance == "wants" else f"{belief.value} again"
    return Question(f"{TO_BE_SURE}{said}{_ALWAYS}", (said,), back=about)


def is_confirmation(question: Question) -> bool:
    """Whether it asks somebody if they mean to break or to drop a constraint."""
    text = question.text
    return text.startswith((_LEFT, _WANTED)) or (text.startswith(TO_BE_SURE) and text.endswith(_ALWAYS))


def _rules(ruled: Mapping[str, Preference]) -> str:
    names: dict[str, list[str]] = {}
    by_id = {str(belief.id): belief for belief in ruled.values()}
    for name, belief in ruled.items():
        names.setdefault(str(belief.id), []).append(name)
    return listed(
        [f"{listed(_fewer(of), 'and')} ({_in_words(by_id[id])})" for id, of in names.items()],
        "and",
    )


def _in_words(rule: Preference) -> str:
    """A constraint as it is told to whoever is there; of a private one only that there is one."""
    if rule.use != "free":
        return "for a reason you told me in private"
    return f"“{'only' if rule.stance == 'wants' else 'never'} {rule.value}”: {heard_on(rule)}"


def _fewer(names: Sequence[str]) -> list[str]:
    more = len(names) - _FEW
    return [*names] if more <= 0 else [*names[:_FEW], f"{more} more"]


@lru_cache(maxsize=1024)
def _day(day: date) -> str:
    return f"{day:%d %B %Y}"
