"""What the formal model takes, as the command line and the records of runs know it."""

from __future__ import annotations

from dataclasses import dataclass

from penchant.errors import BadInput
from penchant_lab.run.config import Option
from penchant_lab.suites.theory.model import FormalModel

USUAL_PEOPLE = 12
"""In each of the worlds, where nobody says how many."""
MOST_ROUNDS, MOST_ANSWERS, MOST_QUESTIONS = 20_000, 20, 30


@dataclass(frozen=True, slots=True, kw_only=True)
class TheoryOptions:
    """The options of a run, typed."""

    rounds: int = 120
    switches: int = 4
    ambiguous: float = 0.25
    answers: int = 2
    questions: int = 2
    alone: bool = False

    def __post_init__(self) -> None:
        """Refuse what is no such model, in the words of the command line."""
        if not 2 <= self.rounds <= MOST_ROUNDS:
            raise BadInput(f"--rounds takes 2 to {MOST_ROUNDS}, not {self.rounds}.")
        if not 0 <= self.switches < self.rounds:
            raise BadInput(
                f"--switches {self.switches} does not fit into {self.rounds} rounds: it takes 0 to "
                f"{self.rounds - 1}, since nothing switches before the first."
            )
        if not 0 <= self.ambiguous <= 1:
            raise BadInput(f"--ambiguous is a share of the rounds, 0 to 1, not {self.ambiguous:g}.")
        if not 2 <= self.answers <= MOST_ANSWERS:
            raise BadInput(f"--answers takes 2 to {MOST_ANSWERS}: an answer tells at least two cases apart.")
        if not 0 <= self.questions <= MOST_QUESTIONS:
            raise BadInput(f"--questions takes 0 to {MOST_QUESTIONS} a round, not {self.questions}.")

    @property
    def model(self) -> FormalModel:
        """The model that they describe."""
        return FormalModel(
            rounds=self.rounds,
            switches=self.switches,
            ambiguous=self.ambiguous,
            answers=self.answers,
            questions=self.questions,
        )


_USUAL = TheoryOptions()

METHODS_OPTION = Option(name="methods", metavar="A,B", help="which of none, pre, post, both (default: all four)")


def _option(name: str, metavar: str, told: str) -> Option:
    """One of the numbers above, as a flag."""
    usual = getattr(_USUAL, name)
    return Option(name=name, type=type(usual), metavar=metavar, default=usual, help=told)


OPTIONS = (
    _option("rounds", "T", "how many rounds each person lives"),
    _option("switches", "K", "how often what they want changes, at rounds drawn at random"),
    _option("ambiguous", "SHARE", "the share of rounds about something never met before (0 to 1)"),
    _option("answers", "M", "an answer leaves, on average, 1/M of the chance to act wrongly"),
    _option("questions", "K", "how many questions the agent may ask in a round before it acts"),
    Option(
        name="alone",
        type=bool,
        help="only the model as given, without the worlds that show each statement and its limits",
    ),
)
