"""Forgetting by words: what somebody asks to be forgotten is found, erased in every copy, and does not come back."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import cache, partial

from penchant.domain import (
    EpisodeId,
    Evidence,
    Lesson,
    PersonId,
    Preference,
    PreferenceId,
    TranscriptEntry,
    is_told,
    said_on,
)
from penchant.loop.aspects import (
    aspects_of,
    called_by,
    has,
    is_against,
    is_an_illness,
    is_concluded,
    is_of_a_being,
    is_of_field,
    outright,
)
from penchant.loop.barred import BARRED, marking
from penchant.memory import Memory, until_written
from penchant.memory.fields import in_field
from penchant.memory.reopening import reopened
from penchant.memory.undo import bring_back
from penchant.mind.protocol import Mind, Relating
from penchant.mind.talk.forgetting import LAST_OF, UNDO, points_back
from penchant.mind.talk.meant import (
    BARELY,
    asks_for_all,
    field_alone,
    field_called,
    is_of_the_speaker,
    subject,
    without_asking,
)
from penchant.store import Change, Erase, EraseLines, Transcribe
from penchant.terms import stems, terms

SHOWN, DONE = 0.5, 0.9
"""How likely something has to be meant to be shown, and to be forgotten though nobody looked at it first."""

ALIKE = 0.55
"""What search finds nearer than this to what is to be forgotten is meant, where the mind does not say."""

JUST_NOW = timedelta(days=1)
"""What was said longer ago is not what somebody "just said"."""

_LOOKED_AT = 64
_NOTHING: frozenset[str] = frozenset()


class Forgetter:
    """Forgets for one agent."""

    def __init__(self, memory: Memory, mind: Mind) -> None:
        self._memory = memory
        self._mind = mind

    def found(self, person: str, about: str, least: float = SHOWN, at: datetime | None = None) -> list[Preference]:
        """What is believed, or was, that these words are about, at least so likely: what they name, and by meaning.

        Of what was heard in the same words, only that goes which the words are most about.
        """
        beliefs = self._memory.list(person, closed=True)
        if points_back(about):
            last = self._last(person, at or self._memory.clock())
            return [one for one in beliefs if said_on(one.episode) == last]
        if about.startswith(LAST_OF):
            spoken = self.found(person, about.removeprefix(LAST_OF), least, at)
            latest = max((one.since for one in spoken), default=None)
            return [one for one in spoken if one.since == latest]
        about = outright(about)
        sought = subject(about)
        if not sought:
            return beliefs if asks_for_all(about) else []
        named = [one for one in _named(beliefs, sought) if not _is_of_others(one, about)]
        parts = aspects_of(about)
        found = {one.id for one in named} | {one.id for one in beliefs if any(has(part, one) for part in parts)}
        if not any(has(part, one) for part in parts for one in beliefs):
            told = {belief.words for belief in _named(beliefs, sought)}
            likely, _ = self._likely(person, about, beliefs)
            field = field_alone(about)
            found |= {
                one.id
                for one, each in zip(beliefs, likely, strict=True)
                if each >= least and not is_against(about, one) and (one.words not in told or is_of_field(one, field))
            }
        return _with_what_hangs_on([one for one in beliefs if one.id in found], beliefs, sought)

    def _likely(
        self, person: str, about: str, beliefs: Sequence[Preference]
    ) -> tuple[list[float], list[tuple[EpisodeId, float]]]:
        """How likely each belief is meant, and the episode of each line from which none of these was read."""
        read = {said_on(one.episode) for one in beliefs}
        read |= {said_on(one.episode) for one in self._memory.evidence(person)}
        heard = [line for line in self._memory.transcript(person) if line.kind == "heard" and line.words.strip()]
        unread = [line for line in heard if said_on(line.episode) not in read]
        said = [*(one.words or one.value for one in beliefs), *(line.words for line in unread)]
        times = [*(one.since for one in beliefs), *(line.at for line in unread)]
        order = sorted(range(len(said)), key=times.__getitem__)
        if isinstance(self._mind, Relating):
            field = field_called(about)
            meant = dict(zip(order, self._mind.meant(about, [said[at] for at in order]), strict=True))
            topics = [*(f"{one.words} {one.topic}" for one in beliefs), *(line.words for line in unread)]
            surely = [*(is_of_field(one, field_alone(about)) for one in beliefs), *(False for _ in unread)]
            likely = [
                max(meant[at], DONE)
                if sure or (field and meant[at] >= BARELY and in_field(words, field))
                else meant[at]
                for at, (words, sure) in enumerate(zip(topics, surely, strict=True))
            ]
        else:  # what search finds alike
            near = self._memory.search(person, about, limit=_LOOKED_AT, threshold=ALIKE, closed=True)
            alike = {match.preference.words or match.preference.value for match in near}
            likely = [float(words in alike) for words in said]
        episodes = [line.episode for line in unread]
        return likely[: len(beliefs)], [*zip(episodes, likely[len(beliefs) :], strict=True)]

    def _last(self, person: str, at: datetime) -> str:
        """The episode of what was said last before a moment, and not long before it."""
        heard = [line for line in self._memory.transcript(person) if line.kind == "heard" and line.at <= at]
        last = max(heard, key=lambda line: line.at, default=None)
        return said_on(last.episode) if last is not None and at - last.at <= JUST_NOW else ""

    def done(self, person: str, about: Sequence[str], at: datetime) -> Lesson:
        """Do what words ask: take the last lesson back, and forget what is surely meant."""
        opened, closed = self._to_take_back(person, about, at)
        again = bring_back(self._memory, person, [one.id for one in (*opened, *closed)]) if opened or closed else []
        lesson = self._taken_back(person, opened, again)
        if named := [words for words in about if words != UNDO]:
            gone = self._to_forget(person, about, at)
            lesson = replace(lesson, closed=(), ended_by=()) + self.forget(person, gone, named, at)
        return lesson

    def foreseen(self, person: str, about: Sequence[str], at: datetime) -> tuple[Lesson, list[Preference]]:
        """The lesson that `done` would give, and the beliefs that would go; nothing is written."""
        opened, closed = self._to_take_back(person, about, at)
        gone = self._to_forget(person, about, at)
        every = {one.id: one for one in self._memory.list(person, closed=True)}
        before = [every[one.replaces] for one in opened if one.replaces in every]
        lesson = self._taken_back(person, [] if gone else opened, [*before, *closed])
        forgotten = tuple(self._mind.note(person, one) for one in gone)
        return lesson + Lesson(forgotten=forgotten), [*opened, *gone]

    def _to_forget(self, person: str, about: Sequence[str], at: datetime) -> list[Preference]:
        """What words ask to be forgotten, as far as it is sure enough for nobody to look at it first."""
        return [one for words in about if words != UNDO for one in self.found(person, words, DONE, at)]

    def _to_take_back(
        self, person: str, about: Sequence[str], at: datetime
    ) -> tuple[list[Preference], list[Preference]]:
        """What the words that are taken back opened, and what they closed; nothing where none are taken back."""
        if not any(map(points_back, about)):
            return [], []
        episode = self._last_lesson(person, at) if UNDO in about else self._last(person, at)
        every = self._memory.list(person, closed=True)
        told = [one for one in self._memory.evidence(person) if said_on(one.episode) == episode]
        against = {one.preference for one in told if not one.supports} - {one.replaces for one in every}
        believed = {_saying(one) for one in every if one.is_open}
        opened = [one for one in every if one.is_open and said_on(one.episode) == episode]
        closed = [one for one in every if one.id in against and not one.is_open and _saying(one) not in believed]
        return opened, closed

    def _taken_back(self, person: str, opened: Sequence[Preference], again: Sequence[Preference]) -> Lesson:
        """The lesson of taking back what was opened, by which other beliefs hold again."""
        opening, closing = (tuple(self._mind.note(person, one) for one in ones) for ones in (again, opened))
        return Lesson(opened=opening, closed=closing, ended_by=("",) * len(closing))

    def _last_lesson(self, person: str, at: datetime) -> str:
        """The episode of what taught something last before a moment, and not long before it."""
        told = [one for one in self._memory.evidence(person) if one.source != "edit" and one.at <= at]
        last = max(told, key=lambda one: one.at, default=None)
        return said_on(last.episode) if last is not None and at - last.at <= JUST_NOW else ""

    def forget(self, person: str, gone: Sequence[Preference], about: Iterable[str], at: datetime) -> Lesson:
        """Erase these beliefs, what they were heard in and all that speaks of them; they are not inferred again."""
        return until_written(person, partial(self._forget, person, gone, tuple(about), at))

    def _forget(self, person: str, gone: Sequence[Preference], about: Iterable[str], at: datetime) -> Lesson:
        revision = self._memory.store.revision(PersonId(person))
        there = {belief.id for belief in self._memory.list(person, closed=True)}
        forgotten = tuple(map(partial(self._mind.note, person), gone))
        ids = dict.fromkeys(belief.id for belief in gone if belief.id in there)  # not what another erased meanwhile
        asked = frozenset[str]().union(*(subject(words) for words in about if not words.startswith(LAST_OF)))
        named = [one.value for one in gone if not about or stems(one.value) & asked or is_of_a_being(one, asked)]
        speaking = [
            *self._speaking_of(person, named, gone),
            *self._unread(person, about, at),
            *(said_on(one.episode) for one in gone if is_told(one)),
        ]
        changes, others = self._rewording(person, gone)
        changes += [Erase(id) for id in ids]
        left = others.difference(speaking)
        lines = [line for line in self._memory.transcript(person) if line.episode in left]
        changes += [EraseLines(episode) for episode in dict.fromkeys((*speaking, *(line.episode for line in lines)))]
        changes += map(Transcribe, lines)  # these went with a belief that is heard in other words now
        changes += map(Transcribe, self.marks(person, gone, about, at))
        self._memory.apply(person, changes, expected=revision)
        self._memory.let_go(person)
        return Lesson(forgotten=forgotten)

    def marks(
        self, person: str, gone: Sequence[Preference], about: Iterable[str], at: datetime
    ) -> list[TranscriptEntry]:
        """The nameless marks by which these beliefs are not inferred again."""
        return marking(self._memory, person, [*(one.value for one in gone), *map(without_asking, about)], at)

    def _rewording(self, person: str, gone: Sequence[Preference]) -> tuple[list[Change], set[EpisodeId]]:
        """The changes after which no other belief quotes what is to be forgotten, and what else these were heard in."""
        ids = {belief.id for belief in gone}
        evidence: dict[PreferenceId, list[Evidence]] = {}
        for item in self._memory.evidence(person):
            evidence.setdefault(item.preference, []).append(item)
        kept = list[Preference]()
        for belief in self._memory.list(person, closed=True):
            told = evidence.get(belief.id, [])
            without = partial(_without, belief=belief, gone=gone)
            if belief.id in ids or all(
                without(words) == words for words in (belief.words, *(one.words for one in told))
            ):
                continue
            evidence[belief.id] = [replace(one, words=without(one.words)) for one in told]
            before = None if belief.replaces in ids else belief.replaces
            kept.append(replace(belief, words=without(belief.words), replaces=before))
        heard_in = {one.episode for belief in kept for one in (belief, *evidence.get(belief.id, ()))}
        heard_in -= {one.episode for belief in gone for one in (belief, *evidence.get(belief.id, ()))}
        return reopened(self._memory, kept, evidence), heard_in

    def _speaking_of(self, person: str, texts: Sequence[str], gone: Sequence[Preference]) -> list[EpisodeId]:
        """The episodes that speak of what is to be forgotten, besides those that go with the beliefs."""
        sought = [words for text in texts if (words := subject(text))]
        with_them = {belief.episode for belief in gone}
        found = dict[EpisodeId, None]()
        for line in self._memory.transcript(person):
            if line.kind in ("seen", "barred", "consent") or line.episode in with_them or line.episode in found:
                continue
            if any(words <= stems(line.words) for words in sought):
                found[line.episode] = None
        return [episode for episode in found if episode != BARRED]

    def _unread(self, person: str, about: Iterable[str], at: datetime) -> list[EpisodeId]:
        """What was said of a matter though nothing was read from it."""
        beliefs = self._memory.list(person, closed=True)
        said = {line.episode: line.words for line in self._memory.transcript(person) if line.kind == "heard"}
        found = list[EpisodeId]()
        for words in about:
            _, unread = self._likely(person, words, beliefs)
            named = subject(words)
            for episode, likely in unread:
                if points_back(words):
                    gone = said_on(episode) == self._last(person, at)
                else:  # what is named need not be as near in meaning
                    gone = likely >= (SHOWN if named & stems(said.get(episode, "")) else DONE)
                found += [episode] * gone
        return found


def _saying(belief: Preference) -> tuple[str, ...]:
    """What a belief says, whenever it was said."""
    return (belief.whom, belief.stance, belief.value, belief.situation, belief.topic)


def _named(beliefs: Sequence[Preference], sought: frozenset[str]) -> list[Preference]:
    """The beliefs that have all of these words, or whose own words are all among them; of one message the best."""
    also = _also_called(beliefs, sought)
    called = {
        one.id: also.get(one.whom, called_by(one.whom, sought))
        | (also.get(one.value, _NOTHING) if one.stance == "is" else _NOTHING)
        for one in beliefs
    }
    named = [
        belief for belief in beliefs if sought <= _stems_of(belief) | called[belief.id] or _is_named(belief, sought)
    ]
    meant = {one.id: len(sought & (_own_stems_of(one) | called[one.id])) for one in named}
    best: dict[EpisodeId, int] = {}
    for one in named:
        best[one.episode] = max(meant[one.id], best.get(one.episode, 0))
    return [one for one in named if meant[one.id] == best[one.episode] or _is_named(one, sought)]


def _with_what_hangs_on(
    found: Sequence[Preference], beliefs: Sequence[Preference], sought: frozenset[str]
) -> list[Preference]:
    """What is found, with what was concluded from it, and what is said of whom it tells that is not sought by name."""
    ill = {one.words for one in found if is_an_illness(one)}
    beings = {one.value for one in found if is_of_a_being(one, sought)}
    return [one for one in beliefs if one in found or one.whom in beings or (one.words in ill and is_concluded(one))]


def _is_of_others(belief: Preference, about: str) -> bool:
    """Whether a belief is about somebody else, and a request about the person who asks."""
    return bool(belief.whom) and is_of_the_speaker(about) and stems(belief.whom).isdisjoint(stems(about))


def _is_named(belief: Preference, sought: frozenset[str]) -> bool:
    """Whether what a belief is about is named in whole."""
    value = {term.stem for term in terms(belief.value)}
    return bool(value) and belief.stance != "is" and value <= sought


def _stems_of(belief: Preference) -> frozenset[str]:
    parts = (belief.whom, belief.topic, belief.value, belief.situation, belief.exception, belief.words)
    return frozenset(term.stem for part in parts for term in terms(part))


def _also_called(beliefs: Iterable[Preference], sought: frozenset[str]) -> dict[str, frozenset[str]]:
    """What people who are not named are called by, such as "my sister" where it is known who that is."""
    return {
        one.value: called_by(one.topic, sought)
        for one in beliefs
        if (one.kind == "relation" or one.topic == "pet") and sought.isdisjoint(term.stem for term in terms(one.value))
    }


def _own_stems_of(belief: Preference) -> frozenset[str]:
    """The stems of what a belief says itself, whatever it was heard in."""
    parts = (belief.whom, belief.topic, belief.value, belief.situation)
    return frozenset(term.stem for part in parts for term in terms(part))


def _without(words: str, belief: Preference, gone: Sequence[Preference]) -> str:
    """The words a belief was heard in, but for the parts that tell what is to be forgotten; at least its value."""
    own, said = _own_stems_of(belief), {term.stem for term in terms(words)}
    forgotten = list[frozenset[str]]()
    for other in gone:
        for part in (f"{other.value} {other.situation}", other.topic if other.stance == "is" else ""):
            told = frozenset(term.stem for term in terms(part)) - own
            if told and told <= said:
                forgotten.append(told)
    if not forgotten:
        return words
    parts = [part.strip() for part in _between().split(words)]
    kept = [part for part in parts if not any(told & {term.stem for term in terms(part)} for told in forgotten)]
    telling = [part for part in kept if own & {term.stem for term in terms(part)}]
    return ", ".join(telling) or belief.value


@cache
def _between() -> re.Pattern[str]:
    """What stands between the parts of a sentence."""
    return re.compile(
        r"[.,;:!?()\n–—]+|\b(?:and|but|or|because|although|though|while|who|which|whose|so|since)\b", re.I
    )
