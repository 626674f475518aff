"""What the encoder makes of a moment: a probability for everything that may have been said of every option."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from penchant.domain import Reading, Utterance, Verdict
from penchant.mind.learned.encoder import Encoder, shared, softmax
from penchant.mind.learned.inputs import OPTIONS_AT_ONCE, clipped, mended, sequence
from penchant.mind.understand.words import words_in
from penchant.remembering import remembered

Probabilities = NDArray[np.float64]

NOTHING, WANTS, ACCEPTS, AVOIDS = range(4)
_VERDICTS: tuple[Verdict, ...] = ("unclear", "right", "wrong")

ALL_READ = 240
"""Of more options than these, only those that were acted on or share a word with what was said are read."""

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
    """Reads what is said of options, with the encoder.

    >>> reader = LearnedReader()
    >>> heard = reader.score("no, the tea; it makes me jittery", ["black coffee", "herbal tea"], acted=["black coffee"])
    >>> heard.reading().wants, heard.reading().avoids, heard.reading().verdict
    (('herbal tea',), ('black coffee',), 'wrong')
    """

    def __init__(self, encoder: Encoder | None = None) -> None:
        self.encoder = encoder or shared()
        self._scored = remembered(1024)(self._score)

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
        encoder = self.encoder
        said = encoder.cut(mended(clipped(words), options[:ALL_READ], encoder.is_piece)).ids
        if said:
            heat = encoder.temperatures
            asked, by_place = encoder.cut(clipped(before)).ids, _BY_PLACE.search(clipped(words)) is not None
            read = _to_be_read(words, options, acted)
            size = -(-len(read) // max(-(-len(read) // OPTIONS_AT_ONCE), 1)) or 1  # parts of like size
            for first in range(0, max(len(read), 1), size):
                part = read[first : first + size]
                made = sequence(
                    said,
                    asked,
                    [encoder.pieces(options[at]) for at in part],
                    [options[at] in acted for at in part],
                    first if by_place else 0,  # a place beyond the first dozen is one it hardly knows
                    more=first + size < len(read),
                )
                stance, verdict, flag = encoder.said(made, "stance", "verdict", "flags", at=made.spoken)
                if part:
                    stances[list(part)] = softmax(stance[1:] / heat["stance"])
                if any(options[at] in acted for at in part):
                    verdicts.append(softmax(verdict[:1] / heat["verdict"])[0])
                flags.append(1 / (1 + np.exp(-flag[0].astype(np.float64) / heat["flags"])))
        done = tuple(name for name in acted if name in options)
        judged = np.mean(verdicts, axis=0) if verdicts else np.array([1.0, 0.0, 0.0])
        changed, once, other = (float(value) for value in (np.mean(flags, axis=0) if flags else np.zeros(3)))
        return Scores(options, done, stances, judged, changed, once, other)


def _to_be_read(words: str, options: tuple[str, ...], acted: tuple[str, ...]) -> Sequence[int]:
    """Which options are read, by their numbers.

    Many are read in parts, and who reads about a red scarf without the green one beside it takes it for that: where one
    is named in full, it is read with what is likest to it. A name that is said only within a longer one is not said.
    """
    said = words_in(clipped(words))
    text = f" {' '.join(said)} "
    names = {at: f" {' '.join(words_in(name))} " for at, name in enumerate(options)}
    named = [at for at, name in names.items() if name.strip() and name in text]
    rest = text
    for at in sorted(named, key=lambda at: -len(names[at])):
        if names[at] in rest:
            rest = rest.replace(names[at].rstrip(), " ·")
        elif options[at] not in acted:
            del names[at]
    if len(names) <= OPTIONS_AT_ONCE or (len(names) <= ALL_READ and not named):
        return [*names]
    shared = {at: len(set(said).intersection(words_in(options[at]))) for at in names}
    kept = [at for at in names if shared[at] or options[at] in acted]
    if named:
        kept = sorted(sorted(kept, key=lambda at: (options[at] not in acted, -shared[at]))[:OPTIONS_AT_ONCE])
    return kept[:ALL_READ]
