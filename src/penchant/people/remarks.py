"""What people say about things they have bought for them. Only sentences live here; ``shopper.py`` knows when.

Their shapes are in ``remarks.txt``, which tells what each section says and what its gaps stand for.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources

from penchant.english import capital, in_number, listed, stopped
from penchant.tables import read_file


@cache
def shapes() -> Mapping[str, tuple[str, ...]]:
    """The shapes of sentences, by section, in the order of the file."""
    return {name: section.texts for name, section in read_file(resources.files(__package__) / "remarks.txt").items()}


def answer(most: Sequence[str], fine: Sequence[str], unwanted: Sequence[str], rng: random.Random) -> str:
    """What somebody thinks of each of the features they were asked about."""
    asked = len(most) + len(fine) + len(unwanted)
    if not asked:
        return _drawn(rng, "no idea")
    if len(unwanted) == asked and rng.random() < 0.6:
        section = {1: "not that", 2: "neither"}.get(asked, "none of them")
        return _sentence(_drawn(rng, section).format(x=unwanted[0]))
    if len(fine) == asked > 1 and rng.random() < 0.5:
        return _drawn(rng, "both fine" if asked == 2 else "all fine")
    clauses = []
    if most:
        clauses.append(_clause(_drawn(rng, "most" if len(most) == 1 else "all most"), most))
    if fine:
        clauses.append(_clause(_drawn(rng, "fine too" if most else "fine"), fine))
    if unwanted:
        clauses.append(_clause(_drawn(rng, "unwanted"), unwanted))
    if rng.random() < 0.5:
        return " ".join(_sentence(clause) for clause in clauses)
    return _sentence("; ".join(clauses))


def praise(rng: random.Random) -> str:
    """It was right."""
    return _drawn(rng, "praise")


def praise_of_nothing(rng: random.Random) -> str:
    """It was right to buy nothing."""
    return _drawn(rng, "praise of nothing")


def would_have_worked(right: str, rng: random.Random) -> str:
    """Nothing was bought, and this one should have been."""
    return _sentence(_drawn(rng, "would have worked").format(x=right))


def wanted_nothing(rng: random.Random) -> str:
    """Something else was done where nothing should have been."""
    return _drawn(rng, "wanted nothing")


def unwanted(bought: str, feature: str, rng: random.Random) -> str:
    """What was bought has a feature that is not wanted."""
    return _sentence(_drawn(rng, "unwanted in").format(x=bought, y=feature))


def changed(feature: str, rng: random.Random) -> str:
    """The same, where that feature used to be liked."""
    return _sentence(_drawn(rng, "changed").format(x=feature))


def better(bought: str, right: str, reason: str | None, rng: random.Random) -> str:
    """What was bought will do, and another would have been better; perhaps for a feature."""
    if reason is None:
        return _sentence(_drawn(rng, "better").format(x=bought, y=right))
    return _sentence(_drawn(rng, "better for").format(x=bought, y=right, z=reason))


def _drawn(rng: random.Random, section: str) -> str:
    return rng.choice(shapes()[section])


def _clause(shape: str, values: Sequence[str]) -> str:
    verb = in_number(plural=len(values) > 1)["is"]
    return shape.format_map({"x": listed(values, "and"), "or": listed(values, "or"), "is": verb})


def _sentence(words: str) -> str:
    # Only where it cannot spoil a name: "webOS" stays as it is.
    first = words.split(" ", 1)[0]
    return stopped(capital(words) if first.isalpha() and first.islower() else words)
