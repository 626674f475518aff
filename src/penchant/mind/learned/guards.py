"""What the rules know for certain, held against the weights before the two are compared.

The weights read by likeness, and likeness spreads: to an option nobody named because it resembles one that was, to
what somebody's sister likes, to a yes that answers nothing. These are matters of form, which the rules do not mistake.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

import numpy as np

from penchant.domain import Reading, Utterance
from penchant.mind.learned.reader import ACCEPTS, AVOIDS, NOTHING, WANTS, Scores
from penchant.mind.understand import is_own_wish

_WORD = re.compile(r"\w+")
_BARE = re.compile(
    r"\W*(?:yes|yeah|yep|yup|sure|ok|okay|no|nope|nah|fine|great|right|exactly|correct|please|thanks|thank you|\W)+",
    re.IGNORECASE,
)


_EXCEPT = re.compile(r"\b(?:any|anything|all|everything|whatever)\b.*\b(?:but|except|save|besides)\b", re.IGNORECASE)
"""Everything that is not named is fine."""


def heeded(rules: Reading, scores: Scores, said: Utterance) -> Scores:
    """The scores without what the form of the words rules out."""
    if not said.acted and said.question is None and not said.said_before and _BARE.fullmatch(said.words):
        return _set(scores, dict.fromkeys(scores.options, NOTHING))
    spoken = {word.casefold() for word in _WORD.findall(said.words)}
    unnamed = [n for n in scores.options if n not in said.acted and spoken.isdisjoint(_words(n))]
    certain = {**_of_unnamed(rules, scores, unnamed, said.words)}
    certain |= {one.value: NOTHING for one in rules.also if one.value not in rules.wants}
    if rules.once and rules.also:  # "the tea, just tonight; I'm a coffee person"
        certain |= dict.fromkeys(rules.wants, WANTS)
    for name, row in zip(scores.options, scores.stances, strict=True):
        if name in rules.wants and row[WANTS] < 0.5 and is_own_wish(said.words, [name]):
            certain[name] = WANTS  # "I'd like tea because I'm drowsy"
    return _set(scores, certain)


def _of_unnamed(rules: Reading, scores: Scores, unnamed: Iterable[str], words: str) -> Mapping[str, int]:
    """How options that no word of the sentence names are read, where others are named."""
    found = set(unnamed)
    if found and found == {*rules.accepts} and (rules.avoids or _EXCEPT.search(words)):
        return dict.fromkeys(found, ACCEPTS)
    liked = {*rules.wants, *rules.accepts} - found
    if not liked:
        return {}
    best = dict(zip(scores.options, scores.stances.argmax(axis=1), strict=True))
    silent = found - {*rules.wants, *rules.accepts, *rules.avoids}
    return dict.fromkeys((name for name in silent if best[name] not in (NOTHING, AVOIDS)), NOTHING)


def _set(scores: Scores, certain: Mapping[str, int]) -> Scores:
    rows = [(at, certain[name]) for at, name in enumerate(scores.options) if name in certain]
    if not rows:
        return scores
    stances = scores.stances.copy()
    for at, stance in rows:
        stances[at] = np.eye(4)[stance]
    return replace(scores, stances=stances)


def _words(name: str) -> set[str]:
    return {word.casefold() for word in _WORD.findall(name)}
