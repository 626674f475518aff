"""One thread listens for all that wait: everybody gets their own reply, and no more calls are made than may be."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from penchant.bench.turns import Turns
from penchant.errors import ModelFailed
from penchant.lm import Message, Prompt
from penchant.lm.ledger import Ledger
from penchant.lm.openai import OpenAIModel
from penchant.lm.recorded import Recorded
from penchant.lm.waiting import Waiting
from penchant.testing.endpoint import CUT, DROP, HANG, OUT_OF_ORDER, TOO_MANY, Answer, Asked, Endpoint, Fault, Rules

QUESTION = Prompt(purpose="say", messages=(Message("user", "hello"),))


def ask(words: str) -> Prompt:
    return replace(QUESTION, messages=(Message("user", words),))


def all_of(turns: Turns, lives: Sequence[Callable[[], Any]]) -> list[Any]:
    ended = dict(turns.live(lives, at_once=len(lives)))
    for outcome in ended.values():
        if isinstance(outcome, Exception):
            raise outcome
    return [ended[number] for number in range(len(lives))]


def lives(
    answer: Answer,
    live: Callable[[OpenAIModel, Turns, int], Any],
    *,
    many: int,
    latency: float = 0.01,
    lean: bool = True,
    **settings: Any,
) -> tuple[list[Any], Endpoint, float]:
    """What so many lives give back that take turns; the endpoint, and the most calls it saw at once.

    Without ``lean`` every call goes through the package, which is waited for in a thread.
    """
    turns = Turns()
    with Endpoint(answer, Rules(latency=latency)) as endpoint:
        lm = OpenAIModel("scripted", base_url=endpoint.base_url, key="none", meanwhile=turns, **settings)
        if not lean:
            lm._lean = None
        lm.complete(ask("before"))  # as a study tries a model out before its lives begin
        done = all_of(turns, [partial(live, lm, turns, number) for number in range(many)])
        most = endpoint.stats()["most"]
        lm.close()
    return done, endpoint, most


@pytest.mark.parametrize("lean", [True, False], ids=["plain", "as over TLS"])
def test_everybody_gets_their_own_reply_and_one_thinks_at_a_time(lean: bool) -> None:
    thinking = 0

    def live(lm: OpenAIModel, turns: Turns, number: int) -> list[str]:
        nonlocal thinking
        said = []
        for each in range(6):
            assert thinking == 0
            thinking += 1
            time.sleep(0)
            thinking -= 1
            said.append(lm.complete(ask(f"{number} {each}")).text)
            turns.pass_on()
        return said

    done, _, most = lives(lambda asked: asked.text, live, many=24, in_flight=8, lean=lean)
    assert done == [[f"{number} {each}" for each in range(6)] for number in range(24)]
    assert 2 <= most <= 8


def test_calls_take_as_long_as_the_endpoint_does_however_many_wait() -> None:
    def live(lm: OpenAIModel, turns: Turns, number: int) -> float:
        return lm.complete(ask(str(number))).seconds

    done, _, _ = lives(lambda asked: asked.text, live, many=12, latency=0.1, in_flight=2)
    assert min(done) > 0.09
    assert sorted(done)[6] < 0.25  # half of them wait for a place longer than that


def test_places_go_to_whoever_has_lived_the_fewest_episodes() -> None:
    asks = threading.Event()

    def live(lm: OpenAIModel, turns: Turns, number: int) -> str:
        if number:
            assert turns.aside(lambda: asks.wait(20))
        for _ in range(4 - number):
            turns.pass_on()
        asks.set()
        return lm.complete(ask(str(number))).text

    _, endpoint, most = lives(lambda asked: asked.text, live, many=4, latency=0.2, in_flight=1)
    assert [asked.text for asked in endpoint.asked[1:]] == ["0", "3", "2", "1"]
    assert most == 1


def test_one_that_hangs_is_given_up_while_others_go_on() -> None:
    def answer(asked: Asked) -> str | Fault:
        return HANG if asked.text == "0" else asked.text

    def live(lm: OpenAIModel, turns: Turns, number: int) -> str:
        try:
            return lm.complete(ask(str(number))).text
        except ModelFailed as error:
            return str(error)

    done, _, _ = lives(answer, live, many=4, in_flight=4, timeout=0.3, attempts=1)
    assert "did not answer within 0.3 s" in done[0]
    assert done[1:] == ["1", "2", "3"]


def test_one_that_only_drips_is_given_up_while_others_go_on() -> None:
    over = threading.Event()

    class Dripping(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            words = json.loads(self.rfile.read(int(self.headers["content-length"])))["messages"][-1]["content"]
            body = json.dumps({"choices": [{"message": {"content": words}}]}).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(10**6 if words == "0" else len(body)))
            self.end_headers()
            with suppress(OSError):
                while words == "0" and not over.wait(0.01):
                    self.wfile.write(b" ")
                self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    def live(number: int) -> str:
        try:
            return lm.complete(ask(str(number))).text
        except ModelFailed as error:
            return str(error)

    turns = Turns()
    with ThreadingHTTPServer(("127.0.0.1", 0), Dripping) as server:
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        base_url = f"http://127.0.0.1:{server.server_port}/v1"
        lm = OpenAIModel("dripping", base_url=base_url, key="none", timeout=0.3, attempts=1, meanwhile=turns)
        lm.complete(ask("before"))
        done = all_of(turns, [partial(live, number) for number in range(4)])
        over.set()
        lm.close()
        server.shutdown()
    assert "did not answer within 0.3 s" in done[0]
    assert done[1:] == ["1", "2", "3"]


def test_what_is_to_be_made_again_keeps_its_place_and_leaves_the_turn_to_others() -> None:
    waited = threading.Event()

    def answer(asked: Asked) -> str | Fault:
        return TOO_MANY if asked.text == "0" and not waited.is_set() else asked.text

    def sleep(seconds: float) -> None:
        assert order == []  # nobody had the only place meanwhile
        waited.set()

    order: list[int] = []

    def live(lm: OpenAIModel, turns: Turns, number: int) -> str:
        if number:
            turns.aside(lambda: time.sleep(0.1))  # the first to ask is the one who is told to come again
        said = lm.complete(ask(str(number))).text
        order.append(number)
        return said

    done, endpoint, most = lives(answer, live, many=3, in_flight=1, sleep=sleep, waiting=Waiting())
    assert done == ["0", "1", "2"]
    assert (order[0], most) == (0, 1)
    assert [asked.text for asked in endpoint.asked[1:3]] == ["0", "0"]


@pytest.mark.parametrize("lean", [True, False], ids=["plain", "as over TLS"])
def test_a_reply_is_kept_before_another_call_takes_its_place(tmp_path: Path, lean: bool) -> None:
    happened = list[str]()

    class Watched:
        def __init__(self) -> None:
            self._slots = threading.BoundedSemaphore(2)

        def acquire(self, wait: bool = True, /) -> bool:
            taken = self._slots.acquire(wait)
            happened.extend(["taken"] * taken)
            return taken

        def release(self) -> None:
            happened.append("given back")
            self._slots.release()

    class Keeping(Ledger):
        def keep(self, *args: Any, **how: Any) -> None:
            super().keep(*args, **how)
            happened.append("kept")

    ledger = Keeping(tmp_path)

    def live(lm: OpenAIModel, turns: Turns, number: int) -> str:
        recorded = Recorded(lm, ledger, meanwhile=turns)
        return "".join(recorded.complete(ask(f"{number}{n}")).text for n in range(3))

    done, _, most = lives(lambda asked: asked.text, live, many=6, lean=lean, in_flight=Watched())
    ledger.close()
    assert done == [f"{n}0{n}1{n}2" for n in range(6)]
    assert most == 2
    del happened[:2]  # the one before lives began, which nobody kept
    unkept = taken = 0
    for what in happened:
        taken += (what == "taken") - (what == "given back")
        unkept += (what == "taken") - (what == "kept")
        assert unkept <= 2
        assert taken >= unkept, "a place was given back before its reply was kept"
    assert happened.count("kept") == 18


def test_a_place_is_given_back_where_nobody_keeps_anything() -> None:
    def live(lm: OpenAIModel, turns: Turns, number: int) -> str:
        return "".join(lm.complete(ask(f"{number}{n}")).text for n in range(3))

    done, _, most = lives(lambda asked: asked.text, live, many=6, in_flight=2)
    assert (done, most) == ([f"{n}0{n}1{n}2" for n in range(6)], 2)


def test_a_place_that_others_elsewhere_have_is_waited_for() -> None:
    slots = threading.BoundedSemaphore(2)

    def holds_both() -> None:
        """As somebody in another process does, as far as those who take turns can tell."""
        slots.acquire()
        slots.acquire()
        elsewhere.set()
        time.sleep(0.1)
        slots.release()
        slots.release()

    def live(lm: OpenAIModel, turns: Turns, number: int) -> str:
        if number:
            turns.aside(holds_both)
            return "elsewhere"
        assert turns.aside(lambda: elsewhere.wait(20))
        began = time.monotonic()
        assert lm.complete(ask("here")).text == "here"
        return "waited" if time.monotonic() - began > 0.05 else "did not wait"

    elsewhere = threading.Event()
    done, _, _ = lives(lambda asked: asked.text, live, many=2, in_flight=slots)
    assert done == ["waited", "elsewhere"]


@pytest.mark.parametrize("many", [1, 3])
def test_an_endpoint_that_goes_away_is_told_to_everybody(many: int) -> None:
    turns = Turns()
    with Endpoint(lambda asked: asked.text) as endpoint:
        lm = OpenAIModel(
            "scripted",
            base_url=endpoint.base_url,
            attempts=2,
            sleep=lambda seconds: None,
            meanwhile=turns,
        )
        lm.complete(ask("before"))

    def live(number: int) -> str:
        with pytest.raises(ModelFailed) as raised:
            lm.complete(ask(str(number)))
        return str(raised.value)

    assert all("could not be reached" in line for line in all_of(turns, [partial(live, n) for n in range(many)]))
    lm.close()


def test_whoever_has_something_else_to_do_does_not_listen_for_those_who_wait_for_its_place() -> None:
    """One place: who failed keeps it, goes away to wait, and must come back although others listen for theirs."""
    refused = threading.Event()

    def answer(asked: Asked) -> str | Fault:
        if asked.text == "0" and not refused.is_set():
            refused.set()
            return Fault(503)
        return asked.text

    def live(lm: OpenAIModel, turns: Turns, number: int) -> str:
        return lm.complete(ask(str(number))).text

    done, _, most = lives(answer, live, many=6, in_flight=1, latency=0.02, sleep=lambda seconds: time.sleep(0.1))
    assert done == [str(number) for number in range(6)]
    assert most == 1


@pytest.mark.parametrize("lean", [True, False], ids=["plain", "as over TLS"])
@pytest.mark.parametrize("in_flight", [1, 3])
def test_with_an_endpoint_that_often_fails_everybody_comes_to_an_end(in_flight: int, lean: bool) -> None:
    def answer(asked: Asked) -> str | Fault:
        return (OUT_OF_ORDER, CUT, DROP, TOO_MANY)[asked.number % 4] if asked.number % 3 == 0 else asked.text

    def live(lm: OpenAIModel, turns: Turns, number: int) -> list[str]:
        said = []
        for each in range(5):
            said.append(lm.complete(ask(f"{number} {each}")).text)
            turns.pass_on()
        return said

    def sleep(seconds: float) -> None:
        time.sleep(0.001)

    patience = {"in_flight": in_flight, "attempts": 60, "sleep": sleep}
    done, _, most = lives(answer, live, many=16, latency=0.001, lean=lean, **patience)
    assert done == [[f"{number} {each}" for each in range(5)] for number in range(16)]
    assert most <= in_flight
