"""Two readings of one sentence, by rules and by weights, into one, with how likely it is right.

For every option there are three ways: it is wanted (or will do), it is avoided, or nothing is said of it. The weights
give a probability for each; what the rules say makes one of the three likelier, by as much as it turned out to be worth
on sentences that neither was made with (``training/calibrate.py`` fits the figures below). What is likely enough is
read; of the rest nothing is learned. The verdict on what was done is found in the same way.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import exp, log
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from penchant.domain import Reading, Verdict
from penchant.mind.learned.reader import ACCEPTS, AVOIDS, NOTHING, WANTS, Scores

Relation = Literal["alike", "rules silent", "weights silent", "apart", "opposed"]
Heard = tuple[str, int]
Judged = tuple[str, Verdict]

_SIDES = (0, 1, -1)
_VERDICTS: tuple[Verdict, ...] = ("unclear", "right", "wrong")

STANCE_SCALE = 0.86
STANCE_BONUS: dict[Heard, float] = {
    ("plain", 0): 3.7,
    ("plain", 1): 3.1,
    ("plain", -1): 3.0,
    ("heard", 1): 0.8,
    ("heard", -1): 1.4,
    ("named", 0): -0.5,
    ("beside", 0): 2.9,
    ("silent", 0): 1.0,
}
VERDICT_SCALE = 1.04
VERDICT_BONUS: dict[Judged, float] = {
    ("plain", "unclear"): 3.0,
    ("plain", "right"): 2.4,
    ("plain", "wrong"): 3.0,
    ("heard", "right"): 1.1,
    ("heard", "wrong"): 0.8,
    ("silent", "unclear"): -0.7,
}
"""How much the weights count, and how much likelier (as a logarithm) becomes what the rules say.

The rules are "plain" where they saw no room for another reading. An option of which they say nothing is "named", or
"beside" those that are; "silent" is where none is.
"""

SURE_SLOPE, SURE_SHIFT = 0.99, 0.48
"""From the odds of all parts together to how often the whole was right."""

AGREED, NAMED, LIKELY, AGAINST = 0.5, 0.7, 0.8, 0.9
"""From here on a stance or a verdict is read: where the rules say the same, name it, do neither, say the opposite."""

LONG_NAME, CHOSEN, CLEARLY, BESIDE_THE_CHOSEN = 4, 0.15, 1.0, 0.97
"""Of options of so many words, one that is so likely and so much likelier (as a logarithm) than the next is chosen.

