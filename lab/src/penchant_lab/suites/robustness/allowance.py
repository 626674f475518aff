"""What a second question is worth: the first phase once more, with as many questions a task as are to be compared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from penchant.loop import Method
from penchant_lab.choice.life import LifeResult, Setting, run_life
from penchant_lab.choice.metrics import questions_per_100
from penchant_lab.choice.tally import Tally
from penchant_lab.report.intervals import interval

ALLOWED = (1, 2)
"""How many questions one task may bring, at most, in the lives that are compared."""
LEARN = "phase1"


def tried(setting: Setting, index: int, method: Method, life: LifeResult) -> dict[str, list[dict[str, int]]]:
    """By how many questions were allowed: what each pass of the first phase came to; the life itself is one of them."""
    found = {}
    for allowed in ALLOWED:
        if allowed != setting.questions:
            other = replace(setting, questions=allowed, observer=None, lived=lambda: None)
            tallies = run_life(other, index, method, until=1).tallies[LEARN]
        else:
            tallies = life.tallies[LEARN]
        found[str(allowed)] = [tally.to_json() for tally in tallies]
    return found


def allowance(observed: Sequence[Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
    """For each number of questions: success in the first pass, and what was asked over all passes of the phase."""
    figures = {}
    for allowed in map(str, ALLOWED):
        lives = [[Tally.from_json(tally) for tally in each["allowed"][allowed]] for each in observed]
        firsts = [passes[0] for passes in lives if passes[0].tasks]
        tasks = sum(first.tasks for first in firsts)
        low, high = interval([first.right / first.tasks for first in firsts], [first.tasks for first in firsts])
        figures[allowed] = {
            "first_pass": round(sum(first.right for first in firsts) / tasks, 6) if tasks else None,
            "low": low,
            "high": high,
            "questions_per_100": questions_per_100([tally for passes in lives for tally in passes]),
        }
    return figures
