"""The tagger: a small encoder of our own that marks in free talk what is said of whom, and when it holds.

It learned from messages with marks in them (``training/tags.py``). It names no options and knows no grammar; what is
around a mark (a question, a quotation, somebody else's words) is judged by rules as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from penchant.mind.learned import weights
from penchant.mind.learned.states import words_of
from penchant.remembering import remembered

if TYPE_CHECKING:
    from tokenizers import Tokenizer

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
)
"""What a stretch of words may be: see ``training/tags.py``."""

TOPICS = (
    *("home", "job", "employer", "school", "studies", "age", "birthday", "name", "pet", "car", "health", "language"),
    *("religion", "hobby", "instrument", "sport", "team", "relationship", "children", "hometown", "phone", "computer"),
    *("income", "height", "commute", "travel", "smoking", "schedule", "nationality", "volunteering", "housing"),
    *("sister", "brother", "mother", "father", "husband", "wife", "partner", "daughter", "son", "friend", "boss"),
    *("colleague", "neighbour", "ex", "grandmother", "grandfather", "aunt", "uncle", "cousin", "niece", "nephew"),
    *("roommate", "girlfriend", "boyfriend", "flatmate", "teacher", "doctor", "client", "fiancé", "twin"),
    *("goal", "skill", "size", "weight", "email", "address", "politics", "personality", "habit", "plan"),
    *("subscription",),
)
"""What a fact may be about, and what somebody may be to a person."""

LONGEST = 160
"""So many word pieces are read at once, the first and the last included."""

LEAST, LEAST_BESIDE = 0.5, 0.3
"""A stretch that is less sure than this is none; of occasions and of others, the second."""

GAP = 0.3
"""A word between two of one kind is of that kind too where this is at least so likely."""

_LABELS = 1 + 2 * len(KINDS)
_CLS, _SEP = 101, 102
_TIES = frozenset({"and", "or", "but", ",", ";"})
_SENTENCE = re.compile(r"[^.!?\n]+(?:[.!?]+(?=\s|$)|\n|$)|[.!?\n]+")

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


class TalkTagger:
    """Marks what messages say, with weights that ship or those of another folder."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder or weights.SHIPPED
        self.marked = remembered(1024)(self._read)  # people often say the same

    def open(self) -> None:
        """See that the weights are there and can be used: BadWeights where not."""
        _opened(self._folder)

    def _read(self, text: str) -> tuple[MarkedSpan, ...]:
        """The stretches of a text that say something, in order."""
        model, tokenizer = _opened(self._folder), weights.opened(self._folder).tokenizer
        found: list[MarkedSpan] = []
        for start, end in _windows(text, tokenizer):
            encoding = tokenizer.encode(text[start:end], add_special_tokens=False)
            pieces = encoding.ids[: LONGEST - 2]
            if pieces:
                offsets = [(start + first, start + last) for first, last in encoding.offsets[: LONGEST - 2]]
                found += _spans(text, offsets, _scores(model, pieces))
        return tuple(found)


@lru_cache(maxsize=2)
def _opened(folder: Path) -> Any:
    manifest = weights.read_manifest(folder)
    return weights.open_session(weights.checked(folder / weights.TAGGER, manifest))


def _scores(model: Any, pieces: Sequence[int]) -> Numbers:
    row = np.array([_CLS, *pieces, _SEP], dtype=np.int64)
    still = np.zeros_like(row)
    rows = np.stack([row, np.arange(len(row)), still, still])
    (said,) = model.run(["said"], {"rows": rows, "marks": np.arange(1, len(row) - 1)})
    scores: Numbers = said
    return scores


def sentence_places(text: str) -> Iterator[tuple[int, int]]:
    """Where each sentence of a text begins and ends, as the tagger reads them."""
    return (found.span() for found in _SENTENCE.finditer(text))


def _windows(text: str, tokenizer: Tokenizer) -> Iterator[tuple[int, int]]:
    """Stretches of whole sentences that are read at once."""
    start = end = used = 0
    for first, last in sentence_places(text):
        count = len(tokenizer.encode(text[first : min(last, first + 8 * LONGEST)], add_special_tokens=False).ids)
        if used and used + count > LONGEST - 2:
            yield start, end
            start, used = first, 0
        end, used = last, used + count
    if used:
        yield start, end


def _spans(text: str, offsets: Sequence[tuple[int, int]], scores: Numbers) -> Iterator[MarkedSpan]:
    """What the labels of the pieces come to, word by word; a stretch goes on for as long as its kind does."""
    labels = _softmax(scores[:, :_LABELS])
    either = np.concatenate([labels[:, :1], labels[:, 1::2] + labels[:, 2::2]], axis=1)  # opening it or going on
    words = list(words_of(text, offsets))
    shares = [either[first:last].mean(axis=0) for first, last in words]
    kinds = [int(share.argmax()) - 1 for share in shares]
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
        sure = float(np.mean([share[kind + 1] for share in shares[begins:at]]))
        if sure < (LEAST if KINDS[kind] not in ("when", "whom") else LEAST_BESIDE):
            continue
        changed = 1 / (1 + float(np.exp(-scores[first:last, _LABELS].mean())))
        topic = ""
        if KINDS[kind] in ("fact", "relation"):
            topic = TOPICS[int(scores[first:last, _LABELS + 1 :].mean(axis=0).argmax())]
        yield MarkedSpan(offsets[first][0], offsets[last - 1][1], KINDS[kind], round(sure, 3), round(changed, 3), topic)


def _opens(labels: Numbers, kind: int) -> bool:
    return bool(labels[1 + 2 * kind] > labels[2 + 2 * kind])


def _softmax(scores: Numbers) -> Numbers:
    powers: Numbers = np.exp(scores - scores.max(axis=1, keepdims=True))
    shares: Numbers = powers / powers.sum(axis=1, keepdims=True)
    return shares
