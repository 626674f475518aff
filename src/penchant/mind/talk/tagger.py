"""The tagger: marks in free talk what is said of whom, and when it holds, with a head of the encoder.

It learned from messages with marks in them (``training/tags.py``). It names no options; what the grammar of a sentence
makes of its marks is told by `penchant.mind.talk.grammar`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from penchant.mind.learned.encoder import Encoder, shared, softmax
from penchant.mind.learned.inputs import TALK_READ, talk
from penchant.mind.learned.states import words_of
from penchant.mind.understand.words import sentence_places
from penchant.remembering import remembered

KINDS = (
    "taste+",
    "taste~",
    "taste-",
    "rule+",
    "rule-",
    "ask+",
    "ask-",
    "fact",
    "relation",
    "when",
    "whom",
    "forget",
    "except",
    "over",
)
"""What a stretch of words may be: see ``training/tags.py``."""

BESIDE = ("when", "whom", "except", "over")
"""Kinds that say something of another stretch, and nothing alone."""

TOPICS = (
    *("home", "job", "employer", "school", "studies", "age", "birthday", "name", "pet", "car", "health", "language"),
    *("religion", "hobby", "instrument", "sport", "team", "relationship", "children", "hometown", "phone", "computer"),
    *("income", "height", "commute", "travel", "smoking", "schedule", "nationality", "volunteering", "housing"),
    *("sister", "brother", "mother", "father", "husband", "wife", "partner", "daughter", "son", "friend", "boss"),
    *("colleague", "neighbour", "ex", "grandmother", "grandfather", "aunt", "uncle", "cousin", "niece", "nephew"),
    *("roommate", "girlfriend", "boyfriend", "flatmate", "teacher", "doctor", "client", "fiancé", "twin"),
    *("goal", "skill", "size", "weight", "email", "address", "politics", "personality", "habit", "plan"),
    *("subscription", "family", "medication", "mother-in-law", "father-in-law", "sister-in-law", "brother-in-law"),
    *("grandson", "granddaughter"),
)
"""What a fact may be about, and what somebody may be to a person."""

LEAST, LEAST_BESIDE = 0.55, 0.3
"""A stretch that less likely says anything is none; of occasions and of others, one that less likely is of its kind."""

GAP = 0.3
"""A word between two of one kind is of that kind too where this is at least so likely."""

_SIGNS = {sign: [at for at, kind in enumerate(KINDS) if kind.endswith(sign)] for sign in "+-"}
_TIES = frozenset({"and", "or", "but", ",", ";"})

Numbers = NDArray[np.float32]


def label_of(kind: str, *, first: bool) -> int:
    """The number of a label: of a word piece that opens such a stretch, or goes on with it; 0 is of none."""
    return 1 + 2 * KINDS.index(kind) + (not first)


@dataclass(frozen=True, slots=True)
class MarkedSpan:
    """A stretch of words that says something, as characters of the text."""

    start: int
    end: int
    kind: str
    sure: float
    changed: float  # how likely it is told as a change
    topic: str = ""  # of a fact or a relation
    sided: float = 1.0  # how sure its sign is, beside the opposite one


class TalkTagger:
    """Marks what messages say, with the encoder."""

    def __init__(self, encoder: Encoder | None = None) -> None:
        self._encoder = encoder or shared()
        self.marked = remembered(1024)(self._read)  # people often say the same

    def _read(self, text: str, before: str = "") -> tuple[MarkedSpan, ...]:
        """The stretches of a text that say something, in order; ``before`` is what was said to whoever wrote it."""
        asked = self._encoder.pieces(before) if before else ()
        found: list[MarkedSpan] = []
        for start, end in self._windows(text):
            encoding = self._encoder.cut(text[start:end])
            made = talk(encoding.ids, asked)
            if len(made.marks):
                offsets = [(start + first, start + last) for first, last in encoding.offsets[: len(made.marks)]]
                found += _spans(text, offsets, *self._encoder.said(made, "tags", "changed", "topic"))
        return tuple(found)

    def unread(self, text: str) -> Iterator[tuple[int, int, int]]:
        """Where sentences begin that are too long to be read at once, where what is not read of them does, and ends."""
        for start, end in sentence_places(text):
            if end - start > TALK_READ and len(places := self._encoder.cut(text[start:end]).offsets) > TALK_READ:
                yield start, start + places[TALK_READ][0], end

    def _windows(self, text: str) -> Iterator[tuple[int, int]]:
        """Stretches of whole sentences that are read at once."""
        start = end = used = 0
        for first, last in sentence_places(text):
            count = len(self._encoder.cut(text[first : min(last, first + 8 * TALK_READ)]).ids)
            if used and used + count > TALK_READ:
                yield start, end
                start, used = first, 0
            end, used = last, used + count
        if used:
            yield start, end


def _spans(
    text: str, offsets: Sequence[tuple[int, int]], tags: Numbers, changes: Numbers, topics: Numbers
) -> Iterator[MarkedSpan]:
    """What the labels of the pieces come to, word by word; a stretch goes on for as long as its kind does."""
    labels = softmax(tags)
    either = np.concatenate([labels[:, :1], labels[:, 1::2] + labels[:, 2::2]], axis=1)  # opening it or going on
    words = list(words_of(text, offsets))
    shares = [either[first:last].mean(axis=0) for first, last in words]
    kinds = [int(share[1:].argmax()) if 1 - share[0] >= LEAST else -1 for share in shares]
    for at in range(1, len(kinds) - 1):
        around = kinds[at - 1]
        if around == kinds[at + 1] != kinds[at] and around >= 0 and shares[at][around + 1] > GAP:
            word = text[offsets[words[at][0]][0] : offsets[words[at][1] - 1][1]]
            kinds[at] = kinds[at] if word.lower() in _TIES else around
    at = 0
    while at < len(words):
        kind, begins = kinds[at], at
        at += 1
        if kind < 0:
            continue
        while at < len(words) and kinds[at] == kind and not _opens(labels[words[at][0]], kind):
            at += 1
        first, last = words[begins][0], words[at - 1][1]
        mean = np.mean(shares[begins:at], axis=0)
        sure = float(mean[kind + 1]) if KINDS[kind] in BESIDE else 1 - float(mean[0])
        if sure < (LEAST if KINDS[kind] not in BESIDE else LEAST_BESIDE):
            continue
        changed = 1 / (1 + float(np.exp(-changes[first:last].mean())))
        topic = ""
        if KINDS[kind] in ("fact", "relation"):
            topic = TOPICS[int(topics[first:last].mean(axis=0).argmax())]
        sided = _sided(mean, KINDS[kind])
        yield MarkedSpan(
            offsets[first][0], offsets[last - 1][1], KINDS[kind], round(sure, 3), round(changed, 3), topic, sided
        )


def _sided(share: Numbers, kind: str) -> float:
    """How sure the sign of a kind is, beside the opposite one; 1 for a kind that has none."""
    if kind[-1] not in _SIGNS:
        return 1.0
    same, other = (float(share[1:][_SIGNS[sign]].sum()) for sign in (kind[-1], "-" if kind[-1] == "+" else "+"))
    return same / (same + other)


def _opens(labels: Numbers, kind: int) -> bool:
    return bool(labels[1 + 2 * kind] > labels[2 + 2 * kind])
