"""What somebody else likes, which is not what the person wants: "my sister loves coffee", "tom likes tea"."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from penchant.mind.understand.clauses import KEPT, Clause
from penchant.mind.understand.words import COMMON, GENERIC, one_of

_KIN = one_of(
    """
    husband wife partner sister brother mum mom mother dad father friend friends kids children kid son daughter
    colleague colleagues coworker boss neighbor neighbors neighbour neighbours roommate flatmate boyfriend girlfriend
    aunt uncle grandma grandpa grandmother grandfather cousin guest guests family parents
    """
)
_SHE = one_of("he she they")
_ANYBODY = one_of("somebody someone everyone everybody nobody people others some many most folks")
_THE = one_of("my our the his her their your all most many some a an")
_OWN = one_of(
    "body stomach belly gut heart soul head mind brain throat tongue mouth palate skin taste tastes buds system mood"
)
"""Whose wants are the person's: "my stomach hates coffee"."""
_LIKE = one_of("love like prefer hate adore enjoy drink eat want crave")
_LIKES = frozenset(f"{verb}s" for verb in _LIKE)
_TELL = one_of("say swear recommend suggest advise")
_TELLS = frozenset(f"{verb}s" for verb in _TELL)
_DO = one_of("use uses wear wears go goes keep keeps have has liked loved")
"""What kin and people in general may do, and also things: "the towels go in the closet"."""
_BETWEEN = one_of("here there always really usually all only too also both")
_TOLD = (("i", "read"), ("i", "heard"), ("i", "hear"), ("i", "have", "read"), ("i", "have", "heard"))
_STATING = one_of("is are was were has have makes make can")
_LONGEST = 4
"""So many words may speak of somebody: "my whole team", "tom and maria"."""


@lru_cache(maxsize=KEPT)
def is_hearsay(clause: Clause) -> bool:
    """Whether a clause tells what others like as they do anyway; "my sister would love it" may be said of a present."""
    texts: list[str] = []
    for node in clause.nodes:
        if node.mention is None:
            texts.append(node.text)
        elif node.mention.kind != "name":
            texts += node.mention.words or (node.mention.kind,)
        elif not texts:
            texts.append("X")
    while texts and texts[0] in {"but", "and", "well"}:
        texts = texts[1:]
    for told in _TOLD:  # "I read that coffee is healthy"; but "I read the paper"
        if texts[: len(told)] == [*told] and not _STATING.isdisjoint(texts[len(told) : len(told) + 1]):
            return True
    if texts[:1] == ["X"]:  # "coffee is what my team wants"
        return texts[1:3] in (["is", "what"], ["are", "what"]) and _tells_of_others(texts[3:])
    return _tells_of_others(texts)


def _tells_of_others(texts: Sequence[str]) -> bool:
    """Whether it begins with somebody and what they like."""
    who = _subject(texts)
    rest = list(texts[len(who) :])
    while rest and rest[0] in _BETWEEN:
        rest = rest[1:]
    if not who or not rest:
        return False
    verb = rest[0].split()[0]
    if who[0] in _SHE:
        return verb in _LIKE or verb in _LIKES  # "she has enough candles" tells why not to give her one
    if verb in _LIKES or verb in _TELLS:
        return True
    if verb in _LIKE or verb in _TELL:
        return len(who) > 1 or who[0] in _ANYBODY  # "tom and maria drink"; but "mornings like these"
    return verb in _DO and (who[-1] in _KIN or who[-1] in _ANYBODY)


def _subject(texts: Sequence[str]) -> Sequence[str]:
    """The words at its beginning that speak of somebody else: "tom", "the others", "my whole team"."""
    if texts[:1] and texts[0] in _SHE:
        return texts[:1]
    at = 1 if texts[:1] and texts[0] in _THE else 0
    end = at
    while end < min(len(texts), _LONGEST) and (_may_be_somebody(texts[end]) or (end > at and texts[end] == "and")):
        end += 1
    if end > at:
        return texts[:end] if texts[end - 1] != "and" else ()
    if at < len(texts) and texts[at] in _ANYBODY:
        return texts[: at + 1]
    return texts[:1] if at and texts[0] in _ANYBODY else ()


def _may_be_somebody(word: str) -> bool:
    """Whether it is a word of its own, which may be a name or a kind of people."""
    return word.isalpha() and not any(word in known for known in (COMMON, GENERIC, _OWN, _LIKES, _TELLS, _LIKE, _TELL))
