"""How a worker's process holds memory: few pools of it, and no long pauses to look for what is no longer used."""

from __future__ import annotations

import ctypes
import gc
import sys
from contextlib import suppress

_M_ARENA_MAX = -8
_ARENAS = 2
"""The C library gives each thread a pool of its own, and none of them shrinks again: a few serve them all."""
_YOUNG = 10_000
"""So many new objects are made before the youngest are looked through; one cold person's memory is some hundred."""


def use_few_pools() -> None:
    """Have all threads to come share a few pools of memory, where the C library lets itself be told."""
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):  # another C library than GNU's
            ctypes.CDLL(None).mallopt(_M_ARENA_MAX, _ARENAS)


def settle() -> None:
    """Once what stays is loaded, look through it no more: each time took a tenth of a second that requests waited."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_YOUNG, 10, 10)
