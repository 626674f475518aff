"""How figures are written in the cells of a table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def number(value: float | None, digits: int = 3) -> str:
    """A figure; a dash where there is none."""
    return "-" if value is None else f"{value:.{digits}f}"


def asked(questions: float | None) -> str:
    """Questions a task, told of a hundred."""
    return "-" if questions is None else f"{100 * questions:.1f}"


def percent(share: float | None) -> str:
    """A share, of a hundred."""
    return "-" if share is None else f"{100 * share:.0f} %"


def ranged(row: Mapping[str, Any], name: str, prefix: str | None = None) -> str:
    """A figure with its interval, where it has one."""
    start = f"{name}_" if prefix is None else prefix
    low, high = row.get(f"{start}low"), row.get(f"{start}high")
    ends = "" if low is None or high is None else f" [{low:.3f}, {high:.3f}]"
    return number(row.get(name)) + ends


def signed(row: Mapping[str, Any]) -> str:
    """A difference with its interval."""
    if row["difference"] is None:
        return "-"
    ends = "" if row["low"] is None else f" [{row['low']:+.3f}, {row['high']:+.3f}]"
    return f"{row['difference']:+.3f}{ends}"
