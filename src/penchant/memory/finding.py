"""Finding beliefs again, by meaning and by word: a store's nearest vectors and an index of words, added up.

The index of one person's beliefs lives in memory only, is made when they are first searched, grows with what is added,
and goes when anything of theirs is forgotten: a file never holds a second copy of words.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from operator import is_

import numpy as np
from numpy.typing import NDArray

from penchant.domain import PersonId, Preference, PreferenceId
from penchant.embed import Vector
from penchant.errors import BadInput
from penchant.memory.fields import FieldIndex
from penchant.memory.word_index import Scores, WordIndex
from penchant.store import Match, Store
from penchant.terms import Term, terms

BY_WORD, BY_MEANING, BY_FIELD = 0.55, 0.36, 0.09
"""What words, meaning and field count for; together 1."""

NEAREST, FURTHER = 128, 8
"""So many of the nearest in meaning are asked of the store, and where too few of them are looked for, more."""

_SAID = 0.5  # what a word counts for that is only in what the person said, and not in the belief
_PEOPLE_KEPT, _BELIEFS_KEPT = 128, 5_000
"""So many indices are kept, of so many beliefs together: some people have thousands."""

Keep = Callable[[Preference], bool]


class BeliefIndex:
    """The beliefs of one person, closed ones too, as they stood at a revision, and the words they are found by."""

    def __init__(self) -> None:
        self.revision = -1
        self.beliefs: list[Preference] = []
        self.rows: dict[PreferenceId, int] = {}
        self.words, self.fields = WordIndex(), FieldIndex()
        self.lock = threading.Lock()

    def follow(self, beliefs: list[Preference], revision: int) -> None:
        """Take in what was added; where something is gone, all is made anew."""
        known = len(self.beliefs)
        if not is_continued(self.beliefs, beliefs):
            known, self.rows, self.words, self.fields = 0, {}, WordIndex(), FieldIndex()
        fresh = beliefs[known:]
        self.rows.update((belief.id, row) for row, belief in enumerate(fresh, known))
        texts = [((terms(_told(belief)), 1.0), (terms(belief.words), _SAID)) for belief in fresh]
        self.words.add(*texts)
        self.fields.add(*texts)
        self.beliefs, self.revision = beliefs, revision


def is_continued(before: Sequence[Preference], now: Sequence[Preference]) -> bool:
    """Whether nothing was forgotten of what was: the first of these are the same, though some may have changed."""
    if len(now) < len(before):
        return False
    return all(map(is_, before, now)) or all(
        a is b or (a.id, a.since) == (b.id, b.since) for a, b in zip(before, now, strict=False)
    )


class Finder:
    """Searches the beliefs of the people met last; several threads may ask at once."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._indices: dict[str, BeliefIndex] = {}
        self._lock = threading.Lock()

    def find(
        self,
        person: PersonId,
        text: str,
        vector: Vector,
        *,
        limit: int,
        threshold: float | None,
        closed: bool,
        keep: Keep | None = None,
    ) -> list[Match]:
        """The best ``limit``, best first, equal ones by lower id; above a ``threshold`` of likeness in meaning."""
        beliefs, rows, words = self._read(person, text)
        keep = keep or (lambda belief: closed or belief.until is None)
        asked = max(NEAREST, 2 * limit) if threshold is None else max(len(beliefs), limit)
        while True:
            near = self._store.nearest(person, vector, limit=asked, threshold=threshold, closed=closed)
            found = {
                row: match.score
                for match in near
                if (row := rows.get(match.preference.id, len(words))) < len(words) and keep(beliefs[row])
            }
            if len(near) < asked or len(found) >= limit:
                break
            asked *= FURTHER
        if limit < 1:
            return []
        if threshold is None and len(near) == asked:  # what has the words may be further than all of these in meaning
            least = near[-1].score
            found |= {row: least for row in _best(words, asked) if row not in found and keep(beliefs[row])}
        candidates = np.fromiter(found, dtype=np.int64, count=len(found))
        meaning = np.fromiter(found.values(), dtype=np.float64, count=len(found))
        scores = words[candidates] + BY_MEANING * meaning
        order = np.lexsort((candidates, -scores))[:limit]
        return [Match(float(scores[n]), beliefs[candidates[n]]) for n in order]

    def forget(self, person: str) -> None:
        """Let go of what is kept about a person."""
        with self._lock:
            self._indices.pop(person, None)

    def _read(self, person: PersonId, text: str) -> tuple[Sequence[Preference], Mapping[PreferenceId, int], Scores]:
        """A person's beliefs as they are now, the place of each, and how well it fits a text by words and fields."""
        revision = self._store.revision(person)
        with self._lock:
            index = self._indices.pop(person, None) or BeliefIndex()
            self._indices[person] = index  # as the one used last
            while len(self._indices) > 1 and (
                len(self._indices) > _PEOPLE_KEPT
                or sum(len(one.beliefs) for one in self._indices.values()) > _BELIEFS_KEPT
            ):
                del self._indices[next(iter(self._indices))]
        with index.lock:
            if index.revision != revision:
                index.follow(self._store.list(person, closed=True), revision)
            sought = terms(text)
            return index.beliefs, index.rows, by_word_and_field(index.words, index.fields, sought)


def by_word_and_field(words: WordIndex, fields: FieldIndex, sought: Sequence[Term]) -> Scores:
    """How well texts fit by words and by fields; what the words tell already, the field does not tell again."""
    shared = words.scores(sought)
    return BY_WORD * shared + BY_FIELD * fields.scores(sought) * (1 - shared)


def _told(belief: Preference) -> str:
    return f"{belief.whom} {belief.situation} {belief.topic} {belief.value} {belief.exception}".rstrip()


def _best(words: Scores, count: int) -> list[int]:
    """The ``count`` texts with the most of the words; none without any."""
    having: NDArray[np.int64] = np.flatnonzero(words)
    if len(having) > count:
        having = having[np.argpartition(-words[having], count)[:count]]
    rows: list[int] = having.tolist()
    return rows


def narrowed(
    *,
    closed: bool,
    kinds: Collection[str] = (),
    whom: str | None = None,
    uses: Collection[str] = (),
    among: Collection[PreferenceId] | None = None,
    since: datetime | None = None,
    until: datetime | None = None,
    at: datetime | None = None,
) -> Keep | None:
    """Which beliefs are looked among; None where all are that the store gives."""
    check_moments(since, until, at)
    if not kinds and not uses and all(one is None for one in (whom, among, since, until, at)):
        return None
    of = None if whom is None else whom.casefold()

    def keep(belief: Preference) -> bool:
        ended = belief.until
        return (
            (at is not None or closed or ended is None)
            and (at is None or (belief.since <= at and (ended is None or at < ended)))
            and (not kinds or belief.kind in kinds)
            and (not uses or belief.use in uses)
            and (of is None or belief.whom.casefold() == of)
            and (among is None or belief.id in among)
            and (since is None or belief.confirmed >= since)
            and (until is None or belief.since < until)
        )

    return keep


def check_moments(*moments: datetime | None) -> None:
    """BadInput where a moment could be anywhere on earth."""
    for moment in moments:
        if moment is not None and moment.tzinfo is None:
            raise BadInput(f"A moment needs its time zone; {moment:%Y-%m-%d %H:%M} has none.")
