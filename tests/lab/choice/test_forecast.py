from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from penchant.mind.lm.trial import CHOICES, SENTENCES
from penchant_lab.choice.forecast import calls_at_most
from penchant_lab.choice.life import LifeResult
from penchant_lab.choice.options import ChoiceOptions
from penchant_lab.run.study import StudyUnit

PLAIN = ChoiceOptions()
TASKS = (10, 10, 10, 10)
TAUGHT, EXAMINED = 60, 20
TRIAL, CHOICE = len(SENTENCES), len(CHOICES)


@pytest.mark.parametrize(
    ("config", "method", "most"),
    [
        ({}, "both", TRIAL + 6 * TAUGHT),
        ({}, "post", TRIAL + 2 * TAUGHT),
        ({}, "pre+notes=10", TRIAL + 4 * TAUGHT),
        ({}, "none", TRIAL),
        ({"choose": "lm"}, "both", TRIAL + CHOICE + 4 * TAUGHT + EXAMINED),
        ({"phrase": True}, "both", TRIAL + 6 * TAUGHT + EXAMINED),
        ({"choose": "lm", "phrase": True}, "both", TRIAL + CHOICE + 6 * TAUGHT + EXAMINED),
        ({"people_kind": "played"}, "both", TRIAL + 12 * TAUGHT),
        ({"people_kind": "played", "mind": "built-in"}, "both", 6 * TAUGHT),
        ({"mind": "built-in"}, "both", 0),
    ],
)
def test_the_most_calls_are_those_of_the_documented_rules(config: dict[str, Any], method: str, most: int) -> None:
    mind = config.pop("mind", "lm")
    assert calls_at_most(mind, replace(PLAIN, **config), [StudyUnit(method, 0)], TASKS, 4) == most


def test_what_was_lived_or_comes_after_the_stop_is_not_counted() -> None:
    lived = LifeResult("both", "Ana", tallies={"phase1": [], "phase2": []})
    for unit, until in ((StudyUnit("both", 0), 2), (StudyUnit("both", 0, lived), 4)):
        assert calls_at_most("lm", PLAIN, [unit], TASKS, until) == TRIAL + 3 * TAUGHT
    assert calls_at_most("lm", PLAIN, [StudyUnit("both", 0, lived)], TASKS, 2) == TRIAL
