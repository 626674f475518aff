"""Wishes for one time only: "the tea, just this once" is followed, and says nothing about tomorrow.

What is said beside it of every day ("I am usually a coffee person") is told apart: that may last.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache

from penchant.mind.understand.clauses import KEPT, Clause
from penchant.mind.understand.words import one_of

_ONCE = frozenset(
    (
        *("just today", "only today", "today only", "for today", "just for today", "only for today", "just tonight"),
        *("only tonight", "tonight only", "for tonight", "just for tonight", "only for tonight"),
        *("just this once", "only this once", "this once", "for this once", "for once", "just the once"),
        *("just this time", "only this time", "this time only", "just for this time", "only for this time"),
        *("just this one time", "only this one time", "this one time", "for this one time", "one time only"),
        *("for a change", "just for a change", "for now", "just for now", "only for now", "as an exception"),
        *("for the time being", "at the moment", "for the moment", "just for the moment"),
        *("as a treat", "just as a treat", "as a special treat", "as a one off"),
    )
)
_THIS_TIME = "this time"  # alone it may mean no more than "now"; beside what is usual it means this once
_BESIDE = one_of("today tonight please ok yes no just only so but and then")
_DAILY = one_of("drink eat wear use have take")
_TODAY = one_of("today tonight now will would can could")
_USUAL = one_of("usually normally typically ordinarily generally usual always mostly")


def is_once(rows: Sequence[Clause]) -> bool:
    """Whether a wish is said to hold this one time, in its own clause or right beside it."""
    if not any(_says_once(clause, usual=True) for clause in rows):
        return False
    if any("from now on" in " ".join(node.text for node in clause.nodes) for clause in rows):
        return False
    usual = any(is_usual(clause) for clause in rows)
    for number, clause in enumerate(rows):
        if not _says_once(clause, usual=usual):
            continue
        if clause.names:
            return True
        rest = [node for node in clause.nodes if not _is_said(node.text, usual=usual) and node.text not in _BESIDE]
        beside = rows[max(number - 1, 0) : number + 2]
        if not rest and any(_wishes(near) for near in beside):
            return True  # "today, for once, the tea"; but "for once, no notes" only praises
    return False


@lru_cache(maxsize=KEPT)
def is_usual(clause: Clause) -> bool:
    """Whether it tells how things are on other days, and says nothing of this one."""
    words = {word for node in clause.nodes for word in node.text.split()}
    return bool(words & _USUAL or _is_kind_of_person(clause)) and not _says_once(clause, usual=True)


def habits(rows: Sequence[Clause], said: Collection[tuple[int, int]]) -> set[int]:
    """Of the options that were said to be wanted, as (clause, option), those that are wanted on other days only."""
    now = {option for clause, option in said if not (is_usual(rows[clause]) or _is_done_daily(rows[clause]))}
    return {option for _, option in said} - now if now else set()


def _is_done_daily(clause: Clause) -> bool:
    """I drink coffee: beside a wish for this once it tells of other days."""
    words = {word for node in clause.nodes for word in node.text.split()}
    return (
        "i" in words and bool(words & _DAILY) and not words & _TODAY and not any(n.text in _ONCE for n in clause.nodes)
    )


def _is_kind_of_person(clause: Clause) -> bool:
    """I am a coffee person, a tea drinker."""
    last = clause.nodes[-1].text.split()[-1:] if clause.nodes else []
    return clause.names and last in (["person"], ["drinker"], ["lover"], ["type"], ["guy"], ["girl"])


@lru_cache(maxsize=KEPT)
def _says_once(clause: Clause, *, usual: bool) -> bool:
    """Whether it says "just this once"; where the text tells what is usual, "this time" says so too."""
    return any(_is_said(node.text, usual=usual) for node in clause.nodes)


def _is_said(text: str, *, usual: bool) -> bool:
    return text in _ONCE or (usual and text == _THIS_TIME)


def _wishes(clause: Clause) -> bool:
    return clause.names and not clause.asks
