"""The choice model where options are described: which of them fit, which fits best, and what to ask about.

Each feature is wanted, fine or not wanted. An option fits when none of its features is unwanted; of those that fit the
one with the most wanted features is right, the first of equals; where none fits, to decline is. What is believed gives
each feature its chances, and every way things can stand is gone through, so that how sure the agent is, what a question
is worth and what a reaction implies all come from one table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from penchant.domain import Action, Preference, Stance
from penchant.mind.constraints import rules_out
from penchant.mind.protocol import Claim, Held, Recalled, Scene, Weighed

Numbers = NDArray[np.float64]
Chances = Sequence[float]
"""How likely a value is wanted, fine and not wanted."""

Layout = tuple[tuple[int, ...], ...]
"""For each option, which of the values it has."""

STANCES: tuple[Stance, ...] = ("wants", "accepts", "avoids")
STANDS = (len(STANCES),)
BEFORE: Chances = (1 / 6, 2 / 6, 3 / 6)
"""A stranger's likes: half of all features are not wanted, and of the others a third are wanted most."""

FINE: Chances = (*(chance / sum(BEFORE[:2]) for chance in BEFORE[:2]), 0.0)
"""What was bought and praised may be what they like most."""

AS_SAID: dict[Stance, Chances] = {"wants": (1.0, 0.0, 0.0), "accepts": (0.0, 1.0, 0.0), "avoids": (0.0, 0.0, 1.0)}

MOST_VALUES = 9
"""So many values are gone through in every way they can stand; of more, the surest are taken as they seem."""

MANY, OF_MANY = 64, 6
"""Among more options than ``MANY`` only so many values are gone through."""

AT_ONCE = 6
"""A question lists at most so many values."""

OPEN = 0.88
"""A value is worth asking about while no stance is likelier than this."""

SURE = 0.9
"""What is likelier than this after a reaction is believed."""

BEARS_OUT = 10.0
"""What is believed already is confirmed by a reaction that would be so many times less likely if it were false."""

NEW = 0.15
"""Whether a value is acceptable is news, unless that is at least so certain either way."""

NEWS = 0.02
"""What each piece of news is worth when choosing what to ask; being right now is worth 1."""


@dataclass(frozen=True, slots=True)
class Inquiry:
    """What to ask about, how likely acting is right after a true answer, and for how many values that is news."""

    values: tuple[str, ...]
    settles: float
    news: int


@dataclass(frozen=True, slots=True)
class _Table:
    """Every way some values can stand: how likely each way is, and which option is then right (the last: none)."""

    values: tuple[str, ...]
    chances: list[Chances]  # of each value
    axes: tuple[int, ...]  # the values that vary
    likely: Numbers  # one axis of three for each of those
    right: NDArray[np.int32]  # in the same shape
    ways: int

    def of_right(self, way: int) -> Numbers:
        likely: Numbers = self.likely * (self.right == way)
        return likely

    def shares(self) -> Numbers:
        """How likely each way to act is right."""
        share: Numbers = np.bincount(self.right.ravel(), self.likely.ravel(), self.ways).astype(np.float64)
        return share


def same_matter(scene: Scene, recalled: Recalled) -> list[float]:
    """For each belief, whether it is about the same kind of thing: 1 or 0."""
    return [float(is_about(held.preference, scene.topic)) for held in recalled.beliefs]


def is_about(belief: Preference, topic: str) -> bool:
    """Whether a belief is about this kind of thing: the same words, or one has a few more than the other."""
    if belief.situation:
        return False
    return is_one_kind(belief.topic, topic)


@lru_cache(maxsize=4096)
def is_one_kind(topic: str, another: str) -> bool:
    """Whether two topics are about one kind of thing: the same words, or one has a few more than the other."""
    one, other = set(topic.lower().split()), set(another.lower().split())
    return one <= other or other <= one


def about(scene: Scene, beliefs: Sequence[Preference], same: Sequence[float]) -> list[int]:
    """Which beliefs are about one of the features on offer, in the same kind of thing."""
    values = set(scene.values)
    return [i for i, belief in enumerate(beliefs) if same[i] > 0.5 and belief.value in values]


def is_told(belief: Preference) -> bool:
    """Whether the person spoke of the value by name, and not only of an option that has it."""
    return belief.value.casefold() in belief.words.casefold()


def weigh(scene: Scene, recalled: Recalled, same: Sequence[float]) -> list[Weighed]:
    """Every way to act, the likeliest first."""
    table = _table(scene, recalled, same)
    shares = table.shares()
    ways = []
    for number, likelihood in enumerate(shares):
        if number == len(scene.things):
            if scene.may_decline:
                ways.append(Weighed(Action(), float(likelihood), _against(scene, recalled, same)))
            continue
        support = _support(scene.features[number], recalled, same)
        ways.append(Weighed(Action(scene.things[number]), float(likelihood), support))
    return sorted(ways, key=lambda way: -way.likelihood)


