"""How what a person said bears on a choice: each saying for, against or silent on each option, added up in order.

The encoder answers one question at a time; all else here is arithmetic. A saying that ends what was said before (a
change of mind) takes the weight off earlier ones. What comes out is how likely each option is what the person wants,
how likely none of them is, and how likely nobody could know.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log

import numpy as np
from numpy.typing import NDArray

from penchant.domain import Saying
from penchant.mind.learned.fits import Fit, FitReader
from penchant.mind.likeness import Likeness

Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class EvidenceScale:
    """What adding up needs to know: fitted with the encoder by `training/train_fits.py`.

    Logits are halved, which is what stories of other authors ask for (`errands-dev` among them).
    """

    favours: float = 3.26  # weight of a saying that is sure to speak for an option
    opposes: float = 3.55  # weight of one that is sure to speak against it
    score: float = 0.57  # how an option's sum becomes a logit
    apart: float = 0.22  # the same of how far it lies from the mean of all options
    unknown: float = 1.5  # logit of nobody could know
    none: float = 0.0  # logit of none of these, where the best option stands at 0
    sinks: float = 0.13  # how much likelier none gets with every point the best option sinks


SAYINGS_READ, HELD_AGAINST = 5, 3
"""Sayings nearest to a request that are looked at, and of these, held against its options: each takes milliseconds."""

BEARS = 0.2
"""A saying that bears on a request less likely than this is not held against its options, which takes longer."""

NOW = 2.0
"""How much surer the encoder is of words that are said of the very request."""

LATEST = 2
"""Of these, how many are the latest, however near they are."""

SENTENCES_READ = 48
"""Sentences nearest to a task that are read for it."""

ALSO_ALIKE = 6.0
"""How much the likeness of vectors adds to whether a sentence bears, as log odds: chosen on `lives-dev`."""

ALIKE = 0.05
"""Two sentences less alike than this are about different things: neither replaces the other."""

OPTIONS_READ = 48
"""Options nearest to what was said that are read; the others count as ones that nothing was said about."""


@dataclass(frozen=True, slots=True)
class SayingBearing:
    """How sayings bear on the options of a request: likelihoods that add up to 1 with ``none`` and ``unknown``."""

    options: Numbers
    none: float
    unknown: float
    support: Numbers  # a row a saying, a column an option: what each adds (below 0: takes away)


class SayingEvidence:
    """Weighs sayings for one encoder and one embedder."""

    def __init__(self, reader: FitReader, likeness: Likeness, scale: EvidenceScale | None = None) -> None:
        self._reader = reader
        self._likeness = likeness
        self._scale = scale or EvidenceScale()

    def weigh(self, request: str, options: Sequence[str], sayings: Sequence[Saying]) -> SayingBearing | None:
        """How what was said bears on the options; None where nothing was said."""
        if not sayings or not options:
            return None
        near = nearest(self._likeness, request, options, sayings, SAYINGS_READ)
        bearing = {row: self._reader.bears(_about(sayings[row]), request) for row in near}
        rows = sorted(sorted(bearing, key=lambda row: -bearing[row])[:HELD_AGAINST])
        rows = [row for row in rows if bearing[row] >= BEARS]
        if not rows:
            return None
        columns = self._named(options, [sayings[row] for row in rows])
        names = tuple(options[column] for column in columns)
        support = np.zeros((len(sayings), len(options)))
        total = np.zeros(len(options))
        for row in rows:
            fit = self._reader.fit(Saying(sayings[row].words, sayings[row].asked), request, names)
            support[row, columns] = self._said(fit)
            total = total * (1 - fit.ends) + support[row]
        return self._bearing(total, support)

    def settle(self, words: str, request: str, options: Sequence[str], took: str = "") -> Numbers:
        """How likely each option is meant by words that were said of this very request; they add up to 1."""
        fit = self._reader.fit(Saying(words, took=took, now=True), request, tuple(options))
        logits = NOW * self._logits(self._said(fit))
        likely: Numbers = np.exp(logits - logits.max())
        likely /= likely.sum()
        return likely

    def bears(self, said: Sequence[str], task: str) -> list[float]:
        """How likely each sentence has to be known for a task; those far from it are not read, and stand at 0."""
        if not said:
            return []
        found = [0.0] * len(said)
        vector = self._likeness.vector
        near = np.stack([*map(vector, said)]) @ vector(task)
        for row in np.argsort(-near, kind="stable")[:SENTENCES_READ].tolist():
            read = min(max(self._reader.bears(said[row], task), 1e-4), 1 - 1e-4)
            found[row] = 1 / (1 + exp(-log(read / (1 - read)) - ALSO_ALIKE * float(near[row])))
        return found

    def replaces(self, newer: str, older: str) -> float:
        """How likely what was said later means that what was said earlier no longer holds."""
        if float(self._likeness.vector(newer) @ self._likeness.vector(older)) < ALIKE:
            return 0.0
        return self._reader.replaces(newer, older)

    def _said(self, fit: Fit) -> Numbers:
        said: Numbers = self._scale.favours * fit.favours - self._scale.opposes * fit.opposes
        return said

    def _logits(self, total: Numbers) -> Numbers:
        found: Numbers = self._scale.score * total + self._scale.apart * (total - float(total.mean()))
        return found

    def _bearing(self, total: Numbers, support: Numbers) -> SayingBearing:
        none = self._scale.none - self._scale.sinks * float(total.max())
        logits = np.array([*self._logits(total), none, self._scale.unknown])
        likely = np.exp(logits - logits.max())
        likely /= likely.sum()
        return SayingBearing(likely[:-2], float(likely[-2]), float(likely[-1]), support)

    def _named(self, options: Sequence[str], sayings: Sequence[Saying]) -> list[int]:
        """The options to read."""
        if len(options) <= OPTIONS_READ:
            return [*range(len(options))]
        vector = self._likeness.vector
        said = np.stack([vector(one.words) for one in sayings])
        near = (np.stack([*map(vector, options)]) @ said.T).max(axis=1)
        return sorted(np.argsort(-near, kind="stable")[:OPTIONS_READ].tolist())


def _about(saying: Saying) -> str:
    """What tells whether a saying bears on something."""
    return f"{saying.words} {saying.asked}".strip()


def nearest(
    likeness: Likeness, request: str, options: Sequence[str], sayings: Sequence[Saying], most: int
) -> list[int]:
    """The places of so many sayings, in their order: the latest, and those nearest to the request or an option."""
    if len(sayings) <= most:
        return [*range(len(sayings))]
    vector = likeness.vector
    about = np.stack([vector(request), *map(vector, options[:OPTIONS_READ])])
    said = np.stack([vector(f"{one.words} {one.asked} {one.took}".strip()) for one in sayings])
    alike = said @ about.T
    near = alike[:, 0] + alike[:, 1:].max(axis=1)
    near[-LATEST:] = np.inf
    return sorted(np.argsort(-near, kind="stable")[:most].tolist())
