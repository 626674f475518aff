"""Lists in pages: a cursor says after what the next page goes on, and stays true while others write."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Sequence
from typing import TypeVar

from penchant.errors import BadInput

T = TypeVar("T")
MOST = 1_000


def page_of(items: Sequence[T], limit: int, name: Callable[[T], str]) -> tuple[Sequence[T], str | None]:
    """The first ``limit`` items, and the cursor of the next page, None where there is none."""
    page = items[:limit]
    return page, cursor_after(name(page[-1])) if page and len(items) > limit else None


def cursor_after(name: str) -> str:
    """The cursor of what comes after something.

    >>> place_of(cursor_after("ana"))
    'ana'
    """
    return base64.urlsafe_b64encode(name.encode()).decode().rstrip("=")


def place_of(cursor: str) -> str:
    """After what a page goes on; BadInput for what is no cursor."""
    try:
        padded = cursor.encode("ascii") + b"=" * (-len(cursor) % 4)
        return base64.b64decode(padded, altchars=b"-_", validate=True).decode()
    except (binascii.Error, ValueError):
        raise BadInput(f"{cursor!r:.60} is no cursor; take the one that `next` gave.") from None
