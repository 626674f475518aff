"""What is kept of calls: each once, found again, replayed and summed."""

from __future__ import annotations

import json
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from ledger_calls import lines, prompt, shout

from penchant.errors import BadData, BadInput, ModelFailed, ModelUnavailable
from penchant.lm import ChatMessage, Prompt, Reply, ask_for
from penchant.lm.ledger import FAILURES, NAME, SETTLED, Ledger, forget_unsettled, settle
from penchant.lm.record import key_of
from penchant.lm.recorded import Recorded, Replayed
from penchant.lm.scripted import ScriptedModel
from penchant.lm.usage import Usage


def test_a_question_is_paid_for_once(tmp_path: Path) -> None:
    lm = ScriptedModel(shout)
    recorded = Recorded(lm, Ledger(tmp_path))
    first, second = recorded.complete(prompt("tea")), recorded.complete(prompt("tea"))
    assert (first.text, first.cached) == ("TEA", False)
    assert (second.text, second.cached) == ("TEA", True)
    assert len(lm.asked) == 1


def test_what_was_paid_is_known_when_the_run_is_resumed(tmp_path: Path) -> None:
    Recorded(ScriptedModel(shout), Ledger(tmp_path)).complete(prompt("tea ☕ \ud83d"))
    nobody = ScriptedModel([])
    assert Recorded(nobody, Ledger(tmp_path)).complete(prompt("tea ☕ \ud83d")).text == "TEA ☕ \ud83d"


@pytest.mark.parametrize("cost", [float("nan"), float("inf"), float("-inf"), True, 10**400, "0.1"])
@pytest.mark.parametrize("tokens", [-1, True, 2.5, None, 10**18])
def test_whatever_a_model_says_of_its_reply_the_call_is_kept_and_found_again(
    tokens: Any, cost: Any, tmp_path: Path
) -> None:
    reply = Reply(text="TEA", input_tokens=tokens, output_tokens=tokens, cost=cost, seconds=float("nan"))
    ledger = Ledger(tmp_path)
    ledger.keep(key_of("scripted", prompt("tea")), "scripted", prompt("tea"), reply)
    again = Ledger(tmp_path)
    assert ledger.paid() == again.paid() == {("scripted", "pick"): Usage(1, 0, 0, None)}
    assert Replayed(again).complete(prompt("tea")).text == "TEA"


@pytest.mark.parametrize("cost", [b"tea", b"1.2.3", b"NaN", b"true"])
def test_a_line_with_a_cost_that_is_none_is_spoilt_and_asked_for_again(cost: bytes, tmp_path: Path) -> None:
    Recorded(ScriptedModel(shout), Ledger(tmp_path)).complete(prompt("tea"))
    path = tmp_path / NAME
    path.write_bytes(path.read_bytes().replace(b'"cost":null', b'"cost":' + cost))
    assert len(Ledger(tmp_path)) == 0


@pytest.mark.parametrize(
    "other",
    [
        prompt("coffee"),
        prompt("tea", seed=1),
        prompt("tea", temperature=1.0),
        prompt("tea", max_tokens=65),
        prompt("tea", schema={"type": "object"}),
        Prompt(purpose="pick", messages=(ChatMessage("system", "tea"),), max_tokens=64),
    ],
)
def test_another_question_is_another_call(tmp_path: Path, other: Prompt) -> None:
    lm = ScriptedModel(shout)
    recorded = Recorded(lm, Ledger(tmp_path))
    recorded.complete(prompt("tea"))
    assert not recorded.complete(other).cached
    assert len(lm.asked) == 2


def test_the_same_question_for_another_purpose_or_with_its_keys_in_another_order_is_the_same() -> None:
    assert key_of("m", prompt("tea")) == key_of("m", prompt("tea", "explain", temperature=0))
    one, other = {"type": "object", "title": "x"}, MappingProxyType({"title": "x", "type": "object"})
    assert key_of("m", prompt("tea", schema=one)) == key_of("m", prompt("tea", schema=other))
    assert key_of("m", prompt("tea")) != key_of("n", prompt("tea"))


