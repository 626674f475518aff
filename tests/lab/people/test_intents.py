from __future__ import annotations

import pytest

from penchant.domain import Action
from penchant_lab.people import Intent


@pytest.mark.parametrize(
    ("intent", "action", "met"),
    [
        (Intent("herbal tea"), Action("herbal tea"), True),
        (Intent("herbal tea"), Action("herbal tea", "top shelf"), True),
        (Intent("herbal tea"), Action("Herbal tea"), False),
        (Intent("herbal tea"), Action(), False),
        (Intent("walnuts", "top shelf"), Action("walnuts", "top shelf"), True),
        (Intent("walnuts", "top shelf"), Action("walnuts", "low shelf"), False),
        (Intent("walnuts", "top shelf"), Action("walnuts"), False),
        (Intent("walnuts", "top shelf"), Action(None, "top shelf"), False),
    ],
)
def test_an_intent_is_met_letter_for_letter(intent: Intent, action: Action, met: bool) -> None:
    assert intent.is_met_by(action) is met


def test_what_was_wanted_before_does_not_meet_an_intent() -> None:
    assert not Intent("herbal tea", formerly=Intent("black coffee")).is_met_by(Action("black coffee"))
