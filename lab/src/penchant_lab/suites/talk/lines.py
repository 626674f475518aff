"""Reference lines: what anybody would try first, so that a score says something.

Each gives every answer a score, higher is likelier; where several are best, each of them counts as a part.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

import numpy as np

from penchant.embed import Embedder
from penchant.memory.word_index import WordIndex
from penchant.terms import terms

CHANCE, LONGEST, SHORTEST, BM25, COSINE = "chance", "longest", "shortest", "bm25", "cosine"
POLARITY, CONTROL, GIVEN, ALONE = "cosine-polarity", "control", "given", "answers-alone"


def share(scores: Sequence[float], right: int) -> float:
    """What is right of the best: 1 where the right one is, its part where several are equal, else 0.

    >>> share([0.2, 0.9, 0.9], 1), share([0.2, 0.9, 0.9], 0)
    (0.5, 0.0)
    """
    best = max(scores)
    ties = [place for place, score in enumerate(scores) if score >= best - 1e-9]
    return 1 / len(ties) if right in ties else 0.0


def answer_scores(
    line: str, heard: Sequence[str], question: str, answers: Sequence[str], embedder: Embedder
) -> list[float]:
    """How a line that has heard these words scores the answers to a question.

    Lines that read take, of all that was said, what is most like the question, and of the answers what is most like
    that.
    """
    if line == CHANCE:
        return [0.0] * len(answers)
    if line in (LONGEST, SHORTEST):
        sign = 1 if line == LONGEST else -1
        return [float(sign * len(answer)) for answer in answers]
    likened = by_word if line == BM25 else lambda text, of: by_meaning(text, of, embedder)
    said = heard[int(np.argmax(likened(question, heard)))] if len(heard) > 1 else "".join(heard)
    sign = -1 if line == POLARITY and is_negative(said) else 1
    return [sign * score for score in likened(said, answers)]


def by_word(text: str, of: Sequence[str]) -> list[float]:
    """How well each has the words of a text (BM25)."""
    index = WordIndex()
    for each in of:
        index.add([(terms(each), 1.0)])
    return [float(score) for score in index.scores(terms(text), widened=False)]


def by_meaning(text: str, of: Sequence[str], embedder: Embedder) -> list[float]:
    """How near each is to a text in meaning (cosine)."""
    scores: list[float] = (embedder.embed(list(of)) @ embedder.embed([text])[0]).tolist()
    return scores


def is_negative(text: str) -> bool:
    """Whether it says what somebody does not want, as far as single words tell.

    >>> is_negative("I can't stand crowds"), is_negative("I adore crowds")
    (True, False)
    """
    return _negative().search(text) is not None


@cache
def _negative() -> re.Pattern[str]:
    words = (
        r"not|never|no|none|nothing|without|n[’']t|avoid\w*|hat(?:e[sd]?|ing)|dislik\w*|detest\w*|loath\w*|averse|"
        r"aversion|allerg\w*|intoleran\w*|sick of|fed up|uncomfortable|afraid|scared|refuse\w*|rather than|instead of"
    )
    return re.compile(rf"(?i)(?:\b|(?<=\w))(?:{words})\b")
