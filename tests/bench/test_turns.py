"""Turns at thinking: one at a time, whoever has a reply first, and nobody left waiting."""

from __future__ import annotations

import random
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from penchant.bench import turns as module
from penchant.bench.turns import Turns


def until(is_so: threading.Event) -> None:
    assert is_so.wait(20)


def test_one_thinks_at_a_time_and_everybody_comes_to_an_end() -> None:
    turns, thinking, most = Turns(), [0], [0]

    def think() -> None:
        thinking[0] += 1
        most[0] = max(most[0], thinking[0])
        time.sleep(0)
        thinking[0] -= 1

    def live(seed: int) -> int:
        dice, episodes = random.Random(seed), 0
        with turns.thinking():
            for _ in range(40):
                think()
                if dice.random() < 0.5:
                    with turns.away():
                        time.sleep(dice.random() / 1000)
                    think()
                turns.pass_on()
                episodes += 1
        return episodes

    with ThreadPoolExecutor(24) as pool:
        assert list(pool.map(live, range(24))) == [40] * 24
    assert most == [1]


def test_whose_reply_has_come_goes_before_whoever_has_not_asked() -> None:
    turns, order = Turns(), list[str]()
    asked, go_on, waiting = threading.Event(), threading.Event(), threading.Event()

    def asks() -> None:
        with turns.thinking():
            with turns.away():
                asked.set()
                until(go_on)
            order.append("answered")

    def begins() -> None:
        waiting.set()
        with turns.thinking():
            order.append("beginner")

    with ThreadPoolExecutor(3) as pool:
        pool.submit(asks)
        until(asked)
        with turns.thinking():
            pool.submit(begins)
            until(waiting)
            time.sleep(0.05)  # the beginner is in the queue by now
            go_on.set()
            time.sleep(0.05)
    assert order == ["answered", "beginner"]


def test_whoever_thinks_for_long_lets_beginners_have_a_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SLICE", 0.0)
    turns, served = Turns(), threading.Event()

    def begins() -> None:
        with turns.thinking():
            served.set()

    with ThreadPoolExecutor(1) as pool, turns.thinking():
        pool.submit(begins)
        deadline = time.monotonic() + 20
        while not served.is_set():
            assert time.monotonic() < deadline
            turns.pass_on()


def test_an_error_while_away_or_thinking_leaves_the_turn_to_others() -> None:
    turns = Turns()
    with pytest.raises(ValueError, match="no"), turns.thinking(), turns.away():
        raise ValueError("no")
    with turns.thinking():
        pass


def test_who_took_no_turn_waits_for_none() -> None:
    turns = Turns()

    def waits() -> str:
        with turns.away():
            turns.pass_on()
            return "done"

    with ThreadPoolExecutor(1) as pool, turns.thinking():
        assert pool.submit(waits).result(20) == "done"
