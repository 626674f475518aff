"""Persona texts: who somebody is and how they talk. What they want comes with each request, never from here.

Our own are in ``personas/*.txt``. The public persona files, or anybody's, are handed in as texts by name.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib import resources

SHOWN = 1200
"""So many characters of a persona are shown to a model: of a longer one, what bears on the matter."""

_WORD = re.compile(r"[^\W\d_]{3,}")


@cache
def own_personas() -> dict[str, str]:
    """The persona texts that come with penchant, by name."""
    files = (resources.files("penchant_lab.people") / "personas").iterdir()
    texts = {file.name.removesuffix(".txt"): file for file in files if file.name.endswith(".txt")}
    return {name: texts[name].read_text(encoding="utf-8").strip() for name in sorted(texts)}


def persona_for(name: str, seed: int, personas: Mapping[str, str] | None = None) -> str:
    """The text for a person: theirs, where one goes by their name, else one of them drawn by name and seed."""
    texts = personas or own_personas()
    if name in texts:
        return texts[name]
    return texts[random.Random(f"{seed}/{name}/persona").choice(sorted(texts))]


@lru_cache(maxsize=4096)  # the same matter comes in every pass, and under every method
def excerpt(persona: str, matter: str, most: int = SHOWN) -> str:
    """The persona, or of a long one its beginning and the lines that share most words with the matter, in order."""
    if len(persona) <= most:
        return persona
    lines, words = _lines(persona), _words(matter)
    bearing = [len(words & said) for _, said in lines]
    kept: set[int] = set()
    room = most
    for at in sorted(range(len(lines)), key=lambda at: (at > 0, -bearing[at])):
        if len(lines[at][0]) < room:
            kept.add(at)
            room -= len(lines[at][0]) + 1
    return "\n".join(lines[at][0] for at in sorted(kept)) or persona[:most].strip()


@lru_cache(maxsize=256)  # a persona is shown with every request
def _lines(persona: str) -> list[tuple[str, frozenset[str]]]:
    """The lines of a persona, each with its words."""
    return [(line, _words(line)) for line in map(str.strip, persona.splitlines()) if line]


def _words(text: str) -> frozenset[str]:
    return frozenset(word.casefold() for word in _WORD.findall(text))
