"""What people say who do not say what was asked for; the sentences are in ``sayings.txt``."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cache
from importlib import resources

from penchant.tables import one_of, read_file

_SECTIONS = ("vague answer", "vague praise", "vague correction", "something else", "annoyed", "enough")


def saying(section: str, rng: random.Random) -> str:
    """One of the sentences of a section."""
    return rng.choice(_sayings()[section])


@cache
def _sayings() -> Mapping[str, tuple[str, ...]]:
    path = resources.files(__package__) / "sayings.txt"
    sections = read_file(path)
    return {name: one_of(sections, name, path).texts for name in _SECTIONS}
