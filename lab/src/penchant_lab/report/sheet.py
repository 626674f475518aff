"""A table before it is laid out, and the one way in which tables become lines of text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

WIDTH = 110
NAME = 30
"""Longer names of rows and sections are cut."""


class SheetRow(NamedTuple):
    """A line of a sheet: its name and one cell for each column."""

    name: str
    cells: Sequence[str]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table before it is laid out: columns as (group, heading), and rows under named sections."""

    title: str
    columns: Sequence[tuple[str, str]]
    sections: Sequence[tuple[str, Sequence[SheetRow]]]
    summary: str = ""  # where it is given, the page folds the table away under it
    breaks_at: str = ""  # the group that begins a new block where all columns do not fit


def lay_out(sheet: Sheet) -> Iterator[str]:
    """Lines of text; columns that do not fit side by side follow in further blocks."""
    first = max(len(_clip(name)) + 2 * bool(name) for name, _ in sheet.sections)
    margin = first + max(len(_clip(row.name)) for _, rows in sheet.sections for row in rows)
    starts = [at == 0 or sheet.columns[at - 1][0] != group for at, (group, _) in enumerate(sheet.columns)]
    sizes = []
    for at, (group, title) in enumerate(sheet.columns):
        cells = (len(row.cells[at]) for _, rows in sheet.sections for row in rows)
        sizes.append(2 + max(len(title), len(group) * starts[at], *cells))
    if sheet.title:
        yield sheet.title
    blocks = _blocks(sheet, margin, starts, sizes)
    for block in blocks:
        names = [sheet.columns[at][0] if starts[at] or at == block[0] else "" for at in block]
        yield (" " * margin + "".join(n.rjust(sizes[at]) for n, at in zip(names, block, strict=True))).rstrip()
        yield (" " * margin + "".join(sheet.columns[at][1].rjust(sizes[at]) for at in block)).rstrip()
        for name, rows in sheet.sections:
            if not any(row.cells[at] for row in rows for at in block):
                continue
            yield "-" * (margin + sum(sizes[at] for at in block))
            for number, row in enumerate(rows):
                start = (_clip(name) if number == 0 else "").ljust(first) + _clip(row.name)
                yield (start.ljust(margin) + "".join(row.cells[at].rjust(sizes[at]) for at in block)).rstrip()
        if block is not blocks[-1]:
            yield ""


def _blocks(sheet: Sheet, margin: int, starts: Sequence[bool], sizes: Sequence[int]) -> list[list[int]]:
    """Which columns stand side by side; those of one group stay together, if they can."""
    too_wide = margin + sum(sizes) > WIDTH
    blocks: list[list[int]] = [[]]
    for at, size in enumerate(sizes):
        breaks = too_wide and starts[at] and sheet.columns[at][0] == sheet.breaks_at
        taken = margin + sum(sizes[before] for before in blocks[-1])
        together = _group(sheet, at, sizes) if starts[at] else size
        if breaks or taken + size > WIDTH or taken + together > WIDTH >= margin + together:
            blocks.append([])
        blocks[-1].append(at)
    return blocks


def _group(sheet: Sheet, start: int, sizes: Sequence[int]) -> int:
    """How wide the columns are that share the heading of this one."""
    group = sheet.columns[start][0]
    return sum(size for size, (name, _) in zip(sizes[start:], sheet.columns[start:], strict=True) if name == group)


def _clip(text: str) -> str:
    return text if len(text) <= NAME else text[: NAME - 1] + "…"
