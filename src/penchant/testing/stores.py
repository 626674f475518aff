"""What every store promises, as checks that each implementation runs unchanged.

A check takes a function that opens a store and raises AssertionError, with a sentence, where a promise is broken::

    @pytest.mark.parametrize("check", list(store_checks()), ids=lambda check: check.__name__)
    def test_my_store_keeps_the_contract(check: StoreCheck, tmp_path: Path) -> None:
        check(lambda: MyStore(tmp_path / "memory"))

For :func:`store_checks` and :func:`crowd_checks` (the large shapes, seconds each) it is called once per check and opens
a fresh, empty store; for :func:`durable_store_checks` it is called several times per check and opens the same store
again after it was closed; for :func:`shared_store_checks` it does so in other processes too, so it must be one that can
be pickled (``partial(MyStore, path)``). Vectors have eight numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from penchant.store import Store
from penchant.testing import (
    _adopting,
    _conflicting,
    _crowds,
    _killing,
    _lasting,
    _people,
    _reading,
    _searching,
    _transcribing,
    _writing,
)
from penchant.testing._samples import opening

__all__ = ["StoreCheck", "crowd_checks", "durable_store_checks", "opening", "shared_store_checks", "store_checks"]

StoreCheck = Callable[[Callable[[], Store]], None]


def store_checks() -> Iterator[StoreCheck]:
    """The checks for any store; each is given a function that opens a fresh, empty one."""
    for module in (_writing, _reading, _searching, _people, _adopting, _transcribing, _conflicting):
        yield from module.CHECKS


def durable_store_checks() -> Iterator[StoreCheck]:
    """The checks for a store that survives closing; each is given a function that opens the same one again."""
    yield from _lasting.CHECKS


def shared_store_checks() -> Iterator[StoreCheck]:
    """The checks for a store that processes share; each is given a function that opens it in any of them."""
    yield from _killing.CHECKS


def crowd_checks() -> Iterator[StoreCheck]:
    """The checks of large shapes for any store; each is given a function that opens a fresh, empty one."""
    yield from _crowds.CHECKS
