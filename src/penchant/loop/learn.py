"""From a sentence that was understood to changes in memory. Proposes; memory applies.

Agreement raises trust. A contradiction lowers it, and closes a belief that is too weak to bear it or whose owner says
plainly that their taste has changed. A belief about another occasion, or one whose value was not on offer, is not
contradicted by a different choice.

All of this weighs as much as the reader is sure: what was read in doubt is believed tentatively, so that the next
request of the matter asks, and what is likelier misread than not changes next to nothing, least of all a belief that is
trusted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from penchant.domain import Draft, EpisodeId, Evidence, Lesson, Preference, PreferenceId, Reading, Source, Stance
from penchant.loop.sureness import FLOOR, against
from penchant.memory import Habits, Memory
from penchant.mind.protocol import Held, Mind, Scene
from penchant.mind.understand import lasting_aversions
from penchant.store import Change, Close, Trust, Witness

SAME = 0.5
"""Above this, two matters are taken to be the same one."""

SURELY_SAME = 0.9
"""Above this, who says that their taste has changed may mean a belief that was heard in other words."""

TOO_WEAK = 0.3
"""A belief that falls below this is closed."""

CONTRADICTED = 0.35
"""What is left of the trust in a belief after one contradiction that does not speak of a change."""

FIRST_TRUST: dict[Source, float] = {
    "answer": 0.92,
    "correction": 0.92,
    "statement": 0.9,
    "praise": 0.85,
    "rejection": 0.85,
    "edit": 0.98,
    "behaviour": 0.5,
}

REACTIONS: frozenset[Source] = frozenset({"praise", "correction", "rejection"})
"""The sources of what is said after the agent acted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HeardSentence:
    """A sentence, what it was taken to mean, and where it was said."""

    person: str
    episode: EpisodeId
    scene: Scene
    reading: Reading
    source: Source
    words: str
    at: datetime

    @property
    def pool(self) -> tuple[str, ...]:
        """What the taste is about: the places of a placement, else the things."""
        return self.scene.places if self.scene.placing else self.scene.things

    def named(self, names: Sequence[str]) -> list[str]:
        """Those of the names that are in the pool."""
        return [name for name in names if name in self.pool]


def source_of(reading: Reading, *, answering: bool) -> Source:
    """What kind of moment this was."""
    if answering:
        return "answer"
    if reading.verdict == "right":
        return "praise"
    return "correction" if reading.wants or reading.unlisted else "rejection"


@dataclass(frozen=True, slots=True)
class Doubt:
    """A claim that contradicts a belief, and how likely it was meant."""

    stance: Stance
    value: str
    belief: Preference
    likely: float


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

    def confirm(self, belief: Preference, sure: float = 1.0) -> None:
        """Believe it more, halfway to certainty as far as the reader is ``sure``; below the floor nothing changes."""
        if sure < FLOOR:
            return
        self.witness(belief.id, True)
        trust = belief.confidence + (1 - belief.confidence) / 2 * sure
        if belief.episode == self.heard.episode:  # said again on the same errand, it counts as if said plainly at once
            trust = max(trust, FIRST_TRUST[self.heard.source] * sure)
        self.changes.append(Trust(belief.id, trust, self.heard.at))
        self.lesson += Lesson(confirmed=(self.note(belief),))

    def contradict(self, belief: Preference, sure: float = 1.0, *, at_once: bool | None = None) -> bool:
        """Whether the belief was closed: ``at_once``, which by default a change of heart is, or for being too weak.

        What is likelier misread than not is no evidence; it shakes the belief a little, so that it can add up.
        """
        at_once = self.heard.reading.changed if at_once is None else at_once
        doubtful = sure < FLOOR
        taken_back = is_taken_back(belief, self.heard)
        if not doubtful and (taken_back or falls(belief, self.memory.habits, at_once=at_once, sure=sure)):
            self.close(belief)
            return True
        if not doubtful:
            self.witness(belief.id, False)
        self.changes.append(Trust(belief.id, belief.confidence * _left(sure)))
        return False

    def close(self, belief: Preference) -> None:
        """Stop believing it."""
        self.witness(belief.id, False)
        self.changes.append(closing(belief, self.heard))
        self.lesson += Lesson(closed=(self.note(belief),))

    def open(
        self,
        stance: Stance,
        value: str,
        rather_than: tuple[str, ...] = (),
        replaces: PreferenceId | None = None,
        trust: float | None = None,
        sure: float = 1.0,
    ) -> None:
        """Begin to believe something, as surely as the source deserves unless ``trust`` says otherwise.

        Where the reader is not ``sure`` it is believed that much less, and below the floor not at all.
        """
        if sure < FLOOR:
            return
        h = self.heard
        draft = Draft(
            situation=h.scene.situation,
            topic=h.scene.topic,
            stance=stance,
            value=value,
            rather_than=rather_than,
            confidence=(FIRST_TRUST[h.source] if trust is None else trust) * sure,
            words=h.words,
            episode=h.episode,
        )
        self.changes.append(self.memory.opening(draft, h.source, replaces=replaces))
        self.lesson += Lesson(opened=(self.note(draft),))


def is_taken_back(belief: Preference, heard: HeardSentence) -> bool:
    """Whether a belief that is contradicted was heard a moment ago, on the same errand: it was a misunderstanding."""
    return belief.episode == heard.episode


def closing(belief: Preference, heard: HeardSentence) -> Close:
    """The end of a belief; a misunderstanding ends when it began, so that it never held, and nothing fell with it."""
    return Close(belief.id, belief.confirmed if is_taken_back(belief, heard) else heard.at)


