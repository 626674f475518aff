"""Turns at thinking: one at a time, whoever is behind first, and nobody left waiting."""

from __future__ import annotations

import os
import random
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest

from penchant.bench.turns import AHEAD, STRANDS, Turns
from penchant.lm.meanwhile import Gate


def lived(turns: Turns, *lives: Callable[[], Any], at_once: int = 100) -> list[Any]:
    """What the lives give back, or how they ended."""
    return [outcome for _, outcome in sorted(turns.live(lives, at_once=at_once), key=lambda each: each[0])]


@pytest.mark.parametrize("at_once", [1, 5, 100])
def test_one_thinks_at_a_time_and_everybody_comes_to_an_end(at_once: int) -> None:
    turns, thinking, most, under_way = Turns(), [0], [0], [0]

    def think() -> None:
        thinking[0] += 1
        most[0] = max(most[0], thinking[0])
        time.sleep(0)
        thinking[0] -= 1

    def live(seed: int) -> int:
        dice, episodes = random.Random(seed), 0
        under_way[0] += 1
        assert under_way[0] <= at_once
        for _ in range(40):
            think()
            if dice.random() < 0.5:
                turns.aside(lambda: time.sleep(dice.random() / 1000))
                think()
            turns.pass_on()
            episodes += 1
        under_way[0] -= 1
        return episodes

    assert lived(turns, *(partial(live, seed) for seed in range(24)), at_once=at_once) == [40] * 24
    assert most == [1]


def test_whoever_has_lived_the_fewest_episodes_goes_first() -> None:
    turns, order, back = Turns(), list[str](), threading.Barrier(3)

    def lives(episodes: int) -> None:
        for _ in range(episodes):
            turns.pass_on()
        turns.aside(lambda: back.wait(20))
        order.append(f"lived {episodes}")

    def thinks() -> None:
        back.wait(20)
        time.sleep(0.2)  # both are back by now
        order.append("thought meanwhile")

    lived(turns, partial(lives, 5), partial(lives, 0), thinks)
    assert order == ["thought meanwhile", "lived 0", "lived 5"]


def test_whoever_is_well_ahead_lets_those_behind_have_a_turn() -> None:
    turns, ahead, began = Turns(), list[int](), list[bool]()

    def goes_on() -> None:
        while not began:
            ahead.append(len(ahead))
            assert len(ahead) <= AHEAD + 1
            turns.pass_on()

    lived(turns, goes_on, lambda: began.append(True))
    assert len(ahead) == AHEAD + 1


def test_an_error_ends_one_life_and_is_told() -> None:
    turns = Turns()

    def fails() -> None:
        raise ValueError("no")

    first, second, third = lived(turns, fails, lambda: turns.aside(fails), lambda: "lived")
    assert (str(first), str(second), third) == ("no", "no", "lived")


def test_who_lives_no_life_here_waits_idly() -> None:
    turns = Turns()

    def waits() -> str:
        turns.pass_on()
        gate = turns.gate()
        gate.open()
        gate.wait()
        return turns.aside(lambda: "done") + turns.side_by_side([lambda: "!"])[0]

    def thinks() -> str:
        with ThreadPoolExecutor(1) as pool:  # another thread, while somebody thinks in this one
            return pool.submit(waits).result(20)

    assert waits() == "done!"
    assert lived(turns, thinks) == ["done!"]


@pytest.mark.parametrize("opened_by", ["a life", "another thread"])
def test_a_gate_lets_everybody_through_once_it_is_open(opened_by: str) -> None:
    turns, passed = Turns(), list[int]()

    def waits(gate: list[Gate], number: int) -> None:
        gate[0].wait()
        passed.append(number)

    def opens(gate: list[Gate]) -> None:
        if opened_by == "a life":
            turns.aside(lambda: time.sleep(0.02))  # the others are waiting by now
            assert passed == []
            gate[0].open()
        else:
            threading.Timer(0.02, gate[0].open).start()
        gate[0].wait()
        gate[0].wait()  # it stays open

    def begins() -> None:
        gates.append(turns.gate())

    gates: list[Gate] = []
    lived(turns, begins, *(partial(waits, gates, number) for number in range(3)), partial(opens, gates))
    assert passed == [0, 1, 2]


def test_what_a_life_does_side_by_side_begins_in_its_order_and_waits_together() -> None:
    turns, began, under_way, most = Turns(), list[int](), [0], [0]

    def task(number: int) -> int:
        began.append(number)
        under_way[0] += 1
        most[0] = max(most[0], under_way[0])
        turns.aside(lambda: time.sleep(0.005 + 0.001 * (number % 3)))
        under_way[0] -= 1
        turns.pass_on()
        return number * number

    def live() -> list[int]:
        return turns.side_by_side([partial(task, number) for number in range(3 * STRANDS)])

    assert lived(turns, live) == [[number * number for number in range(3 * STRANDS)]]
    assert began == list(range(3 * STRANDS))
    assert 1 < most[0] <= STRANDS


def test_others_go_on_while_a_life_does_things_side_by_side() -> None:
    turns, order, went_on = Turns(), list[str](), threading.Event()

    def wide() -> None:
        turns.side_by_side([lambda: turns.aside(lambda: went_on.wait(20))] * 3)
        order.append("wide")

    def narrow() -> None:
        turns.aside(lambda: time.sleep(0.01))
        order.append("narrow")
        went_on.set()

    lived(turns, wide, narrow)
    assert order == ["narrow", "wide"]


def test_where_one_of_several_fails_those_that_were_begun_are_ended_and_no_other_is_begun() -> None:
    turns, began, ended = Turns(), list[int](), list[int]()
    all_began, one_failed = threading.Event(), threading.Event()

    def task(number: int) -> None:
        began.append(number)
        if number == STRANDS - 1:
            all_began.set()
        if number in (0, 1):
            turns.aside(lambda: all_began.wait(20))
            one_failed.set()
            raise ValueError(f"no {number}")
        turns.aside(lambda: one_failed.wait(20))
        ended.append(number)

    def live() -> None:
        turns.side_by_side([partial(task, number) for number in range(3 * STRANDS)])

    (failed,) = lived(turns, live)
    assert str(failed) == "no 0"
    assert began == list(range(STRANDS))
    assert sorted(ended) == list(range(2, STRANDS))


def test_nothing_side_by_side_is_nothing() -> None:
    turns = Turns()
    assert lived(turns, lambda: turns.side_by_side([])) == [[]]
    assert lived(turns) == []


def test_whoever_stops_looking_leaves_nothing_behind() -> None:
    turns, late = Turns(), list[str]()
    lived(turns, lambda: "first")
    before = len(os.listdir("/proc/self/fd")) if os.path.exists("/proc/self/fd") else None

    def waits() -> None:
        turns.aside(lambda: time.sleep(0.05))
        late.append("went on")

    for _ in range(3):
        lives = turns.live([lambda: "done", waits], at_once=2)
        assert next(lives) == (0, "done")
        lives.close()
    time.sleep(0.1)
    assert late == []
    assert lived(turns, lambda: "again") == ["again"]
    assert before is None or len(os.listdir("/proc/self/fd")) <= before


def test_who_was_let_go_of_does_not_come_back_when_others_live() -> None:
    turns, late = Turns(), list[str]()

    def waits() -> None:
        turns.aside(lambda: time.sleep(0.1))
        late.append("went on")

    lives = turns.live([lambda: "done", waits], at_once=2)
    next(lives)
    lives.close()
    assert lived(turns, lambda: turns.aside(lambda: time.sleep(0.2))) == [None]
    assert late == []
