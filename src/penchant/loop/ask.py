"""When a question is worth the interruption."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from penchant.domain import Question
from penchant.domain.checks import check_share, is_number, is_whole
from penchant.errors import BadInput
from penchant.loop.willingness import WILLING, Willingness


@dataclass(frozen=True, slots=True)
class Worth:
    """What a question would gain, and cost this person; the unit is being right once.

    >>> print(Worth(0.4, 0.85, 0.1))
    40 % sure; asking gains 0.85 and costs 0.10
    """

    likelihood: float  # that acting without it is right
    gain: float
    cost: float

    @property
    def is_positive(self) -> bool:
        """Whether it pays."""
        return self.gain > self.cost

    def __str__(self) -> str:
        return f"{100 * self.likelihood:.0f} % sure; asking gains {self.gain:.2f} and costs {self.cost:.2f}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Interruption:
    """A question that may be put to somebody, and what is known of how they take and answer questions."""

    question: Question | None = None  # by default one that settles the matter
    back: bool = False  # whether it is about what they just said, which is dearer
    others: Sequence[float] = ()  # how likely each thing is that might be wanted instead
    asked: float = 0.0  # on how many errands of late they were asked (0 to 1): the more, the dearer
    false: float = 0.0  # how often their answers are false
    willing: Willingness = WILLING
    known: float = 0.0  # how likely what they said before decides this already (0 to 1)


NO_MATTER_WHOM = Interruption()
"""Of somebody of whom nothing is known, a question that settles the matter."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AskPolicy:
    """Weighs what an answer would gain, now and later, against what the interruption costs.

    The unit is being right once. At the default cost the agent asks when it is less than about 90 % sure.

    >>> [policy.worth(likelihood).is_positive for policy, likelihood in
    ...  ((AskPolicy(), 0.4), (AskPolicy(), 0.95), (AskPolicy(cost=1.0), 0.4))]
    [True, False, False]
    """

    cost: float = 0.1  # of one interruption; raise it for someone who hates being asked
    reliability: float = 0.97  # how often an action is right after an answer
    later: float = 0.5  # what knowing the answer is worth on later occasions
    each: float = 0.6  # what each thing is worth that may come up again on other occasions
    weary: float = 24.0  # how much dearer a question gets to somebody who was asked on every errand of late
    turns: int = 2  # how many questions one request may bring; of several, the last is kept for asking back
    annoyed: float = 40.0  # how much dearer a question gets to somebody who minded all of those of late
    again: float = 2.0  # how much dearer it is to be asked back about what one just said
    repeated: float = 32.0  # how much dearer a question gets whose answer has been given before, in other words

    def __post_init__(self) -> None:
        for name in ("cost", "later", "each", "weary", "annoyed", "again", "repeated"):
            if not is_number(getattr(self, name)):
                raise BadInput(f"{name} of an AskPolicy is a number, not {getattr(self, name)!r:.40}.")
        if not is_whole(self.turns):
            raise BadInput(f"How many questions a request may bring is a whole number, not {self.turns!r:.40}.")
        check_share("An AskPolicy", "reliability", self.reliability)
        numbers = (self.cost, self.turns, self.later, self.each, self.weary, self.annoyed, self.again, self.repeated)
        if min(numbers) < 0:
            raise BadInput("The cost of a question, what makes it dearer, and the number of turns cannot be negative.")

    def worth(self, likelihood: float, of: Interruption = NO_MATTER_WHOM) -> Worth:
        """What a question would gain and cost, when acting now would be right with this likelihood.

        From somebody whose answers are often false, or who often does not answer, there is less to be gained, least
        where what else might be wanted is unlikely.
        """
        settles, news = (1.0, 0) if of.question is None else (of.question.settles, of.question.news)
        gain = max(min(self.right_after(likelihood, of.others, of.false), settles) - likelihood, 0.0) * (1 + self.later)
        asked, minded = 1 + self.weary * of.asked, 1 + self.annoyed * of.willing.minded
        cost = self.cost * (self.again if of.back else 1) * asked * minded * (1 + self.repeated * of.known)
        return Worth(likelihood, (gain + self.each * news) * (1 - of.willing.unanswered), cost)

    def right_after(self, likelihood: float, others: Sequence[float] = (), false: float = 0.0) -> float:
        """How likely acting is right after an answer, which may be false; it does not overturn what is sure enough.

        >>> policy = AskPolicy()
        >>> [round(policy.right_after(0.7, others, 0.2), 2) for others in ((), (0.1, 0.1, 0.1), (0.01, 0.01, 0.01))]
        [0.8, 0.8, 0.7]
        """
        false = max(false, 1 - self.reliability)
        if not others:
            return 1 - false
        slip = likelihood * false / len(others)
        return likelihood * (1 - false) + sum(max(other * (1 - false), slip) for other in others)

    def may_ask(self, asked: int, *, back: bool = False) -> bool:
        """Whether the errand may bring another question, after so many.

        >>> [AskPolicy().may_ask(0), AskPolicy().may_ask(1), AskPolicy().may_ask(1, back=True)]
        [True, False, True]
        """
        return asked < (self.turns if back else max(self.turns - 1, min(self.turns, 1)))

    def is_worth_confirming(self, likelihood: float) -> bool:
        """Whether it pays to ask back after a reaction that was read right with this likelihood: later on it may.

        >>> [AskPolicy().is_worth_confirming(likelihood) for likelihood in (0.1, 0.5, 0.9)]
        [False, True, False]
        """
        return min(likelihood, 1 - likelihood) * self.later > self.cost
