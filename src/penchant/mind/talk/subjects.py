"""Of whom a clause speaks: the speaker, somebody close to them, or nobody in particular."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from penchant.mind.talk import tables
from penchant.mind.talk.verbs import is_verb
from penchant.mind.talk.words import Word
from penchant.mind.understand.words import one_of

_FILE = "people.txt"
Who = Literal["self", "other", "you", "thing", "none"]
_PRONOUNS = frozenset(("he", "she", "they"))
_COMPANY = one_of("work school uni college church")
_OWN = frozenset(("her", "his", "their"))
_THE = one_of("wife husband kids missus boyfriend girlfriend boss twins children girls boys")
_BARE = one_of(
    """
    mum mom dad mummy daddy grandma granny grandpa grandad granddad nan nana gran auntie aunty aunt uncle mother
    father papa mama
    """
)
"""Those of whom one speaks without "my"."""
_IS_AFTER_S = one_of(
    """
    a an the not so very really always never also allergic vegan vegetarian into from afraid scared obsessed
    fond keen crazy mad called named gone been become
    married single retired pregnant diabetic gluten lactose coming visiting
    learning studying
    """
)


@dataclass(frozen=True, slots=True)
class Subject:
    """Whom a clause is about, and how many of its words say so."""

    who: Who
    end: int = 0
    whom: str = ""  # "" the speaker; a name, or the relation where no name is known
    relation: str = ""
    name: str = ""
    owns: bool = False  # "my sister's …": what follows is something of theirs


def is_name(word: Word) -> bool:
    """Whether it may be what somebody is called."""
    return word.capital and word.text.isalpha() and word.text not in tables.words(_FILE, "not names")


def written(text: str, words: Sequence[Word]) -> str:
    """Words as they are written in the message."""
    return text[words[0].start : words[-1].end]


def subject_of(text: str, words: Sequence[Word], known: Mapping[str, str], last: str) -> Subject:
    """Whom the words are about; ``known`` are the names of those spoken of, ``last`` who was spoken of last."""
    if not words:
        return Subject("none")
    first = words[0].text
    if first in {"i", "we"}:
        return Subject("self", 1)
    if first in {"me", "myself"}:
        joint = next((at for at, word in enumerate(words[:6]) if word.text in {"i", "we"}), None)
        return Subject("self", joint + 1) if joint else Subject("none")
    if first in {"you", "u"}:
        return Subject("you", 1)
    if first in _PRONOUNS and last:
        return Subject("other", 1, last)
    if first in _OWN and last and len(words) > 1:
        return Subject("other", 1, last, owns=True)
    if first in {"my", "our"} or (first == "the" and len(words) > 2 and words[1].text in _THE):
        return _close(text, words, known)
    if first in tables.relations() and len(words) > 1 and first in _BARE:
        return _close(text, (words[0], *words), known, bare=True)
    if first in {"both", "all"} and len(words) > 2 and words[1].text == "of" and words[2].text == "us":
        return Subject("self", 3)
    if is_name(words[0]) and len(words) > 1:
        return _named(text, words, known)
    return Subject("thing" if len(words) > 1 and any(is_verb(word.text) for word in words[1:]) else "none")


def _close(text: str, words: Sequence[Word], known: Mapping[str, str], *, bare: bool = False) -> Subject:
    """As in "My little sister Rosa", "our neighbours"; ``bare`` has the first word twice."""
    found = _after_my(text, words, known)
    if not bare or found.who != "other":
        return found
    named = f"{written(text, words[1:2])} {found.name}" if found.name else found.whom
    return replace(found, end=found.end - 1, whom=named, name="" if not found.name else named)


def _after_my(text: str, words: Sequence[Word], known: Mapping[str, str]) -> Subject:
    at = 1
    which = tables.words(_FILE, "which")
    while at < len(words) and words[at].text in which and at < 4:
        at += 1
    if at >= len(words) or words[at].text not in tables.relations():
        return Subject("thing")
    relation = tables.relations()[words[at].text]
    if [word.text for word in words[at + 1 : at + 3]] == ["in", "law"]:
        return Subject("other", at + 3, written(text, words[at : at + 3]).lower(), f"{relation}-in-law")
    if at + 2 < len(words) and words[at + 1].text == "and" and words[at + 2].text == "i":
        return Subject("self", at + 3)
    if at + 1 < len(words) and words[at + 1].text == "and" and relation:
        at = next((n for n in range(at + 1, min(len(words), at + 6)) if is_verb(words[n].text)), at + 1) - 1
    end, name = at + 1, ""
    comma = end < len(words) and words[end].text == ","
    start = end + 1 if comma else end
    if (
        start < len(words)
        and is_name(words[start])
        and not (comma and start + 1 < len(words) and _is_list(words, start))
    ):
        stop = start + 1
        while stop < len(words) and is_name(words[stop]) and stop < start + 3:
            stop += 1
        name, end = written(text, words[start:stop]), stop
        if comma and end < len(words) and words[end].text == ",":
            end += 1
    own = written(text, words[at : at + 1]).lower() if words[at].text in tables.relations() else relation
    whom = name or next((each for each, kind in known.items() if kind == relation and each != own), own)
    if end < len(words) and words[end].text == "'s":
        after = words[end + 1].text if end + 1 < len(words) else ""
        if after not in _IS_AFTER_S and not after.endswith(("ing", "ed")):
            return Subject("other", end + 1, whom, relation, name, owns=True)
    return Subject("other", end, whom, relation, name)


def _is_list(words: Sequence[Word], at: int) -> bool:
    return at + 1 < len(words) and words[at + 1].text not in {","} and not is_verb(words[at + 1].text)


def _named(text: str, words: Sequence[Word], known: Mapping[str, str]) -> Subject:
    """As in "Rosa", "Rosa, my sister,"; a name at the beginning counts where a verb follows that people do."""
    end = 1
    while end < len(words) and is_name(words[end]) and end < 3:
        end += 1
    name = written(text, words[:end])
    relation = known.get(name, "")
    if end + 2 < len(words) and words[end].text == "," and words[end + 1].text in {"my", "our"}:
        close = _close(text, words[end + 1 :], known)
        if close.who == "other":
            end += 1 + close.end
            if end < len(words) and words[end].text == ",":
                end += 1
            return Subject("other", end, name, close.relation, name)
    if end < len(words) and words[end].text == "'s":
        if name in known:
            after = words[end + 1].text if end + 1 < len(words) else ""
            return Subject("other", end + 1, name, relation, owns=after not in _IS_AFTER_S)
        return Subject("thing")
    if name in known and end < len(words) and is_verb(words[end].text):
        return Subject("other", end, name, relation)
    if end + 2 < len(words) and words[end].text in {"at", "from"} and words[end + 1].text in _COMPANY:
        return Subject("other", end + 2, name, "colleague", name)
    return Subject("thing" if any(is_verb(word.text) for word in words[1:]) else "none")
