"""What the shop's people say: read from ``people_lines.txt``."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import resources

from penchant.tables import TableSection, read_file

Lines = Mapping[str, tuple[str, ...]]
"""Ways to say one thing, by what stands before their colon; mostly how talkative somebody is: Low, Medium, High."""


@cache
def lines(section: str) -> Lines:
    """The lines of a section."""
    return sections()[section]


@cache
def sections() -> Mapping[str, Lines]:
    """All that can be said, by heading."""
    path = resources.files(__package__) / "people_lines.txt"
    return {name: dict(_entries(section)) for name, section in read_file(path).items()}


def _entries(section: TableSection) -> list[tuple[str, tuple[str, ...]]]:
    found = []
    for line in section.lines:
        key, colon, ways = line.text.partition(": ")
        if not colon:
            raise line.refused("should read: who or what: ways to say it, with bars between")
        found.append((key, line.parts(ways, by="|", of="ways to say it")))
    return found
