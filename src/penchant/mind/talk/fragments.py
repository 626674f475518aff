"""Clauses without a verb: "but aisle on night flights", "no coffee after six", "tea over coffee any day"."""

from __future__ import annotations

from collections.abc import Sequence

from penchant.domain import Stance
from penchant.mind.talk import tables
from penchant.mind.talk.attitudes import Attitude
from penchant.mind.talk.values import compared
from penchant.mind.talk.verbs import is_verb
from penchant.mind.talk.words import Word
from penchant.mind.understand.words import one_of

LONGEST = 9
"""So many words such a clause has at most."""

_MARKS = one_of("please pls thanks always only ideally preferably")
_WORK = one_of(
    "recipe list poem joke translation summary story names name examples example ideas tips synonyms title table words"
)
"""What is asked for by these is an errand."""
_NOT = one_of("no not never without nothing")
_SMALL = one_of("yes no ok okay sure right well lol haha thanks thank hello hi hey please what nice cool great")


def fragment(
    words: Sequence[Word], before: Stance | None, *, opener: str, when: bool, marked: bool, alone: bool
) -> Attitude | None:
    """What a clause without a verb says.

    ``before`` is what the clause before it said, ``when`` that it tells when it holds, ``marked`` that something else
    shows a wish. Only where something shows that a wish is meant: a "please", when it holds, or the clause before.
    """
    row = [
        word
        for word in words
        if word.text not in {"then", "also", "so", "but", "and", "strictly", "absolutely", "just"}
    ]
    if (
        not row
        or len(row) > LONGEST
        or any(is_verb(word.text) and word.text not in _NOT for word in row)
        or row[0].text in tables.words("clauses.txt", "orders")
        or not _WORK.isdisjoint(word.text for word in row)
    ):
        return None
    if all(word.text in _SMALL for word in row):
        return None
    texts = [word.text for word in row]
    denied = texts[0] in _NOT
    shown = when or marked or bool(_MARKS.intersection(texts))
    if denied and len(row) > 1:
        rest = row[1:]
        if texts[0] == "nothing" and texts[1] in {"with", "from", "by", "that", "like"}:
            rest = row[2:]
        elif texts[0] == "nothing" and texts[1] in {"but", "beats"}:
            return None
        if not rest or not alone:
            return None
        if all(word.text in _SMALL or word.text in _NOT for word in rest) or rest[0].text in {
            "sorry",
            "thank",
            "time",
            "mind",
        }:
            return None
        return Attitude("avoids", tuple(rest), "said", 0.8)
    if before is not None and opener == "otherwise":
        return Attitude(before, tuple(row), "said", 0.8)
    if before in {"wants", "avoids", "accepts"} and opener in {"but", "and", ","} and when and alone:
        return Attitude(before if before != "avoids" or opener != "but" else "wants", tuple(row), "said", 0.8)
    kept = [word for word in row if word.text not in _MARKS]
    thing, against = compared(kept)
    if not kept or not (shown or (against and len(thing) <= 4)) or not alone:
        return None
    return Attitude("wants", thing, "said", 0.75, against=against)
