"""What the encoder makes of a moment: a probability for everything that may have been said of every option."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from penchant.domain import Reading, Utterance, Verdict
from penchant.mind.learned import weights
from penchant.mind.learned.inputs import OPTIONS_AT_ONCE, clipped, mended, sequence
from penchant.mind.learned.weights import ReaderWeights
from penchant.remembering import remembered

Probabilities = NDArray[np.float64]

NOTHING, WANTS, ACCEPTS, AVOIDS = range(4)
_VERDICTS: tuple[Verdict, ...] = ("unclear", "right", "wrong")
_FLAGS = ("changed", "once", "other")

ALL_READ = 240
"""Of more options than these, only those that were acted on or share a word with what was said are read."""

_WORD = re.compile(r"\w+")
_BY_PLACE = re.compile(
    r"\b(?:first|second|third|\w+th|\d+(?:st|nd|rd|th)?|last|option|number|former|latter)\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Scores:
    """How likely each reading is: rows of ``stances`` are options; columns nothing, wants, accepts, avoids."""

    options: tuple[str, ...]
    acted: tuple[str, ...]
    stances: Probabilities
    verdict: Probabilities  # unclear, right, wrong
    changed: float
    once: float
    other: float  # that somebody else's liking is spoken of

    @property
    def sure(self) -> float:
        """How likely all of :meth:`reading` is: the least of its parts, which is what may be wrong with it."""
        parts = [float(row.max()) for row in self.stances]
        if self.acted:
            parts.append(float(self.verdict.max()))
        return min(parts, default=1.0)

    def reading(self) -> Reading:
        """The likeliest reading; what is done is wanted where it was right, unless it will just do."""
        best = self.stances.argmax(axis=1)
        verdict = _VERDICTS[int(self.verdict.argmax())] if self.acted else "unclear"
        named = {
            stance: tuple(name for name, found in zip(self.options, best, strict=True) if found == stance)
            for stance in (WANTS, ACCEPTS, AVOIDS)
        }
        return Reading(
            wants=named[WANTS],
            accepts=named[ACCEPTS],
            avoids=named[AVOIDS],
            changed=self.changed > 0.5,
            verdict=verdict,
            once=self.once > 0.5 and bool(named[WANTS] or named[AVOIDS] or named[ACCEPTS]),
        )


class LearnedReader:
    """Reads with weights of its own; they are loaded when the first sentence is read.

    >>> reader = LearnedReader()
    >>> heard = reader.score("no, the tea; it makes me jittery", ["black coffee", "herbal tea"], acted=["black coffee"])
    >>> heard.reading().wants, heard.reading().avoids, heard.reading().verdict
    (('herbal tea',), ('black coffee',), 'wrong')
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or weights.SHIPPED
        self._scored = remembered(1024)(self._score)
        self._pieces = remembered(1024)(self._cut)

    def open(self) -> None:
        """Load the weights now, rather than when the first sentence is read."""
        self._weights  # noqa: B018

    @cached_property
    def _weights(self) -> ReaderWeights:
        return weights.opened(self.folder)

    def score(self, words: str, options: Sequence[str], *, acted: Sequence[str] = (), before: str = "") -> Scores:
        """What the words say about the options; ``before`` is what was said to the person just before."""
        return self._scored(words, tuple(dict.fromkeys(options)), tuple(acted), before)

    def read(self, utterance: Utterance) -> Scores:
        """The same of an utterance, after what was said before it: a question, mostly."""
        before = utterance.said_before or (utterance.question.text if utterance.question is not None else "")
        return self.score(utterance.words, utterance.options, acted=utterance.acted, before=before)

    def _score(self, words: str, options: tuple[str, ...], acted: tuple[str, ...], before: str) -> Scores:
        stances = np.zeros((len(options), 4))
        stances[:, NOTHING] = 1.0
        verdicts: list[Probabilities] = []
        flags: list[Probabilities] = []
        tokenizer = self._weights.tokenizer
        said = self._cut(
            mended(clipped(words), options[:ALL_READ], lambda word: tokenizer.token_to_id(word) is not None)
        )
        if said:
            asked, by_place = self._cut(clipped(before)), _BY_PLACE.search(clipped(words)) is not None
            read = _to_be_read(words, options, acted)
            size = -(-len(read) // max(-(-len(read) // OPTIONS_AT_ONCE), 1)) or 1  # parts of like size
            for first in range(0, max(len(read), 1), size):
                part = read[first : first + size]
                made = sequence(
                    said,
                    asked,
                    [self._pieces(clipped(options[at])) for at in part],
                    [options[at] in acted for at in part],
                    first if by_place else 0,  # a place beyond the first dozen is one it hardly knows
                    more=first + size < len(read),
                )
                (values,) = self._weights.session.run(None, {"rows": made.rows, "marks": made.spoken})
                if part:
                    stances[list(part)] = _softmax(values[1:, :4] / self._weights.stance)
                if any(options[at] in acted for at in part):
                    verdicts.append(_softmax(values[:1, 4:7] / self._weights.verdict)[0])
                flags.append(1 / (1 + np.exp(-values[0, 7:10].astype(np.float64) / self._weights.flags)))
        done = tuple(name for name in acted if name in options)
        verdict = np.mean(verdicts, axis=0) if verdicts else np.array([1.0, 0.0, 0.0])
        changed, once, other = (float(value) for value in (np.mean(flags, axis=0) if flags else np.zeros(3)))
        return Scores(options, done, stances, verdict, changed, once, other)

    def _cut(self, text: str) -> list[int]:
        pieces: list[int] = self._weights.tokenizer.encode(text, add_special_tokens=False).ids
        return pieces


def _to_be_read(words: str, options: tuple[str, ...], acted: tuple[str, ...]) -> Sequence[int]:
    """Which options are read, by their numbers."""
    if len(options) <= ALL_READ:
        return range(len(options))
    said = set(_WORD.findall(clipped(words).casefold()))
    shared = (
        at for at, name in enumerate(options) if name in acted or not said.isdisjoint(_WORD.findall(name.casefold()))
    )
    return [at for at, _ in zip(shared, range(ALL_READ), strict=False)]


def _softmax(values: NDArray[np.float32]) -> Probabilities:
    powers = np.exp(values.astype(np.float64) - values.max(axis=-1, keepdims=True))
    made: Probabilities = powers / powers.sum(axis=-1, keepdims=True)
    return made
