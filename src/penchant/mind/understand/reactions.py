"""Clauses that name nothing on offer: yes, no, praise, complaints and shrugs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from penchant.mind.lexicon import PLACE_NOUNS
from penchant.mind.understand.clauses import Clause
from penchant.mind.understand.words import COMMON, GENERIC

Mood = Literal["good", "fine", "bad", "shrug", "nothing"]

_PLACE_WORDS = PLACE_NOUNS | {"place", "there", "here", "location", "where"}
_PRONE = frozenset("not no never".split())


@dataclass(frozen=True, slots=True)
class Reaction:
    """How a clause without a name sounds; an interjection says no more than that."""

    mood: Mood
    interjection: bool = False
    about_place: bool = False


NOTHING = Reaction("nothing")


def react(clause: Clause, opening: bool) -> Reaction:
    """The mood of a clause that names nothing."""
    if clause.opener == "if" or not clause.nodes:
        return NOTHING
    texts = [node.text for node in clause.nodes]
    place = any(word in _PLACE_WORDS for text in texts for word in text.split())
    unknown = [node.text for node in clause.nodes if not node.marks and node.text not in COMMON | GENERIC | _PLACE_WORDS]
    if clause.has("I") and len(unknown) <= 1:
        return Reaction("shrug")
    first = clause.nodes[0]
    alone = len(clause.nodes) == 1
    if opening or alone:
        if "Z" in first.marks and (alone or not unknown):
            return _after_no(clause, place)
    if len(unknown) > (1 if any(mark in first.marks for mark in "HYZ") else 0):
        return NOTHING
    negated = False
    mood: Mood = "nothing"
    for node in clause.nodes:
        found = _mood_of(node.marks, node.text)
        if "N" in node.marks and found in {"bad", "nothing"} and not alone:
            negated, mood = True, "bad" if mood == "nothing" else mood
            continue
        if found != "nothing":
            mood = _opposite(found) if negated else found
            negated = False
            if mood == "bad":
                break
    interjection = alone and any(mark in first.marks for mark in "HYZ")
    return Reaction(mood, interjection, place)


def _after_no(clause: Clause, place: bool) -> Reaction:
    """A clause that opens with no: mostly a no, but "no, that's fine" goes on in the next clause."""
    rest = clause.nodes[1:]
    if rest and any("H" in node.marks for node in rest) and "N" not in rest[-1].marks and clause.nodes[0].text == "yes":
        return Reaction("good", interjection=True, about_place=place)
    return Reaction("bad", interjection=len(clause.nodes) == 1, about_place=place)


def _mood_of(marks: str, text: str) -> Mood:
    if "Z" in marks and "Y" not in marks:
        return "bad"
    if "=" in marks and "H" not in marks:
        return "fine"
    if "H" in marks or "Y" in marks or "+" in marks or "W" in marks:
        return "good"
    if "-" in marks or "V" in marks or "E" in marks:
        return "bad"
    return "nothing"


def _opposite(mood: Mood) -> Mood:
    return {"good": "bad", "fine": "bad", "bad": "fine"}.get(mood, "nothing")  # type: ignore[return-value]
