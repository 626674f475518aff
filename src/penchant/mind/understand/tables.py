"""The text files of reading, read when first needed: lists of words, and the patterns of turns of phrase."""

from __future__ import annotations

from functools import cache
from importlib import resources

from penchant.mind.understand.patterns import ANY_WORDS, Patterns, parts_of
from penchant.tables import TableSection, one_of, read_file


@cache
def _sections(file: str) -> dict[str, TableSection]:
    return read_file(resources.files("penchant.mind") / file)


def section(file: str, name: str) -> TableSection:
    """One section of a table, such as ``talk/forgetting.txt``."""
    return one_of(_sections(file), name, resources.files("penchant.mind") / file)


def section_names(file: str) -> list[str]:
    """The names of the sections of a table."""
    return [*_sections(file)]


@cache
def words(file: str, name: str) -> frozenset[str]:
    """The single words of a section."""
    return frozenset(word for line in section(file, name).lines for word in line.text.split())


@cache
def phrases(file: str, name: str) -> list[tuple[str, ...]]:
    """The phrases of a section, with semicolons between them, each as its words."""
    return [tuple(each.split()) for line in section(file, name).lines for each in line.text.split(";")]


@cache
def named_phrases(file: str, name: str) -> list[tuple[str, tuple[str, ...]]]:
    """The same of lines that begin with a name and a colon, each phrase with its name."""
    named = [line.parts(least=2, of="sides", by=": ") for line in section(file, name).lines]
    return [(each[0], tuple(phrase.split())) for each in named for phrase in each[1].split(";")]


@cache
def patterns(file: str, *names: str, about: str = ANY_WORDS) -> Patterns:
    """The patterns of some sections; ``about`` is how ``X`` is written in the texts they are held against."""
    found = _sections(file)
    parts = parts_of(found["parts"]) if "parts" in found else {}
    return Patterns([section(file, name) for name in names], parts, about)
