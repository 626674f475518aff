"""Places for calls in several processes: never more than there are, and nobody is kept from theirs."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from penchant.bench.places import Places
from penchant.bench.run.executor import context


class Elsewhere:
    """Another process, which takes places and gives them back when told to."""

    def __init__(self, places: Places) -> None:
        self._here, there = context().Pipe()
        self._process = context().Process(target=self._obey, args=(places, there), daemon=True)
        self._process.start()

    def takes(self) -> bool:
        return self._tell("take")

    def gives_back(self) -> bool:
        return self._tell("give back")

    def end(self) -> None:
        self._here.close()
        self._process.join(20)

    def _tell(self, what: str) -> bool:
        self._here.send(what)
        assert self._here.poll(20)
        return bool(self._here.recv())

    def _obey(self, places: Places, there: Any) -> None:
        self._here.close()
        try:
            while True:
                if there.recv() == "take":
                    there.send(places.acquire(False))
                else:
                    places.release()
                    there.send(True)
        except EOFError:
            pass


@contextmanager
def elsewhere(places: Places) -> Iterator[Elsewhere]:
    other = Elsewhere(places)
    try:
        yield other
    finally:
        other.end()


def test_there_are_as_many_as_there_are() -> None:
    places = Places(2)
    assert [places.acquire(False) for _ in range(3)] == [True, True, False]
    places.release()
    assert places.acquire(False)
    assert not places.acquire(False)


def test_who_waits_goes_on_when_one_is_given_back() -> None:
    places = Places(1)
    places.acquire()
    threading.Timer(0.05, places.release).start()
    began = time.monotonic()
    assert places.acquire()
    assert time.monotonic() - began > 0.04


def test_all_processes_share_them_and_one_alone_may_have_them_all() -> None:
    places = Places(4)
    with elsewhere(places) as other:
        assert places.acquire(False)
        assert [other.takes() for _ in range(4)] == [True, True, True, False]
        places.release()
        assert other.takes()


def test_whoever_has_more_makes_way_for_whoever_waits() -> None:
    places = Places(4, lately=60)
    with elsewhere(places) as other:
        assert all(other.takes() for _ in range(4))
        assert not places.acquire(False)  # from now on we wait
        for mine in (1, 2):
            other.gives_back()
            assert not other.takes(), f"it has {4 - mine}, and we have {mine - 1}"
            assert places.acquire(False)
            assert not places.acquire(False)
        other.gives_back()
        assert other.takes(), "it has as many as we have"


@pytest.mark.parametrize("first", ["here", "elsewhere"])
def test_a_single_place_goes_round(first: str) -> None:
    places = Places(1, lately=60)
    with elsewhere(places) as other:
        if first == "here":
            assert places.acquire(False)
            assert not other.takes()
            places.release()
            assert not places.acquire(False)
            assert other.takes()
        else:
            assert other.takes()
            assert not places.acquire(False)
            other.gives_back()
            assert not other.takes()
            assert places.acquire(False)


def test_whoever_has_something_else_to_do_keeps_nobody_waiting() -> None:
    places = Places(2, lately=0.05)
    with elsewhere(places) as other:
        assert places.acquire(False)
        assert places.acquire(False)
        assert not other.takes()  # and does not look again
        places.release()
        time.sleep(0.1)
        assert places.acquire(False)