def test_a_line_tells_all_there_is_to_know_of_a_call(tmp_path: Path) -> None:
    said = Reply(text="TEA", model="m", input_tokens=12, output_tokens=3, seconds=0.25, cost=0.5, finish="length")
    Recorded(ScriptedModel([said], name="m"), Ledger(tmp_path)).complete(prompt("tea", schema={"type": "object"}))
    entry = json.loads(lines(tmp_path)[0])
    assert entry.pop("at").startswith("20")
    assert len(entry.pop("key")) == 32
    assert entry == {
        "purpose": "pick",
        "model": "m",
        "input_tokens": 12,
        "output_tokens": 3,
        "cost": 0.5,
        "seconds": 0.25,
        "finish": "length",
        "reply": "TEA",
        "messages": [["user", "tea"]],
        "schema": {"type": "object"},
        "max_tokens": 64,
        "temperature": 0.0,
        "seed": 0,
    }


def test_a_reply_is_on_disk_before_it_is_returned(tmp_path: Path) -> None:
    reply = Recorded(ScriptedModel(shout), Ledger(tmp_path)).complete(prompt("tea"))
    assert not reply.cached
    assert b'"TEA"' in lines(tmp_path)[0]


def test_a_reply_is_on_disk_before_its_slot_is_free(tmp_path: Path) -> None:
    held, counting = list[int](), threading.Lock()

    class Slots(threading.BoundedSemaphore):
        def __exit__(self, *error: object) -> None:
            with counting:  # or who counts first may note it last
                held.append(len(lines(tmp_path)))
            self.release()

    slots, asked = Slots(2), threading.Barrier(2)

    def both(each: Prompt) -> str:
        asked.wait(10)  # there is room for two at once
        return shout(each)

    recorded = Recorded(ScriptedModel(both), Ledger(tmp_path), slots=slots)
    with ThreadPoolExecutor(6) as pool:
        said = list(pool.map(lambda number: recorded.complete(prompt(f"tea {number}")).text, range(6)))
    assert said == [f"TEA {number}" for number in range(6)]
    assert all(kept > freed for freed, kept in enumerate(held))


def test_identical_calls_in_flight_are_joined(tmp_path: Path) -> None:
    asked, go_on = threading.Event(), threading.Event()

    def slow(each: Prompt) -> str:
        asked.set()
        assert go_on.wait(10)
        return "tea"

    lm = ScriptedModel(slow)
    recorded = Recorded(lm, Ledger(tmp_path))
    with ThreadPoolExecutor(5) as pool:
        first = pool.submit(recorded.complete, prompt("tea"))
        assert asked.wait(10)
        others = [pool.submit(recorded.complete, prompt("tea")) for _ in range(4)]
        go_on.set()
        assert not first.result().cached
        assert all(other.result().cached for other in others)
    assert len(lm.asked) == len(lines(tmp_path)) == 1


def test_those_who_wait_for_a_call_that_fails_fail_with_it_and_may_ask_again(tmp_path: Path) -> None:
    asked, go_on = threading.Event(), threading.Event()

    def slow(each: Prompt) -> str:
        asked.set()
        assert go_on.wait(10)
        raise ModelFailed("No reply.")

    lm = ScriptedModel(slow)
    recorded = Recorded(lm, Ledger(tmp_path))
    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(recorded.complete, prompt("tea"))
        assert asked.wait(10)
        second = pool.submit(recorded.complete, prompt("tea"))
        go_on.set()
        for call in (first, second):
            with pytest.raises(ModelFailed, match="No reply"):
                call.result()
    assert lines(tmp_path) == []
    with pytest.raises(ModelFailed):
        recorded.complete(prompt("tea"))


def test_a_useless_reply_is_a_record_too_and_its_repair_another(tmp_path: Path) -> None:
    question = prompt("tea or coffee?", schema={"type": "object", "required": ["pick"]})
    said = ScriptedModel(["tea, I think", '{"pick": 1}'])
    assert ask_for(Recorded(said, Ledger(tmp_path)), question, dict) == {"pick": 1}
    assert len(lines(tmp_path)) == 2
    assert ask_for(Replayed(Ledger(tmp_path, writable=False)), question, dict) == {"pick": 1}
    assert set(Ledger(tmp_path).paid()) == {("scripted", "pick"), ("scripted", "pick-repair")}


def test_a_replay_asks_nobody_and_says_what_is_missing(tmp_path: Path) -> None:
    Recorded(ScriptedModel(shout, name="m"), Ledger(tmp_path)).complete(prompt("tea"))
    replayed = Replayed(Ledger(tmp_path, writable=False))
    assert replayed.name == "m"
    assert replayed.complete(prompt("tea")).text == "TEA"
    with pytest.raises(ModelUnavailable, match=r"has no reply of m to this prompt \(pick\)"):
        replayed.complete(prompt("coffee"))


