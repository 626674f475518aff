"""Turns of phrase that can mean only one thing.

A plain yes; "anything but X"; "Y this once, I usually have X"; and "I wanted Z", which is not on offer.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial

from penchant.domain import Question, Reading, Statement, Utterance
from penchant.mind.explain import is_confirmation
from penchant.mind.told.figures import fitting_times
from penchant.mind.understand import tables
from penchant.mind.understand.names import named_in
from penchant.mind.understand.words import PAUSES, tokenise, words_in

SURE = 0.95
"""How sure it is what "anything but X" says of a list."""

_FILE = "understand/turns.txt"
_BUT_WHAT, _FEW_WORDS = r"[^.;!?]*", r"[^\W\d_]+(?: [^\W\d_]+){0,3}?"
"""How what is left out is written, and what was wanted instead."""

_MOST_LEADING = 4
"""So many words may stand before "anything but"."""

_said = partial(tables.patterns, _FILE)
_LONGEST, _MOST_TIMES = 80, 50
_CLAUSE = re.compile(r"[.,;:!?—\n]+|\bbut\b", re.IGNORECASE)


def says_nothing(words: str) -> bool:
    """Whether words are none, or only sounds.

    >>> says_nothing("hm …"), says_nothing("hm, no"), says_nothing("👍")
    (True, False, False)
    """
    return (tables.words(_FILE, "sounds") | PAUSES).issuperset(tokenise(words))


def plain_yes(said: Utterance) -> Reading | None:
    """What a plain yes says to a question about one thing; None for any other words.

    >>> from penchant.domain import Question
    >>> tea = Question("Just to be sure: tea?", ("tea",))
    >>> [plain_yes(Utterance(words, ("tea",), question=tea)) is None for words in ("yes please", "yes, but later")]
    [False, True]
    """
    asked = said.question.alternatives if said.question is not None and not said.acted else ()
    if len(asked) != 1 or asked[0] not in said.options or _said("yes").find(said.words) is None:
        return None
    return Reading(wants=tuple(asked), sure=SURE)


def as_confirmed(asked: Question, reading: Reading, words: str) -> Reading:
    """What was said to a confirmation: only a plain yes, or the thing by its name, counts; and it is for this once."""
    if not is_confirmation(asked):
        return reading
    plain = words.replace("’", "'").casefold()
    named_again = [name for name in asked.alternatives if name.casefold() in plain]
    meant: tuple[str, ...] | list[str] = ()
    if not _said("not meant").are_in(plain):
        meant = [*asked.alternatives] if _said("meant").are_in(plain) else named_again
    refused = [name for name in asked.alternatives if name not in meant]
    return replace(
        reading,
        wants=tuple(dict.fromkeys([*meant, *(name for name in reading.wants if name not in refused)])),
        accepts=tuple(name for name in reading.accepts if name not in asked.alternatives),
        avoids=tuple(dict.fromkeys([*(name for name in reading.avoids if name not in meant), *refused])),
        once=True,
    )


def about_times(said: Utterance) -> Reading | None:
    """What an answer says of times of day that are on offer; None where it names one, or says nothing of times.

    >>> about_times(Utterance("afternoons suit me, but not after 5", ("9:00", "15:00", "17:30"))).wants
    ('15:00',)
    """
    if said.acted or len(said.options) > _MOST_TIMES or named_in(said.words, said.options):
        return None
    fit = fitting_times(said.words, said.options)
    if fit is None:
        return None
    good, bad = (tuple(n for n, fits in zip(said.options, fit, strict=True) if fits is way) for way in (True, False))
    wants, accepts = (good, ()) if len(good) == 1 else ((), good)
    return Reading(wants=wants, accepts=accepts, avoids=bad, sure=SURE)


def none_of(said: Utterance) -> Reading | None:
    """What "not A, B or C" says, where nothing else is said; None for any other words.

    >>> words, options = "Not the red tea or the black coffee.", ("red tea", "black coffee", "milk")
    >>> none_of(Utterance(words, options)).avoids, none_of(Utterance("not the red tea, the milk", options))
    (('red tea', 'black coffee'), None)
    """
    text = f" {' '.join(words_in(said.words))} "
    if said.acted or not text.startswith((" not ", " neither ")):
        return None
    named = []
    for name in sorted(said.options, key=len, reverse=True):
        if (spoken := f" {' '.join(words_in(name))} ") in text:
            named.append(name)
            text = text.replace(spoken, " ")
    joined = len(named) == 1 or not _OR.isdisjoint(text.split())
    if not named or not joined or not _LISTING.issuperset(text.split()):
        return None
    return Reading(avoids=tuple(name for name in said.options if name in named), sure=SURE)


_OR = frozenset(("or", "nor"))
_LISTING = _OR | {"not", "neither", "the", "a", "an", "and", "please", "thanks"}


def anything_but(said: Utterance) -> Reading | None:
    """What "anything but X" says: the others will do; None where it is not all that is said, or names nothing.

    >>> found = anything_but(Utterance("anything but the walnuts", ("walnuts", "almonds", "raisins")))
    >>> found.accepts, found.avoids
    (('almonds', 'raisins'), ('walnuts',))
    """
    found = None if said.acted else _said("anything but", about=_BUT_WHAT).search(said.words)
    if found is None:
        return None
    lead, left_out = said.words[: found.span[0]], named_in(found.said, said.options)
    if len(lead.split()) > _MOST_LEADING or named_in(lead, said.options):
        return None  # "the sorbet, anything but cheese"
    if not left_out or len(left_out) == len(said.options):
        return None
    accepts, avoids = (tuple(n for n in said.options if (n in left_out) is out) for out in (False, True))
    return Reading(accepts=accepts, avoids=avoids, sure=SURE)


def asked_for(said: Utterance, reading: Reading) -> Reading:
    """The reading with what was wanted instead, in the person's words, where that is not on offer.

    >>> said = Utterance("no, I wanted hot chocolate", ("tea", "coffee"), acted=("tea",))
    >>> asked_for(said, Reading(avoids=("tea",), verdict="wrong")).unlisted
    ('hot chocolate',)
    """
    if reading.wants or reading.accepts or reading.verdict != "wrong" or len(said.words) > _LONGEST:
        return reading
    found = _said("asked for", about=_FEW_WORDS).find(said.words)
    if found is None or named_in(found.said, said.options):
        return reading
    plain = tables.words(_FILE, "no thing").isdisjoint(found.said.lower().split())
    return replace(reading, unlisted=(found.said,)) if plain else reading


def is_for_once(words: str) -> bool:
    """Whether words are of this one time: "water, not this time, I'm hungover"."""
    return _said("once").are_in(words) and not _said("for good").are_in(words)


def for_once(said: Utterance, reading: Reading) -> Reading:
    """The reading as a wish of this one time, where that is said, with what is wanted on other days told apart.

    >>> said = Utterance("the tea, just this once; I usually drink coffee", ("tea", "coffee"))
    >>> for_once(said, Reading(wants=("tea", "coffee"))).wants
    ('tea',)
    """
    liked = (*reading.wants, *reading.accepts)
    if reading.verdict == "right" and _said("at last").are_in(said.words):
        return replace(reading, once=False)
    if not liked and reading.avoids and _said("not now").are_in(said.words):
        return replace(reading, once=True)
    if not liked or _said("for good").are_in(said.words) or not (reading.once or _said("once").are_in(said.words)):
        return reading
    clauses = _CLAUSE.split(said.words)
    usual = [_said("usual").are_in(clause) and not _said("once").are_in(clause) for clause in clauses]
    now = named_in(". ".join(c for c, habit in zip(clauses, usual, strict=True) if not habit), said.options)
    habits = named_in(". ".join(c for c, habit in zip(clauses, usual, strict=True) if habit), said.options) - now
    if not now.intersection(liked):
        habits = frozenset()
    wants, accepts = (tuple(n for n in names if n not in habits) for names in (reading.wants, reading.accepts))
    also = tuple(Statement("wants", name) for name in said.options if name in habits)
    return replace(reading, wants=wants, accepts=accepts, changed=False, once=True, also=also)