def question(scene: Scene, recalled: Recalled, same: Sequence[float]) -> Inquiry:
    """The few values whose answer would make acting right most often, now and when they come up again."""
    table = _table(scene, recalled, same)
    unsure = [i for i in table.axes if max(table.chances[i]) < OPEN]
    if not unsure:
        return Inquiry((), float(table.shares().max()), 0)
    new = {i for i in unsure if NEW < table.chances[i][2] < 1 - NEW}
    ways = np.unique(table.right).tolist()
    sums: dict[tuple[int, ...], Numbers] = {(): np.stack([table.of_right(way) for way in ways])}
    best, most = Inquiry((), 0.0, 0), -1.0
    for group in combinations(unsure, min(AT_ONCE, len(unsure))):
        rest = tuple(1 + at for at, i in enumerate(table.axes) if i not in group)
        settled = float(_summed(sums, rest).max(axis=0).sum())
        news = len(new.intersection(group))
        if settled + NEWS * news > most + 1e-9:
            most = settled + NEWS * news
            best = Inquiry(tuple(table.values[i] for i in group), settled, news)
    return best


def _summed(sums: dict[tuple[int, ...], Numbers], axes: tuple[int, ...]) -> Numbers:
    """The sum over some axes, the last of them first: groups have most of their axes in common."""
    known = sums.get(axes)
    if known is None:
        first, second, third = np.moveaxis(_summed(sums, axes[1:]), axes[0], 0)  # `sum` is slow along late axes
        known = sums[axes] = first + second + third
    return known


def infer(scene: Scene, recalled: Recalled, same: Sequence[float], right: Action) -> list[Claim]:
    """What is sure about each value once it is known which way to act was right."""
    way = scene.things.index(right.thing) if right.thing in scene.things else len(scene.things)
    table = _table(scene, recalled, same)
    after = table.of_right(way)
    total = after.sum()
    certain = set(scene.features[way]) if way < len(scene.things) else set()
    claims = []
    for i, value in enumerate(table.values):
        if i not in table.axes or total <= 0:
            if value in certain and table.chances[i][2] > SURE:
                claims.append(Claim("accepts", value, 0.95))
            continue
        chances = (_along(after, table.axes.index(i)) / total).tolist()
        claim = _claim(value, chances)
        if claim is None:
            continue
        if value in certain or not _known(before := table.chances[i], claim.stance) or _borne_out(before, chances):
            claims.append(claim)
    return claims


def _along(likely: Numbers, axis: int) -> Numbers:
    """The sum for each stance on one axis, over all others."""
    rows = likely.reshape(len(STANCES) ** (axis + 1), -1)
    if rows.shape[1] > len(STANCES):
        long: Numbers = np.add.reduce(rows.reshape(-1, len(STANCES), rows.shape[1]), axis=(0, 2))
        return long
    # Along the last two axes the same sums are found much sooner by counting.
    short: Numbers = rows[:, 0] if rows.shape[1] == 1 else rows[:, 0] + rows[:, 1] + rows[:, 2]
    return np.bincount(_in_turn(len(rows)), short).astype(np.float64)


@lru_cache(maxsize=MOST_VALUES)
def _in_turn(rows: int) -> NDArray[np.intp]:
    """The stance that each row is about."""
    return np.arange(rows) % len(STANCES)


def _claim(value: str, chances: Chances) -> Claim | None:
    wanted, fine, unwanted = chances
    if unwanted > SURE:
        return Claim("avoids", value, min(unwanted, 0.97))
    if wanted > SURE:
        return Claim("wants", value, min(wanted, 0.97))
    if wanted + fine > SURE:
        return Claim("accepts", value, min(wanted + fine, 0.97))
    return None


def _known(chances: Chances, stance: Stance) -> bool:
    return (chances[0] + chances[1] if stance == "accepts" else chances[STANCES.index(stance)]) > SURE


def _borne_out(before: Chances, after: Chances) -> bool:
    """Whether a value that was taken to be unwanted had to be, for what was right to be right."""
    return after[2] * (1 - before[2]) > BEARS_OUT * before[2] * (1 - after[2])


def _support(features: Sequence[str], recalled: Recalled, same: Sequence[float]) -> tuple[float, ...]:
    speaks = {"wants": 1.0, "accepts": 0.6, "avoids": -1.0}
    return tuple(
        sure * held.standing * speaks[held.preference.stance] if held.preference.value in features else 0.0
        for held, sure in zip(recalled.beliefs, same, strict=True)
    )


def _against(scene: Scene, recalled: Recalled, same: Sequence[float]) -> tuple[float, ...]:
    """What speaks for declining: whatever is on offer and not wanted."""
    return tuple(max(-support, 0.0) for support in _support(scene.values, recalled, same))


@dataclass(frozen=True, slots=True)
class _LastTable:
    """What was gone through last about somebody: who weighs options may go on to ask about them."""

    scene: Scene
    beliefs: tuple[Held, ...]
    constraints: tuple[Preference, ...]
    same: list[float]
    table: _Table


