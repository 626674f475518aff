from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from penchant.errors import BadData, BadInput, ModelFailed, ModelUnavailable
from penchant.lm import Message, Prompt, Reply, ask_for
from penchant.lm.ledger import FAILURES, NAME, SETTLED, Ledger, forget_unsettled, settle
from penchant.lm.record import key_of
from penchant.lm.recorded import Recorded, Replayed
from penchant.lm.scripted import ScriptedModel
from penchant.lm.usage import Usage


def prompt(words: str, purpose: str = "pick", **changes: Any) -> Prompt:
    return replace(Prompt(purpose=purpose, messages=(Message("user", words),), max_tokens=64), **changes)


def shout(asked: Prompt) -> str:
    return asked.messages[-1].text.upper()


def lines(folder: Path) -> list[bytes]:
    return (folder / NAME).read_bytes().splitlines(keepends=True)


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
        Prompt(purpose="pick", messages=(Message("system", "tea"),), max_tokens=64),
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
    held = list[int]()

    class Slots(threading.BoundedSemaphore):
        def __exit__(self, *error: object) -> None:
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


@pytest.mark.parametrize("torn", [b"{", b'{"key":"0123456789abcdef0123456789abcdef","purpose":"pi', b"\x00\x00"])
def test_half_a_line_at_the_end_is_cut_off(tmp_path: Path, torn: bytes) -> None:
    recorded = Recorded(ScriptedModel(shout), Ledger(tmp_path))
    recorded.complete(prompt("tea"))
    whole = lines(tmp_path)
    with (tmp_path / NAME).open("ab") as file:
        file.write(torn)
    assert len(Ledger(tmp_path)) == 1
    assert lines(tmp_path) == whole


def test_half_a_line_left_by_another_process_does_not_spoil_ours(tmp_path: Path) -> None:
    recorded = Recorded(ScriptedModel(shout), Ledger(tmp_path))
    recorded.complete(prompt("tea"))
    with (tmp_path / NAME).open("ab") as file:
        file.write(b'{"key":"01')
    recorded.complete(prompt("coffee"))
    assert [json.loads(line)["reply"] for line in lines(tmp_path)] == ["TEA", "COFFEE"]
    assert recorded.complete(prompt("coffee")).text == "COFFEE"


def test_every_cut_of_the_file_leaves_the_whole_lines(tmp_path: Path) -> None:
    recorded = Recorded(ScriptedModel(shout), Ledger(tmp_path))
    for words in ("tea", "coffee"):
        recorded.complete(prompt(words))
    first, second = lines(tmp_path)
    for size in range(len(first) + len(second) + 1):
        (tmp_path / NAME).write_bytes((first + second)[:size])
        ledger = Ledger(tmp_path, writable=False)
        assert len(ledger) == (size >= len(first)) + (size >= len(first) + len(second))
        ledger.close()


def test_a_spoilt_line_in_the_middle_costs_its_own_call_only(tmp_path: Path) -> None:
    recorded = Recorded(ScriptedModel(shout), Ledger(tmp_path))
    for words in ("tea", "coffee", "milk"):
        recorded.complete(prompt(words))
    one, two, three = lines(tmp_path)
    (tmp_path / NAME).write_bytes(one + b"#" * (len(two) - 1) + b"\n" + three)
    again = Recorded(ScriptedModel(shout), Ledger(tmp_path))
    assert [again.complete(prompt(words)).cached for words in ("tea", "coffee", "milk")] == [True, False, True]


def test_two_ledgers_on_one_directory_keep_each_others_calls(tmp_path: Path) -> None:
    one, two = (Recorded(ScriptedModel(shout), Ledger(tmp_path)) for _ in range(2))
    for number in range(20):
        (one if number % 2 else two).complete(prompt(f"tea {number}"))
    assert one.complete(prompt("tea 0")).cached
    assert len(Ledger(tmp_path)) == 20


WRITER = """
import sys, threading
from pathlib import Path
from penchant.lm import Message, Prompt
from penchant.lm.ledger import Ledger
from penchant.lm.recorded import Recorded
from penchant.lm.scripted import ScriptedModel

recorded = Recorded(ScriptedModel(lambda asked: asked.messages[0].text.upper() * 200), Ledger(Path(sys.argv[1])))
lock = threading.Lock()

def work(who):
    for number in range(int(sys.argv[3])):
        words = f"{sys.argv[2]} {who} {number}"
        recorded.complete(Prompt(purpose="pick", messages=(Message("user", words),)))
        with lock:
            print(words, flush=True)

threads = [threading.Thread(target=work, args=(who,), daemon=True) for who in range(4)]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
"""


def writer(folder: Path, name: str, calls: int) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", WRITER, str(folder), name, str(calls)], stdout=subprocess.PIPE, text=True
    )


def test_killed_at_any_moment_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    for round_ in range(3):
        process = writer(tmp_path, f"round {round_}", 1_000_000)
        assert process.stdout is not None
        told = [process.stdout.readline().strip() for _ in range(30 + 7 * round_)]
        process.kill()
        told += [line.strip() for line in process.stdout.readlines() if line.endswith("\n")]
        process.wait()
        process.stdout.close()
        recorded = Recorded(ScriptedModel([]), Ledger(tmp_path))
        for words in told:
            question = Prompt(purpose="pick", messages=(Message("user", words),))
            assert recorded.complete(question).text == words.upper() * 200


def test_several_processes_write_one_ledger_line_by_line(tmp_path: Path) -> None:
    processes = [writer(tmp_path, name, 50) for name in ("ana", "ben", "cy")]
    told = [words for process in processes for words in process.communicate()[0].splitlines()]
    assert len(told) == 3 * 4 * 50
    assert len(Ledger(tmp_path)) == len(told)
    assert all(json.loads(line)["reply"] for line in lines(tmp_path))


def test_a_forked_child_keeps_its_calls_in_the_same_file(tmp_path: Path) -> None:
    recorded = Recorded(ScriptedModel(shout), Ledger(tmp_path))
    recorded.complete(prompt("tea"))
    child = os.fork()
    if not child:
        recorded.complete(prompt("coffee"))
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
    recorded.complete(prompt("milk"))
    assert [json.loads(line)["reply"] for line in lines(tmp_path)] == ["TEA", "COFFEE", "MILK"]
    assert recorded.complete(prompt("coffee")).cached


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


FULL = """
import resource, signal, sys
from pathlib import Path
from penchant.errors import Unavailable
from penchant.lm import Message, Prompt
from penchant.lm.ledger import Ledger
from penchant.lm.recorded import Recorded
from penchant.lm.scripted import ScriptedModel

signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
recorded = Recorded(ScriptedModel(lambda asked: "tea " * 100), Ledger(Path(sys.argv[1])))
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
for number in range(3):
    try:
        recorded.complete(Prompt(purpose="pick", messages=(Message("user", str(number)),)))
        print("kept")
    except Unavailable as error:
        print(error)
"""


def test_a_reply_there_is_no_room_for_is_one_line_and_leaves_no_half_line(tmp_path: Path) -> None:
    said = subprocess.run(
        [sys.executable, "-c", FULL, str(tmp_path)], capture_output=True, text=True, check=True
    ).stdout.splitlines()
    line = f"A paid reply could not be kept in {tmp_path / NAME}: the disk is full. Put it right, then resume."
    assert said == ["kept", line, line]
    assert len(lines(tmp_path)) == 1
    assert lines(tmp_path)[0].endswith(b"}\n")


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
