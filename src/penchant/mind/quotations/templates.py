"""The sentences that agents say in built-in words, whatever they are about, so that they are known without memory.

An agent that was started again does not know what it asked before. It asks in the same words, though, and its notes
and reasons are worded alike; they are made here by the functions that word them.
"""

from __future__ import annotations

import re
from collections.abc import Set
from functools import cache, lru_cache
from typing import get_args

from penchant.domain import Action, Saying, Stance
from penchant.mind import phrase
from penchant.mind.explain import as_said, because, said_of
from penchant.mind.protocol import Scene, Weighed
from penchant.mind.understand.words import CONTRACTED
from penchant.remembering import remembered

_WHAT = "Xyzzy"  # what a sentence is about; no word that any of them uses
_THINGS = Scene((_WHAT,), (_WHAT,), False, "", "")
_PLACING = Scene((_WHAT,), (_WHAT,), True, "", "")
_SEVERAL = Scene((_WHAT, _WHAT), (_WHAT, _WHAT), True, "", "")
_SAID = (
    phrase.ask(_THINGS, "thing").text,
    phrase.ask(_PLACING, "thing").text,
    phrase.ask(_PLACING, "place").text,
    phrase.ask(_SEVERAL, "place").text,
    phrase.ask_likely([_WHAT], [_WHAT]).text,
    phrase.ask_about(_WHAT, [_WHAT]).text,
    phrase.ask_about(_WHAT, [_WHAT, _WHAT]).text,
    because(Action(_WHAT), (), None, _THINGS),
    because(Action(_WHAT), (), None, _SEVERAL),
    because(Action(), (), None, _THINGS),
    as_said(Weighed(Action(_WHAT), 0.0), Saying(_WHAT)),
    as_said(Weighed(Action(), 0.0), Saying(_WHAT)),
    as_said(Weighed(Action(_WHAT), 0.0), Saying(_WHAT, asked=_WHAT, took=_WHAT, passed=(_WHAT,))),
    *said_of(_WHAT),
)
_TOLD, *_ = because(Action(), (), _WHAT, _THINGS).split(_WHAT)
"""How a choice begins to explain itself by what the person said last: the rest is theirs."""

_REST = r"(?>“[^”]{0,300}”|[^.?!\n]|\.(?=\S)|\n(?=[ \t]*>))"
"""What a sentence may go on with: all but its end, also where its lines are quoted as in a letter."""

RUN = 4
"""So many words in a row are the least that can be a quotation."""


def _pattern(said: str) -> str:
    """All sentences that are worded as this one, whatever they are about."""
    parts = [r"[\W_]+".join(map(re.escape, CONTRACTED.findall(part))) for part in said.split(_WHAT)]
    worded = rf"\b{_REST}{{0,600}}?\b".join(part for part in parts if part not in ("", "or"))
    return rf"\b{worded}\b" if parts[-1] else rf"\b{worded}\b{_REST}*"


_OPENINGS = frozenset(" ".join(CONTRACTED.findall(said.casefold())[:RUN]) for said in _SAID)


def framed(words: str, runs: Set[str], person: str) -> list[tuple[int, int]]:
    """Where in the words such a sentence stands; ``runs`` are the words in fours, which tell quickly that none does.

    >>> words = "You asked: Which would you like: milk or tea? Tea."
    >>> [words[start:end] for start, end in framed(words, {"which would you like"}, "ana")]
    ['Which would you like: milk or tea']
    """
    found = [] if runs.isdisjoint(_OPENINGS) else [match.span() for match in _sentences().finditer(words)]
    folded = words.casefold()
    if "you said" in folded:
        found += [match.span() for match in _heard().finditer(words)]
    if person.casefold() in folded:
        found += [match.span() for match in _notes(person).finditer(words)]
    return found


@remembered(1024)
def is_framed(text: str, person: str) -> bool:
    """Whether a text says nothing in other words than these, so that it is known without a transcript.

    >>> is_framed("Which would you like: milk or tea?", "ana"), is_framed("Milk or tea, my dear?", "ana")
    (True, False)
    """
    if text.startswith(_TOLD) or _sentences().fullmatch(text.rstrip(".?!")):
        return True
    rest = _heard().sub("", _notes(person).sub("", _sentences().sub("", text)))
    return CONTRACTED.search(rest) is None


@cache
def _sentences() -> re.Pattern[str]:
    return re.compile("|".join(map(_pattern, _SAID)), re.IGNORECASE)


@cache
def _heard() -> re.Pattern[str]:
    """How a reason ends that rests on a note: what was heard, and on which day."""
    day = r"on[\W_]+\d\d[\W_]+[^\W\d_]+[\W_]+\d{4}\b(?:[\W_]+and[\W_]+\d+[\W_]+more[\W_]+like[\W_]+it\b)?"
    return re.compile(rf"\byou said\b{_REST}{{0,600}}?\b{day}", re.IGNORECASE)


@lru_cache(maxsize=256)
def _notes(person: str) -> re.Pattern[str]:
    """All notes about a person that tell when they hold; who says "ana wants tea" may be Ana."""
    always = [phrase.note(person, "", _WHAT, stance, _WHAT, ()) for stance in get_args(Stance)]
    on_occasion, *_ = phrase.note(person, _WHAT, "", "wants", "", ()).split(_WHAT)
    return re.compile("|".join(map(_pattern, (f"{on_occasion}{_WHAT}", *always))), re.IGNORECASE)
