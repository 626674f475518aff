"""When a question is worth the interruption."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from penchant.domain import Question
from penchant.errors import BadInput
from penchant.loop.willingness import WILLING, Willingness


@dataclass(frozen=True, slots=True)
class Worth:
    """What a question would gain, and cost this person; the unit is being right once.

    >>> print(Worth(0.4, 0.85, 0.1))
    sure by 40 %; asking gains 0.85 and costs 0.10
    """

    likelihood: float  # that acting without it is right
    gain: float
    cost: float

    @property
    def is_positive(self) -> bool:
        """Whether it pays."""
        return self.gain > self.cost

    def __str__(self) -> str:
        return f"sure by {self.likelihood:.0%}; asking gains {self.gain:.2f} and costs {self.cost:.2f}".replace(
            "%;", " %;"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class AskPolicy:
    """Weighs what an answer would gain, now and later, against what the interruption costs.

    The unit is being right once. At the default cost the agent asks when it is less than about 90 % sure.

    >>> AskPolicy().is_worth_asking(0.4), AskPolicy().is_worth_asking(0.95), AskPolicy(cost=1.0).is_worth_asking(0.4)
    (True, False, False)
    """

    cost: float = 0.1  # of one interruption; raise it for someone who hates being asked
    reliability: float = 0.97  # how often an action is right after an answer
    later: float = 0.5  # what knowing the answer is worth on later occasions
    each: float = 0.6  # what each thing is worth that may come up again on other occasions
    weary: float = 24.0  # how much dearer a question gets to somebody who was asked on every errand of late
    turns: int = 2  # how many questions one request may bring; of several, the last is kept for asking back
    annoyed: float = 40.0  # how much dearer a question gets to somebody who minded all of those of late
    again: float = 2.0  # how much dearer it is to be asked back about what one just said

    def __post_init__(self) -> None:
        if self.cost < 0 or self.turns < 0:
            raise BadInput("The cost of a question and the number of turns cannot be negative.")

    def is_worth_asking(
        self,
        likelihood: float,
        question: Question | None = None,
        asked: float = 0.0,
        *,
        back: bool = False,
        others: Sequence[float] = (),
        false: float = 0.0,
        willing: Willingness = WILLING,
    ) -> bool:
        """Whether a question pays, when acting now would be right with this likelihood; see :meth:`worth`."""
        return self.worth(
            likelihood, question, asked, back=back, others=others, false=false, willing=willing
        ).is_positive

    def worth(
        self,
        likelihood: float,
        question: Question | None = None,
        asked: float = 0.0,
        *,
        back: bool = False,
        others: Sequence[float] = (),
        false: float = 0.0,
        willing: Willingness = WILLING,
    ) -> Worth:
        """What a question would gain and cost; by default one that settles the matter.

        A question is the dearer the more often they were ``asked`` of late (0 to 1), the more they minded that, and to
        ask ``back`` is dearer too. From somebody whose answers are often ``false``, or who often does not answer, there
        is less to be gained, least where ``others`` are unlikely.
        """
        settles, news = (1.0, 0) if question is None else (question.settles, question.news)
        gain = max(min(self.right_after(likelihood, others, false), settles) - likelihood, 0.0) * (1 + self.later)
        cost = self.cost * (self.again if back else 1) * (1 + self.weary * asked) * (1 + self.annoyed * willing.minded)
        return Worth(likelihood, (gain + self.each * news) * (1 - willing.unanswered), cost)

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
