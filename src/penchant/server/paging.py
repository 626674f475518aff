"""Lists in pages: a cursor names the last item of a page, so that it stays true while others write."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")
MOST = 1_000


def page_of(items: Sequence[T], limit: int, name: Callable[[T], str]) -> tuple[Sequence[T], str | None]:
    """The first ``limit`` items, and the cursor of the next page, None where there is none.

    >>> page_of(["ana", "ben", "cleo"], 2, str)
    (['ana', 'ben'], 'ben')
    """
    page = items[:limit]
    return page, name(page[-1]) if page and len(items) > limit else None
