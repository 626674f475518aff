"""The last look at a reading, whoever made it: what the plain syntax of the words contradicts is taken back.

An option that is named only after "gone off" or "worse than" is not wanted; one that is named only in what somebody
else likes, in a question, a lost chance or a line of notes is neither wanted nor refused. The turns of phrase are in
``guard.txt``. Nothing is read here: where a reading is contradicted, that part of it goes, and the rest is so unsure
that the loop asks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from penchant.domain import Reading, Utterance, Verdict
from penchant.mind.understand import tables
from penchant.mind.understand.names import Mention, OptionIndex, find_names, option_index
from penchant.mind.understand.words import ARTICLES, PAUSES, one_of, tokenise

CONTRADICTED = 0.5
"""How sure is what remains of a reading that syntax contradicts."""

_EMPTY: frozenset[str] = frozenset()
_NOT = one_of("not no never nobody none nothing without hardly")
_WANTED, _AVOIDED = "wanted", "avoided"
_BOTH = frozenset({_WANTED, _AVOIDED})
_LEADING = (
    r"(?:[a-z]+ly )?(?:(?:the|a|an|any|my|your|our|some|more|that|this|those|these|all|of|such|another|its) ){0,3}"
)
_NAMED = rf"{_LEADING}#\d+(?:(?: , {_LEADING}#\d+)*(?: ,)? (?:and|or|nor) {_LEADING}#\d+)?"
"""How options that are named are written in a wording: one or several, with what leads to them."""

_cues = partial(tables.patterns, "understand/guard.txt", about=_NAMED)


def guarded(said: Utterance, reading: Reading) -> Reading:
    """The reading without what the words cannot mean.

    >>> said = Utterance("I've gone off coffee", ("coffee", "tea"))
    >>> guarded(said, Reading(wants=("coffee",), sure=0.9)).wants
    ()
    >>> guarded(said, Reading(avoids=("coffee",), sure=0.9)).avoids
    ('coffee',)
    """
    stances = reading.wants or reading.accepts or reading.avoids
    if not (stances or reading.verdict != "unclear"):
        return reading
    tokens = tokenise(said.words)
    shelf = option_index(tuple(dict.fromkeys(said.options)))
    mentions = find_names(tokens, shelf)
    ruled_out, verdicts = _ruled_out(tokens, shelf, mentions, said)

    def kept(names: Iterable[str], side: str) -> tuple[str, ...]:
        return tuple(name for name in names if side not in ruled_out.get(name, _EMPTY))

    wants, accepts = kept(reading.wants, _WANTED), kept(reading.accepts, _WANTED)
    avoids = kept(reading.avoids, _AVOIDED)
    verdict: Verdict = "unclear" if reading.verdict in verdicts else reading.verdict
    if (wants, accepts, avoids, verdict) == (reading.wants, reading.accepts, reading.avoids, reading.verdict):
        return reading
    changed = reading.changed and bool(wants or accepts or avoids)
    return replace(
        reading,
        wants=wants,
        accepts=accepts,
        avoids=avoids,
        verdict=verdict,
        changed=changed,
        sure=min(reading.sure, CONTRADICTED),
        odds=tuple((name, min(likely, CONTRADICTED)) for name, likely in reading.odds),
    )


def _ruled_out(
    tokens: Sequence[str], shelf: OptionIndex, mentions: Sequence[Mention], said: Utterance
) -> tuple[dict[str, frozenset[str]], frozenset[str]]:
    """For each option what it cannot be, and what the verdict cannot be."""
    wording = _wording(tokens, mentions)
    sides: list[set[str]] = [set() for _ in mentions]
    hearsay = {_WANTED} if _cues("own no").are_in(wording) else _BOTH  # "my husband wants the sofa, not me"
    for shapes, ruled, firm in (
        ("not avoided", {_AVOIDED}, True),
        ("neither", hearsay, True),
        ("not wanted", {_WANTED}, False),
        ("not wanted, undone", set() if said.acted else {_WANTED}, True),
    ):
        for found in _named_in(shapes, wording, unless_negated=not firm):
            sides[found] |= ruled
    verdicts: set[str] = set()
    acted = {shelf.number[name] for name in said.acted if name in shelf.number}
    if acted:
        for shapes, side, verdict in (("wished for", _AVOIDED, "right"), ("warded off", _WANTED, "wrong")):
            for found in _named_in(shapes, wording):
                if acted.isdisjoint(mentions[found].options):
                    sides[found].add(side)
                    verdicts.add(verdict)
        if _cues("not praise").are_in(wording):
            verdicts.add("right")
        if "but" not in tokens and _cues("not blame").are_in(wording):
            verdicts.add("wrong")
    asked = said.said_before or (said.question.text if said.question is not None else "")
    if asked and not acted and _asks_what_to_leave(asked) and _only_names(tokens, mentions):
        for ruled in sides:
            ruled.add(_WANTED)
    by_option: dict[str, frozenset[str]] = {}
    for mention, ruled in zip(mentions, sides, strict=True):
        for option in mention.options:
            name = shelf.names[option]
            by_option[name] = by_option.get(name, _BOTH) & ruled
    if sides and all(ruled >= _BOTH for ruled in sides):  # of the rest nothing is said either
        by_option = {name: by_option.get(name, _BOTH) for name in shelf.names if name not in said.acted} | by_option
    for verdict, side in (("right", _WANTED), ("wrong", _AVOIDED)):
        if verdict in verdicts:
            for name in said.acted:
                by_option[name] = by_option.get(name, _EMPTY) | {side}
    return by_option, frozenset(verdicts)


def _wording(tokens: Sequence[str], mentions: Sequence[Mention]) -> str:
    """The text with #0, #1 ... for what is named."""
    starts = {mention.start: (number, mention.end) for number, mention in enumerate(mentions)}
    words: list[str] = []
    at = 0
    while at < len(tokens):
        number, end = starts.get(at, (-1, at + 1))
        words.append(tokens[at] if number < 0 else f"#{number}")
        at = max(end, at + 1)
    return " ".join(words)


def _named_in(shapes: str, wording: str, *, unless_negated: bool = False) -> Iterator[int]:
    """The numbers of the mentions that stand in one of these shapes."""
    for found in _cues(shapes).find_all(wording) if "#" in wording else ():
        before = wording[: found.span[0]].split()[-5:]
        if not (unless_negated and any(word in _NOT for word in before if word not in PAUSES)):
            yield from map(int, re.findall(r"#(\d+)", found.said))


def _asks_what_to_leave(question: str) -> bool:
    """Whether the question before asks for what is not wanted, so that the bare name of a thing refuses it."""
    tokens = tokenise(question)
    ends = [at for at, token in enumerate(tokens[:-1]) if token in ".!?"]
    asked = tokens[ends[-1] + 1 :] if ends else tokens
    return "?" in asked and "or" not in asked and _cues("leaving").are_in(" ".join(asked))


def _only_names(tokens: Sequence[str], mentions: Sequence[Mention]) -> bool:
    """Whether things are named and nothing is said of them."""
    named = {at for mention in mentions for at in range(mention.start, mention.end)}
    small = PAUSES | ARTICLES | tables.words("understand/guard.txt", "answering")
    return bool(mentions) and all(token in small for at, token in enumerate(tokens) if at not in named)
