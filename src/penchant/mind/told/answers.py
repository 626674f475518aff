"""What was said, held against options that are whole answers, by vectors.

An answer has to fit what the person told, what they chose among answers before, and what rules them. Neither its
length nor its place is looked at, and what it advises against is no part of it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from penchant.domain import Preference, Request
from penchant.mind.likeness import Likeness
from penchant.mind.protocol import Held, Recalled
from penchant.mind.told.bearing import Bearing, holding
from penchant.mind.told.names import Numbers, is_long
from penchant.mind.told.occasion import beneficiary
from penchant.mind.understand import tables

READ_AT_ONCE = 2
"""How many beliefs, those nearest to the question and its answers, are compared with the answers."""

NEAREST = 6.0
"""How steeply the weight of a belief falls with its distance from the nearest one."""

UNTOLD = 0.4
"""Least weight of a belief whose occasion the question does not mention; the answers may mention it."""

STEEP, MOST = 3.3, 1.5
"""Factor from cosines to lifts, and the largest lift."""

SURE, RULE = 0.8, 2.0
"""How surely what is found bears on a question; and how many times as much a constraint speaks as a taste."""


_PAUSE = re.compile(
    r"(?<=[.;!?:])\s+|,\s+|\s+[-–—]+\s+|\s+(?=(?:but|while|whereas|though|instead|rather)\b)", re.IGNORECASE
)


def answers_bearing(
    request: Request, recalled: Recalled, answers: tuple[str, ...], likeness: Likeness
) -> Bearing | None:
    """How what is believed bears on whole answers, a row a belief, what was told first; None where nothing does."""
    held = [*recalled.told, *(one for one in recalled.beliefs if _is_a_choice(one.preference))]
    held += [Held(rule, rule.confidence) for rule in recalled.constraints]
    every = [one.preference for one in held]
    whose = beneficiary(request.text, every)
    speaking = [
        whose.speaks(one.whom) * (1.0 if _is_a_choice(one) else max(holding(one, request.text, whose), UNTOLD))
        for one in every
    ]
    lifts, sure = np.zeros((len(every), len(answers))), np.zeros(len(every))
    rows = [row for row, speaks in enumerate(speaking) if speaks]
    for row, weight in _nearest(request, answers, every, rows, likeness):
        one = every[row]
        near = STEEP * _nearness(one, answers, likeness)
        lifts[row] = MOST * np.tanh(near / MOST) * (RULE if one.kind == "constraint" else 1.0)
        sure[row] = SURE * weight * speaking[row] * held[row].standing
    return Bearing(lifts, sure) if sure.any() else None


def _is_a_choice(belief: Preference) -> bool:
    """Whether a belief is of an answer that was chosen over others, which says more than a name does."""
    return bool(belief.rather_than) and is_long((belief.value,))


def _nearest(
    request: Request, answers: Sequence[str], beliefs: Sequence[Preference], rows: Sequence[int], likeness: Likeness
) -> list[tuple[int, float]]:
    """Return the rows of the beliefs nearest to a question and its answers, each with its weight."""
    if not rows:
        return []
    about = np.stack([likeness.vector(text) for text in (request.text, *answers)])
    values = np.stack([likeness.vector(beliefs[row].value) for row in rows])
    words = np.stack([likeness.vector(beliefs[row].words) for row in rows])
    near = (values @ about.T).max(axis=1) + (words @ about.T).max(axis=1)
    order = np.argsort(-near, kind="stable")[:READ_AT_ONCE].tolist()
    return [(rows[at], float(np.exp(NEAREST * (near[at] - near[order[0]])))) for at in order]


def _nearness(belief: Preference, answers: Sequence[str], likeness: Likeness) -> Numbers:
    """How much nearer than the others each answer is to what is wanted, or farther from what is avoided, in cosines."""
    vectors = np.stack([likeness.vector(advised(answer)) for answer in answers])
    near = vectors @ likeness.vector(belief.value)
    if belief.rather_than:
        passed = np.stack([likeness.vector(name) for name in belief.rather_than[:8]])
        near = near - (vectors @ passed.T).mean(axis=1)
    centred: Numbers = (near - near.mean()).astype(np.float64)
    return -centred if belief.stance == "avoids" else centred


@lru_cache(maxsize=2048)
def advised(answer: str) -> str:
    """An answer without the clauses that turn something down; all of it where nothing else is left.

    >>> advised("Try the old town, skip the beach clubs. It is quiet.")
    'Try the old town It is quiet.'
    """
    kept = [
        clause
        for clause in _PAUSE.split(answer)
        if clause and not tables.patterns("told/occasions.txt", "advised against").are_in(clause)
    ]
    return " ".join(part.rstrip(",") for part in kept) or answer
