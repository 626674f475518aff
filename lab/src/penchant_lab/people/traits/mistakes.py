"""What somebody has in mind who is mistaken about one request: another option, and tastes that go with it.

Decided by the request and the truth alone, never by what an agent believes or does; only what is false about an answer
depends on what was asked, because a mistake about something else would be no mistake.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Literal

from penchant.domain import Request
from penchant_lab.people.intent import Intent
from penchant_lab.people.tastes import Tastes

How = Literal["random", "neighbour", "old"]
HOWS: tuple[How, ...] = ("random", "neighbour", "old")
"""Any other option; the other option that is most like the right one; what was right before the taste changed."""

_WORD = re.compile(r"\w+")
_Stance = Literal["wants", "accepts", "avoids"]
_STANCES: tuple[_Stance, ...] = ("wants", "accepts", "avoids")


def mistaken(intent: Intent, request: Request, how: How, rng: random.Random) -> Intent | None:
    """What they take to be right instead; None where there is nothing else: no other option, or no former taste."""
    if how == "old":
        return None if intent.formerly is None else _as_said(intent.formerly, intent)
    others = _other_options(intent, request)
    if not others:
        return None
    other = rng.choice(others if how == "random" else _most_alike(intent, request, others))
    if intent.tastes is not None:
        tastes = _tastes_for(other, intent.thing, intent.tastes, request, rng)
        return replace(intent, thing=other, tastes=tastes)
    false = replace(intent, thing=other) if intent.place is None else replace(intent, place=other)
    former = intent.formerly
    if former is not None and (former.thing, former.place) == (false.thing, false.place):
        return replace(false, formerly=None)  # "I used to want tea, now it's tea"
    return false


def _as_said(former: Intent, intent: Intent) -> Intent:
    return replace(former, detailed=intent.detailed, manner=intent.manner)


def mistaken_of(asked: Sequence[str], false: Intent, true: Intent, rng: random.Random) -> Intent:
    """The same mistake, seen to be one about the features that were asked about: two of them change places, else."""
    if false.tastes is None or true.tastes is None:
        return false
    before, after = _stances(true.tastes), _stances(false.tastes)
    known = [value for value in dict.fromkeys(asked) if value in before]
    if not known or any(before[value] != after.get(value) for value in known):
        return false
    one = rng.choice(known)
    unlike = [value for value in known if before[value] != before[one]]
    if unlike:
        other = rng.choice(unlike)
        changed = {one: before[other], other: before[one]}
    else:
        changed = {one: rng.choice([stance for stance in _STANCES if stance != before[one]])}
    return replace(false, tastes=_tastes({**after, **changed}))


def mistaken_about(false: Intent, true: Intent) -> Intent:
    """The same mistake for a reaction, which finds fault with nothing but what there is no fault in."""
    if false.tastes is None or true.tastes is None:
        return false
    rightly = false.tastes.avoids & true.tastes.avoids
    return replace(false, tastes=_tastes({**_stances(false.tastes), **dict.fromkeys(rightly, "accepts")}))


def _other_options(intent: Intent, request: Request) -> list[str]:
    """What could be named instead: of a thing to put somewhere another place, "" for none of what is described."""
    if intent.tastes is not None:
        return [name for name in (*request.options, *[""] * request.may_decline) if name != intent.thing]
    if intent.place is None:
        return [name for name in request.options if name != intent.thing]
    places = request.places or request.options
    return [name for name in places if name not in (intent.thing, intent.place)]


def _most_alike(intent: Intent, request: Request, others: Sequence[str]) -> list[str]:
    """Those that share most with the right one: features where options are described, else words of their names."""
    traits: Callable[[str], set[str]]
    if request.features:
        features = dict(zip(request.options, map(set, request.features), strict=True))
        traits, right = lambda name: features.get(name, set()), intent.thing
    else:
        traits, right = lambda name: {*_WORD.findall(name.casefold())}, intent.place or intent.thing
    shared = [len(traits(right) & traits(name)) / (len(traits(right) | traits(name)) or 1) for name in others]
    return [name for name, share in zip(others, shared, strict=True) if share == max(shared)]


def _tastes_for(other: str, right: str, tastes: Tastes, request: Request, rng: random.Random) -> Tastes:
    """Tastes by which the other option would be right: it is thought of as the right one is, and the other way round.

    To have none of them right, each option gets a feature that is not wanted; where none was, the other has none.
    """
    stances = _stances(tastes)
    features = dict(zip(request.options, request.features, strict=False))
    if not other:
        for values in features.values():
            if fine := [value for value in values if stances.get(value, "avoids") != "avoids"]:
                stances[rng.choice(fine)] = "avoids"
        return _tastes(stances)
    wanted, unwanted = features.get(other, ()), features.get(right, ())
    mine, theirs = _only_in(wanted, unwanted), _only_in(unwanted, wanted)
    swapped = {
        **{new: stances[old] for new, old in zip(mine, theirs, strict=False) if old in stances},
        **{old: stances[new] for new, old in zip(mine, theirs, strict=False) if new in stances},
    }
    stances.update(swapped)
    stances.update({value: "accepts" for value in wanted if stances.get(value) == "avoids"})
    return _tastes(stances)


def _only_in(values: Iterable[str], others: Iterable[str]) -> list[str]:
    known = {*others}
    return [value for value in values if value not in known]


def _stances(tastes: Tastes) -> dict[str, _Stance]:
    return {value: stance for stance in _STANCES for value in sorted(getattr(tastes, stance))}


def _tastes(stances: Mapping[str, _Stance]) -> Tastes:
    return Tastes(*(frozenset(value for value, each in stances.items() if each == stance) for stance in _STANCES))
