"""How what a person said bears on a choice: each saying for, against or silent on each option, added up.

A saying is compared with an option in three ways: what was taken and passed over then, as vectors; numbers, times and
prices, as numbers; and the words. How far it reaches to this request is weighed apart, by what both ask for and offer,
by whom they are for, and by how long ago it was. What comes out is how likely each option is what the person wants,
how likely none of them is, and how likely nobody could know. The weights are fitted by `training/fit_evidence.py`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import log1p
from operator import mul
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from penchant.domain import Saying
from penchant.mind.learned import weights
from penchant.mind.learned.fits import FitReader
from penchant.mind.learned.reader import LearnedReader
from penchant.mind.talk.meant import meant
from penchant.mind.told.figures import between, within
from penchant.mind.told.names import Numbers, words_of
from penchant.mind.told.occasion import Beneficiary, beneficiary, is_for_another, persons
from penchant.mind.understand.words import common

Vectors = NDArray[np.float32]

SAYINGS_READ = 8
"""Sayings that are held against the options of a request: the latest, and those nearest to it."""

LATEST = 2
"""Latest sayings that are always read."""

OPTIONS_READ = 48
"""Options nearest to what was said that are read; the others count as ones that nothing was said about."""

WORDS_COMPARED = 300
"""Characters of a saying in which a limit is looked for."""

NOW = 2.0
"""How much surer the judge is of words that are said of the very request."""

SENTENCES_READ = 48
"""Sentences nearest to a task that are read for it."""

ALSO_ALIKE, FAR = 15.0, 0.3
"""How much vectors that are more alike than ``FAR`` add to whether a sentence bears, as log odds."""

RELATED = 6
"""Of so many sentences, those nearest to newer words, it is read what these do to them."""

ALIKE = 0.35
"""Two sentences less alike than this are about different things: neither replaces the other."""

OF_SAYING = 18
OF_OPTION = 13
BY_JUDGE, REASON = -2, -2
"""Numbers that describe a saying beside a request, and beside one of its options; the last two of an option, and the
last of a saying, are the judge's. Before that stands how much of a reason it gives beside naming what was on offer."""

NO_REASON, A_REASON = 2, 6
"""So few words beside the names of options give no reason; so many surely do."""

HELD_AGAINST, BEARS = 3, 0.2
"""Sayings that the judge holds against the options: those that bear most on the request, if they bear so likely."""


@dataclass(frozen=True, slots=True)
class Observed:
    """Features of sayings beside a request, before they are weighed."""

    sayings: Numbers  # a row a saying
    options: Numbers  # a row a saying, a column an option
    request: Numbers


@dataclass(frozen=True, slots=True)
class SayingBearing:
    """How sayings bear on the options of a request: likelihoods that add up to 1 with ``none`` and ``unknown``."""

    options: Numbers
    none: float
    unknown: float
    support: Numbers  # a row a saying, a column an option: what each adds (below 0: takes away)
    reasoned: float = 1.0  # how far what speaks for the likeliest option gives a reason, and not a choice alone


@dataclass(frozen=True, slots=True)
class EvidenceScale:
    """The weights: small nets for how far a saying reaches, which way it speaks, and how it all ends."""

    arrays: Mapping[str, Numbers]

    @classmethod
    @lru_cache(maxsize=2)
    def opened(cls, folder: Path) -> EvidenceScale:
        """The weights in a folder."""
        content = weights.checked(folder / weights.EVIDENCE, weights.read_manifest(folder))
        return cls({name: np.array(values) for name, values in json.loads(content).items()})

    def weigh(self, seen: Observed) -> SayingBearing:
        """The likelihoods that follow from what is seen."""
        reach = 1 / (1 + np.exp(-self._net("reach", seen.sayings)[:, 0] - 1))
        turn = np.tanh(self._net("turn", seen.sayings)[:, 0] + 1)
        spoken = seen.options @ self.arrays["turned"] * turn[:, None] + seen.options @ self.arrays["plain"]
        support: Numbers = reach[:, None] * spoken
        total = support.sum(axis=0)
        mean, best, second = float(total.mean()), float(total.max()), float(np.sort(total)[-2:][0])
        over = [best, mean, best - mean, best - second, reach.max(), reach.sum()]
        over += [seen.sayings[:, column].max() for column in (OF_SAYING - 1, 0, 2)]
        over.append((reach * seen.sayings[:, REASON]).max())
        none, unknown = self._net("ends", np.array([[*over, *seen.request]]))[0]
        along, apart = self.arrays["scale"]
        logits = np.array([*(along * total + apart * (total - mean)), none, unknown])
        likely = np.exp(logits - logits.max())
        likely /= likely.sum()
        return SayingBearing(likely[:-2], float(likely[-2]), float(likely[-1]), support - support.mean(axis=1)[:, None])

    def _net(self, name: str, rows: Numbers) -> Numbers:
        hidden = np.tanh(rows @ self.arrays[f"{name}.in"] + self.arrays[f"{name}.in.bias"])
        made: Numbers = hidden @ self.arrays[f"{name}.out"] + self.arrays[f"{name}.out.bias"]
        return made


