"""Forgetting by words: what somebody asks to be forgotten is found, erased in every copy, and does not come back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from datetime import datetime
from functools import cache, partial

from penchant.domain import EpisodeId, Lesson, PersonId, Preference
from penchant.loop.barred import BARRED, marking
from penchant.memory import Memory, until_written
from penchant.memory.terms import terms
from penchant.mind.protocol import Mind
from penchant.store import Change, Erase, EraseLines, Transcribe

ALIKE = 0.55
"""What is nearer in meaning than this to what is to be forgotten is meant by it, where no word tells."""

_LOOKED_AT = 64


class Forgetter:
    """Forgets for one agent."""

    def __init__(self, memory: Memory, mind: Mind) -> None:
        self._memory = memory
        self._mind = mind

    def found(self, person: str, about: str) -> list[Preference]:
        """What is believed, or was, that these words are about: by all of their words, or else by meaning."""
        sought = {term.stem for term in terms(about)} - _asking()
        beliefs = self._memory.list(person, closed=True)
        if not sought:
            return beliefs if {term.stem for term in terms(about)} & _everything() else []
        named = [belief for belief in beliefs if sought <= _stems_of(belief) or _is_named(belief, sought)]
        if not named:
            told = [(_told_by(belief, sought), belief) for belief in beliefs]
            most = max((count for count, _ in told), default=0)
            named = [belief for count, belief in told if count == most and 2 * count >= len(sought) and count]
        if named:
            return named
        near = self._memory.search(person, about, limit=_LOOKED_AT, threshold=ALIKE, closed=True)
        return [match.preference for match in near]

    def forget(self, person: str, gone: Sequence[Preference], about: Iterable[str], at: datetime) -> Lesson:
        """Erase these beliefs, what they were heard in and all that speaks of them; they are not inferred again."""
        return until_written(person, partial(self._forget, person, gone, tuple(about), at))

    def _forget(self, person: str, gone: Sequence[Preference], about: Iterable[str], at: datetime) -> Lesson:
        revision = self._memory.store.revision(PersonId(person))
        there = {belief.id for belief in self._memory.list(person, closed=True)}
        forgotten = tuple(map(partial(self._mind.note, person), gone))
        ids = dict.fromkeys(belief.id for belief in gone if belief.id in there)  # not what another erased meanwhile
        changes: list[Change] = [Erase(id) for id in ids]
        texts = [*(belief.value for belief in gone), *(_subject(words) for words in about)]
        for episode in self._speaking_of(person, texts, gone):
            changes.append(EraseLines(episode))
        changes += map(Transcribe, marking(self._memory, person, texts, at))
        self._memory.apply(person, changes, expected=revision)
        self._memory.let_go(person)
        return Lesson(forgotten=forgotten)

    def _speaking_of(self, person: str, texts: Sequence[str], gone: Sequence[Preference]) -> list[EpisodeId]:
        """The episodes that speak of what is to be forgotten, besides those that go with the beliefs."""
        sought = [stems for text in texts if (stems := {term.stem for term in terms(text)} - _asking())]
        with_them = {belief.episode for belief in gone}
        found = dict[EpisodeId, None]()
        for line in self._memory.transcript(person):
            if line.kind in ("seen", "barred") or line.episode in with_them or line.episode in found:
                continue
            said = {term.stem for term in terms(line.words)}
            if any(stems <= said for stems in sought):
                found[line.episode] = None
        return [episode for episode in found if episode != BARRED]


def _is_named(belief: Preference, sought: Set[str]) -> bool:
    """Whether what a belief is about is named in whole."""
    value = {term.stem for term in terms(belief.value)}
    return bool(value) and belief.stance != "is" and value <= sought


def _told_by(belief: Preference, sought: Set[str]) -> float:
    """How many of the words sought a belief has; what it says counts more than what it was said in."""
    value = {term.stem for part in (belief.whom, belief.value) for term in terms(part)}
    return len(sought & _stems_of(belief)) + 0.5 * len(sought & value)


def _stems_of(belief: Preference) -> frozenset[str]:
    parts = (belief.whom, belief.topic, belief.value, belief.situation, belief.words)
    return frozenset(term.stem for part in parts for term in terms(part))


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
