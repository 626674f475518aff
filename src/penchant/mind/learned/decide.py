"""Two readings of one sentence, by rules and by weights, into one, with how sure it is.

What both read alike is nearly always right. Where only one of them hears anything, or they differ, the weights decide
if they are sure; where they are not, what both have in common is kept, and the rest is left for a question.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from penchant.domain import Reading
from penchant.mind.learned.reader import Scores

Relation = Literal["alike", "rules silent", "weights silent", "apart", "opposed"]

_BANDS = (0.6, 0.8, 0.9, 0.95)
_HELD: dict[Relation, tuple[float, ...]] = {
    "alike": (0.80, 0.88, 0.92, 0.95, 0.99),
    "rules silent": (0.36, 0.73, 0.80, 0.87, 0.99),
    "weights silent": (0.10, 0.10, 0.20, 0.40, 0.80),
    "apart": (0.27, 0.45, 0.55, 0.73, 0.93),
    "opposed": (0.26, 0.39, 0.44, 0.69, 0.85),
}
"""How often the weights were right on sentences kept for development, by how sure they were (below .6, .8 ... above).

``benchmarks/reading.py --relations`` prints these figures.
"""

PLAIN_RULES, COMMON_PART, RULES_ALONE = 0.97, 0.6, 0.7
ALONE, AGAINST = 0.9, 0.97
"""How sure the weights have to be where the rules say something else, and where they say the opposite."""


@dataclass(frozen=True, slots=True)
class Decision:
    """One reading, how likely it is right (0 to 1), and how the two it comes from stand to each other."""

    reading: Reading
    sure: float
    relation: Relation


def decide(rules: Reading, scores: Scores, *, plain: bool = False) -> Decision:
    """What to make of both; ``plain`` tells that the rules saw no room for another reading."""
    learned = scores.reading()
    relation = relate(rules, learned, scores.options)
    held = _HELD[relation][sum(scores.sure >= edge for edge in _BANDS)]
    if relation == "alike":
        changed, once = rules.changed or learned.changed, rules.once or learned.once
        both = replace(learned, changed=changed, once=once, unlisted=rules.unlisted, also=rules.also)
        return Decision(both, max(held, PLAIN_RULES) if plain else held, relation)
    if scores.sure >= (AGAINST if relation == "opposed" else ALONE):
        return Decision(replace(learned, unlisted=rules.unlisted), held, relation)
    if plain and relation != "opposed":
        return Decision(rules, PLAIN_RULES, relation)
    if relation == "weights silent":
        return Decision(rules, RULES_ALONE, relation)
    if relation == "rules silent" and held > COMMON_PART:
        return Decision(learned, held, relation)
    return Decision(_common(rules, learned), COMMON_PART, relation)


def relate(rules: Reading, learned: Reading, options: tuple[str, ...]) -> Relation:
    """How two readings stand to each other; to want something and to find it fine are alike here."""
    sides = [(side(rules, name), side(learned, name)) for name in options]
    if all(one == other for one, other in sides) and rules.verdict == learned.verdict:
        return "alike"
    if says_nothing(rules):
        return "rules silent"
    if says_nothing(learned):
        return "weights silent"
    if {rules.verdict, learned.verdict} == {"right", "wrong"} or any(one * other < 0 for one, other in sides):
        return "opposed"
    return "apart"


def side(reading: Reading, name: str) -> int:
    """1 for what is wanted or will do, -1 for what is avoided, 0 for what is not spoken of."""
    if name in reading.wants or name in reading.accepts:
        return 1
    return -1 if name in reading.avoids else 0


def says_nothing(reading: Reading) -> bool:
    """Whether nothing is said about any option or about what was done."""
    return not (reading.wants or reading.accepts or reading.avoids) and reading.verdict == "unclear"


def _common(rules: Reading, learned: Reading) -> Reading:
    """What both say."""
    return Reading(
        wants=tuple(name for name in learned.wants if side(rules, name) > 0),
        accepts=tuple(name for name in learned.accepts if side(rules, name) > 0),
        avoids=tuple(name for name in learned.avoids if name in rules.avoids),
        verdict=learned.verdict if learned.verdict == rules.verdict else "unclear",
        changed=rules.changed and learned.changed,
        once=rules.once or learned.once,
    )
