"""The paper's formal model, drawn for one person: T rounds, K switches of what they want, a share of ambiguous rounds.

An *unambiguous* round is a matter that comes again and again; what is right there is the person's state, which stays
the same between switches: once heard, it is known. An *ambiguous* round is a matter never met before, in which one of n
options is right, each as likely: whatever was heard before, the best guess is wrong with chance 1 - 1/n.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from penchant.domain import Request
from penchant_lab.suites.theory.words import NOUNS, RECURRING

Answering = Literal["shrinking", "balanced", "twins"]
"""How answers narrow down what is meant on an ambiguous round.

``shrinking``  as the paper assumes (A1), on average over answers: what is left of wrong actions is 1/m of what was
``balanced``   each answer leaves 1/m of the options, whatever that does to the chance of acting wrongly
``twins``      options come in pairs; each answer leaves 1/m of the pairs, and none tells one of a pair from the other
"""

Switching = Literal["anywhere", "last"]
Correcting = Literal["lasting", "bare"]
"""Whether a correction says that it holds from now on (A2), or only names what was wanted."""

USUAL_OPTIONS = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class FormalModel:
    """The parameters of the model, by the letters of the paper, and how its assumptions are met or not."""

    rounds: int  # T
    switches: int  # K
    ambiguous: float  # the share γ
    answers: int  # m
    questions: int  # k, before acting
    answering: Answering = "shrinking"
    switching: Switching = "anywhere"
    correcting: Correcting = "lasting"
    matters: int = 1  # of how many recurring matters the state consists; one in the paper
    asks_always: bool = False  # also where the agent is sure

    @property
    def options(self) -> int:
        """How many are on offer on an ambiguous round (n): enough that each answer can rule one out, and leave two."""
        if self.answering == "shrinking":
            return max(USUAL_OPTIONS, self.questions + 2)
        return max(USUAL_OPTIONS, 2 * self.answers)

    @property
    def states(self) -> int:
        """How many are on offer on an unambiguous round."""
        return len(RECURRING[0][1])

    @property
    def ambiguous_rounds(self) -> int:
        """How many rounds are ambiguous: the share, rounded."""
        return round(self.ambiguous * self.rounds)

    @property
    def blind_error(self) -> float:
        """How often the best guess is wrong on an ambiguous round, without a question (ε0)."""
        return 1 - 1 / self.options

    def unsettled(self, answers: int) -> float:
        """How likely an answer leaves it open, after so many that did, where answers shrink as A1 has it.

        After j answers that each ruled out one of n options the best guess is wrong with chance 1 - 1/(n - j); weighed
        with the chance that it is still open, that is to be the error without a question times 1/m to the power of j.

        >>> model = FormalModel(rounds=8, switches=0, ambiguous=1, answers=2, questions=2)
        >>> still_open = model.unsettled(0) * model.unsettled(1)
        >>> round(still_open * (1 - 1 / (model.options - 2)) / model.blind_error, 6)
        0.25
        """
        before, after = self.options - answers, self.options - answers - 1
        if after < 2:
            return 1 / self.answers
        return (1 - 1 / before) / (1 - 1 / after) / self.answers


@dataclass(frozen=True, slots=True)
class ModelRound:
    """One round: what is asked for, and what is right."""

    number: int
    request: Request
    wanted: str
    ambiguous: bool


def draw_rounds(model: FormalModel, person: str, seed: int) -> list[ModelRound]:
    """One person's rounds; the same for the same seed, whatever else is drawn."""
    rng = random.Random(f"{seed}/{person}/rounds")
    ambiguous = set(rng.sample(range(model.rounds), model.ambiguous_rounds))
    switches = _switches(model, rng)
    state = [rng.choice(options) for _, options in RECURRING[: model.matters]]
    fresh = _fresh_matters(model, person, rng)
    drawn = []
    for number in range(model.rounds):
        if number in switches:
            state = [
                rng.choice([option for option in options if option != now])
                for now, (_, options) in zip(state, RECURRING, strict=False)
            ]
        if number in ambiguous:
            request = next(fresh)
            drawn.append(ModelRound(number, request, rng.choice(request.options), ambiguous=True))
        else:
            matter = rng.randrange(model.matters)
            text, options = RECURRING[matter]
            request = Request(person, text, list(options))
            drawn.append(ModelRound(number, request, state[matter], ambiguous=False))
    return drawn


def _switches(model: FormalModel, rng: random.Random) -> set[int]:
    """The rounds before which the state changes: never before the first."""
    if model.switching == "last":
        return set(range(model.rounds - model.switches, model.rounds))
    return set(rng.sample(range(1, model.rounds), model.switches))


def _fresh_matters(model: FormalModel, person: str, rng: random.Random) -> Iterator[Request]:
    """Matters that were never met before, each called by a pair of words of its own."""
    met: set[frozenset[str]] = set()
    while True:
        about = rng.sample(NOUNS, 2)
        if frozenset(about) in met:
            continue
        met.add(frozenset(about))
        others = [noun for noun in NOUNS if noun not in about]
        if model.answering == "twins":
            options = [f"{size} {noun}" for noun in rng.sample(others, model.options // 2) for size in SIZES]
        else:
            options = rng.sample(others, model.options)
        rng.shuffle(options)
        yield Request(person, f"{about[0]} and {about[1]}", options)


SIZES = ("small", "large")
"""What tells twins apart."""
