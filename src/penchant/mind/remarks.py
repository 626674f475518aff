"""What people say of one thing out of a catalogue: whether it pleases, which values they name or turn down, its price.

The reader of :mod:`penchant.mind.understand` goes by the names of options. Of hundreds of options people name none, but
brands, colors and sizes, of what was brought or of what they would rather have.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from penchant.domain import Reading, Request, Utterance
from penchant.mind.catalogue import BANDS, PRICE_BAND, table_of, terms
from penchant.mind.understand.words import WORD, one_of

_PLEASED = re.compile(
    r"that(’|')?s (the one|it|exactly)|\bthe one\b.*\bthank|just what i|perfect|exactly what i|suits me|that will do",
    re.I,
)
_REFUSED = re.compile(
    r"\b(?:not|no|never|rather not|don(?:'|’)t (?:want|like)|too|isn(?:'|’)t|nothing (?:by|from)) (?P<what>[^,.;!?]+)",
    re.I,
)
_DEAR = re.compile(r"\b(too (dear|expensive|pricey|much)|cheaper|over my budget|costs? (less|too much))\b", re.I)
_CHEAP = re.compile(r"\b(too cheap|pay (a bit )?more|better quality|pricier|more upmarket)\b", re.I)
_HABIT = re.compile(r"\b(usually|always|normally|as ever|every time|come to trust)\b", re.I)
_ONCE = re.compile(r"\bthis (time|once)\b", re.I)
_BROUGHT = re.compile(r"(?:that|this|these|those|quite)\b")  # what a refusal begins with that means what is there
EMPTY = one_of(
    """
    quite mind brand suit right close yes hello well none sure usually mostly buy wear take prefer rather kind sort
    shown first wanted have list else idea matter dear expensive cheap cheaper tend choose choice trust years way give
    little bit better upmarket happily pay nearly truth view particular preference time always normally ever wanted
    afraid nothing thinking come good own if since ask comes though tell
    """
)
"""Words of a reply that name nothing somebody could have."""

_CALLED = {"brand": ("brand", "make", "maker", "label"), "color": ("color", "colour", "shade")}
"""What else people call a respect."""


def pleases(words: str) -> bool:
    """Whether somebody has what they wanted.

    >>> pleases("That's the one, thanks."), pleases("Perfect, but not that brand.")
    (True, False)
    """
    return bool(_PLEASED.search(without_refusals(words))) and not _REFUSED.search(words)


def refusals(words: str) -> tuple[str, ...]:
    """What somebody turns down, in their words and small letters.

    >>> refusals("Not that brand, I usually buy Acme.")
    ('that brand',)
    """
    return tuple(match["what"].strip().lower() for match in _REFUSED.finditer(words))


def turns_down(words: str) -> bool:
    """Whether somebody says what is wrong with what was brought: its price, or something else about it.

    >>> turns_down("Not that brand, I buy Acme."), turns_down("Too dear."), turns_down("No preference.")
    (True, True, False)
    """
    if pleases(words):
        return False
    return bool(_DEAR.search(words) or _CHEAP.search(words)) or any(map(_BROUGHT.match, refusals(words)))


def without_refusals(words: str) -> str:
    """What is said beside that."""
    return _REFUSED.sub(" ", words)


def is_habit(words: str) -> bool:
    """Whether somebody speaks of what they always have, and not of this once."""
    return bool(_HABIT.search(words)) and not _ONCE.search(words)


def read(utterance: Utterance, request: Request) -> Reading:
    """What was said about the options of a catalogue, in values as :func:`label` names them."""
    words = utterance.words
    first = _described(request, utterance.acted)
    if pleases(words):
        return Reading(accepts=tuple(label(*pair) for pair in first.items()), verdict="right")
    asked = utterance.question.alternatives if utterance.question else ()
    heard = terms(" ".join(word for word in WORD.findall(without_refusals(words)) if word.lower() not in EMPTY))
    wants = dict(_named(heard, request, asked))
    if band := _band(words, first.get(PRICE_BAND)):
        wants[PRICE_BAND] = band
    avoids = {pair for what in refusals(words) for pair in _turned_down(what, first, request)}
    avoids -= set(wants.items())
    return Reading(
        wants=tuple(label(*pair) for pair in wants.items()),
        avoids=tuple(label(*pair) for pair in sorted(avoids)),
        verdict="wrong" if utterance.acted and (wants or avoids) else "unclear",
    )


def label(respect: str, value: str) -> str:
    """A value and what it is of, as readings name it."""
    return f"{respect}: {value}"


def labelled(labels: Sequence[str], request: Request) -> list[tuple[str, str]]:
    """The respects and values that these labels stand for."""
    known = {label(*pair): pair for pair in table_of(request).values()}
    known |= {label(PRICE_BAND, band): (PRICE_BAND, band) for band in BANDS}
    return [known[one] for one in labels if one in known]


def _described(request: Request, acted: Sequence[str]) -> dict[str, str]:
    at = next((place for place, name in enumerate(request.options) if name in acted), None)
    return {} if at is None else dict(request.described[at])


def _named(heard: frozenset[str], request: Request, asked: Sequence[str] = ()) -> Iterable[tuple[str, str]]:
    """In each respect the value that the words name, the longest of several; what was asked about comes first."""
    found: dict[str, str] = {}
    for respect, value in table_of(request).values():
        own = terms(value)
        if own and own <= heard and len(own) > len(terms(found.get(respect, ""))):
            found[respect] = value
    inquired = [(respect, value) for respect, value in found.items() if value in asked]
    return found.items() if len(inquired) != 1 else [*inquired, *_others(found, inquired[0])]


def _others(found: Mapping[str, str], answer: tuple[str, str]) -> Iterable[tuple[str, str]]:
    """What is named beside the answer to a question: a word that is part of it is no value of another respect."""
    return (pair for pair in found.items() if pair != answer and not terms(pair[1]) <= terms(answer[1]))


def _turned_down(what: str, first: Mapping[str, str], request: Request) -> Iterable[tuple[str, str]]:
    """The values that a refusal means: by name, or as "that brand" of what was brought."""
    yield from _named(terms(what), request)
    for respect, value in first.items():
        names = _CALLED.get(respect.lower(), (respect.lower(),))
        if any(re.search(rf"\b{re.escape(name)}\b", what) for name in names):
            yield respect, value


def _band(words: str, band: str | None) -> str | None:
    """The price band that words ask for, where they say that it should cost less or may cost more."""
    step = -1 if _DEAR.search(words) else 1 if _CHEAP.search(words) else 0
    if band not in BANDS or not step:
        return None
    return BANDS[min(len(BANDS) - 1, max(0, BANDS.index(band) + step))]
