"""What people say about things they have bought for them. Only sentences live here; ``shopper.py`` knows when.

Their shapes are in ``remarks.txt``, which tells what each section says and what its gaps stand for.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable

from penchant.english import capital, in_number, listed, stopped
from penchant.tables import one_of, read_file
from penchant_lab.people.shapes import misfit

REMARKS = "remarks.txt"

_LISTED = frozenset({"x", "or", "is"})
_GAPS: Mapping[str, frozenset[str]] = {
    **dict.fromkeys(("most", "all most", "fine", "fine too", "unwanted"), _LISTED),
    **dict.fromkeys(("none of them", "neither", "no idea", "all fine", "both fine"), frozenset()),
    **dict.fromkeys(("praise", "praise of nothing", "wanted nothing"), frozenset()),
    **dict.fromkeys(("not that", "would have worked", "changed"), frozenset("x")),
    **dict.fromkeys(("unwanted in", "better"), frozenset("xy")),
    "better for": frozenset("xyz"),
}
"""What can be said, and the gaps that can be filled there."""

_NAMED: Mapping[str, Sequence[frozenset[str]]] = {
    **dict.fromkeys(("most", "all most", "fine", "fine too", "unwanted"), (frozenset({"x", "or"}),)),
    **dict.fromkeys(("would have worked", "changed"), (frozenset("x"),)),
    **dict.fromkeys(("unwanted in", "better"), (frozenset("y"),)),
    "better for": (frozenset("y"), frozenset("z")),
}
"""What a shape has to name: of each of these sets of gaps one."""


@dataclass(frozen=True, slots=True)
class Remarks:
    """The shapes of what shoppers say, by section in the order of their file, and the sentences made from them."""

    shapes: Mapping[str, tuple[str, ...]]

    @classmethod
    def read(cls, path: Traversable) -> Remarks:
        """The shapes of a file like ours, all sections of it; :class:`BadData` names the line to mend."""
        sections = read_file(path)
        for name, section in sections.items():
            if name not in _GAPS:
                raise section.heading.refused(f"is not a section. There are: {'; '.join(_GAPS)}")
            for line in section.lines:
                if problem := misfit(name, line.text, _GAPS[name], _NAMED.get(name, ())):
                    raise line.refused(problem)
        return cls({name: one_of(sections, name, path).texts for name in _GAPS})

    def answer(self, most: Sequence[str], fine: Sequence[str], unwanted: Sequence[str], rng: random.Random) -> str:
        """What somebody thinks of each of the features they were asked about."""
        asked = len(most) + len(fine) + len(unwanted)
        if not asked:
            return self._drawn(rng, "no idea")
        if len(unwanted) == asked and rng.random() < 0.6:
            section = {1: "not that", 2: "neither"}.get(asked, "none of them")
            return _sentence(self._drawn(rng, section).format(x=unwanted[0]))
        if len(fine) == asked > 1 and rng.random() < 0.5:
            return self._drawn(rng, "both fine" if asked == 2 else "all fine")
        clauses = []
        if most:
            clauses.append(_clause(self._drawn(rng, "most" if len(most) == 1 else "all most"), most))
        if fine:
            clauses.append(_clause(self._drawn(rng, "fine too" if most else "fine"), fine))
        if unwanted:
            clauses.append(_clause(self._drawn(rng, "unwanted"), unwanted))
        if rng.random() < 0.5:
            return " ".join(_sentence(clause) for clause in clauses)
        return _sentence("; ".join(clauses))

    def praise(self, rng: random.Random) -> str:
        """It was right."""
        return self._drawn(rng, "praise")

    def praise_of_nothing(self, rng: random.Random) -> str:
        """It was right to buy nothing."""
        return self._drawn(rng, "praise of nothing")

    def would_have_worked(self, right: str, rng: random.Random) -> str:
        """Nothing was bought, and this one should have been."""
        return _sentence(self._drawn(rng, "would have worked").format(x=right))

    def wanted_nothing(self, rng: random.Random) -> str:
        """Something else was done where nothing should have been."""
        return self._drawn(rng, "wanted nothing")

    def unwanted(self, bought: str, feature: str, rng: random.Random) -> str:
        """What was bought has a feature that is not wanted."""
        return _sentence(self._drawn(rng, "unwanted in").format(x=bought, y=feature))

    def changed(self, feature: str, rng: random.Random) -> str:
        """The same, where that feature used to be liked."""
        return _sentence(self._drawn(rng, "changed").format(x=feature))

    def better(self, bought: str, right: str, reason: str | None, rng: random.Random) -> str:
        """What was bought will do, and another would have been better; perhaps for a feature."""
        if reason is None:
            return _sentence(self._drawn(rng, "better").format(x=bought, y=right))
        return _sentence(self._drawn(rng, "better for").format(x=bought, y=right, z=reason))

    def _drawn(self, rng: random.Random, section: str) -> str:
        return rng.choice(self.shapes[section])


@cache
def house_remarks() -> Remarks:
    """What the shoppers say that come with penchant."""
    return Remarks.read(resources.files(__package__) / REMARKS)


def _clause(shape: str, values: Sequence[str]) -> str:
    verb = in_number(plural=len(values) > 1)["is"]
    return shape.format_map({"x": listed(values, "and"), "or": listed(values, "or"), "is": verb})


def _sentence(words: str) -> str:
    # Only where it cannot spoil a name: "webOS" stays as it is.
    first = words.split(" ", 1)[0]
    return stopped(capital(words) if first.isalpha() and first.islower() else words)
