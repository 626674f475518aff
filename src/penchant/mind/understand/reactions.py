"""Clauses that name nothing on offer: yes, no, praise, complaints and shrugs."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from penchant.mind.lexicon import is_descriptive, is_place
from penchant.mind.understand.clauses import KEPT, Clause
from penchant.mind.understand.cues import MOODS
from penchant.mind.understand.words import COMMON, GENERIC, one_of

Mood = Literal["good", "fine", "bad", "shrug", "nothing"]

_PLACE_WORDS = {"place", "there", "here", "location", "where"}
_KNOWN = (
    COMMON
    | GENERIC
    | _PLACE_WORDS
    | {"shoes", "clothes", "drink", "snack", "food", "item", "film", "movie"}
    | one_of("idea surprise touch thought gesture")
)
_DEGREES = frozenset(("too", "overly", "a bit", "a bit too", "too much"))
_OTHERS = one_of("you we he she somebody someone nobody everybody everyone people")
_LEADING_UP = one_of("a it is that was this")
_SLIGHTLY = one_of("bit little tad touch rather")
_REMOVING = one_of("turn switch take put send get")
_AWAY = one_of("off away back down out")
_THESE = one_of("this that these those")
_POINTING = one_of("it that this them those these there here")


_OPPOSITE: dict[Mood, Mood] = {"good": "bad", "fine": "bad", "bad": "fine", "nothing": "nothing"}


@dataclass(frozen=True, slots=True)
class Reaction:
    """How a clause without a name sounds; an interjection says no more than that."""

    mood: Mood
    interjection: bool = False
    about_place: bool = False


NOTHING = Reaction("nothing")


def _is_known(text: str) -> bool:
    return text in _KNOWN or is_place(text)


@lru_cache(maxsize=KEPT)
def react(clause: Clause, *, opening: bool, asked: bool) -> Reaction:
    """The mood of a clause that names nothing."""
    nodes = clause.plain
    if clause.opener == "if" or not nodes or nodes[0].text == "my":
        return NOTHING
    if len(nodes) == 2 and not nodes[0].marks and any(mark in nodes[1].marks for mark in "YZH"):
        nodes = nodes[1:] if not _is_known(nodes[0].text) else nodes  # "brr, no"
    if len(nodes) > 3 and nodes[0].text in _THESE and not nodes[1].marks and nodes[2].text in {"is", "are", "was"}:
        nodes = nodes[2:]  # "this bag is too small"
        while nodes[0].text in {"is", "are", "was"} and len(nodes) > 1:
            nodes = nodes[1:]
    texts = [node.text for node in nodes]
    place = any(word in _PLACE_WORDS or is_place(word) for text in texts for word in text.split())
    unknown = [
        node.text
        for before, node in zip([None, *nodes], nodes, strict=False)
        if not node.marks and not _is_known(node.text) and not (before is not None and before.text in _DEGREES)
    ]
    if any("I" in node.marks for node in nodes) and len(unknown) <= 1:
        return Reaction("shrug")
    first = nodes[0]
    alone = len(nodes) == 1
    if first.text in _DEGREES and not alone:
        return Reaction("bad", about_place=place)  # "too close to the screen"
    told = [text for text in texts if text not in _LEADING_UP]
    if len(told) == 2 and told[0] in _SLIGHTLY and is_descriptive(told[1]):
        return Reaction("bad")  # "it's a bit salty"
    if first.text in _REMOVING and texts[-1] in _AWAY:
        return Reaction("bad")  # "turn that racket off"
    if alone and "N" in first.marks:
        return Reaction("bad", interjection=True, about_place=place)
    if "Z" in first.marks and (alone or (opening and not unknown)):
        return Reaction("bad", interjection=alone, about_place=place)
    if (
        first.text in _OTHERS
        and not asked
        and not any(" " in node.text and _mood_of(node.marks) != "nothing" for node in nodes)
    ):
        return NOTHING  # "you always win" is not about what is on offer
    set_phrase = any(node.text.count(" ") > 1 and _mood_of(node.marks) != "nothing" for node in nodes)
    if len(unknown) > (1 if set_phrase or any(mark in first.marks for mark in "HYZ") else 0):
        return NOTHING
    negated = False
    mood: Mood = "nothing"
    for node, after in zip(nodes, [*texts[1:], ""], strict=True):
        found = _mood_of(node.marks)
        if found == "good" and "W" in node.marks and after and after not in _POINTING:
            continue  # "I would like ..." something that is not here
        if "V" in node.marks and after in {"anything", "something", "everything"}:
            continue
        if "N" in node.marks and found in {"bad", "nothing"} and not alone:
            negated = True
            if ((node is first and node.text != "no") or asked) and mood == "nothing":
                mood = "bad"
            continue
        if found != "nothing":
            mood = _OPPOSITE[found] if negated else found
            negated = False
            if mood == "bad":
                break
    interjection = alone and any(mark in first.marks for mark in "HYZ")
    return Reaction(mood, interjection, place)


def _mood_of(marks: str) -> Mood:
    if "Z" in marks and "Y" not in marks:
        return "bad"
    if "=" in marks and "H" not in marks:
        return "fine"
    if "H" in marks or "Y" in marks or "+" in marks or "W" in marks:
        return "good"
    if "-" in marks or "V" in marks or "E" in marks:
        return "bad"
    return "nothing"


@lru_cache(maxsize=KEPT)
def is_reaction(clause: Clause) -> bool:
    """Whether a clause with nothing but pronouns is a set phrase: "take it away", "it's up to you"."""
    return any(
        any(mark in node.marks for mark in MOODS | {"D"}) and " " in node.text and _POINTING & set(node.text.split())
        for node in clause.plain
    ) or any("I" in node.marks for node in clause.plain)
