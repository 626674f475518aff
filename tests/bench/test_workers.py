"""Who works side by side: the same results in the same order, a look up from waiting, and an end when told so."""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from penchant.bench.ticks import Ticks
from penchant.bench.workers import context, results
from penchant.errors import RunError

WAYS: dict[str, dict[str, Any]] = {
    "one after another": {"jobs": 1},
    "processes": {"jobs": 2},
    "many in one process": {"jobs": 1, "at_once": 5},
    "many in several": {"jobs": 3, "at_once": 8},
    "fewer than processes": {"jobs": 3, "at_once": 1},
    "many here": {"jobs": 2, "at_once": 4, "here": True},
}


@dataclass(frozen=True)
class Number:
    index: int


@dataclass(frozen=True)
class Place:
    """Does to each unit what it is told to."""

    do: Callable[[Number], Any]

    def open(self) -> Callable[[Number], Any]:
        return self.do

    def try_out(self) -> None:
        pass


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS.keys())
def test_results_come_in_the_order_of_the_units(way: dict[str, Any]) -> None:
    units = [Number(index) for index in range(37)]
    assert list(results(units, Place(lambda unit: unit.index**2), **way)) == [n * n for n in range(37)]
    assert list(results([], Place(lambda unit: unit.index), **way)) == []


@pytest.mark.parametrize("way", [way for name, way in WAYS.items() if name != "one after another"])
def test_who_waits_looks_up_now_and_then(way: dict[str, Any]) -> None:
    seen = context().Event()
    units, place = [Number(0), Number(1)], Place(lambda unit: seen.wait(60))
    assert list(results(units, place, **way, meanwhile=seen.set)) == [True, True]


def test_those_who_wait_for_a_model_end_when_their_caller_does() -> None:
    started, never = context().Event(), context().Event()

    def work(unit: Number) -> None:
        started.set()
        never.wait()

    def stop() -> None:
        if started.is_set():
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        list(results([Number(n) for n in range(9)], Place(work), jobs=2, at_once=4, meanwhile=stop))
    assert multiprocessing.active_children() == []


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS.keys())
def test_what_goes_wrong_in_a_unit_is_told(way: dict[str, Any]) -> None:
    def work(unit: Number) -> int:
        if unit.index == 7:
            raise RunError("the seventh")
        return unit.index

    with pytest.raises(RunError, match="the seventh"):
        list(results([Number(n) for n in range(12)], Place(work), **way))


@pytest.mark.parametrize("way", [WAYS["processes"], WAYS["many in several"]])
def test_a_worker_that_is_killed_is_one_line(way: dict[str, Any]) -> None:
    with pytest.raises(RunError, match="A worker process was killed"):
        list(results([Number(n) for n in range(4)], Place(lambda unit: os.kill(os.getpid(), 9)), **way))


def test_what_is_counted_in_processes_is_counted_together() -> None:
    ticks = Ticks(together=True)
    list(results([Number(n) for n in range(50)], Place(lambda unit: ticks.add()), jobs=2, at_once=6))
    assert ticks.count == 50


def test_what_goes_wrong_between_the_units_is_told_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "greenlet", None)
    with pytest.raises(RunError, match=r"need the package greenlet .*; get it with: pip install 'penchant\[lm\]'"):
        list(results([Number(0)], Place(lambda unit: unit.index), jobs=1, at_once=2))