def test_a_replay_changes_nothing_not_even_half_a_line(tmp_path: Path) -> None:
    Recorded(ScriptedModel(shout), Ledger(tmp_path)).complete(prompt("tea"))
    with (tmp_path / NAME).open("ab") as file:
        file.write(b'{"key')
    before = (tmp_path / NAME).read_bytes()
    assert Replayed(Ledger(tmp_path, writable=False)).complete(prompt("tea")).text == "TEA"
    assert (tmp_path / NAME).read_bytes() == before


def test_a_replay_of_nothing_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(BadData, match="There are no recorded calls in"):
        Ledger(tmp_path / "nowhere", writable=False)
    assert not (tmp_path / "nowhere").exists()


def test_a_replay_of_two_models_has_to_be_told_which(tmp_path: Path) -> None:
    for name in ("m", "n"):
        Recorded(ScriptedModel(shout, name=name), Ledger(tmp_path)).complete(prompt("tea"))
    with pytest.raises(BadInput, match="has: m, n"):
        Replayed(Ledger(tmp_path))
    assert Replayed(Ledger(tmp_path), "n").complete(prompt("tea")).text == "TEA"


def test_what_was_paid_is_summed_by_model_and_purpose(tmp_path: Path) -> None:
    priced = Reply(text="x", input_tokens=10, output_tokens=2, cost=0.5)
    ledger = Ledger(tmp_path)
    recorded = Recorded(ScriptedModel([priced, priced, Reply(text="y", input_tokens=1)], name="m"), ledger)
    for words, purpose in (("a", "pick"), ("b", "pick"), ("c", 'say "so", {"key":1}'), ("a", "pick")):
        recorded.complete(prompt(words, purpose))
    expected = {("m", "pick"): Usage(2, 20, 4, 1.0), ("m", 'say "so", {"key":1}'): Usage(1, 1, 0, None)}
    assert ledger.paid() == expected
    assert Ledger(tmp_path).paid() == expected


def test_a_ledger_that_cannot_be_opened_is_one_line(tmp_path: Path) -> None:
    (tmp_path / NAME).mkdir()
    with pytest.raises(BadData, match="cannot be opened"):
        Ledger(tmp_path)


def test_a_question_that_failed_is_asked_again_in_a_run_and_fails_again_in_a_replay(tmp_path: Path) -> None:
    model = ScriptedModel([ModelFailed("The model was out of sorts."), "the tea"])

    def run() -> str:
        ledger = Ledger(tmp_path)
        try:
            return Recorded(model, ledger).complete(prompt("tea?")).text
        finally:
            ledger.close()

    def replay() -> str:
        ledger = Ledger(tmp_path, writable=False)
        try:
            return Replayed(ledger, model.name).complete(prompt("tea?")).text
        finally:
            ledger.close()

    for again in (run, replay):
        with pytest.raises(ModelFailed, match="out of sorts"):
            again()
    assert run() == replay() == "the tea"


def test_what_failed_once_has_failed_for_the_run_and_for_good_once_something_rests_on_it(tmp_path: Path) -> None:
    model = ScriptedModel([ModelFailed("Out of sorts."), ModelFailed("Again."), "the tea"])

    def ask(*, times: int) -> list[str]:
        ledger = Ledger(tmp_path)
        lm, heard = Recorded(model, ledger), []
        for _ in range(times):
            try:
                heard.append(lm.complete(prompt("tea?")).text)
            except ModelFailed as error:
                heard.append(str(error))
        ledger.close()
        return heard

    assert ask(times=2) == ["Out of sorts."] * 2
    assert len(model.asked) == 1
    settle(tmp_path)
    settle(tmp_path)
    forget_unsettled(tmp_path)
    assert ask(times=1) == ["Out of sorts."]
    assert (tmp_path / FAILURES).read_bytes().count(SETTLED) == 1
    (tmp_path / FAILURES).write_bytes((tmp_path / FAILURES).read_bytes().replace(SETTLED, b""))
    forget_unsettled(tmp_path)
    assert ask(times=1) == ["Again."]
    assert ask(times=1) == ["the tea"], "nothing rests on it, so it is asked again"
