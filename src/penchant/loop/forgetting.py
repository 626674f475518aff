"""Forgetting by words: what somebody asks to be forgotten is found, erased in every copy, and does not come back."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence, Set
from dataclasses import replace
from datetime import datetime
from functools import cache, partial

from penchant.domain import EpisodeId, Evidence, Lesson, PersonId, Preference, PreferenceId, is_told, said_on
from penchant.loop.barred import BARRED, marking
from penchant.memory import Memory, until_written
from penchant.memory.fields import field_called, in_field
from penchant.memory.reopening import reopened
from penchant.memory.terms import terms
from penchant.mind.protocol import Comparing, Mind
from penchant.store import Change, Erase, EraseLines, Transcribe

ALIKE = 0.55
"""What is nearer in meaning than this to what is to be forgotten is meant by it, where no word tells."""

OF_FIELD = 0.3
"""What is nearer in meaning than this to a whole field of life belongs to it."""

FEW = 2
"""A word that so many of a person's lines have, or fewer, tells which of them are about what is to be forgotten."""

_LOOKED_AT = 64
_NOTHING: frozenset[str] = frozenset()


class Forgetter:
    """Forgets for one agent."""

    def __init__(self, memory: Memory, mind: Mind) -> None:
        self._memory = memory
        self._mind = mind

    def found(self, person: str, about: str) -> list[Preference]:
        """What is believed, or was, that these words are about: by all of their words, or else by meaning.

        Of what was heard in the same words, only that goes which the words are most about.
        """
        sought = {term.stem for term in terms(about)} - _asking()
        beliefs = self._memory.list(person, closed=True)
        if not sought:
            return beliefs if {term.stem for term in terms(about)} & _everything() else []
        if field := field_called([term for term in terms(about) if term.stem in sought]):
            return self._of_field(person, field, about, beliefs)
        also = _also_called(beliefs, sought)
        named = [
            belief
            for belief in beliefs
            if sought <= _stems_of(belief) | also.get(belief.whom, _NOTHING) or _is_named(belief, sought)
        ]
        if not named:
            told = [(_told_by(belief, sought), belief) for belief in beliefs]
            most = max((count for count, _ in told), default=0)
            named = [belief for count, belief in told if count == most and 2 * count >= len(sought) and count]
        if named:
            meant = {one.id: len(sought & (_own_stems_of(one) | also.get(one.whom, _NOTHING))) for one in named}
            best: dict[EpisodeId, int] = {}
            for one in named:
                best[one.episode] = max(meant[one.id], best.get(one.episode, 0))
            return [one for one in named if meant[one.id] == best[one.episode]]
        near = self._memory.search(person, about, limit=_LOOKED_AT, threshold=ALIKE, closed=True)
        return [match.preference for match in near]

    def _of_field(self, person: str, field: str, about: str, beliefs: Sequence[Preference]) -> list[Preference]:
        """What belongs to a whole field of life, by its words or by meaning, and what was said in the same words."""
        alike = [0.0] * len(beliefs)
        if isinstance(self._mind, Comparing):
            alike = list(self._mind.alike(about, [f"{one.topic} {one.value}. {one.words}" for one in beliefs]))
        meant = [
            belief
            for belief, near in zip(beliefs, alike, strict=True)
            if near >= OF_FIELD or in_field(f"{belief.topic} {belief.value} {belief.words}", field)
        ]
        said = {(one.episode, one.words) for one in meant if is_told(one)}
        return [one for one in beliefs if one in meant or (one.episode, one.words) in said]

    def forget(self, person: str, gone: Sequence[Preference], about: Iterable[str], at: datetime) -> Lesson:
        """Erase these beliefs, what they were heard in and all that speaks of them; they are not inferred again."""
        return until_written(person, partial(self._forget, person, gone, tuple(about), at))

    def _forget(self, person: str, gone: Sequence[Preference], about: Iterable[str], at: datetime) -> Lesson:
        revision = self._memory.store.revision(PersonId(person))
        there = {belief.id for belief in self._memory.list(person, closed=True)}
        forgotten = tuple(map(partial(self._mind.note, person), gone))
        ids = dict.fromkeys(belief.id for belief in gone if belief.id in there)  # not what another erased meanwhile
        texts = [*(belief.value for belief in gone), *(_subject(words) for words in about)]
        speaking = [
            *self._speaking_of(person, texts, gone),
            *self._unread(person, about),
            *(said_on(one.episode) for one in gone if is_told(one)),
        ]
        changes, others = self._rewording(person, gone)
        changes += [Erase(id) for id in ids]
        lines = [line for line in self._memory.transcript(person) if line.episode in others.difference(speaking)]
        changes += [EraseLines(episode) for episode in dict.fromkeys((*speaking, *(line.episode for line in lines)))]
        changes += map(Transcribe, lines)  # these went with a belief that is heard in other words now
        changes += map(Transcribe, marking(self._memory, person, texts, at))
        self._memory.apply(person, changes, expected=revision)
        self._memory.let_go(person)
        return Lesson(forgotten=forgotten)

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
        sought = [stems for text in texts if (stems := {term.stem for term in terms(text)} - _asking())]
        with_them = {belief.episode for belief in gone}
        found = dict[EpisodeId, None]()
        for line in self._memory.transcript(person):
            if line.kind in ("seen", "barred", "consent") or line.episode in with_them or line.episode in found:
                continue
            said = {term.stem for term in terms(line.words)}
            if any(stems <= said for stems in sought):
                found[line.episode] = None
        return [episode for episode in found if episode != BARRED]

    def _unread(self, person: str, about: Iterable[str]) -> list[EpisodeId]:
        """What was said of a matter though nothing was read from it: the few lines that have its rarest word."""
        read = {one.episode for one in self._memory.list(person, closed=True)}
        heard = [line for line in self._memory.transcript(person) if line.kind == "heard"]
        found = list[EpisodeId]()
        for words in about:
            lines = {
                stem: [line for line in heard if stem in {term.stem for term in terms(line.words)}]
                for stem in {term.stem for term in terms(words)} - _asking()
            }
            fewest = min((len(with_it) for with_it in lines.values() if with_it), default=FEW + 1)
            if fewest <= FEW:
                found += [one.episode for with_it in lines.values() if len(with_it) == fewest for one in with_it]
        return [episode for episode in found if episode not in read and said_on(episode) not in read]


