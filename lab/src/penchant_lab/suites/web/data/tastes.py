"""What somebody is like before they buy anything: tastes, sizes, habits of writing. Drawn once; nobody is shown it."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

import numpy as np

from penchant_lab.suites.web.data.catalogue import SHARES, Floats, Ints
from penchant_lab.suites.web.data.habits import WritingHabits, draw_habits
from penchant_lab.suites.web.data.words import brands, families, kinds

# How price sensitivity, love of variety and talkativeness go together, as the original's profiles have it.
_MANNERS = {
    "MMM": 0.701, "LHH": 0.065, "MHM": 0.063, "LMM": 0.051, "HLL": 0.041, "LLL": 0.017, "LHM": 0.015, "MHH": 0.010,
    "LMH": 0.010, "MML": 0.009, "MLL": 0.009, "MLM": 0.006, "HMM": 0.003,
}  # fmt: skip
LEVEL = {"L": "Low", "M": "Medium", "H": "High"}
_AGES = {"25-34": 474, "35-44": 466, "56+": 37, "45-49": 16, "18-24": 5, "50-55": 2}
_WORK = {
    "Other": 556, "Homemaker": 196, "Writer": 120, "Self-employed": 30, "Retired": 27, "Customer service": 23,
    "College/grad student": 15, "Programmer": 12, "Artist": 4, "Doctor/health care": 4, "Technician/Engineer": 4,
    "Academic/Educator": 3, "Sales/Marketing": 2, "Lawyer": 1, "Farmer": 1, "Tradesman/Craftsman": 1, "Scientist": 1,
}  # fmt: skip
_TONES = {
    "enthusiastic": 30, "practical": 26, "warm": 12, "critical": 10, "detailed": 10, "plain": 7, "humorous": 5,
}  # fmt: skip
OWN, _AVOIDED = 8.0, -2.5  # how much a match is worth, in logits
_CARES, _MILD = 5.0, 0.8  # a favourite where somebody minds, and where they hardly do
_MINDS = 0.45  # of the ways in which products differ matter to somebody
_LOYAL = {"Low": 5.5, "Medium": 4.8, "High": 3.0}  # to favourite brands, by love of variety
_FAME = 4.0  # a good brand has more friends than a poor one
_SPREAD = {"Low": 0.3, "Medium": 0.45, "High": 0.8}  # over kinds of product


@dataclass(frozen=True, slots=True, kw_only=True)
class Taste:
    """One made-up person."""

    gender: str
    age: str
    work: str
    thrift: str  # High: watches prices
    variety: str
    talk: str
    kind_weights: Floats
    brand_likes: Floats  # in logits, by brand
    tier: int
    likes: Floats  # in logits, by value, as the catalogue numbers them
    focus: tuple[str, ...]
    tone_words: tuple[str, ...]
    habits: WritingHabits


def draw_taste(rng: np.random.Generator, words: random.Random) -> Taste:
    """Somebody new."""
    thrift, variety, talk = (LEVEL[letter] for letter in _weighted(words, _MANNERS))
    gender = "Female" if words.random() < 0.836 else "Male"
    tone = _weighted(words, _TONES)
    return Taste(
        gender=gender,
        age=_weighted(words, _AGES),
        work=_weighted(words, _WORK),
        thrift=thrift,
        variety=variety,
        talk=talk,
        kind_weights=_kind_weights(rng, variety, gender),
        brand_likes=_brand_likes(rng, variety),
        tier=int(
            rng.choice(3, p={"High": (0.85, 0.15, 0.0), "Medium": (0.2, 0.6, 0.2), "Low": (0.0, 0.25, 0.75)}[thrift])
        ),
        likes=_likes(rng),
        focus=_focus(words),
        tone_words=(tone, *words.sample([word for word in _WORDS if word != tone], 2)),
        habits=draw_habits(words, tone, talk),
    )


_WORDS = ("detailed", "practical", "positive", "straightforward", "supportive", "honest", "friendly")


def _weighted(words: random.Random, shares: Mapping[str, float]) -> str:
    return words.choices(list(shares), weights=list(shares.values()))[0]


def _kind_weights(rng: np.random.Generator, variety: str, gender: str) -> Floats:
    other = "Men" if gender == "Female" else "Women"
    base = np.array([SHARES[kind.category] * (0.15 if kind.path[1] == other else 1.0) for kind in kinds()])
    weights = base * rng.gamma(_SPREAD[variety], size=len(base)) + 1e-6
    scaled: Floats = weights / weights.sum()
    return scaled


@cache
def _quality() -> Floats:
    return np.array([brand.quality for brand in brands()])


@cache
def _houses() -> tuple[tuple[int, ...], ...]:
    """The brands, corner by corner of the shop."""
    corners: dict[str, list[int]] = {}
    for number, brand in enumerate(brands()):
        corners.setdefault(brand.house, []).append(number)
    return tuple(map(tuple, corners.values()))


def _brand_likes(rng: np.random.Generator, variety: str) -> Floats:
    """In each corner of the shop one or two favourite brands, and one they keep away from."""
    likes = np.zeros(len(brands()))
    for makers in _houses():
        inside = np.array(makers)[_ranked(rng, _FAME * (_quality()[list(makers)] - 0.6))]
        favourites = int(rng.integers(1, 3))
        likes[inside[:favourites]] = _LOYAL[variety] * np.array([1.0, 0.7])[:favourites]
        likes[inside[favourites]] = -3.0
    return likes


def _ranked(rng: np.random.Generator, logits: Floats) -> Ints:
    """A random order in which the likelier tend to come first."""
    order: Ints = np.argsort(-(logits + rng.gumbel(size=len(logits))), kind="stable")
    return order


def _likes(rng: np.random.Generator) -> Floats:
    """Their own sizes, and favourites: strong ones in the few respects they mind (colour, say), weak ones elsewhere."""
    keys = dict.fromkeys(family.key for family in families().values())
    strength = {key: _CARES if rng.random() < _MINDS else _MILD for key in keys}
    parts = [np.zeros(1)]
    for family in families().values():
        likes = np.zeros(len(family.values))
        order = _ranked(rng, -np.log(np.arange(len(likes)) + 4.0))  # what is common is liked by more people
        if family.role == "own":
            likes[order[0]] = OWN
        elif family.role == "taste":
            likes[order[0]], likes[order[1]] = strength[family.key], 0.4 * strength[family.key]
            likes[order[-1]] = _AVOIDED
        parts.append(likes)
    return np.concatenate(parts)


def _focus(words: random.Random) -> tuple[str, ...]:
    """What they look at first; quality for most, and what others say."""
    focus = ["quality"] if words.random() < 0.74 else []
    if words.random() < 0.6:
        focus.append("average rating")
    if words.random() < 0.3:
        focus.append("number of ratings")
    aspects = [
        "brand",
        "value",
        "comfort",
        "function",
        "fit",
        "durability",
        "looks",
        "size",
        "taste",
        "smell",
        "cleaning",
    ]
    aspects += ["setup", "sound", "packaging", "texture", "results"]
    words.shuffle(aspects)
    return tuple(focus + aspects)[: max(3, len(focus) + 1)]
