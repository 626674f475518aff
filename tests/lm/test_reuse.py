from __future__ import annotations

from pathlib import Path

import pytest

from penchant.errors import BadData
from penchant.lm import ChatMessage, Prompt, Reply
from penchant.lm.budget import paid_before
from penchant.lm.dry_run import DryRun, NotAsked
from penchant.lm.ledger import Ledger
from penchant.lm.record import key_of
from penchant.lm.recorded import Recorded, Replayed
from penchant.lm.reuse import EarlierRuns
from penchant.lm.scripted import ScriptedModel


def asked(words: str, *, purpose: str = "pick", seed: int = 0) -> Prompt:
    return Prompt(purpose=purpose, messages=(ChatMessage("user", words),), seed=seed)


@pytest.fixture
def earlier(tmp_path: Path) -> EarlierRuns:
    for name, said in (("one", ("tea", "coffee")), ("two", ("tea", "juice"))):
        ledger = Ledger(tmp_path / name)
        for words in said:
            prompt, reply = asked(words), Reply(text=f"{words} by {name}", model="m", input_tokens=7, cost=0.5)
            ledger.keep(key_of("m", prompt), "m", prompt, reply)
        ledger.close()
    return EarlierRuns((tmp_path / "one", tmp_path / "two"))


def test_what_an_earlier_run_was_told_is_kept_and_not_paid_for(tmp_path: Path, earlier: EarlierRuns) -> None:
    lm = Recorded(ScriptedModel(["water"], name="m"), ledger := Ledger(tmp_path / "new"), earlier=earlier)
    assert [lm.complete(asked(words)).text for words in ("tea", "juice", "tea")] == [
        "tea by one",
        "juice by two",
        "tea by one",
    ]
    assert lm.complete(asked("tea", seed=1)).text == "water", "which is another question"
    ledger.close()
    for writable in (True, False):
        again = Ledger(tmp_path / "new", writable=writable)
        assert again.reused() == {"m": 2}
        assert again.models == ("m",)
        assert paid_before(again, {}).calls == 1
        assert Replayed(again, "m").complete(asked("juice")).text == "juice by two"


def test_a_record_of_replies_that_were_all_reused_can_be_replayed(tmp_path: Path, earlier: EarlierRuns) -> None:
    ledger = Ledger(tmp_path / "new")
    Recorded(ScriptedModel([], name="m"), ledger, earlier=earlier).complete(asked("tea"))
    assert Replayed(ledger).complete(asked("tea")).text == "tea by one"
    assert paid_before(ledger, {}).calls == 0


def test_processes_that_reuse_the_same_count_it_once(tmp_path: Path, earlier: EarlierRuns) -> None:
    ledgers = [Ledger(tmp_path / "new") for _ in range(2)]  # as two processes have them
    for ledger in ledgers:
        Recorded(ScriptedModel([], name="m"), ledger, earlier=earlier).complete(asked("tea"))
    assert [ledger.reused() for ledger in ledgers] == [{"m": 1}] * 2
    assert len((tmp_path / "new" / "calls.jsonl").read_bytes().splitlines()) == 1


def test_what_failed_in_a_run_is_not_mended_by_another(tmp_path: Path, earlier: EarlierRuns) -> None:
    ledger = Ledger(tmp_path / "new")
    ledger.note_failure(key_of("m", asked("tea")), "too long")
    with pytest.raises(Exception, match="too long"):
        Recorded(ScriptedModel([], name="m"), ledger, earlier=earlier).complete(asked("tea"))


def test_a_dry_run_counts_what_would_be_reused_apart(earlier: EarlierRuns) -> None:
    lm = DryRun("m", earlier=earlier)
    assert [lm.complete(asked(words)).text for words in ("tea", "tea", "juice")] == ["tea by one"] * 2 + [
        "juice by two"
    ]
    with pytest.raises(NotAsked):
        lm.complete(asked("water"))
    assert (lm.reused, lm.counted()["pick"].calls) == (2, 1)


def test_a_run_without_a_record_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(BadData, match="no recorded calls"):
        EarlierRuns((tmp_path,))
