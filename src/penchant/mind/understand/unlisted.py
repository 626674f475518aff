"""What a person asks for that is not on offer, in their own words."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from penchant.english import stem
from penchant.mind.lexicon import hypernyms, is_place
from penchant.mind.understand.clauses import KEPT, Clause, Node
from penchant.mind.understand.words import ARTICLES, COMMON, GENERIC, one_of

_LEADING_IN = one_of("will would can could please to just you should not")
_PREPOSITIONS = one_of("on in into onto inside under by at")
_INQUIRING = one_of("did do does is was were are what when who where how have has")
_ENDERS = one_of("because for with when if that which who in on at to from of and or but")


def find_unlisted(rows: Sequence[Clause]) -> dict[int, str]:
    """The noun phrases that are asked for and name no option, by the number of their clause."""
    return {number: phrase for number, clause in enumerate(rows) if (phrase := _unlisted(clause))}


@lru_cache(maxsize=KEPT)
def _unlisted(clause: Clause) -> str:
    if clause.mentions or clause.opener == "if" or clause.has("N") or clause.has("V") or clause.has("P"):
        return ""
    if clause.asks and clause.nodes and clause.nodes[0].text.split()[0] in _INQUIRING:
        return ""
    return _asked_for(clause.nodes) or _fragment(clause)


def _asked_for(nodes: Sequence[Node]) -> str:
    for at, node in enumerate(nodes):
        if not node.marks and node.text not in COMMON and node.text not in ARTICLES:
            return ""  # somebody or something else is spoken of
        light = "W" not in node.marks and ("w" in node.marks or "E" in node.marks)
        if light and at and nodes[at - 1].text not in _LEADING_IN and "W" not in nodes[at - 1].marks:
            continue
        if light or "W" in node.marks:
            phrase = _noun_phrase(nodes[at + 1 :])
            if phrase and (phrase[0] or "W" in node.marks or node.text in {"give me", "bring me", "get me", "make me"}):
                return phrase[1]
    return ""


def _noun_phrase(nodes: Sequence[Node]) -> tuple[bool, str] | None:
    """Whether it has an article, and the phrase: the plain words up to the next cue or small word."""
    at, pointed = 0, False
    while at < len(nodes) and (
        nodes[at].text in ARTICLES or nodes[at].text in _PREPOSITIONS | {"it", "me", "us", "them"}
    ):
        pointed = pointed or nodes[at].text in ARTICLES
        at += 1
    words: list[str] = []
    while at < len(nodes) and not nodes[at].marks and nodes[at].text not in _ENDERS and nodes[at].text not in GENERIC:
        words.append(nodes[at].text)
        at += 1
    if (
        not words
        or words[0] in {"this", "these"}
        or words[-1] in COMMON
        or len(words) > 4
        or (words[0] in COMMON and len(words) == 1)
    ):
        return None
    return pointed, " ".join(words)


def _fragment(clause: Clause) -> str:
    """A clause that is nothing but a noun phrase: "the island counter, please"."""
    nodes = [node for node in clause.nodes if node.text not in {"please", "instead", "thanks", "yes"}]
    if not nodes or any(node.marks for node in nodes) or clause.asks:
        return ""
    phrase = _noun_phrase(nodes)
    if phrase is None or len(phrase[1].split()) + 2 < len(nodes):
        return ""
    if phrase[1].endswith(("ed", "ing")):
        return ""
    head = stem(phrase[1].split()[-1])
    known = is_place(head) or bool(hypernyms(head))
    short = sum(node.text not in ARTICLES for node in nodes) <= 3
    return phrase[1] if known or (phrase[0] and nodes[0].text == "the" and short) else ""
