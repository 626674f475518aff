"""Wishes for one time only: "the tea, just this once" is followed, and says nothing about tomorrow."""

from __future__ import annotations

from collections.abc import Sequence

from penchant.mind.understand.clauses import Clause
from penchant.mind.understand.words import one_of

_ONCE = frozenset(
    (
        *("just today", "only today", "today only", "for today", "just for today", "only for today", "just tonight"),
        *("just this once", "this once", "for once", "just the once", "tonight only", "only this time"),
    )
)
_BESIDE = one_of("today tonight please ok yes no just only so but and then")


def is_once(rows: Sequence[Clause]) -> bool:
    """Whether a wish is said to hold this one time, in its own clause or right beside it."""
    for number, clause in enumerate(rows):
        if not any(node.text in _ONCE for node in clause.nodes):
            continue
        if clause.names:
            return True
        rest = [node for node in clause.nodes if node.text not in _ONCE and node.text not in _BESIDE]
        beside = rows[max(number - 1, 0) : number + 2]
        if not rest and any(_wishes(near) for near in beside):
            return True  # "today, for once, the tea"; but "for once, no notes" only praises
    return False


def _wishes(clause: Clause) -> bool:
    return clause.names and not clause.asks
