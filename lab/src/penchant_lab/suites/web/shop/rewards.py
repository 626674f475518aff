"""What an answer is worth: the function score and the result score of the original, to the digit.

The function score is 1 for the function that the type of task wants, called without an error. The result score of a
list of n products with the target at place i, counted from 0, is 1 - i / n, and 0 without the target; of a review it is
the cosine of its embedding and that of the person's own review, which may be below 0. A list is scored even where the
wrong function gave it (that is outcome accuracy); whoever adds up ignores it then.

The original looked for the target's ASIN inside the text of each product. We compare ids. Both agree unless a product's
text names the ASIN of another one; the original would then take the first product that names the target for the target.
An answer of the wrong kind (a review where a list was wanted, or the reverse) is worth 0. For an empty review stands
the text that the function gives back for one, and is compared like any other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from penchant.embed import Embedder, cached
from penchant_lab.suites.web.records import WebTask
from penchant_lab.suites.web.shop.functions import RIGHT


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What came of one call of a function that answers."""

    function: str
    asins: tuple[str, ...] = ()
    beside: tuple[str, ...] | None = None  # what a second recommender answers to the same call
    review: str | None = None
    failed: bool = False  # wrong arguments, or an error inside: worth nothing
    withdrawn: bool = False  # taken back by undo: the original's scores count it, the final answer does not


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """An answer with its worth."""

    function: str
    right: int  # the function score, 0 or 1
    result: float  # the result score, whatever the function was
    asins: tuple[str, ...] = ()
    withdrawn: bool = False
    beside: float | None = None  # what the same call is worth with a second recommender


def rank_reward(asins: Sequence[str], target: str) -> float:
    """1 at the first place, falling by 1 / n from place to place, 0 without the target."""
    return 1 - asins.index(target) / len(asins) if target in asins else 0.0


class ReviewJudge:
    """Scores answers; reviews by an embedder, which decides whether the figures compare with published ones."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = cached(embedder)

    @property
    def embedder(self) -> str:
        """The name of the embedder that compares reviews."""
        return self._embedder.name

    @property
    def comparable(self) -> bool:
        """Whether review scores compare with the published ones, which were made with MiniLM."""
        return self._embedder.name == COMPARABLE

    def score(self, task: WebTask, answer: Answer) -> Attempt:
        """The worth of one answer."""
        if answer.failed:
            return Attempt(function=answer.function, right=0, result=0.0, withdrawn=answer.withdrawn)
        if task.type == "review":
            result = self._likeness(task.target.text, answer.review) if answer.review else 0.0
        else:
            result = rank_reward(answer.asins, task.target.asin)
        return Attempt(
            function=answer.function,
            right=int(answer.function == RIGHT[task.type]),
            result=result,
            asins=answer.asins,
            withdrawn=answer.withdrawn,
            beside=None if answer.beside is None else rank_reward(answer.beside, task.target.asin),
        )

    def _likeness(self, wanted: str, written: str) -> float:
        return min(1.0, float(self._embedder.one(wanted) @ self._embedder.one(written)))  # rounding can exceed it


COMPARABLE = "all-minilm-l6-v2-384"
"""The name of the embedder that the published review scores were made with."""


def usual_judge() -> ReviewJudge:
    """By MiniLM where its weights are installed, else by the default embedder."""
    from penchant.embed.minilm import MiniLMEmbedder, is_installed

    if is_installed():
        return ReviewJudge(MiniLMEmbedder())
    from penchant.embed.wordllama import WordLlamaEmbedder

    return ReviewJudge(WordLlamaEmbedder())
