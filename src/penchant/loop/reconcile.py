"""What a statement does to what is believed: confirm it, close it, stand beside it.

Two sayings are of one matter when they are about the same person and the same thing, however it is worded. The same
said again confirms; the opposite of the same thing, on the same occasion, closes what was believed; a change that is
plainly said ("from now on …") reaches every belief of the matter, also those heard on errands. What is said of one
occasion is an exception to what holds always, and closes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache

from penchant.domain import Preference, PreferenceId, Relation, Stance, Statement, is_told
from penchant.memory.terms import stems, terms
from penchant.mind.constraints import covers, named

_ONE_AT_A_TIME = frozenset(
    ("home", "name", "age", "birthday", "job", "employer", "marital status", "height", "hometown", "commute", "phone")
)
"""Facts of which a person has one: another value is a new one."""


@dataclass(frozen=True, slots=True)
class Effect:
    """What follows from a statement for the beliefs there are."""

    confirmed: tuple[Preference, ...] = ()
    closed: tuple[Preference, ...] = ()
    opens: bool = True
    newer: bool = False  # something that was said later says otherwise


def effect_of(
    statement: Statement,
    known: Sequence[Preference],
    at: datetime,
    does: Mapping[PreferenceId, Relation] | None = None,
) -> Effect:
    """What a statement of that time does to the open beliefs about a person; ``does``: what its reader says it does."""
    about = [belief for belief in known if _same(belief.whom, statement.whom)]
    if does is not None:
        same = [belief for belief in known if does.get(belief.id) == "same"]
        against = [belief for belief in known if does.get(belief.id) == "replaces"]
    elif statement.stance == "is":
        same, against = _of_facts(statement, about)
    elif statement.kind == "constraint":
        same, against = _of_rules(statement, about)
    else:
        same, against = _of_tastes(statement, about)
    if any(belief.confirmed > at for belief in against):
        return Effect(opens=False, newer=True)
    lifted = statement.kind == "constraint" and statement.stance == "accepts"
    return Effect(tuple(same), tuple(against), opens=not same and not lifted)


def contradictory(statements: Sequence[Statement]) -> list[Statement]:
    """The statements of one message that say both one thing and its opposite of the same occasion.

    What is told as a change is meant, and what it is a change from is not.
    """
    return [
        one
        for one in statements
        if any(
            _opposed(one.stance, other.stance)
            and one.changed <= other.changed
            and _same(one.whom, other.whom)
            and _same(one.situation, other.situation)
            and stems(one.value) == stems(other.value)
            for other in statements
        )
    ]


def _of_facts(statement: Statement, known: Sequence[Preference]) -> tuple[list[Preference], list[Preference]]:
    facts = [b for b in known if b.stance == "is" and b.kind == statement.kind and _same(b.topic, statement.topic)]
    same = [belief for belief in facts if stems(belief.value) == stems(statement.value)]
    topic = statement.topic.casefold()
    single = topic in _ONE_AT_A_TIME or topic.startswith(("favourite", "favorite")) or statement.changed
    return same, [belief for belief in facts if belief not in same] if single and topic else []


def _of_rules(statement: Statement, known: Sequence[Preference]) -> tuple[list[Preference], list[Preference]]:
    rules = [belief for belief in known if belief.kind == "constraint"]
    if statement.stance == "accepts" or (statement.changed and statement.stance == "avoids"):
        lifted = [
            belief
            for belief in rules
            if _opposed_or_lifted(statement, belief)
            and (named(belief.value) == named(statement.value) or covers(belief.stance, belief.value, statement.value))
        ]
        if lifted or statement.stance == "accepts":
            return [], lifted
    same = [
        belief
        for belief in rules
        if belief.stance == statement.stance
        and (named(belief.value) == named(statement.value) or stems(belief.value) == stems(statement.value))
        and _same(belief.situation, statement.situation)
    ]
    tastes = [
        belief
        for belief in known
        if belief.kind == "taste"
        and _opposed(belief.stance, statement.stance)
        and _is_part(belief.value, statement.value)
    ]
    limits = [
        belief
        for belief in rules
        if belief not in same and belief.stance == statement.stance == "wants"
        if _numbers(belief.value) and _numbers(statement.value)
        if _kept(belief.topic) == _kept(statement.topic) and _same(belief.situation, statement.situation)
        if _measure(belief.value) == _measure(statement.value) or belief.topic
    ]
    return same, [*tastes, *limits]


def _of_tastes(statement: Statement, known: Sequence[Preference]) -> tuple[list[Preference], list[Preference]]:
    same, against = list[Preference](), list[Preference]()
    told_apart = statement.changed or bool(_choosing().search(statement.quote))
    for belief in known:
        is_part = _is_part(belief.value, statement.value)
        if belief.stance == "is" or belief.kind == "constraint" or not (is_part or told_apart):
            continue
        here = _same(belief.situation, statement.situation)
        reached = here or (statement.changed and not statement.situation)
        if is_part and (stems(belief.value) == stems(statement.value) or _one_topic(belief, statement)):
            if _opposed(belief.stance, statement.stance):
                if reached and not _is_exception(belief, statement):
                    against.append(belief)
            elif here and _says_all(belief, statement):
                same.append(belief)
        elif (
            told_apart
            and reached
            and belief.kind == statement.kind
            and (belief.stance, statement.stance) == ("wants", "wants")
            and _are_alternatives(belief, statement)
        ):
            against.append(belief)
    return same, against


def _says_all(belief: Preference, statement: Statement) -> bool:
    """Whether a belief says what the statement does; one from an errand is about that errand only."""
    return belief.kind == statement.kind and is_told(belief) and stems(belief.value) == stems(statement.value)


def _is_exception(belief: Preference, statement: Statement) -> bool:
    """Whether a statement is about some of what a belief is about only: no free jazz, of all jazz."""
    ours, theirs = [term.stem for term in terms(belief.value)], [term.stem for term in terms(statement.value)]
    return len(theirs) > len(ours) and theirs[-len(ours) :] == ours


def _are_alternatives(belief: Preference, statement: Statement) -> bool:
    """Whether one is taken in place of the other: two kinds of one thing, or one that was passed over for the other."""
    if any(_is_part(passed, statement.value) for passed in belief.rather_than):
        return True
    ours, theirs = [term.stem for term in terms(belief.value)], [term.stem for term in terms(statement.value)]
    if ours and theirs and ours[-1] == theirs[-1] and ours != theirs:
        return True
    return statement.changed and bool(statement.topic) and _one_topic(belief, statement)


def _one_topic(belief: Preference, statement: Statement) -> bool:
    """Whether both are about one thing; what names no topic is about that of nothing else."""
    return bool(stems(belief.topic) & stems(statement.topic))


def _opposed_or_lifted(statement: Statement, belief: Preference) -> bool:
    return statement.stance == "accepts" or _opposed(belief.stance, statement.stance)


def _opposed(one: Stance, other: Stance) -> bool:
    return (one == "avoids") != (other == "avoids")


def _same(one: str, other: str) -> bool:
    if one == other or one.strip().casefold() == other.strip().casefold():
        return True
    return bool(one and other) and stems(one) == stems(other)


def _is_part(one: str, other: str) -> bool:
    """Whether one of two names says all that the other does: "window" and "window seats"."""
    ours, theirs = stems(one), stems(other)
    return bool(ours) and bool(theirs) and (ours <= theirs or theirs <= ours)


def _kept(text: str) -> str:
    return text.strip().casefold()


def _numbers(text: str) -> list[str]:
    return _number().findall(text)


def _measure(text: str) -> frozenset[str]:
    """What an amount is counted in, whatever it is, and whether it is the most or the least: "a night"."""
    return stems(_number().sub(" ", text)) - _comparing()


@cache
def _comparing() -> frozenset[str]:
    return stems(
        "under below less most maximum max up over above more least minimum min around about roughly between within "
        "than exactly only beyond no to"
    )


@cache
def _number() -> re.Pattern[str]:
    return re.compile(r"\d+(?:[.,]\d+)*")


@cache
def _choosing() -> re.Pattern[str]:
    """Words by which one thing is taken in place of others."""
    return re.compile(r"(?i)\b(?:prefer\w*|rather|favou?rite|always|instead|only|best|over)\b")
