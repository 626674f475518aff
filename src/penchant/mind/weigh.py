"""The choice model: which of the options this person wants, given what is believed about them.

Beliefs speak as far as they are about the same matter: like words in the request, and like things on offer. Each lifts
options that resemble what was wanted and lowers those that resemble what was passed over. What no belief covers is left
to a weak guess from the request alone, so a likelihood is honest about not knowing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import repeat
from math import exp, log
from operator import attrgetter, mul

import numpy as np
from numpy.typing import NDArray

from penchant.domain import Action, Preference, Request, Saying
from penchant.embed import Vector, Vectors
from penchant.mind.evidence import SayingBearing, SayingEvidence
from penchant.mind.learned.encoder import softmax
from penchant.mind.likeness import Likeness
from penchant.mind.protocol import Recalled, Scene, Weighed
from penchant.mind.survey import PLACING, mentioned
from penchant.mind.told.answers import answers_bearing
from penchant.mind.told.bearing import Bearing, bearing_of
from penchant.mind.told.names import Numbers, is_long
from penchant.mind.told.occasion import is_for_another
from penchant.remembering import remembered


@dataclass(frozen=True, slots=True)
class Sameness:
    """How likeness in three respects becomes a chance that two requests are about the same matter.

    Fitted by `benchmarks/calibrate.py` on people made up for it: a logistic regression.
    """

    situation: float = 12.0
    offer: float = 10.4
    value: float = 7.9  # whether what was wanted then is on offer now
    bias: float = -16.9
    often: float = 0.26  # how often it was the same matter where this was fitted


@dataclass(frozen=True, slots=True)
class Weights:
    """The numbers of the choice model, chosen by `benchmarks/calibrate.py` on people made up for it."""

    options: float = 2.0  # likeness of what is on offer, against 1 for likeness of the request
    sharpness: float = 12.0  # how much the nearest past matter outweighs the next
    passed_over: float = 0.5  # how much resembling what was passed over counts against
    guess: float = 0.3  # how far the request alone may favour an option
    exact: float = 0.4  # for the very thing that was wanted, and not only one like it
    same: Sameness = Sameness()
    margin: float = 7.0  # how sharply a better score becomes a higher likelihood
    told: float = 3.5  # the same of what was told in free talk


SAME = 0.5
"""What was said on the same matter is weighed as the past choice it led to, and not once more."""

STANDS = 0.8
"""What was said is read as long as a choice that it led to is likelier to hold than this."""

NONE = 0.5
"""That none of the options is wanted is a way to act where it is likelier than this, and than each of them."""

SETTLED = 0.8
"""Where past choices of the same request are this surely known, what else was said is not read."""

FAINT = 1e-3
"""What is fainter than this is left out."""

KEEP = 2_048
"""So many names, sets of names and pairs of them are remembered before starting over."""

_LIKELIHOOD = attrgetter("likelihood")

STANCE = {"wants": 1.0, "accepts": 0.6, "is": 0.0}
"""How much a belief lifts what it names; what is avoided is lowered instead, and what only is so says nothing."""


@dataclass(frozen=True, slots=True)
class _Matters:
    """What some beliefs are about, as vectors, a row each: the words, what was on offer, and the occasion."""

    of: list[Preference]
    said: Vectors
    offered: Vectors
    situation: Vectors
    placing: NDArray[np.bool_]

    def rows(self, beliefs: Sequence[Preference]) -> list[int]:
        """The row of each of these beliefs; -1 for one that has none, or was worded otherwise."""
        of = self.of
        known = {belief.id: row for row, belief in enumerate(of)}
        found = ((belief, known.get(belief.id, -1)) for belief in beliefs)
        return [row if row >= 0 and (of[row] is b or _is_worded_as(of[row], b)) else -1 for b, row in found]

    def rearranged(self, beliefs: list[Preference], rows: list[int]) -> _Matters:
        """The same for these beliefs, with the rows that each has here; that of one that has none is anything."""
        if rows == list(range(len(self.of))):
            return _Matters(beliefs, self.said, self.offered, self.situation, self.placing)
        return _Matters(beliefs, self.said[rows], self.offered[rows], self.situation[rows], self.placing[rows])


@dataclass(frozen=True, slots=True)
class _Prospect:
    """What a request tells before anything is recalled: the ways to act, and how far it favours each by itself."""

    actions: tuple[Action, ...]
    guess: Numbers


@dataclass(frozen=True, slots=True)
class _View:
    """What beliefs are compared with: the candidates of a scene, and its vectors in the three respects."""

    candidates: tuple[str, ...]
    said: Vector
    offered: Vector
    situation: Vector


@dataclass(frozen=True, slots=True)
class _Bearing:
    """How what was recalled bears on a scene: for each belief, how near its matter is, and how surely the same."""

    scene: Scene
    matters: _Matters
    familiarity: float
    near: Numbers
    same: list[float]


class _Last:
    """What was weighed last about somebody."""

    def __init__(self, size: int) -> None:
        row = np.empty((1, size), dtype=np.float32)  # to copy from, never to read
        self.matters = _Matters([], row, row, row, np.empty(1, dtype=np.bool_))
        self.bearing: _Bearing | None = None


class Scale:
    """Weighs options for one embedder and one set of weights."""

    def __init__(self, likeness: Likeness, weights: Weights, evidence: SayingEvidence) -> None:
        self._likeness = likeness
        self._w = weights
        self._evidence = evidence
        self._offers: dict[tuple[str, ...], Vector] = {}
        self._lifts: dict[tuple[str, str, tuple[str, ...], tuple[str, ...]], list[float]] = {}
        self._prospect = remembered(1024)(self._prospect_of)  # the same request may come again
        self._view = remembered(1024)(self._view_of)

    def same_matter(self, scene: Scene, recalled: Recalled) -> list[float]:
        """For each belief, how sure it is about this very matter: near enough, and nearest."""
        return list(self._bearing(scene, recalled).same) if recalled.beliefs else []

    def weigh(self, request: Request, scene: Scene, recalled: Recalled) -> list[Weighed]:
        """Every way to act, the likeliest first."""
        candidates = _candidates(scene)
        if not candidates:
            return []
        beliefs = recalled.beliefs
        prospect = self._prospect(request.text, scene)
        logits = prospect.guess
        support = np.zeros((len(candidates), len(beliefs)))
        known = 0.0
        if beliefs:
            bearing = self._bearing(scene, recalled)
            standing = [held.standing for held in beliefs]
            known = max(map(mul, bearing.same, standing))
            share = bearing.near * np.array(standing)
            share /= max(float(np.add.reduce(share)), 1e-9)
            total = np.zeros(len(candidates))
            for i, part in enumerate(share.tolist()):
                if part > FAINT:
                    lift = part * np.array(self._lift(beliefs[i].preference, candidates))
                    total += lift
                    support[:, i] = known * lift
            logits = logits + self._w.margin * total
        settled = known >= SETTLED
        of_told: Iterable[tuple[float, ...]] = repeat(())
        decided = 0.0
        even = 1 / max(len(candidates), 2)  # where all are equally likely, nothing that was said decides
        if told := self._told(request, scene, recalled, candidates):
            logits = prospect.guess + known * (logits - prospect.guess) + self._w.told * (told.sure @ told.lifts)
            known = 1 - (1 - known) * (1 - told.known)
            best = float(softmax(self._w.told * (told.sure @ told.lifts)).max())
            decided = told.known * max(best - even, 0.0) / (1 - even)
            of_told = map(tuple, (told.sure[:, None] * told.lifts)[: len(recalled.told)].T.tolist())
        likelihood = known * softmax(logits)
        supports = map(tuple, support.tolist())
        if (said := self._said(request, scene, recalled, candidates, known)) is None:
            likelihood += (1 - known) / len(candidates)
            ways = [
                Weighed(action, likely, of_beliefs, of_one, known=decided, settled=settled)
                for action, likely, of_beliefs, of_one in zip(
                    prospect.actions, likelihood.tolist(), supports, of_told, strict=False
                )
            ]
            return sorted(ways, key=_LIKELIHOOD, reverse=True)
        nothing = said.none > max(float(said.options.max()), NONE)  # else none of them is no way to act
        spread = said.unknown + (0.0 if nothing else said.none)
        likelihood += (1 - known) * (said.options + spread / len(candidates))
        decided += (1 - known) * said.reasoned * max(float(said.options.max()) + spread * even - even, 0.0) / (1 - even)
        ways = [
            Weighed(action, likely, of_beliefs, of_one, tuple(of_sayings), decided)
            for action, likely, of_beliefs, of_one, of_sayings in zip(
                prospect.actions, likelihood.tolist(), supports, of_told, said.support.T.tolist(), strict=False
            )
        ]
        if nothing:
            against = tuple(said.support.min(axis=1).tolist())
            ways.append(Weighed(Action(), (1 - known) * said.none, (0.0,) * len(beliefs), (), against, decided))
        return sorted(ways, key=_LIKELIHOOD, reverse=True)

    def _told(self, request: Request, scene: Scene, recalled: Recalled, names: tuple[str, ...]) -> Bearing | None:
        """How what was told in free talk bears on the options."""
        if is_long(names):
            return answers_bearing(request, recalled, names, self._likeness)
        return bearing_of(request, scene, recalled.told, names)

    def _said(
        self, request: Request, scene: Scene, recalled: Recalled, names: tuple[str, ...], known: float
    ) -> SayingBearing | None:
        """How what the person said bears on the options, where past choices of the same do not settle it."""
        if scene.placing or known >= SETTLED or len(names) < 2:
            return None
        choices = {
            held.preference.episode
            for held, same in zip(recalled.beliefs, self.same_matter(scene, recalled), strict=True)
            if same > SAME
        }
        fallen = {held.preference.episode for held in recalled.beliefs if held.standing < STANDS} - {
            held.preference.episode for held in recalled.beliefs if held.standing >= STANDS
        }
        spoken = [
            one.asked != request.text and one.episode not in (choices | fallen) and not _says_nothing(one)
            for one in recalled.sayings
        ]
        sayings = [one for one, speaks in zip(recalled.sayings, spoken, strict=True) if speaks]
        found = self._evidence.weigh(request.text, names, sayings)
        if found is None or all(spoken):
            return found
        support = np.zeros((len(spoken), len(names)))
        support[np.flatnonzero(spoken)] = found.support
        return replace(found, support=support)

    def _bearing(self, scene: Scene, recalled: Recalled) -> _Bearing:
        """How what was recalled bears on the scene; who weighs it for an errand soon learns from it as well."""
        last = self._last(recalled)
        known, familiarity = last.bearing, recalled.familiarity
        matters = self._matters([held.preference for held in recalled.beliefs], last)
        if (
            known is not None
            and known.matters is matters
            and known.familiarity == familiarity
            and (known.scene is scene or known.scene == scene)
        ):
            return known
        view = self._view(scene)
        offered = self._offered(scene, view, matters)
        near = self._near(scene, view, matters, offered)
        same = self._same(view, matters, near.tolist(), offered.tolist(), familiarity)
        asked = ". ".join(part for part in (scene.situation, scene.topic) if part)
        for row, belief in enumerate(matters.of):
            before = ". ".join(part for part in (belief.situation, belief.topic) if part)
            if same[row] > FAINT and (
                is_for_another(asked, f"{before} {belief.words}") or is_for_another(before, asked)
            ):
                same[row] = 0.0
        last.bearing = bearing = _Bearing(scene, matters, familiarity, near, same)
        return bearing

    def _last(self, recalled: Recalled) -> _Last:
        """What was weighed last about the same person."""
        last: _Last | None = recalled.cache.get(self)
        return last or recalled.cache.keep(self, _Last(self._likeness.size))

    def _near(self, scene: Scene, view: _View, matters: _Matters, offered: Numbers) -> Numbers:
        """How near each belief's matter is to this one, in words and in what was on offer; the nearest is at 1."""
        alike: Numbers = matters.said @ view.said + self._w.options * offered
        alike -= matters.placing != scene.placing
        near: Numbers = np.exp(self._w.sharpness * (alike - np.maximum.reduce(alike)))
        return near

    def _offered(self, scene: Scene, view: _View, matters: _Matters) -> Numbers:
        """How alike what was on offer then is to what is on offer now.

        Several beliefs may come of one sentence ("anything but the walnuts"), and each tells only of a part of what was
        on offer; asked for in the same words and still there, it was the same offer.
        """
        offered = (matters.offered @ view.offered).astype(np.float64)
        topic, situation, candidates = scene.topic, scene.situation, view.candidates
        for i, belief in enumerate(matters.of):
            if belief.topic == topic and belief.situation == situation and belief.value in candidates:
                offered[i] = 1.0
        return offered

    def _same(
        self, view: _View, matters: _Matters, near: list[float], offers: list[float], familiarity: float
    ) -> list[float]:
        """How sure that matters are the same one, given how often they were of late."""
        w = self._w.same
        odds = w.bias + log(_clear(familiarity) / (1 - _clear(familiarity))) - log(w.often / (1 - w.often))
        same = [0.0] * len(near)
        for i, nearness in enumerate(near):
            if nearness > FAINT:
                offered = self._likeness.nearest(matters.of[i].value, view.candidates)
                situation = float(matters.situation[i] @ view.situation)
                likeness = w.situation * situation + w.offer * offers[i] + w.value * offered
                same[i] = nearness / (1 + exp(-odds - likeness))
        return same

    def _matters(self, beliefs: list[Preference], last: _Last) -> _Matters:
        """The vectors of these beliefs; what did not change since the last time is kept."""
        before = last.matters
        if before.of == beliefs:
            return before
        rows = before.rows(beliefs)
        matters = before.rearranged(beliefs, rows)
        for i, belief in enumerate(beliefs):
            if rows[i] < 0:
                matters.said[i] = self._likeness.vector(_matter(belief.situation, belief.topic))
                matters.offered[i] = self._offer((belief.value, *belief.rather_than))
                matters.situation[i] = self._likeness.vector(belief.situation or belief.topic)
                matters.placing[i] = belief.topic.startswith(PLACING)
        last.matters = matters
        return matters

    def _lift(self, belief: Preference, candidates: tuple[str, ...]) -> list[float]:
        """How much one belief speaks for each candidate."""
        key = (belief.stance, belief.value, belief.rather_than, candidates)
        known = self._lifts.get(key)
        if known is None:
            if len(self._lifts) > KEEP:
                self._lifts.clear()
            known = self._lifts[key] = self._weigh_names(belief, candidates)
        return known

    def _weigh_names(self, belief: Preference, candidates: tuple[str, ...]) -> list[float]:
        alike, exact = self._likeness.each(candidates, belief.value), self._w.exact
        wanted = [like + exact * (name == belief.value) for name, like in zip(candidates, alike, strict=True)]
        if belief.stance == "avoids":
            return [-like for like in wanted]
        passed = self._likeness.each_nearest(candidates, belief.rather_than)
        weight, over = STANCE[belief.stance], self._w.passed_over
        return [weight * (like - over * other) for like, other in zip(wanted, passed, strict=True)]

    def _prospect_of(self, text: str, scene: Scene) -> _Prospect:
        names = _candidates(scene)
        if scene.placing:
            thing = max(scene.things, key=lambda t: mentioned(t, text, self._likeness), default=None)
            actions = tuple(Action(thing, place) for place in names)
        else:
            actions = tuple(Action(thing) for thing in names)
        return _Prospect(actions, self._w.guess * np.array([self._likeness.texts(name, text) for name in names]))

    def _view_of(self, scene: Scene) -> _View:
        names, vector = _candidates(scene), self._likeness.vector
        said, situation = _matter(scene.situation, scene.topic), scene.situation or scene.topic
        return _View(names, vector(said), self._offer(names), vector(situation))

    def _offer(self, names: tuple[str, ...]) -> Vector:
        """The direction of a set of names, in any order."""
        key = tuple(sorted(names))
        known = self._offers.get(key)
        if known is None:
            if len(self._offers) > KEEP:
                self._offers.clear()
            total: Vector = np.sum([self._likeness.vector(name) for name in key or ("",)], axis=0, dtype=np.float32)
            known = total / np.float32(np.linalg.norm(total) or 1)
            self._offers[key] = known
        return known


LEAST_WORDS = 3
"""Fewer words, from which nothing was read ("hm", "thank you"), say nothing about another task."""


def _says_nothing(saying: Saying) -> bool:
    return not (saying.preferences or saying.took or saying.passed) and len(saying.words.split()) < LEAST_WORDS


def _is_worded_as(one: Preference, other: Preference) -> bool:
    return (
        one.situation is other.situation
        and one.topic is other.topic
        and one.value is other.value
        and one.rather_than is other.rather_than
    )


def _candidates(scene: Scene) -> tuple[str, ...]:
    return scene.places if scene.placing else scene.things


def _clear(share: float) -> float:
    """A share that is neither never nor always: who never asked for the same may still do so."""
    return min(max(share, 0.002), 0.98)


def _matter(situation: str, topic: str) -> str:
    """What two requests are compared by: when, and what for; which crackers go on the shelf matters less than when."""
    what = PLACING if topic.startswith(PLACING) else topic
    return f"{situation}. {what}" if situation else topic
