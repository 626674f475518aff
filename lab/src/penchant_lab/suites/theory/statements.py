"""The worlds of a study: the model as it was given, and those that show each statement of the paper, or its limits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from penchant_lab.suites.theory.bounds import (
    RegretBound,
    enough_questions,
    with_both,
    without_correction,
    without_questions,
)
from penchant_lab.suites.theory.model import FormalModel
from penchant_lab.suites.theory.words import RECURRING

Statement = Literal["given", "drift", "ambiguity", "theorem", "limits"]

MOST_ASKED = 3
"""So many questions a round the sweep for ambiguity goes up to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TheoryWorld:
    """One setting of the model, who lives in it, and what is claimed of their regret there."""

    key: str
    statement: Statement
    told: str  # what is particular about it, in a few words
    model: FormalModel
    claims: Mapping[str, RegretBound]  # by method: those that live here


def worlds(given: FormalModel, *, alone: bool = False) -> list[TheoryWorld]:
    """The model as given, and unless it is to stand alone the worlds that show each statement."""
    as_given = list(_given(given))
    return as_given if alone else [*as_given, *_drift(given), *_ambiguity(given), *_theorem(given), *_limits(given)]


def _given(given: FormalModel) -> Iterator[TheoryWorld]:
    """The model as it was asked for, and with fewer rounds, to see how regret grows."""
    for rounds in _sizes(given.rounds, given.switches):
        model = replace(given, rounds=rounds)
        yield TheoryWorld(
            key=f"given-{rounds}", statement="given", told=f"{rounds} rounds", model=model, claims=_all_claims(model)
        )


def _all_claims(model: FormalModel) -> dict[str, RegretBound]:
    """What is claimed of the four methods."""
    blind, unasked, both = without_correction(model), without_questions(model), with_both(model)
    neither = RegretBound("at least", blind.value + unasked.value)
    return {
        "none": neither,
        "pre": neither if not model.questions else blind if model.switches else both,
        "post": unasked if model.ambiguous_rounds else both,
        "both": both,
    }


def _drift(given: FormalModel) -> Iterator[TheoryWorld]:
    """Proposition 1: no ambiguous rounds, one switch or more, at any time."""
    switches = max(1, given.switches)
    for rounds in _sizes(given.rounds, switches):
        model = replace(given, rounds=rounds, switches=switches, ambiguous=0.0, questions=max(1, given.questions))
        claims = {name: claim for name, claim in _all_claims(model).items() if name != "none"}
        yield TheoryWorld(key=f"drift-{rounds}", statement="drift", told=f"{rounds} rounds", model=model, claims=claims)


def _ambiguity(given: FormalModel) -> Iterator[TheoryWorld]:
    """Proposition 2: no switches, some ambiguous rounds, more and more questions."""
    for questions in range(MOST_ASKED + 1):
        share = given.ambiguous or 0.25
        model = replace(given, switches=0, ambiguous=share, questions=questions)
        names = ("pre", "both") if questions else ("post",)
        claims = {name: _all_claims(model)[name] for name in names}
        told = f"{questions} questions" if questions != 1 else "1 question"
        yield TheoryWorld(key=f"ambiguity-{questions}", statement="ambiguity", told=told, model=model, claims=claims)


def _theorem(given: FormalModel) -> Iterator[TheoryWorld]:
    """Theorem 1 with as many questions as it takes for regret not to grow with the rounds."""
    for rounds in _sizes(given.rounds, given.switches):
        model = replace(given, rounds=rounds)
        model = replace(model, questions=enough_questions(model))
        told = f"{rounds} rounds, {model.questions} questions"
        claims = {"both": RegretBound("at most", model.switches + 1 + model.ambiguous)}
        yield TheoryWorld(key=f"theorem-{rounds}", statement="theorem", told=told, model=model, claims=claims)


def _limits(given: FormalModel) -> Iterator[TheoryWorld]:
    """Where a statement needs more than it says: an assumption is left out, or a quantifier is taken at its word."""

    def world(key: str, told: str, model: FormalModel, claims: Mapping[str, RegretBound]) -> TheoryWorld:
        return TheoryWorld(key=key, statement="limits", told=told, model=model, claims=claims)

    asked, switches = max(1, given.questions), max(1, given.switches)
    calm = replace(given, ambiguous=0.0, questions=asked, switches=0)
    still = {"pre": RegretBound("at least", given.rounds / 4)}
    yield world("no-switch", "no switch at all", calm, still)
    yield world("last-switch", "switch in the last round", replace(calm, switches=1, switching="last"), still)
    drifting = replace(calm, switches=switches)
    yield world("always-asks", "asked in every round", replace(drifting, asks_always=True), still)
    unsure = replace(given, switches=0, ambiguous=given.ambiguous or 0.25)
    balanced = replace(unsure, answering="balanced", questions=1)
    yield world("balanced", "balanced answers, k = 1", balanced, {"both": with_both(balanced)})
    twins = replace(unsure, answering="twins", questions=max(MOST_ASKED, asked))
    yield world("twins", "answers beside the point", twins, {"both": with_both(twins)})
    bare = replace(drifting, correcting="bare")
    yield world("bare", "bare corrections", bare, {name: with_both(bare) for name in ("post", "both")})
    several = replace(drifting, matters=len(RECURRING))
    told = f"{several.matters} matters at once"
    yield world("several", told, several, {name: with_both(several) for name in ("post", "both")})


def _sizes(rounds: int, switches: int) -> list[int]:
    """A quarter, half and all of the rounds, as far as they have room for the switches."""
    return sorted({size for size in (rounds // 4, rounds // 2, rounds) if size > switches and size > 1} | {rounds})
