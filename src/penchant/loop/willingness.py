"""How a person takes being asked, by what they said to the questions of late: those in vain make the next one dearer.

What was not answered at all, or with a remark about asking, was in vain. Old questions are forgiven with every errand.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from penchant.domain import EpisodeId, TranscriptEntry

ERRANDS = 12
"""So many of the latest errands tell how questions are taken."""

GLAD = 3.0
"""So many questions are taken to have been answered gladly before the first."""

_ABOUT_ASKING = re.compile(r"\b(?:ask(?:s|ed|ing)?|questions?|quiz(?:zed|zing)?|interrogat\w+)\b", re.IGNORECASE)
_TOO_MUCH = re.compile(
    r"\b(?:stop|enough|fewer|less|no more|a lot|so (?:many|much|often)|too (?:many|much|often)|every (?:single )?time|"
    r"everything|must|you have to|rather not|without|don't|do not|quit|tired|sick of|always|constantly|keep|another|"
    r"again)\b",
    re.IGNORECASE,
)


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
        if line.kind != "seen":
            spoken.setdefault(line.episode, {})[line.number] = line
    asked = unanswered = minded = 0
    for episode in list(spoken.values())[-ERRANDS:]:
        for number, line in episode.items():
            if line.kind == "said" and line.words.rstrip().endswith("?"):
                answer = episode.get(number + 1)
                asked += 1
                unanswered += answer is None
                minded += answer is None or minds(answer.words)
    return Willingness(*(max(count - 1, 0) / (asked + GLAD) for count in (unanswered, minded)))  # once is no complaint


def minds(words: str) -> bool:
    """Whether an answer speaks of being asked too much.

    >>> [minds(words) for words in ("The tea. You ask a lot.", "Thank you for asking! The tea.", "The tea.")]
    [True, False, False]
    """
    sentences = re.split(r"(?<=[.!?;]) ", words) if _ABOUT_ASKING.search(words) else ()
    return any(_ABOUT_ASKING.search(sentence) and _TOO_MUCH.search(sentence) for sentence in sentences)
