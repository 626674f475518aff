"""Turns of phrase that can mean only one thing.

"Anything but X"; "Y this once, I usually have X"; "Y rather than X", which says nothing against X; and "I wanted Z",
which is not on offer.
"""

from __future__ import annotations

import re
from dataclasses import replace

from penchant.domain import Reading, Statement, Utterance
from penchant.mind.understand.names import named_in

SURE = 0.95
"""How sure it is what "anything but X" says of a list."""

_ANY_BUT = re.compile(
    r"^\W*(?:\w+\W+){0,4}?(?:any|all|every)(?:thing|one|where|time|day)?(?: of (?:them|these|those))?\s+"
    r"(?:but|except(?: for)?|besides|bar|apart from|other than|save)\b(?P<what>[^.;!?]*)\W*$",
    re.IGNORECASE,
)
_ONCE = re.compile(
    r"\b(?:(?:just|only|just for|only for|for) (?:today|tonight|this once|this time|this one time|now|a change)"
    r"|(?:today|tonight|this time|one time) only|this once|for once|just the once|this one time"
    r"|for the time being|(?:at|for) the moment|as an? (?:special )?(?:treat|one-off|exception))\b",
    re.IGNORECASE,
)
_USUAL = re.compile(
    r"\b(?:usual|usually|normally|typically|ordinarily|generally|always|mostly)\b"
    r"|\bi(?:'m| am) (?:more of )?an? .*\b(?:person|drinker|lover|type|guy|girl)\b",
    re.IGNORECASE,
)
_FOR_GOOD = re.compile(r"\bfrom now on\b|\bthese days\b", re.IGNORECASE)
_AT_LAST = re.compile(r"\bfor once\b", re.IGNORECASE)
_LESSER = re.compile(
    r"(?:,?\s(?:and )?not|\b(?:rather than|instead of|over|(?:prefer|sooner have|rather have)\b[^.,;!?]*\bto))\s+"
    r"(?P<what>[^.,;!?]+)\W*$",
    re.IGNORECASE,
)
_ASKED_FOR = re.compile(
    r"^\W*(?:(?:no|nope|nah|not (?:this|that)|wrong|sorry)\W+)*(?:but )?"
    r"(?:i(?:'d| would)? (?:really )?(?:wanted|want|meant|asked for|like|prefer|was (?:hoping|after) for)\s+"
    r"(?:(?:an?|the|some|my)\s+)?(?P<what>[^\W\d_]+(?: [^\W\d_]+){0,3}?)(?:,? (?:please|instead|actually))?)[\s.!]*$",
    re.IGNORECASE,
)
_NO_THING = re.compile(
    r"\b(?:it|that|this|these|those|them|one|ones|thing|things|else|other|another|nothing|something|anything|to|you|not|"
    r"different|left|right|first|second|last|same|more|less)\b",
    re.IGNORECASE,
)
_LONGEST = 80
_CLAUSE = re.compile(r"[.,;:!?—\n]+|\bbut\b", re.IGNORECASE)


def anything_but(said: Utterance) -> Reading | None:
    """What "anything but X" says: the others will do; None where it is not all that is said, or names nothing.

    >>> found = anything_but(Utterance("anything but the walnuts", ("walnuts", "almonds", "raisins")))
    >>> found.accepts, found.avoids
    (('almonds', 'raisins'), ('walnuts',))
    """
    match = _ANY_BUT.match(said.words)
    left_out = named_in(match["what"], said.options) if match and not said.acted else frozenset()
    if not left_out or len(left_out) == len(said.options):
        return None
    accepts, avoids = (tuple(n for n in said.options if (n in left_out) is out) for out in (False, True))
    return Reading(accepts=accepts, avoids=avoids, sure=SURE)


def preferred(said: Utterance, reading: Reading) -> Reading:
    """The reading without a stance against what something else is only preferred to.

    >>> said = Utterance("tea rather than coffee", ("tea", "coffee"))
    >>> preferred(said, Reading(wants=("tea",), avoids=("coffee",))).avoids
    ()
    """
    lesser = _LESSER.search(said.words) if reading.wants and reading.avoids and not said.acted else None
    if lesser is None:
        return reading
    named = named_in(lesser["what"], said.options)
    return replace(reading, avoids=tuple(name for name in reading.avoids if name not in named))


def asked_for(said: Utterance, reading: Reading) -> Reading:
    """The reading with what was wanted instead, in the person's words, where that is not on offer.

    >>> said = Utterance("no, I wanted hot chocolate", ("tea", "coffee"), acted=("tea",))
    >>> asked_for(said, Reading(avoids=("tea",), verdict="wrong")).unlisted
    ('hot chocolate',)
    """
    if reading.wants or reading.accepts or reading.verdict != "wrong" or len(said.words) > _LONGEST:
        return reading
    found = _ASKED_FOR.match(said.words)
    if found is None or _NO_THING.search(found["what"]) or named_in(found["what"], said.options):
        return reading
    return replace(reading, unlisted=(found["what"],))


def for_once(said: Utterance, reading: Reading) -> Reading:
    """The reading as a wish of this one time, where that is said, with what is wanted on other days told apart.

    >>> said = Utterance("the tea, just this once; I usually drink coffee", ("tea", "coffee"))
    >>> for_once(said, Reading(wants=("tea", "coffee"))).wants
    ('tea',)
    """
    liked = (*reading.wants, *reading.accepts)
    if reading.verdict == "right" and _AT_LAST.search(said.words):
        return replace(reading, once=False)
    if not liked or _FOR_GOOD.search(said.words) or not (reading.once or _ONCE.search(said.words)):
        return reading
    clauses = _CLAUSE.split(said.words)
    usual = [bool(_USUAL.search(clause)) and not _ONCE.search(clause) for clause in clauses]
    now = named_in(". ".join(c for c, habit in zip(clauses, usual, strict=True) if not habit), said.options)
    habits = named_in(". ".join(c for c, habit in zip(clauses, usual, strict=True) if habit), said.options) - now
    if not now.intersection(liked):
        habits = frozenset()
    wants, accepts = (tuple(n for n in names if n not in habits) for names in (reading.wants, reading.accepts))
    also = tuple(Statement("wants", name) for name in said.options if name in habits)
    return replace(reading, wants=wants, accepts=accepts, changed=False, once=True, also=also)
