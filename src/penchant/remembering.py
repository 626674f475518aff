"""Remembering results by the texts they were made of, within a bound on memory: of long texts only the latest few."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

LONG, LONG_KEPT = 4_000, 4
"""A call with more characters than this, all its texts together, is a long one; of these so many are remembered."""

_PARTS = ("text", "words", "options", "things", "topic")


def remembered(most: int) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """As :func:`functools.lru_cache`, for functions of texts: many short ones are remembered, and few long ones.

    >>> @remembered(100)
    ... def shout(text: str) -> str:
    ...     return text.upper()
    >>> shout("tea") is shout("tea")
    True
    """

    def wrap(function: Callable[P, T]) -> Callable[P, T]:
        short: Callable[..., T] = lru_cache(maxsize=most)(function)
        long: Callable[..., T] = lru_cache(maxsize=LONG_KEPT)(function)

        @wraps(function)
        def call(*args: P.args, **named: P.kwargs) -> T:
            return (long if sum(map(characters, args)) > LONG else short)(*args, **named)

        return call

    return wrap


def characters(given: object) -> int:
    """How many characters a text has, or several together, or the texts of a request, a scene or an utterance."""
    if isinstance(given, str):
        return len(given)
    if isinstance(given, tuple):
        return sum(map(characters, given))
    return sum(characters(getattr(given, part, "")) for part in _PARTS) if hasattr(given, "__dataclass_fields__") else 0
