"""The changes that one sentence brings, as they are gathered, each with its evidence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

import numpy as np

from penchant.domain import (
    Draft,
    EpisodeId,
    Evidence,
    Lesson,
    Preference,
    PreferenceId,
    Reading,
    Source,
    Stance,
    Statement,
)
from penchant.memory import HELD, STRANGER, Memory, Reliability
from penchant.mind.protocol import Held, Mind, Scene
from penchant.store import Change, Close, Trust, Witness

GIVEN_UP = 0.9
SPOKEN = 0.5
"""So much of a belief that somebody contradicts is given up before their words are weighed, where they speak of what
they have given up, or of a change without saying of what."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HeardSentence:
    """A sentence, what it was taken to mean, where it was said, and how far such words can be relied on."""

    person: str
    episode: EpisodeId
    scene: Scene
    reading: Reading
    source: Source
    words: str
    at: datetime
    reliability: Reliability = STRANGER
    former: frozenset[str] = frozenset()  # what was believed of this very matter once, and confirmed
    lasting: tuple[Statement, ...] = ()  # what the words say in general

    @property
    def pool(self) -> tuple[str, ...]:
        """What the taste is about: the places of a placement, else the things."""
        return self.scene.places if self.scene.placing else self.scene.things

    def named(self, names: Sequence[str]) -> list[str]:
        """Those of the names that are in the pool."""
        return [name for name in names if name in self.pool]

    def ratio(self, stance: Stance, value: str) -> float:
        """How many times likelier these words are if what they claim of a value is so than if not."""
        sure = self.reading.sure_of(value)
        if stance == "wants":
            return self.reliability.naming(self.source, len(self.pool), sure)
        return self.reliability.against(self.source, sure)

    def shaken(self, held: Held) -> float:
        """How likely a belief is that these words contradict, once it is heard whether they speak of a change.

        Who says what they have given up speaks of that, and not of what they have taken to since; but what they have
        taken to is no longer avoided.
        """
        reading, value = self.reading, held.preference.value
        spoken_of = (*reading.avoids, *(reading.wants if held.preference.stance == "avoids" else ()))
        if not reading.changed or (reading.avoids and value not in spoken_of):
            return held.standing
        plainly = max(2 * reading.sure_of(value) - 1, 0.0)  # what may as well be misread speaks of nothing
        return (1 - plainly * (GIVEN_UP if reading.avoids else SPOKEN)) * held.standing


PASSED_OVER = 32
"""So many of the options that were passed over are kept with a belief."""


@dataclass(slots=True)
class Revision:
    """The changes one sentence brings, as they are gathered."""

    heard: HeardSentence
    memory: Memory
    mind: Mind
    changes: list[Change] = field(default_factory=list)
    lesson: Lesson = field(default_factory=Lesson)

    def note(self, belief: Preference | Draft) -> str:
        """The belief in a sentence."""
        return self.mind.note(self.heard.person, belief)

    def witness(self, id: PreferenceId, supports: bool) -> None:
        """Keep this moment as evidence for or against a belief."""
        h = self.heard
        evidence = Evidence(
            preference=id, episode=h.episode, source=h.source, supports=supports, words=h.words, at=h.at
        )
        self.changes.append(Witness(evidence))

    def confirm(self, belief: Preference, likely: float) -> None:
        """Believe it as far as it is likely now, after words for it."""
        self.witness(belief.id, True)
        self.changes.append(Trust(belief.id, likely, self.heard.at))
        self.lesson += Lesson(confirmed=(self.note(belief),))

    def contradict(self, held: Held, likely: float) -> bool:
        """Whether the belief was closed, after words against it, for being no longer likely enough."""
        belief = held.preference
        beside = self.memory.habits.on_change == "integrate" and self.heard.reading.changed
        if likely < HELD and not (beside and belief.confidence > 0.5):
            self.close(belief)
            return True
        self.witness(belief.id, False)
        likely = max(likely, HELD)
        fell = likely / held.standing if held.standing else 1.0  # how likely it has changed meanwhile is no part of it
        self.changes.append(Trust(belief.id, belief.confidence * min(fell, 1.0)))
        return False

    def close(self, belief: Preference) -> None:
        """Stop believing it; what was heard a moment ago, on the same errand, was misunderstood and never held."""
        taken_back = belief.episode == self.heard.episode
        self.witness(belief.id, False)
        self.changes.append(Close(belief.id, belief.confirmed if taken_back else self.heard.at))
        self.lesson += Lesson(closed=(self.note(belief),), ended_by=(self.heard.words,))

    def open(
        self,
        stance: Stance,
        value: str,
        likely: float,
        rather_than: tuple[str, ...] = (),
        replaces: PreferenceId | None = None,
    ) -> None:
        """Begin to believe something, as far as it is likely, unless it hardly is."""
        if likely < HELD:
            return
        h = self.heard
        draft = Draft(
            situation=h.scene.situation,
            topic=h.scene.topic,
            stance=stance,
            value=value,
            rather_than=self._most_like(value, rather_than),
            confidence=likely,
            words=h.words,
            episode=h.episode,
        )
        self.changes.append(self.memory.opening(draft, h.source, replaces=replaces))
        self.lesson += Lesson(opened=(self.note(draft),))

    def _most_like(self, value: str, passed_over: tuple[str, ...]) -> tuple[str, ...]:
        """Of very much that was passed over, what is most like the value: that tells most, and is all that is kept."""
        if len(passed_over) <= PASSED_OVER:
            return passed_over
        vectors = self.memory.embedder.embed([value, *passed_over])
        alike = vectors[1:] @ vectors[0]
        return tuple(passed_over[place] for place in sorted(np.argsort(-alike, kind="stable")[:PASSED_OVER].tolist()))
