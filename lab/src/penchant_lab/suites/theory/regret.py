"""From the rounds of a run to its figures: regret, how it grows, and how it compares with what is claimed of it.

Intervals are over people, clustered: whole people are drawn, since one person's rounds belong together.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from penchant.errors import RunError
from penchant_lab.report.intervals import interval
from penchant_lab.suites.theory.model import FormalModel
from penchant_lab.suites.theory.statements import TheoryWorld

POINTS = 40
"""So many points a curve is drawn with."""

SIZED = ("given", "drift", "theorem")
"""Statements that are tried with lives of several lengths."""

Numbers = NDArray[np.float64]
Lives = Mapping[str, Sequence[Mapping[str, Any]]]
"""The rounds of each person, in order."""


def report(
    records: Iterable[Mapping[str, Any]], worlds: Sequence[TheoryWorld], facts: Mapping[str, Any], names: Sequence[str]
) -> dict[str, Any]:
    """The figures of a run, world by world."""
    found: dict[tuple[str, str], dict[str, list[Mapping[str, Any]]]] = {}
    try:
        for record in records:
            lives = found.setdefault((record["world"], record["method"]), {})
            lives.setdefault(record["person"], []).append(record)
        longest = [world.key for world in worlds if world.statement == "given"][-1]
        figures = [
            _world(
                world,
                {name: found[world.key, name] for name in names if (world.key, name) in found},
                drawn=world.key == longest,
            )
            for world in worlds
        ]
    except (KeyError, TypeError, ValueError) as error:
        raise RunError(f"The run holds a line that no study of the model wrote ({error}); start anew.") from error
    shown = [world for world in figures if world["methods"]]
    for statement in SIZED:
        if of_it := [world for world in shown if world["statement"] == statement]:
            _compare_sizes(of_it)
    return {**facts, "worlds": shown}


def _world(world: TheoryWorld, lives: Mapping[str, Lives], *, drawn: bool) -> dict[str, Any]:
    model = world.model
    figures: dict[str, Any] = {
        "key": world.key,
        "statement": world.statement,
        "told": world.told,
        "rounds": model.rounds,
        "switches": model.switches,
        "ambiguous": model.ambiguous,
        "answers": model.answers,
        "questions": model.questions,
        "options": model.options,
        "methods": {name: _method(world, name, of, drawn=drawn) for name, of in lives.items()},
    }
    if lives:
        figures["lines"] = _lines(model, next(iter(lives.values())))
    return figures


def _method(world: TheoryWorld, name: str, lives: Lives, *, drawn: bool) -> dict[str, Any]:
    """Regret under one method."""
    people = [lives[person] for person in sorted(lives)]
    lost = np.array([[record.get("lost", 0) for record in life] for life in people], dtype=float)
    unsure = np.array([[bool(record["ambiguous"]) for record in life] for life in people])
    curves, claim, half = lost.cumsum(axis=1), world.claims[name], lost.shape[1] // 2
    early = [record for life in people for record in life if _is_early(record, world.model)]
    figures = {
        "regret": _mean(curves[:, -1]),
        "claim": {"kind": claim.kind, "regret": round(claim.value, 6)},
        "verdict": claim.verdict(curves[:, -1].tolist()),
        "late": _mean(100 * lost[:, half:].mean(axis=1)),  # errors per 100 rounds of the second half
        "power": None if world.model.switches else _power(curves.mean(axis=0)),
        "on_new": _mean((lost * unsure).sum(axis=1)),
        "on_known": _mean((lost * ~unsure).sum(axis=1)),
        "asked": _mean(_total(people, "asked")),
        "asked_back": _mean(_total(people, "asked_back")),
        "early": round(len(early) / max(int(unsure.sum()), 1), 6),
        "broke": sum(bool(record.get("broke")) for life in people for record in life),
    }
    return {**figures, "curve": _points(curves)} if drawn else figures


def _is_early(record: Mapping[str, Any], model: FormalModel) -> bool:
    """Whether the agent acted on a new matter before it was told, though it might have asked on."""
    return bool(record["ambiguous"]) and not record.get("told", True) and record["asked"] < model.questions


def _total(people: Sequence[Sequence[Mapping[str, Any]]], key: str) -> Numbers:
    return np.array([sum(record.get(key, 0) for record in life) for life in people], dtype=float)


def _mean(values: Numbers) -> dict[str, float | None]:
    low, high = interval(values.tolist(), [1] * len(values))
    return {"mean": round(float(values.mean()), 6), "low": low, "high": high}


def _power(curve: Numbers) -> float | None:
    """The power of t with which mean regret grows over the second half: 1 is linear, 0 not at all; None without any.

    Where nothing switches, the first rounds of a life are a shorter life; else lives of several lengths are compared.
    """
    half = len(curve) // 2
    return _fitted(np.arange(half + 1, len(curve) + 1, dtype=np.float64), curve[half:])


def _fitted(rounds: Numbers, regret: Numbers) -> float | None:
    """The slope of the logarithm of regret over that of rounds; None where there is no regret to begin with."""
    if len(regret) < 2 or regret[0] <= 0:
        return None
    return round(float(np.polyfit(np.log(rounds), np.log(regret), 1)[0]), 6)


def _compare_sizes(worlds: Sequence[dict[str, Any]]) -> None:
    """Put down at the longest lives of a statement the power of T with which regret grows up to them."""
    for name, row in worlds[-1]["methods"].items():
        same = [world for world in worlds if name in world["methods"]]
        sizes = np.array([world["rounds"] for world in same], dtype=float)
        row["power"] = _fitted(sizes, np.array([world["methods"][name]["regret"]["mean"] for world in same]))


def _points(curves: Numbers) -> list[dict[str, Any]]:
    """Mean regret over time, with intervals, at so many rounds."""
    rounds = curves.shape[1]
    at = sorted({round(number) - 1 for number in np.linspace(1, rounds, min(POINTS, rounds))})
    return [{"round": number + 1, **_mean(curves[:, number])} for number in at]


def _lines(model: FormalModel, lives: Lives) -> dict[str, float]:
    """Regret at the end of who guesses, of who always does the same in a matter, and of who knows.

    The constant one does, in matters that come again, what was right most often, looking back; a fresh one it guesses.
    """
    guessed = model.ambiguous_rounds * model.blind_error
    others = model.rounds - model.ambiguous_rounds
    constant = []
    for life in lives.values():
        wanted: dict[str, list[str]] = {}
        for record in life:
            if not record["ambiguous"]:
                wanted.setdefault(record["request"], []).append(record["wanted"])
        constant.append(sum(len(of) - max(map(of.count, of)) for of in wanted.values()))
    return {
        "chance": round(guessed + others * (1 - 1 / model.states), 6),
        "constant": round(guessed + float(np.mean(constant)), 6),
        "oracle": 0.0,
    }
