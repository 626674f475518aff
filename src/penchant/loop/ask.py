"""When a question is worth the interruption."""

from __future__ import annotations

from dataclasses import dataclass

from penchant.domain import Question
from penchant.errors import BadInput


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
    again: float = 2.0  # how much dearer it is to be asked back about what one just said

    def __post_init__(self) -> None:
        if self.cost < 0 or self.turns < 0:
            raise BadInput("The cost of a question and the number of turns cannot be negative.")

    def is_worth_asking(
        self, likelihood: float, question: Question | None = None, asked: float = 0.0, *, back: bool = False
    ) -> bool:
        """Whether a question pays, when acting now would be right with this likelihood; by default one that settles.

        A question is the dearer the more often they were ``asked`` of late (0 to 1), and to ask ``back`` is dearer too.
        """
        settles, news = (1.0, 0) if question is None else (question.settles, question.news)
        gain = max(min(self.reliability, settles) - likelihood, 0.0) * (1 + self.later)
        return gain + self.each * news > self.cost * (self.again if back else 1) * (1 + self.weary * asked)

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