def _table(scene: Scene, recalled: Recalled, same: Sequence[float]) -> _Table:
    last: _LastTable | None = recalled.cache.get(_LastTable)
    rules = recalled.constraints
    if last is None or (last.scene, last.beliefs, last.constraints, last.same) != (
        scene,
        recalled.beliefs,
        rules,
        same,
    ):
        table = _gone_through(scene, recalled, same)
        last = recalled.cache.keep(_LastTable, _LastTable(scene, recalled.beliefs, rules, list(same), table))
    return last.table


def _gone_through(scene: Scene, recalled: Recalled, same: Sequence[float]) -> _Table:
    values = scene.values
    chances = _chances(values, scene, recalled, same)
    surest = [max(each) for each in chances]
    most = MOST_VALUES if len(scene.things) <= MANY else OF_MANY
    axes = tuple(sorted(sorted(range(len(values)), key=surest.__getitem__)[:most]))
    varies = frozenset(axes)
    fixed = tuple((i, each.index(surest[i])) for i, each in enumerate(chances) if i not in varies)
    layout = _layout(scene.features)
    right = _right(layout, axes, fixed, scene.may_decline)
    return _Table(values, chances, axes, _together([chances[i] for i in axes]), right, len(layout) + 1)


def _together(chances: Sequence[Chances]) -> Numbers:
    """How likely every way is in which values of these chances can stand, one axis a value."""
    likely = np.ones(1)
    for each in chances:
        wider = np.empty((len(likely), len(each)))
        for at, chance in enumerate(each):  # a column at a time: much faster than many rows of three
            np.multiply(likely, chance, out=wider[:, at])
        likely = wider.ravel()
    return likely.reshape(STANDS * len(chances))


@lru_cache(maxsize=2048)
def _layout(features: tuple[tuple[str, ...], ...]) -> Layout:
    at = {value: number for number, value in enumerate(dict.fromkeys(value for each in features for value in each))}
    return tuple(tuple(at[value] for value in each) for each in features)


def _chances(values: tuple[str, ...], scene: Scene, recalled: Recalled, same: Sequence[float]) -> list[Chances]:
    """For each value, how likely it is wanted, fine and not wanted."""
    rows: list[Chances] = [BEFORE] * len(values)
    at = {value: number for number, value in enumerate(values)}
    for i in about(scene, [held.preference for held in recalled.beliefs], same):
        belief, standing = recalled.beliefs[i].preference, recalled.beliefs[i].standing
        stands = FINE if belief.stance == "accepts" and not is_told(belief) else AS_SAID[belief.stance]
        row = rows[at[belief.value]]
        rows[at[belief.value]] = [standing * s + (1 - standing) * c for s, c in zip(stands, row, strict=True)]
    for rule in recalled.constraints:  # whatever is believed of a value that breaks one
        for value in values:
            if not (rule.topic or rule.whom or rule.situation) and rules_out(rule.stance, rule.value, value):
                rows[at[value]] = AS_SAID["avoids"]
    return rows


@lru_cache(maxsize=512)
def _right(
    layout: Layout, axes: tuple[int, ...], fixed: tuple[tuple[int, int], ...], may_decline: bool
) -> NDArray[np.int32]:
    """For every way the values on the axes can stand, which option is right; the last number is none of them."""
    shape = (3,) * len(axes)
    stands: dict[int, NDArray[np.int8]] = {
        i: np.arange(3, dtype=np.int8).reshape([3 if at == n else 1 for n in range(len(axes))])
        for at, i in enumerate(axes)
    }
    stands |= {i: np.full((1,) * len(axes), stance, dtype=np.int8) for i, stance in fixed}
    score = np.full(shape, -1 if may_decline else _NEVER, dtype=np.int32)
    right = np.full(shape, len(layout), dtype=np.int32)
    for number in _contenders(layout, frozenset(axes), dict(fixed)):
        option = layout[number]
        unwanted = sum((stands[i] == 2).astype(np.int32) for i in option)
        wanted = sum((stands[i] == 0).astype(np.int32) for i in option)
        own = np.broadcast_to(np.where(unwanted == 0, wanted, -1 - unwanted), shape)
        better = own > score
        score, right = np.where(better, own, score), np.where(better, np.int32(number), right)
    return right


_NEVER = -1_000_000


def _contenders(layout: Layout, axes: frozenset[int], fixed: dict[int, int]) -> list[int]:
    """The options that can be right at all: of those alike on the axes, the first that fits and the best that fits.

    Where none of those alike fits, it is the first of those with the fewest unwanted features.
    """
    first: dict[frozenset[int], tuple[int, int]] = {}  # by what varies: the fewest unwanted, and whose
    best: dict[frozenset[int], tuple[int, int]] = {}  # of those with none unwanted: the most wanted, and whose
    for number, option in enumerate(layout):
        varies = axes.intersection(option)
        unwanted = sum(fixed[i] == 2 for i in option if i in fixed)
        if varies not in first or unwanted < first[varies][0]:
            first[varies] = (unwanted, number)
        if not unwanted:
            wanted = sum(fixed[i] == 0 for i in option if i in fixed)
            if varies not in best or wanted > best[varies][0]:
                best[varies] = (wanted, number)
    return sorted({number for _, number in (*first.values(), *best.values())})