class SayingEvidence:
    """Weighs sayings; the weights are loaded when the first ones are weighed."""

    def __init__(self, fits: FitReader, reader: LearnedReader) -> None:
        self._fits = fits
        self._reader = reader
        self._vectors = fits.encoder

    def weigh(self, request: str, options: Sequence[str], sayings: Sequence[Saying]) -> SayingBearing | None:
        """How what was said bears on the options; None where nothing was said."""
        if not sayings or not options:
            return None
        rows = self.nearest(request, options, sayings, SAYINGS_READ)
        rows = [row for row in rows if not _is_of_another(sayings[row], request)]
        if not rows:
            return None
        columns = self._named(options, [sayings[row] for row in rows])
        seen = self.observed(request, [options[column] for column in columns], [sayings[row] for row in rows])
        found = EvidenceScale.opened(self._vectors.folder).weigh(seen)
        found = replace(found, reasoned=_reasoned(found, seen))
        if len(rows) == len(sayings) and len(columns) == len(options):
            return found
        support = np.zeros((len(sayings), len(options)))
        support[np.ix_(rows, columns)] = found.support
        likely = np.zeros(len(options))
        likely[columns] = found.options
        return SayingBearing(likely, found.none, found.unknown, support, found.reasoned)

    def observed(self, request: str, options: Sequence[str], sayings: Sequence[Saying]) -> Observed:
        """Compute the features of sayings beside a request and its options."""
        asked, offered = self._vectors.vector(request), self._vectors.vectors(options)
        middle, whose = _direction(offered), beneficiary(request, ())
        named = persons(request)
        of_sayings = np.zeros((len(sayings), OF_SAYING))
        of_options = np.zeros((len(sayings), len(options), OF_OPTION))
        for row, one in enumerate(sayings):
            of_sayings[row] = self._of_saying(one, request, asked, middle, whose, named, sayings[row + 1 :])
            of_options[row] = self._of_options(one, options, offered)
        bearing = of_sayings[:, -1]
        for row in np.argsort(-bearing, kind="stable")[:HELD_AGAINST].tolist():
            if bearing[row] >= BEARS:
                fit = self._fits.fit(Saying(sayings[row].words, sayings[row].asked), request, tuple(options))
                of_options[row, :, BY_JUDGE:] = np.stack([fit.favours, fit.opposes], axis=1)
        score = self._reader.score(request, ())
        flags = [score.changed, score.once, score.other, float(_is_for_others(whose))]
        return Observed(of_sayings, of_options, np.array(flags))

    def _of_saying(
        self,
        one: Saying,
        request: str,
        asked: Vectors,
        middle: Numbers,
        whose: Beneficiary,
        named: frozenset[str],
        later: Sequence[Saying],
    ) -> Numbers:
        words = self._vectors.vector(one.words)
        alike = [max(float(words @ self._vectors.vector(each.words)), self._asked_alike(one, each)) for each in later]
        changed = [self._reader.score(each.words, ()).changed for each in later]
        offer = [name for name in (one.took, *one.passed) if name]
        score = self._reader.score(one.words, ())
        others = persons(f"{one.words} . {one.asked}")
        about = f"{one.words} {one.asked}".strip()
        return np.array(
            [
                *(float((self._vectors.vector(one.asked) if one.asked else words) @ asked), float(words @ asked)),
                float(_direction(self._vectors.vectors(offer)) @ middle) if offer else 0.0,
                *(float(words @ middle), float(bool(one.took)), float(bool(offer)), log1p(len(later))),
                *(score.changed, score.once, score.other, float(_is_for_others(whose))),
                *(float(bool(named - others)), float(bool(named & others)), float(bool(others - named))),
                *(max(alike, default=0.0), max(map(mul, alike, changed), default=0.0)),
                _reason(one),
                self._fits.bears(about, request),
            ]
        )

    def _asked_alike(self, one: Saying, other: Saying) -> float:
        if not (one.asked and other.asked):
            return 0.0
        return float(self._vectors.vector(one.asked) @ self._vectors.vector(other.asked))

    def _of_options(self, one: Saying, options: Sequence[str], offered: Vectors) -> Numbers:
        found = np.zeros((len(options), OF_OPTION))
        if one.took:
            found[:, 0] = offered @ self._vectors.vector(one.took)
            found[:, 7] = 1.0
        if one.passed:
            passed = offered @ self._vectors.vectors(one.passed).T
            found[:, 1], found[:, 2] = passed.max(axis=1), passed.mean(axis=1)
            found[:, 6] = 0.0 if one.took else found[:, 1]
        found[:, 3] = offered @ self._vectors.vector(one.words)
        limits = within(one.words[:WORDS_COMPARED], options)
        if limits is not None:
            found[:, 4] = limits
        if one.took and one.passed:
            found[:, 5] = between(one.took, one.passed, options)
        own, said = set(words_of(one.took)), set(words_of(one.words))
        others = {word for name in one.passed for word in words_of(name)}
        for column, shared in enumerate((own - others, others - own, said), start=8):
            found[:, column] = [len(shared.intersection(words_of(name))) for name in options]
        return found

    def settle(self, words: str, request: str, options: Sequence[str], took: str = "") -> Numbers:
        """How likely each option is meant by words that were said of this very request; they add up to 1."""
        fit = self._fits.fit(Saying(words, took=took, now=True), request, tuple(options))
        likely: Numbers = np.exp(NOW * (fit.favours - fit.opposes))
        likely /= likely.sum()
        return likely

    def alike(self, words: str, options: Sequence[str]) -> Vectors:
        """How near in meaning each option is to these words."""
        near: Vectors = self._vectors.vectors(options) @ self._vectors.vector(words)
        return near

    def bears(self, said: Sequence[str], task: str) -> list[float]:
        """How likely each sentence has to be known for a task; those far from it are not read, and stand at 0."""
        if not said:
            return []
        found = [0.0] * len(said)
        near = self._vectors.vectors(said) @ self._vectors.vector(task)
        for row in np.argsort(-near, kind="stable")[:SENTENCES_READ].tolist():
            read = min(max(self._fits.bears(said[row], task), 1e-4), 1 - 1e-4)
            odds = np.log(read / (1 - read)) + ALSO_ALIKE * (float(near[row]) - FAR)
            found[row] = float(1 / (1 + np.exp(-odds)))
        return found

    def replaces(self, newer: str, older: str) -> float:
        """How likely what was said later means that what was said earlier no longer holds."""
        if float(self._vectors.vector(newer) @ self._vectors.vector(older)) < ALIKE:
            return 0.0
        return self._fits.relates(newer, older)["replaces"]

    def ended(self, newer: str, older: Sequence[str]) -> list[tuple[float, float]]:
        """For each earlier sentence how likely it no longer holds, and how near in meaning it is to the newer one."""
        near = self._vectors.vectors(older) @ self._vectors.vector(newer)
        read = {at for at in np.argsort(-near, kind="stable")[:RELATED].tolist() if near[at] >= ALIKE}
        return [
            (self._fits.relates(newer, text)["replaces"] if at in read else 0.0, close)
            for at, (text, close) in enumerate(zip(older, near.tolist(), strict=True))
        ]

    def meant(self, request: str, said: Sequence[str]) -> list[float]:
        """How likely each sentence is meant by a request to forget."""
        if not said:
            return []
        near = self._vectors.vectors(said) @ self._vectors.vector(request)
        return meant(request, said, [self._fits.meant(request, words) for words in said], near.tolist())

    def nearest(self, request: str, options: Sequence[str], sayings: Sequence[Saying], most: int) -> list[int]:
        """The places of so many sayings, in their order: the latest, and those nearest to the request or an option."""
        if len(sayings) <= most:
            return [*range(len(sayings))]
        about = self._vectors.vectors([request, *options[:OPTIONS_READ]])
        said = self._vectors.vectors([f"{one.words} {one.asked} {one.took}".strip() for one in sayings])
        alike = said @ about.T
        near = alike[:, 0] + alike[:, 1:].max(axis=1)
        near[-LATEST:] = np.inf
        return sorted(np.argsort(-near, kind="stable")[:most].tolist())

    def _named(self, options: Sequence[str], sayings: Sequence[Saying]) -> list[int]:
        """The options to read."""
        if len(options) <= OPTIONS_READ:
            return [*range(len(options))]
        said = self._vectors.vectors([text for one in sayings for text in (one.words, one.took) if text])
        near = (self._vectors.vectors(options) @ said.T).max(axis=1)
        return sorted(np.argsort(-near, kind="stable")[:OPTIONS_READ].tolist())


