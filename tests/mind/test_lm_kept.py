"""Trials that are kept: for one model at one address, for a month, and for the prompts they were held with."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from penchant.errors import ModelFailed
from penchant.mind.lm import kept as module
from penchant.mind.lm.kept import MOST, KeptTrials
from penchant.mind.lm.trial import Trial

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
TRIAL = Trial(12, 10, right=10, asked=11, missed=["My flatmate adores coffee."])


def book(folder: Path, *, model: str = "m", address: str = "http://x/v1", days: float = 0) -> KeptTrials:
    return KeptTrials(
        model=model, address=address, path=folder / "some" / "t.json", now=lambda: NOON + timedelta(days=days)
    )


def test_a_trial_is_found_again_for_the_same_model_at_the_same_address(tmp_path: Path) -> None:
    book(tmp_path).keep("reading", TRIAL)
    assert book(tmp_path, days=29).find("reading") == TRIAL
    assert book(tmp_path).find("choosing") is None
    assert book(tmp_path, model="n").find("reading") is None
    assert book(tmp_path, address="http://y/v1").find("reading") is None
    assert book(tmp_path, days=31).find("reading") is None


def test_other_prompts_make_it_another_trial(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    book(tmp_path).keep("reading", TRIAL)
    monkeypatch.setattr(module, "_version", lambda: "another")
    assert book(tmp_path).find("reading") is None


def test_a_trial_without_replies_is_not_kept_and_old_ones_go(tmp_path: Path) -> None:
    book(tmp_path).keep("reading", Trial(12, 10, asked=3, unanswered=[ModelFailed("Nobody.")]))
    assert book(tmp_path).find("reading") is None
    for number in range(MOST + 1):
        book(tmp_path, model=f"m{number}").keep("reading", TRIAL)
    assert book(tmp_path, model="m0").find("reading") is None
    assert book(tmp_path, model=f"m{MOST}").find("reading") == TRIAL


@pytest.mark.parametrize("text", ["", "[]", "{}", "null"])
def test_a_file_that_cannot_be_read_is_none(tmp_path: Path, text: str) -> None:
    place = book(tmp_path).path
    place.parent.mkdir()
    place.write_text(text)
    assert book(tmp_path).find("reading") is None
    book(tmp_path).keep("reading", TRIAL)
    assert book(tmp_path).find("reading") == TRIAL


def test_where_nothing_can_be_written_nothing_is_kept(tmp_path: Path) -> None:
    (tmp_path / "some").write_text("a file, no folder")
    book(tmp_path).keep("reading", TRIAL)
    assert book(tmp_path).find("reading") is None
