"""How a person takes being asked, by what they said to the questions of late: those in vain make the next one dearer.

Silence and remarks about asking tell most; words that are no answer, and answers that are short for this person, tell
something too. Old questions are forgiven with every errand, though not forgotten.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from penchant.domain import EpisodeId, TranscriptEntry
from penchant.mind.explain import TOLD_JUST_NOW
from penchant.mind.understand.replies import minds, names_any
from penchant.mind.understand.words import words_in

ERRANDS = 12
"""So many of the latest errands tell how questions are taken."""

GLAD = 3.0
"""So many questions are taken to have been answered gladly before the first."""

LASTING = 0.5
"""What is forgiven is not forgotten: how all questions looked back on were taken counts at least so much."""

IN_VAIN, SHORTLY = 0.5, 0.3
"""Words that are no answer, and an answer that is short for this person, are so much of a complaint."""

SHORT, USUAL = 0.6, 3
"""An answer is short that has less than this of the words that theirs usually have, once there were so many."""


@dataclass(frozen=True, slots=True)
class Willingness:
    """Of the questions of late, how many were not answered, and how many were minded (each 0 to 1)."""

    unanswered: float = 0.0
    minded: float = 0.0


WILLING = Willingness()
"""Somebody who was not asked anything of late."""


def willingness(lines: Sequence[TranscriptEntry]) -> Willingness:
    """What the latest lines of a person's transcript, oldest first, tell of how they take questions."""
    spoken: dict[EpisodeId, dict[int, TranscriptEntry]] = {}
    for line in lines:
        if line.kind in ("said", "heard"):
            spoken.setdefault(line.episode, {})[line.number] = line
    lengths: list[float] = []
    taken = [[_taken(*asked, lengths) for asked in _asked(episode)] for episode in spoken.values()]
    lately, ever = ([each for episode in some for each in episode] for some in (taken[-ERRANDS:], taken))
    minded = max(_share([m for _, m in lately]), LASTING * _share([m for _, m in ever]))
    return Willingness(_share([u for u, _ in lately]), minded)


def _asked(episode: Mapping[int, TranscriptEntry]) -> Iterator[tuple[str, str, bool, bool]]:
    """The questions of an episode, with what was said to each, whether it was the first, and if that was of use.

    A reason that names no option is an answer, too: it is acted on, or asked back about and then made plain.
    """
    for number, line in episode.items():
        if line.kind == "said" and line.words.rstrip().endswith("?"):
            answer = episode.get(number + 1)
            then = episode.get(number + 2)
            plain = episode.get(number + 3)
            used = then is not None and (
                then.words.startswith(TOLD_JUST_NOW) or (plain is not None and names_any(then.words, plain.words))
            )
            yield line.words, "" if answer is None else answer.words, number == 0, used


def _taken(question: str, answer: str, first: bool, used: bool, lengths: list[float]) -> tuple[float, float]:
    """How far a question was in vain, and minded; the length of its answer is added to those before it.

    Who is asked about what they said may well say yes, or name another thing, without minding it.
    """
    if not answer.strip():
        return 1.0, 1.0
    in_vain, complains = not (used or names_any(question, answer)), minds(answer)
    if complains or not first:
        return float(in_vain and complains), float(complains)
    if in_vain:
        return 1.0, IN_VAIN
    length = len(words_in(answer)) / max(len(words_in(question)), 1)  # who is asked about more has more to say
    short = len(lengths) >= USUAL and length < SHORT * median(lengths)
    lengths.append(length)
    return 0.0, SHORTLY if short else 0.0


def _share(counts: Sequence[float]) -> float:
    """So many of the questions, less one: once is no complaint."""
    return max(sum(counts) - 1, 0) / (len(counts) + GLAD)