def _is_of_another(saying: Saying, request: str) -> bool:
    """Whether a saying is about somebody whom a request is not for, or the request for somebody it is not about."""
    if is_for_another(request, f"{saying.words} {saying.asked}") or is_for_another(saying.asked, request):
        return True
    read = saying.preferences
    return bool(read) and not saying.asked and all(one.whom for one in read) and not persons(request)


def _reasoned(found: SayingBearing, seen: Observed) -> float:
    """How far the sayings that speak for the likeliest option say why: 0 where they only name what was taken."""
    speaks = np.maximum(found.support[:, int(found.options.argmax())], 0.0)
    words = np.expm1(seen.sayings[:, REASON])
    why = np.clip((words - NO_REASON) / (A_REASON - NO_REASON), 0.0, 1.0)
    return float(speaks @ why / speaks.sum()) if speaks.any() else 0.0


def _reason(one: Saying) -> float:
    """How much is said beside the names of what was on offer, as a logarithm of words."""
    named = {word for name in (one.took, *one.passed) for word in words_of(name)}
    return log1p(sum(word not in named and word not in common() for word in words_of(one.words)))


def _is_for_others(whose: Beneficiary) -> bool:
    return bool(whose.others) and not whose.too


def _direction(vectors: Vectors) -> Numbers:
    total: Numbers = vectors.sum(axis=0).astype(np.float64)
    return total / max(float(np.linalg.norm(total)), 1e-9)
