"""What of all that is believed about a person bears on something: the ranking behind a profile.

What must be kept to comes first and always, then what the person asked of the agent, then whatever fits best by meaning
and by word. What several beliefs say in other words is told once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from penchant.domain import Preference, PreferenceId
from penchant.memory.memory import Memory
from penchant.terms import terms

MOST = 64
"""So many beliefs at most bear on one part of what is asked."""

LEAST, SHARE = 0.04, 0.15
"""What fits less than this, or less than this share of what fits best, does not bear on it."""

NAMED, UNNAMED = 0.3, 0.5
"""What is about somebody who is meant, by name or as "my sister", fits so much better; about another, so much less."""

PARTS = 6
"""So many parts of what is asked are looked up by themselves."""

CHARACTERS = 4
"""About so many characters make a token, where nobody counts them better."""

_Key = tuple[object, ...]


class RankedBelief(NamedTuple):
    """A belief, how much it bears on what is asked (0 to 1), and the other beliefs that say the same."""

    score: float
    belief: Preference
    also: tuple[PreferenceId, ...] = ()


def bearing(memory: Memory, person: str, about: str = "") -> list[RankedBelief]:
    """What is believed of a person that bears on something, in the order it is to be told; without it, all there is.

    What may not be used in prompts is left out.
    """
    believed = [belief for belief in memory.list(person) if belief.use == "free"]
    first = [belief for belief in believed if belief.kind == "constraint" and not belief.whom]
    first += [belief for belief in believed if belief.kind == "instruction"]
    ahead = {belief.id for belief in first}
    scores = _by_whom(fitting(memory, person, about), believed, about) if about.strip() else _latest_first(believed)
    known = {belief.id: belief for belief in believed}
    order = sorted((id for id in scores if id in known and id not in ahead), key=lambda id: (-scores[id], id))
    rest = [known[id] for id in order]
    return told_once([*((1.0, belief) for belief in first), *((scores[belief.id], belief) for belief in rest)])


def fitting(memory: Memory, person: str, about: str) -> dict[PreferenceId, float]:
    """How well beliefs fit a text, or a part of it (0 to 1); the best of them."""
    scores: dict[PreferenceId, float] = {}
    for part in parts_of(about):
        for match in memory.search(person, part, limit=MOST):
            scores[match.preference.id] = max(match.score, scores.get(match.preference.id, 0.0))
    return scores


def _by_whom(
    scores: Mapping[PreferenceId, float], believed: Sequence[Preference], about: str
) -> dict[PreferenceId, float]:
    """The scores of what bears on it at all, once it is considered who is spoken of."""
    asked = {term.stem for term in terms(about)}
    of_others = [belief for belief in believed if belief.whom]
    named = {belief.whom.casefold() for belief in of_others if _stems(belief.whom) & asked}
    for one in believed:
        if one.kind == "relation" and (_stems(one.topic) | _stems(one.value)) & asked:
            named |= {one.topic.casefold(), one.value.casefold()}
    found = dict(scores)
    for belief in of_others:
        score = found.get(belief.id, 0.0)
        found[belief.id] = min(1.0, score + NAMED) if belief.whom.casefold() in named else UNNAMED * score
    least = max(LEAST, SHARE * max(found.values(), default=0.0))
    return {id: score for id, score in found.items() if score >= least}


def parts_of(text: str) -> list[str]:
    """The text, or where it asks for several things, each of them.

    >>> parts_of("plan dinner and a flight to Oslo")
    ['plan dinner', 'a flight to Oslo']
    """
    parts = [part.strip() for part in _between().split(text)]
    told = [part for part in parts if terms(part)]
    return told if 1 < len(told) <= PARTS else [text]


def told_once(ranked: Iterable[tuple[float, Preference]]) -> list[RankedBelief]:
    """The same in the same order, but of those that say the same only the first, with the ids of the others."""
    found: dict[_Key, RankedBelief] = {}
    for score, belief in ranked:
        key = _said_by(belief)
        same = found.get(key)
        found[key] = RankedBelief(score, belief) if same is None else same._replace(also=(*same.also, belief.id))
    return list(found.values())


def within(lines: Sequence[str], tokens: int) -> int:
    """How many of these lines, from the first on, so many tokens hold."""
    room = tokens * CHARACTERS
    for count, line in enumerate(lines):
        room -= len(line) + 1
        if room < 0:
            return count
    return len(lines)


def _said_by(belief: Preference) -> _Key:
    """What a belief says, whatever it was about when it was heard: of whom, how, when and what, in any form."""
    stance = "wants" if belief.stance == "accepts" else belief.stance
    topic = belief.topic.casefold() if belief.stance == "is" else ""  # a fact says nothing without it
    return belief.kind, belief.whom.casefold(), stance, topic, _stems(belief.situation), _stems(belief.value)


@lru_cache(maxsize=4_096)
def _stems(text: str) -> frozenset[str]:
    return frozenset(term.stem for term in terms(text)) or frozenset((text.casefold(),))


def _latest_first(beliefs: Sequence[Preference]) -> dict[PreferenceId, float]:
    """With nothing asked, what was last heard of comes first."""
    ranked = sorted(beliefs, key=lambda belief: (belief.confirmed, belief.id))
    return {belief.id: place / len(ranked) for place, belief in enumerate(ranked, 1)}


@cache
def _between() -> re.Pattern[str]:
    return re.compile(r"[.,;:!?\n]+|\b(?:and|or|then|also|but)\b", re.IGNORECASE)
