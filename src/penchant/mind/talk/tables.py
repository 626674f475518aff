"""The tables of talk, read when first needed."""

from __future__ import annotations

import re
from functools import cache
from importlib import resources

from penchant.mind.talk.patterns import Patterns, parts_of
from penchant.tables import TableSection, one_of, read_file


@cache
def _sections(file: str) -> dict[str, TableSection]:
    return read_file(resources.files(__package__) / file)


def section(file: str, name: str) -> TableSection:
    """One section of a table."""
    return one_of(_sections(file), name, resources.files(__package__) / file)


@cache
def words(file: str, name: str) -> frozenset[str]:
    """The single words of a section."""
    return frozenset(word for line in section(file, name).lines for word in line.text.split())


@cache
def patterns(file: str, *names: str) -> Patterns:
    """The patterns of some sections, of all but ``[parts]`` where none is named."""
    found = _sections(file)
    parts = parts_of(found["parts"]) if "parts" in found else {}
    chosen = [section(file, name) for name in names] or [each for name, each in found.items() if name != "parts"]
    return Patterns(chosen, parts)


@cache
def phrases(file: str, name: str) -> re.Pattern[str]:
    """What finds any phrase of a section in a text of words with a blank after each."""
    found = sorted(patterns(file, name).sources(), key=len, reverse=True)
    return re.compile(rf"(?<!\S)(?:{'|'.join(found)})")
