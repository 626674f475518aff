"""People of our own who let facts slip: drawn by the seed from the tables in ``content/facts.txt``.

A fact comes up in one or two sessions with a friend or an assistant, amid talk about other things. Some change: the old
value is told in spring, the new one in autumn. Noise is sessions about nothing, or about the same kinds of fact of
other people.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache

from penchant.tables import TableSection, read_file
from penchant_lab.suites.talk.facts_data import NOISES, FactLife, FactQuestion, FactSession
from penchant_lab.suites.talk.files import bundled

FACTS = 16
"""So many kinds of fact are told by each person."""
CHANGES = 6
"""So many of them, at most, change."""
TWICE = 0.4
"""How often a fact comes up a second time."""
_START = datetime(2025, 1, 6, 9, tzinfo=UTC)

Pair = tuple[tuple[str, str], tuple[str, str]]
"""What two people say, one after the other, with their names."""


def made_lives(people: int, seed: int) -> Iterator[FactLife]:
    """So many people, each at every level of noise."""
    for index in range(people):
        yield from _Author(index, seed).lives()


def most_people() -> int:
    """How many people there are names for."""
    return len(_choices("people"))


@dataclass(frozen=True, slots=True)
class _Mention:
    """A session that tells a value, or something else."""

    day: float
    pairs: tuple[Pair, ...]


class _Author:
    """Writes one person's year."""

    def __init__(self, index: int, seed: int) -> None:
        self.person = _choices("people")[index]
        self._rng = random.Random(f"{seed}/facts/{index}")
        self._friend = self._rng.choice(_choices("friends"))

    def lives(self) -> Iterator[FactLife]:
        """The same evidence with more and more noise."""
        rng = self._rng
        kinds = _kinds()
        told: list[_Mention] = []
        questions: list[FactQuestion] = []
        picked = rng.sample(list(kinds), FACTS)
        changing = [fact for fact in picked if f"{fact}: now" in _tables()][:CHANGES]
        for number, fact in enumerate(picked):
            value, old = rng.sample(_choices(f"{fact}: values"), 2)
            first = len(told)
            if fact in changing:
                told.append(self._mention(fact, old, rng.uniform(0, 120)))
                first = len(told)
                told.append(self._change(fact, value, old, rng.uniform(180, 220)))
            else:
                told.append(self._mention(fact, value, rng.uniform(0, 300)))
            if rng.random() < TWICE:
                told.append(self._mention(fact, value, rng.uniform(220, 330)))
            needed = tuple(self._id(place) for place in range(first, len(told)))
            asked = rng.choice(_tables()[f"{fact}: ask"].texts)
            outdated = (old,) if fact in changing else ()
            questions.append(FactQuestion(f"{self.person}-{number}", asked, kinds[fact], ((value, needed),), outdated))
        most = max(_noisy(len(told), noise) for noise in NOISES)
        others = [self._noise(picked, rng.uniform(0, 330)) for _ in range(most)]
        for noise in NOISES:
            mentions = [*enumerate(told), *enumerate(others[: _noisy(len(told), noise)], len(told))]
            sessions = [self._session(place, mention) for place, mention in mentions]
            sessions.sort(key=lambda session: (session.at or _START, session.id))
            yield FactLife(self.person, noise, tuple(sessions), tuple(questions))

    def _id(self, place: int) -> str:
        return f"{self.person}-{place:03}"

    def _session(self, place: int, mention: _Mention) -> FactSession:
        lines = tuple(line for pair in mention.pairs for line in pair)
        return FactSession(self._id(place), _START + timedelta(minutes=round(mention.day * 1440)), lines)

    def _mention(self, fact: str, value: str, day: float) -> _Mention:
        """The value, amid talk with a friend or an assistant."""
        with_friend = self._rng.random() < 0.6
        heard = self._pair(f"{fact}: {'friend' if with_friend else 'ai'}", with_friend, v=value)
        return self._around(heard, with_friend, day)

    def _change(self, fact: str, value: str, old: str, day: float) -> _Mention:
        return self._around(self._pair(f"{fact}: now", True, v=value, old=old), True, day)

    def _noise(self, facts: list[str], day: float) -> _Mention:
        """Talk of nothing, or of somebody else of whom the same could be asked."""
        rng = self._rng
        if rng.random() < 0.5:
            with_friend = rng.random() < 0.6
            return self._around(self._pair(_talk(with_friend), with_friend), with_friend, day)
        fact = rng.choice(facts)
        line = rng.choice(_tables()[f"{fact}: other"].texts)
        who = rng.choice(_choices("others"))
        words = line.format(who=who, v=rng.choice(_choices(f"{fact}: values")))
        asks = rng.choice(("Any news?", "And, what else?", "Tell me something.", "What's the gossip?"))
        return self._around(((self._friend, asks), (self.person, words[0].upper() + words[1:])), True, day)

    def _around(self, heard: Pair, with_friend: bool, day: float) -> _Mention:
        """With a beginning, an end, and other talk before or after."""
        rng = self._rng
        other = [self._pair(_talk(with_friend), with_friend) for _ in range(rng.randint(1, 3))]
        other.insert(rng.randint(0, len(other)), heard)
        after = "" if with_friend else " ai"
        begin, end = self._pair(f"begin{after}", with_friend), self._pair(f"end{after}", with_friend)
        return _Mention(day, (begin, *other, end))

    def _pair(self, section: str, with_friend: bool, **values: str) -> Pair:
        """A line of a table: the friend speaks first, and to an assistant the person does."""
        line = self._rng.choice(_tables()[section].lines)
        first, second = (_filled(part, values) for part in line.cells("what is said", "what is answered"))
        if with_friend:
            return (self._friend, first), (self.person, second)
        return (self.person, first), ("assistant", second)


def _filled(text: str, values: Mapping[str, str]) -> str:
    filled = text.format(**values) if values else text
    return filled[0].upper() + filled[1:]


def _talk(with_friend: bool) -> str:
    return "other talk" if with_friend else "other ai"


def _noisy(told: int, noise: str) -> int:
    """How many sessions of noise make up such a share of all."""
    return round(told * float(noise) / (1 - float(noise)))


@cache
def _tables() -> dict[str, TableSection]:
    return read_file(bundled("facts.txt"))


@cache
def _kinds() -> dict[str, str]:
    pairs = (line.text.partition(":") for line in _tables()["kinds"].lines)
    return {fact.strip(): kind.strip() for fact, _, kind in pairs}


@cache
def _choices(section: str) -> list[str]:
    return [part for line in _tables()[section].lines for part in line.parts()]
