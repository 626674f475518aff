"""Who works side by side: the same results in the same order, a look up from waiting, and an end when told so."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from penchant.errors import RunError
from penchant_lab.run.executor import Processes, context

EXECUTORS: dict[str, Processes] = {
    "one after another": Processes(1),
    "processes": Processes(2),
    "many in one process": Processes(1, at_once=5),
    "many in several": Processes(3, at_once=8),
    "fewer than processes": Processes(3, at_once=1),
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


@pytest.mark.parametrize("executor", EXECUTORS.values(), ids=EXECUTORS.keys())
def test_results_come_in_the_order_of_the_units(executor: Processes) -> None:
    units = [Number(index) for index in range(37)]
    assert list(executor.run(units, Place(lambda unit: unit.index**2))) == [n * n for n in range(37)]
    assert list(executor.run([], Place(lambda unit: unit.index))) == []


def test_all_about_one_person_is_done_in_the_same_process_where_there_are_people_enough() -> None:
    def processes_of(people: int) -> list[set[int]]:
        units = [Number(index) for index in range(people) for _ in range(5)]
        done = list(Processes(2).run(units, Place(lambda unit: (unit.index, os.getpid()))))
        assert [index for index, _ in done] == [unit.index for unit in units]
        return [{process for index, process in done if index == person} for person in range(people)]

    assert all(len(of_one) == 1 for of_one in processes_of(8))
    meet = context().Barrier(2)  # a single person's are shared out: two are at work at once
    assert list(Processes(2).run([Number(0)] * 4, Place(lambda unit: meet.wait(60) >= 0))) == [True] * 4


@pytest.mark.parametrize("executor", [each for name, each in EXECUTORS.items() if name != "one after another"])
def test_who_waits_looks_up_now_and_then(executor: Processes) -> None:
    seen = context().Event()
    units, place = [Number(0), Number(1)], Place(lambda unit: seen.wait(60))
    assert list(executor.run(units, place, meanwhile=seen.set)) == [True, True]


def test_those_who_wait_for_a_model_end_when_their_caller_does() -> None:
    started, never = context().Event(), context().Event()

    def work(unit: Number) -> None:
        started.set()
        never.wait()

    def stop() -> None:
        if started.is_set():
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        list(Processes(2, at_once=4).run([Number(n) for n in range(9)], Place(work), meanwhile=stop))
    assert multiprocessing.active_children() == []


@pytest.mark.parametrize("executor", EXECUTORS.values(), ids=EXECUTORS.keys())
def test_what_goes_wrong_in_a_unit_is_told(executor: Processes) -> None:
    def work(unit: Number) -> int:
        if unit.index == 7:
            raise RunError("the seventh")
        return unit.index

    with pytest.raises(RunError, match="the seventh"):
        list(executor.run([Number(n) for n in range(12)], Place(work)))


@pytest.mark.parametrize("executor", [EXECUTORS["processes"], EXECUTORS["many in several"]])
def test_a_worker_that_is_killed_is_one_line(executor: Processes) -> None:
    with pytest.raises(RunError, match="A worker process was killed"):
        list(executor.run([Number(n) for n in range(4)], Place(lambda unit: os.kill(os.getpid(), 9))))


def test_what_goes_wrong_while_a_worker_gets_ready_is_told_too() -> None:
    class Closed(Place):
        def try_out(self) -> None:
            raise RunError("nobody is there")

    with pytest.raises(RunError, match="nobody is there"):
        list(Processes(1, at_once=2).run([Number(0)], Closed(lambda unit: unit.index)))