def _is_named(belief: Preference, sought: Set[str]) -> bool:
    """Whether what a belief is about is named in whole."""
    value = {term.stem for term in terms(belief.value)}
    return bool(value) and belief.stance != "is" and value <= sought


def _told_by(belief: Preference, sought: Set[str]) -> float:
    """How many of the words sought a belief has; what it says counts more than what it was said in."""
    value = {term.stem for part in (belief.whom, belief.value) for term in terms(part)}
    return len(sought & _stems_of(belief)) + 0.5 * len(sought & value)


def _stems_of(belief: Preference) -> frozenset[str]:
    parts = (belief.whom, belief.topic, belief.value, belief.situation, belief.exception, belief.words)
    return frozenset(term.stem for part in parts for term in terms(part))


def _also_called(beliefs: Iterable[Preference], sought: Set[str]) -> dict[str, frozenset[str]]:
    """What people who are not named are called by, such as "my sister" where it is known who that is."""
    return {
        one.value: frozenset(term.stem for term in terms(one.topic))
        for one in beliefs
        if one.kind == "relation" and sought.isdisjoint(term.stem for term in terms(one.value))
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


def _subject(words: str) -> str:
    """What is to be forgotten, without the words that ask for it."""
    return " ".join(term.word for term in terms(words) if term.stem not in _asking())


@cache
def _asking() -> frozenset[str]:
    """The stems of words that ask for forgetting, or for all there is, and name nothing."""
    words = (
        "forget forgotten delete erase remove drop anything everything something nothing all about thing things stuff "
        "said told tell mentioned mention know knows known remember remembered information details detail data fact "
        "facts preference preferences bit whole ever again more anymore related regarding concerning memory memories"
    )
    return frozenset(term.stem for term in terms(words)) | _everything()


@cache
def _everything() -> frozenset[str]:
    return frozenset(term.stem for term in terms("everything all anything"))
