"""The choice model: which of the options this person wants, given what is believed about them.

Beliefs speak as far as they are about the same matter: like words in the request, and like things on offer. Each lifts
options that resemble what was wanted and lowers those that resemble what was passed over. What no belief covers is left
to a weak guess from the request alone, so a likelihood is honest about not knowing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from operator import is_

import numpy as np
from numpy.typing import NDArray

from penchant.domain import Action, Preference, Request
from penchant.embed import Vector, Vectors
from penchant.mind.likeness import Likeness
from penchant.mind.protocol import Held, Recalled, Scene, Weighed
from penchant.mind.survey import PLACING, mentioned

Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Weights:
    """The numbers of the choice model; `benchmarks/calibrate.py` fits the last four on people made up for it."""

    options: float = 2.0  # likeness of what is on offer, against 1 for likeness of the request
    sharpness: float = 12.0  # how much the nearest past matter outweighs the next
    passed_over: float = 0.5  # how much resembling what was passed over counts against
    guess: float = 0.3  # how far the request alone may favour an option
    exact: float = 0.4  # for the very thing that was wanted, and not only one like it
    same_at: float = 2.05  # this alike, two requests are as likely as not about the same matter
    same_slope: float = 7.5
    margin: float = 7.0  # how sharply a better score becomes a higher likelihood


STANCE = {"wants": 1.0, "accepts": 0.6}
"""How much a belief lifts what it names; what is avoided is lowered instead."""


@dataclass(frozen=True, slots=True)
class _Matters:
    """What some beliefs are about, as vectors: the words, and what was on offer."""

    of: list[Preference]
    said: Vectors
    offered: Vectors
    placing: NDArray[np.bool_]


class Scale:
    """Weighs options for one embedder and one set of weights."""

    def __init__(self, likeness: Likeness, weights: Weights) -> None:
        self._likeness = likeness
        self._w = weights
        self._offers: dict[tuple[str, ...], Vector] = {}
        self._last: _Matters | None = None

    def same_matter(self, scene: Scene, recalled: Recalled) -> list[float]:
        """For each belief, how sure it is about this very matter: near enough, and nearest."""
        return [float(value) for value in self._same(self._alike(scene, recalled.beliefs), recalled.familiarity)]

    def weigh(self, request: Request, scene: Scene, recalled: Recalled) -> list[Weighed]:
        """Every way to act, the likeliest first."""
        candidates = scene.places if scene.placing else scene.things
        if not candidates:
            return []
        beliefs = recalled.beliefs
        logits = self._guess(request, candidates)
        support = np.zeros((len(beliefs), len(candidates)))
        known = 0.0
        if beliefs:
            alike = self._alike(scene, beliefs)
            standing = np.array([held.standing for held in beliefs])
            share = np.exp(self._w.sharpness * (alike - alike.max())) * standing
            share /= max(float(share.sum()), 1e-9)
            for i in np.flatnonzero(share > 1e-3):
                support[i] = share[i] * self._lift(beliefs[i], candidates)
            logits += self._w.margin * support.sum(axis=0)
            known = float((self._same(alike, recalled.familiarity) * standing).max())
        likelihood = known * _softmax(logits) + (1 - known) / len(candidates)
        thing = self._thing(request, scene) if scene.placing else None
        ways = [
            Weighed(Action(thing, c) if scene.placing else Action(c), float(p), tuple(support[:, j].tolist()))
            for j, (c, p) in enumerate(zip(candidates, likelihood, strict=True))
        ]
        return sorted(ways, key=lambda way: -way.likelihood)

    def _alike(self, scene: Scene, beliefs: Sequence[Held]) -> Numbers:
        """How alike each belief's matter is to this one: the words, and what was on offer."""
        if not beliefs:
            return np.zeros(0)
        matters = self._matters([held.preference for held in beliefs])
        here = self._offer(scene.places if scene.placing else scene.things)
        near = matters.said @ self._likeness.vector(_matter(scene.situation, scene.topic))
        near = near + self._w.options * (matters.offered @ here)
        return np.where(matters.placing == scene.placing, near, near - 1.0).astype(np.float64)

    def _matters(self, beliefs: list[Preference]) -> _Matters:
        """The vectors of these beliefs; the last ones are kept, as a request is weighed several times over."""
        if self._last is None or len(self._last.of) != len(beliefs) or not all(map(is_, self._last.of, beliefs)):
            self._last = _Matters(
                beliefs,
                np.stack([self._likeness.vector(_matter(b.situation, b.topic)) for b in beliefs]),
                np.stack([self._offer((b.value, *b.rather_than)) for b in beliefs]),
                np.array([b.topic.startswith(PLACING) for b in beliefs]),
            )
        return self._last

    def _same(self, alike: Numbers, familiarity: float) -> Numbers:
        """How sure that matters so alike are the same one, given how often they were of late."""
        if not len(alike):
            return alike
        often = min(max(familiarity, 0.02), 0.98)
        odds = self._w.same_slope * (alike - self._w.same_at) + log(often / (1 - often))
        nearest: Numbers = np.exp(self._w.sharpness * (alike - alike.max())) / (1 + np.exp(-odds))
        return nearest

    def _lift(self, held: Held, candidates: Sequence[str]) -> Numbers:
        """How much one belief speaks for each candidate."""
        belief, names = held.preference, self._likeness.names
        wanted = np.array([names(c, belief.value) + self._w.exact * (c == belief.value) for c in candidates])
        if belief.stance == "avoids":
            return -wanted
        passed = [max((names(c, o) for o in belief.rather_than), default=0.0) for c in candidates]
        lift: Numbers = STANCE[belief.stance] * (wanted - self._w.passed_over * np.array(passed))
        return lift

    def _guess(self, request: Request, candidates: Sequence[str]) -> Numbers:
        return self._w.guess * np.array([self._likeness.texts(candidate, request.text) for candidate in candidates])

    def _thing(self, request: Request, scene: Scene) -> str | None:
        return max(scene.things, key=lambda t: mentioned(t, request.text, self._likeness), default=None)

    def _offer(self, names: tuple[str, ...]) -> Vector:
        """The direction of a set of names, in any order."""
        key = tuple(sorted(names))
        known = self._offers.get(key)
        if known is None:
            if len(self._offers) > 50_000:
                self._offers.clear()
            total = np.sum([self._likeness.vector(name) for name in key], axis=0, dtype=np.float32)
            length = float(np.linalg.norm(total))
            known = self._offers[key] = total / length if length else total
        return known


def _matter(situation: str, topic: str) -> str:
    """What two requests are compared by: when, and what for; which crackers go on the shelf matters less than when."""
    what = PLACING if topic.startswith(PLACING) else topic
    return f"{situation}. {what}" if situation else topic


def _softmax(scores: Numbers) -> Numbers:
    powers: Numbers = np.exp(scores - scores.max())
    return powers / powers.sum()