def falls(belief: Preference, habits: Habits, *, at_once: bool, sure: float = 1.0) -> bool:
    """Whether a contradiction ends a belief; where changes are integrated, it ends only one that is weak already."""
    return (at_once and habits.on_change == "replace") or belief.confidence * _left(sure) < TOO_WEAK


def _left(sure: float) -> float:
    """What is left of the trust in a belief after a contradiction that was read this surely."""
    return 1 - sure * (1 - CONTRADICTED)


def learn(heard: HeardSentence, beliefs: Sequence[Held], same: Sequence[float], memory: Memory, mind: Mind) -> Revision:
    """The changes to this person's memory that follow from what was heard."""
    revision, claims = Revision(heard, memory, mind), _claims(heard)
    if not claims:
        return revision
    reading = heard.reading
    wanted = {value for stance, value in claims if stance == "wants"}
    matter = sorted(
        ((alike, held) for alike, held in zip(same, beliefs, strict=True) if alike > SAME),
        key=lambda pair: -pair[0],
    )
    confirmed: set[tuple[Stance, str]] = set()
    replaced: PreferenceId | None = None
    likely = {claim: reading.sure_of(claim[1]) for claim in claims}  # that it was meant
    for alike, held in matter:
        belief = held.preference
        same_words = (belief.situation, belief.topic) == (heard.scene.situation, heard.scene.topic)
        if (belief.stance, belief.value) in claims:
            if same_words:
                confirmed.add((belief.stance, belief.value))  # said in other words, it is also kept in those
            revision.confirm(belief, reading.sure_of(belief.value))
        elif same_words and belief.stance == "wants" and ("accepts", belief.value) in claims:
            confirmed.add(("accepts", belief.value))  # who wants it is fine with it
            revision.witness(belief.id, True)
        elif found := _doubts(claims, heard, held, alike):
            likely |= {(d.stance, d.value): min(d.likely, likely[d.stance, d.value]) for d in found}
            if revision.contradict(belief, max(doubt.likely for doubt in found)):
                replaced = replaced or belief.id
    for stance, value in claims:
        if (stance, value) not in confirmed:
            kept = wanted | {v for s, v in claims if s == "accepts"}
            over = tuple(o for o in heard.pool if o != value and o not in kept) if stance != "avoids" else ()
            revision.open(stance, value, over, replaced, sure=likely[stance, value])
            replaced = None
    return revision


def doubts(heard: HeardSentence, beliefs: Sequence[Held], same: Sequence[float]) -> list[Doubt]:
    """What was heard against beliefs about this very matter."""
    claims = _claims(heard)
    matter = ((alike, held) for alike, held in zip(same, beliefs, strict=True) if alike > SAME)
    return [doubt for alike, held in matter for doubt in _doubts(claims, heard, held, alike)]


def lesson_of(
    episode: EpisodeId, beliefs: Sequence[Preference], evidence: Sequence[Evidence], note: Callable[[Preference], str]
) -> Lesson:
    """What an episode taught, as far as memory still tells: for words that are heard a second time."""
    known, seen = {belief.id: belief for belief in beliefs}, set[PreferenceId]()
    lesson = Lesson()
    for item in evidence:
        first = item.preference not in seen
        seen.add(item.preference)
        if item.episode != episode or item.preference not in known:
            continue
        told = (note(known[item.preference]),)
        if not item.supports:
            lesson += Lesson(closed=told) if known[item.preference].until else Lesson()
        else:
            lesson += Lesson(opened=told) if first else Lesson(confirmed=told)
    return lesson


def _claims(heard: HeardSentence) -> list[tuple[Stance, str]]:
    """What the sentence says, one claim a value; what is wanted says enough about what is not, unless that lasts."""
    reading = heard.reading
    wants = heard.named(reading.wants) or ([] if heard.named(reading.accepts) else list(reading.unlisted[:1]))
    claims: list[tuple[Stance, str]] = [("wants", value) for value in wants]
    claims += [("accepts", value) for value in heard.named(reading.accepts)]
    avoids = lasting_aversions(heard.words, reading.avoids) if wants else reading.avoids
    claims += [("avoids", value) for value in heard.named(avoids) if value not in reading.constraints]
    return claims


def _doubts(claims: Sequence[tuple[Stance, str]], heard: HeardSentence, held: Held, alike: float) -> list[Doubt]:
    """The claims that cannot be true together with a belief, if it is about the same matter in the same words."""
    belief, reading = held.preference, heard.reading
    same_words = (belief.situation, belief.topic) == (heard.scene.situation, heard.scene.topic)
    if (belief.stance, belief.value) in claims or not (same_words or (reading.changed and alike > SURELY_SAME)):
        return []
    return [
        Doubt(stance, value, belief, against(reading.sure_of(value), reading, held.standing))
        for stance, value in _contradicting(claims, belief, heard)
    ]


def _contradicting(
    claims: Sequence[tuple[Stance, str]], belief: Preference, heard: HeardSentence
) -> list[tuple[Stance, str]]:
    """The claims that cannot be true together with the belief."""
    value = belief.value
    if belief.stance == "avoids":
        return [claim for claim in claims if claim in (("wants", value), ("accepts", value))]
    if against := [claim for claim in claims if claim == ("avoids", value)]:
        return against
    wanted = [claim for claim in claims if claim[0] == "wants"]
    if value in heard.reading.avoids:
        return wanted or list(claims)
    if belief.stance == "accepts" or ("accepts", value) in claims or value not in heard.pool:
        return []
    return wanted  # it was there for the taking, and another was wanted
