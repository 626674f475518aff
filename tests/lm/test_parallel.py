"""Several questions at the same time, for whoever needs every reply before going on."""

from __future__ import annotations

import threading
import time

import pytest

from penchant.lm.parallel import together


def test_replies_come_in_order_whoever_is_first() -> None:
    def slow() -> str:
        assert over.wait(20)
        return "slow"

    def quick() -> str:
        over.set()
        return "quick"

    over = threading.Event()
    assert together([slow, quick]) == ["slow", "quick"]
    assert together([]) == []


def test_the_first_error_in_order_is_raised_when_all_are_done() -> None:
    done = list[str]()

    def fails(name: str, after: float) -> None:
        time.sleep(after)
        done.append(name)
        raise ValueError(name)

    with pytest.raises(ValueError, match="first"):
        together([lambda: fails("first", 0.05), lambda: fails("second", 0)])
    assert done == ["second", "first"]
