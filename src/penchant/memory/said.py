"""Finding what was said, turn by turn: a line is read together with the lines around it.

What bears on a question is often said in answer to another one ("What do you bake?" "Mostly cinnamon rolls."), so a
line takes a share of what its neighbours have, most of it from a question just before. A question itself tells little.
Where a line begins with the name of who speaks ("Tom: …"), a question that names Tom looks for what Tom said.
"""

from __future__ import annotations

import re
import threading
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache

import numpy as np
from numpy.typing import NDArray

from penchant.domain import PersonId, TranscriptEntry
from penchant.embed import Embedder
from penchant.embed.products import products
from penchant.memory.fields import FieldIndex
from penchant.memory.finding import BY_MEANING, by_word_and_field
from penchant.memory.word_index import Rows, WordIndex
from penchant.store import Store
from penchant.terms import Term, terms

BEFORE, ASKED, AFTER = 0.3, 0.7, 0.2  # a line's share of the one before, of a question before, and of the one after
QUESTION = 0.7
"""What a line counts for that asks, and tells nothing itself."""
SPEAKER = 1.2
"""What a line counts for that is said by somebody the query names."""
DATE = 1.2
"""The same of one that was said in a month the query names."""
OF_THEMSELVES = 1.2
"""The same of one in which somebody speaks of themselves, which is what is looked for in a memory of people."""
TOLD = 0.8
"""The same of one that the person was told, and did not say."""

PAUSE = timedelta(hours=1)
"""After so long, what is said is another conversation, unless it is of the same episode."""

SPOKEN = ("said", "heard")
"""The kinds of lines that are part of a conversation."""

_READ = 2_000  # so many characters of a line tell what it is about
_SPEAKS = 0.1  # who says so much of all there is, is a speaker and not the matter
_PEOPLE_KEPT = 32
_MONTHS = "january february march april may june july august september october november december"

_Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class SaidMatch:
    """A line of a transcript, and how well it and the lines around it fit what was looked for; best is highest."""

    score: float
    entry: TranscriptEntry


