"""Turns at thinking: one at a time, whoever is behind first, and nobody left waiting."""

from __future__ import annotations

import random
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from penchant.bench.turns import AHEAD, Turns


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


def test_whoever_has_lived_the_fewest_episodes_goes_first() -> None:
    turns, order = Turns(), list[str]()
    started, done = threading.Barrier(3), threading.Barrier(3)

    def lives(episodes: int) -> None:
        with turns.thinking():
            for _ in range(episodes):
                turns.pass_on()
            with turns.away():
                started.wait(20)
                done.wait(20)
                time.sleep(0.0 if episodes else 0.1)  # whoever is ahead comes back first, and is not served first
            order.append(f"lived {episodes}")

    with ThreadPoolExecutor(2) as pool:
        waiting = [pool.submit(lives, episodes) for episodes in (0, 5)]
        started.wait(20)
        with turns.thinking():
            done.wait(20)
            time.sleep(0.3)
            order.append("thought meanwhile")
        for each in waiting:
            each.result(20)
    assert order == ["thought meanwhile", "lived 0", "lived 5"]


def test_whoever_is_well_ahead_lets_those_behind_have_a_turn() -> None:
    turns, served, lived = Turns(), threading.Event(), 0

    def begins() -> None:
        with turns.thinking():
            served.set()

    with ThreadPoolExecutor(1) as pool, turns.thinking():
        waiting = pool.submit(begins)
        time.sleep(0.2)  # they are waiting by now
        while not served.is_set():
            assert lived <= AHEAD
            turns.pass_on()
            lived += 1
        waiting.result(20)
    assert lived == AHEAD + 1


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
