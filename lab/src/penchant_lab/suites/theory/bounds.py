"""What the paper says of cumulative regret, as numbers: at most with both channels, at least where one is missing.

The constants are those of its lemmas: an error after k questions is at most m^-k, a switch costs one error. The first
state has to be learned like any other, so K switches are K + 1 states.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, exp, lgamma, log, sqrt
from statistics import fmean, stdev
from typing import Literal

from penchant_lab.suites.theory.model import FormalModel

Verdict = Literal["holds", "open", "broken"]

FEWEST = 4
"""Of fewer people it is not said that they break a bound."""

NEGLIGIBLE = 40
"""After so many switches it no longer matters which state was the first."""


@dataclass(frozen=True, slots=True)
class RegretBound:
    """What regret is said to be at most, or at least."""

    kind: Literal["at most", "at least"]
    value: float

    def verdict(self, regrets: Sequence[float]) -> Verdict:
        """Whether the mean over people keeps to it; where it does not, whether that may be chance (one in a hundred).

        >>> RegretBound("at most", 5).verdict([3, 8, 4, 9]), RegretBound("at least", 5).verdict([1, 2, 1, 1])
        ('open', 'broken')
        """
        sign = 1 if self.kind == "at most" else -1
        beyond = sign * (fmean(regrets) - self.value)
        if beyond <= 0:
            return "holds"
        if len(regrets) < FEWEST:
            return "open"
        error = stdev(regrets) / sqrt(len(regrets))
        return "broken" if beyond > _students(len(regrets) - 1) * error else "open"


def _students(freedom: int, z: float = 2.576) -> float:
    """The quantile of Student's distribution that leaves one in a hundred on both sides, from the normal one."""
    return z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)


def with_both(model: FormalModel) -> RegretBound:
    """Theorem 1: every state is learned from one error, and on ambiguous rounds the error is at most m^-k.

    >>> with_both(FormalModel(rounds=100, switches=3, ambiguous=0.2, answers=2, questions=2)).value
    9.0
    """
    guessed = model.ambiguous_rounds * model.answers**-model.questions
    return RegretBound("at most", model.switches + 1 + guessed)


def without_questions(model: FormalModel) -> RegretBound:
    """Proposition 2: on each ambiguous round at least the error of the best guess."""
    return RegretBound("at least", model.ambiguous_rounds * model.blind_error)


def without_correction(model: FormalModel) -> RegretBound:
    """Proposition 1: what the best policy loses that knows the first state and is never told of a switch.

    At each round it does what is likeliest to be right by then. Of two states and one switch that is the paper's T/4.

    >>> round(without_correction(FormalModel(rounds=400, switches=1, ambiguous=0, answers=2, questions=1)).value)
    183
    """
    share = 1 - model.ambiguous_rounds / model.rounds
    lost = (1 - _best_guess(model, number) for number in range(model.rounds))
    return RegretBound("at least", share * sum(lost))


def _best_guess(model: FormalModel, number: int) -> float:
    """How likely the likeliest state is on a round, for somebody who knows the first one and no more.

    After j switches, each to any of the s - 1 others, the first is back with chance 1/s + (1 - 1/s) (-1/(s - 1))^j.
    """
    states, places, drawn = model.states, model.rounds - 1, model.switches
    back = sum(
        (-1 / (states - 1)) ** switched * _chance(places, drawn, number, switched)
        for switched in range(min(number, drawn, NEGLIGIBLE) + 1)
    )
    first = 1 / states + (1 - 1 / states) * back
    return max(first, (1 - first) / (states - 1))


def _chance(places: int, drawn: int, number: int, switched: int) -> float:
    """How likely so many of the switches drawn lie among the first places: hypergeometric."""
    if drawn - switched > places - number:
        return 0.0
    return exp(_log_comb(number, switched) + _log_comb(places - number, drawn - switched) - _log_comb(places, drawn))


def _log_comb(all_of_them: int, some: int) -> float:
    return lgamma(all_of_them + 1) - lgamma(some + 1) - lgamma(all_of_them - some + 1)


def enough_questions(model: FormalModel) -> int:
    """So many that what ambiguity costs no longer grows with the rounds: log T to the base m, rounded up.

    >>> enough_questions(FormalModel(rounds=100, switches=0, ambiguous=1, answers=2, questions=1))
    7
    """
    return max(1, ceil(log(model.rounds, model.answers) - 1e-9))