Another beside it is wanted only where that is as good as certain.
"""


@dataclass(frozen=True, slots=True)
class Decision:
    """One reading, which says how sure it is, and how the two it comes from stand to each other."""

    reading: Reading
    product: float  # of the likelihoods of all its parts
    relation: Relation

    @property
    def sure(self) -> float:
        """How likely the reading is right as a whole."""
        return self.reading.sure


def decide(rules: Reading, scores: Scores, *, plain: bool = False, named: frozenset[str] = frozenset()) -> Decision:
    """What to make of both.

    ``plain`` tells that the rules saw no room for another reading, ``named`` of which options the words speak, whatever
    they say.
    """
    relation = relate(rules, scores.reading(), scores.options)
    read: dict[int, list[str]] = {WANTS: [], ACCEPTS: [], AVOIDS: []}
    odds: list[tuple[str, float]] = []
    product = 1.0
    heard = [heard_by_rules(rules, name, plain=plain, named=named, acted=scores.acted) for name in scores.options]
    likely = [
        _pooled(STANCE_SCALE * logits_of(row), _SIDES.index(told[1]), STANCE_BONUS.get(told, 0.0))
        for row, told in zip(scores.stances, heard, strict=True)
    ]
    chosen = _chosen(scores, likely)
    for at, (name, row) in enumerate(zip(scores.options, scores.stances, strict=True)):
        best = _read_as(likely[at], heard[at], is_chosen=at == chosen, is_other=chosen is not None and at != chosen)
        if best:
            stance = AVOIDS if best < 0 else _liking(rules, name, row)
            read[stance].append(name)
        held = float(likely[at][_SIDES.index(best)])
        odds.append((name, held))
        product *= held
    verdict, held = _verdict(rules, scores, plain=plain)
    product *= held
    found = Reading(
        wants=tuple(read[WANTS]),
        accepts=tuple(read[ACCEPTS]),
        avoids=tuple(read[AVOIDS]),
        verdict=verdict,
        unlisted=rules.unlisted,
        sure=_calibrated(product),
        odds=tuple(odds),
    )
    says_something = bool(found.wants or found.accepts or found.avoids)
    along = relation in ("alike", "weights silent") or relate(rules, found, scores.options) == "alike"
    changed = scores.changed > 0.5 or (along and rules.changed)
    once = says_something and (scores.once > 0.5 or (along and rules.once))
    return Decision(replace(found, changed=changed, once=once, also=rules.also if along else ()), product, relation)


def _chosen(scores: Scores, likely: Sequence[NDArray[np.float64]]) -> int | None:
    """Of long options, of which people choose one and tell why: the one that is far likelier wanted than the others."""
    lengths = [len(name.split()) for name in scores.options]
    if scores.acted or len(lengths) < 2 or sum(lengths) < LONG_NAME * len(lengths):
        return None
    wanted = np.clip([each[_SIDES.index(1)] for each in likely], 1e-6, 1 - 1e-6)
    second, first = np.sort(np.log(wanted / (1 - wanted)))[-2:]
    return int(wanted.argmax()) if wanted.max() >= CHOSEN and first - second >= CLEARLY else None


def _read_as(likely: NDArray[np.float64], heard: Heard, *, is_chosen: bool, is_other: bool) -> int:
    """1, -1 or 0, where it is not likely enough."""
    if is_chosen:
        return 1
    best = _SIDES[int(likely.argmax())]
    kind, told = heard
    needed = AGAINST if best * told < 0 else AGREED if best == told else NAMED if kind == "named" else LIKELY
    if is_other and best > 0:
        needed = BESIDE_THE_CHOSEN
    return best if likely.max() >= needed else 0


def logits_of(row: NDArray[np.float64]) -> NDArray[np.float64]:
    """The logarithms of nothing, for and against, from the probabilities of nothing, wants, accepts and avoids."""
    made: NDArray[np.float64] = np.log(np.maximum([row[NOTHING], row[WANTS] + row[ACCEPTS], row[AVOIDS]], 1e-6))
    return made


def heard_by_rules(
    rules: Reading, name: str, *, plain: bool, named: frozenset[str], acted: Sequence[str] = ()
) -> Heard:
    """What the rules say of an option, and how much there is to it; what was just done is spoken of in any case."""
    if plain:
        return "plain", side(rules, name)
    if side(rules, name):
        return "heard", side(rules, name)
    return ("named" if name in named or name in acted else "beside" if named else "silent"), 0


def verdict_by_rules(rules: Reading, *, plain: bool) -> Judged:
    """The same of what was done."""
    return ("plain" if plain else "silent" if rules.verdict == "unclear" else "heard"), rules.verdict


def _verdict(rules: Reading, scores: Scores, *, plain: bool) -> tuple[Verdict, float]:
    if not scores.acted:
        return "unclear", 1.0
    heard = verdict_by_rules(rules, plain=plain)
    values = VERDICT_SCALE * np.log(np.maximum(scores.verdict, 1e-6))
    likely = _pooled(values, _VERDICTS.index(heard[1]), VERDICT_BONUS.get(heard, 0.0))
    best = _VERDICTS[int(likely.argmax())]
    needed = AGAINST if {best, heard[1]} == {"right", "wrong"} else AGREED if best == heard[1] else LIKELY
    if likely.max() < needed:
        best = "unclear"
    return best, float(likely[_VERDICTS.index(best)])


def _pooled(values: NDArray[np.float64], at: int, bonus: float) -> NDArray[np.float64]:
    values = values.copy()
    values[at] += bonus
    powers = np.exp(values - values.max())
    made: NDArray[np.float64] = powers / powers.sum()
    return made


def _liking(rules: Reading, name: str, row: NDArray[np.float64]) -> int:
    """Whether something is wanted or will just do: as the rules have it where they tell the two apart."""
    told_apart = bool(rules.wants and rules.accepts) or row[WANTS] + row[ACCEPTS] < 0.5
    if told_apart and side(rules, name) > 0:
        return WANTS if name in rules.wants else ACCEPTS
    return WANTS if row[WANTS] >= row[ACCEPTS] else ACCEPTS


def _calibrated(product: float) -> float:
    held = min(max(product, 1e-6), 1 - 1e-6)
    return 1 / (1 + exp(-(SURE_SLOPE * log(held / (1 - held)) + SURE_SHIFT)))


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