class SaidIndex:
    """What one person said and was told, as it stood at a revision, and what it is found by."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.revision = -1
        self.entries: list[TranscriptEntry] = []
        self._clear()

    def follow(self, entries: list[TranscriptEntry], revision: int, embedder: Embedder) -> None:
        """Take in the lines that were added; where one is gone, all is made anew."""
        if self.entries != entries[: len(self.entries)]:
            self._clear()
        fresh = entries[len(self._asks) :]
        for place, entry in enumerate(fresh, len(self._asks)):
            speaker, words = _speaker(entry.words)
            if place and _goes_on(entries[place - 1], entry):
                self._neighbours.append((place - 1, place))
            self._speakers.append(speaker)
            self._asks.append(_asks(words))
            self._weights.append(
                (OF_THEMSELVES if _self().search(words) else 1.0) * (TOLD if entry.kind == "said" else 1)
            )
        if fresh:
            texts = [((terms(_speaker(entry.words)[1]), 1.0),) for entry in fresh]
            self._words.add(*texts)
            self._fields.add(*texts)
            self._vectors.extend(embedder.embed([_speaker(entry.words)[1][:_READ] for entry in fresh]))
        self.entries, self.revision = entries, revision

    def scores(self, text: str, embedder: Embedder) -> _Numbers:
        """How well each line fits a text, the lines around it considered."""
        sought = terms(text)
        named = self._named(sought)
        content = [term for term in sought if term.stem not in named] or sought
        meaning = np.maximum(products(self._vectors.rows, embedder.embed([text])[0]), 0.0)
        own = by_word_and_field(self._words, self._fields, content).astype(np.float64) + BY_MEANING * meaning
        asks = np.array(self._asks)
        scores = own.copy()
        before, after = np.array(self._neighbours, dtype=np.int64).reshape(-1, 2).T
        scores[after] += np.where(asks[before] > 0, ASKED, BEFORE) * own[before]
        scores[before] += AFTER * own[after]
        scores *= (1 - (1 - QUESTION) * asks) * np.array(self._weights)
        if named:
            scores[[any(term.stem in named for term in terms(speaker)) for speaker in self._speakers]] *= SPEAKER
        if dates := _dates(text):
            scores[[any(_is_in(date, entry.at) for date in dates) for entry in self.entries]] *= DATE
        found: _Numbers = scores
        return found

    def _named(self, sought: Sequence[Term]) -> set[str]:
        """The stems of a query that are names of those who speak."""
        spoken = Counter(self._speakers)
        stems = {
            term.stem
            for speaker, count in spoken.items()
            if speaker and count >= _SPEAKS * len(self._speakers)
            for term in terms(speaker)
        }
        return stems & {term.stem for term in sought}

    def _clear(self) -> None:
        self._words, self._fields = WordIndex(), FieldIndex()
        self._vectors = Rows()
        self._asks: list[float] = []  # how much of each line asks, 0 to 1
        self._weights: list[float] = []
        self._speakers: list[str] = []
        self._neighbours: list[tuple[int, int]] = []  # the places of two lines, one after the other


class SaidFinder:
    """Searches the transcripts of the people met last; several threads may ask at once."""

    def __init__(self, store: Store, embedder: Embedder) -> None:
        self._store = store
        self._embedder = embedder
        self._indices: dict[str, SaidIndex] = {}
        self._lock = threading.Lock()

    def find(
        self, person: PersonId, text: str, *, limit: int, since: datetime | None, until: datetime | None
    ) -> list[SaidMatch]:
        """The best ``limit`` lines, best first, earlier ones first among equals."""
        revision = self._store.revision(person)
        with self._lock:
            index = self._indices.pop(person, None) or SaidIndex()
            self._indices[person] = index  # as the one used last
            if len(self._indices) > _PEOPLE_KEPT:
                del self._indices[next(iter(self._indices))]
        with index.lock:
            if index.revision != revision:
                lines = [entry for entry in self._store.transcript(person) if entry.words and entry.kind in SPOKEN]
                index.follow(lines, revision, self._embedder)
            if not index.entries:
                return []
            entries, scores = index.entries, index.scores(text, self._embedder)
        order = [
            row
            for row in np.argsort(-scores, kind="stable").tolist()
            if (since is None or entries[row].at >= since) and (until is None or entries[row].at < until)
        ]
        return [SaidMatch(float(scores[row]), entries[row]) for row in order[:limit]]

    def forget(self, person: str) -> None:
        """Let go of what is kept about a person."""
        with self._lock:
            self._indices.pop(person, None)


def _speaker(words: str) -> tuple[str, str]:
    """Who speaks, where a line says so, and what they say."""
    named = _label().match(words)
    return (named.group(1), words[named.end() :]) if named else ("", words)


def _goes_on(before: TranscriptEntry, entry: TranscriptEntry) -> bool:
    """Whether a line is of the same conversation as the one that was kept before it."""
    return before.episode == entry.episode or abs(entry.at - before.at) < PAUSE


def _asks(words: str) -> float:
    """How much of what is said asks something, 0 to 1."""
    sentences = _sentence().findall(words[:_READ])
    return sum(len(one) for one in sentences if one.endswith("?")) / max(sum(map(len, sentences)), 1)


def _dates(text: str) -> list[tuple[int, int | None]]:
    """The months a text names, with the year where it says one; "may" alone is no month."""
    found = []
    for day, month, rest, year in _date().findall(text):
        if month.lower() != "may" or day or rest or year or month == "May":
            found.append((_MONTHS.split().index(month.lower()) + 1, int(year) if year else None))
    return found


def _is_in(date: tuple[int, int | None], at: datetime) -> bool:
    month, year = date
    return at.month == month and year in (None, at.year)


@cache
def _label() -> re.Pattern[str]:
    return re.compile(r"([A-Z][\w.’'-]*(?: [A-Z][\w.’'-]*){0,2}): ")


@cache
def _self() -> re.Pattern[str]:
    return re.compile(r"\b(?:I|[Mm]y|[Mm]e|[Mm]ine|[Ww]e|[Oo]ur|us)\b")


@cache
def _sentence() -> re.Pattern[str]:
    return re.compile(r"[^.!?]+[.!?]*")


@cache
def _date() -> re.Pattern[str]:
    months = "|".join(_MONTHS.split())
    return re.compile(rf"(?i)\b(\d{{1,2}}(?:st|nd|rd|th)?\s+)?({months})\b(\s+\d{{1,2}}(?!\d))?,?(?:\s+(\d{{4}}))?")
