"""Whether somebody speaks another language than the reader knows: then nothing is read, rather than something else."""

from __future__ import annotations

from collections.abc import Iterable

from penchant.mind.understand import tables
from penchant.mind.understand.words import LETTERS

_LAST_LATIN, _LOOKED_AT = "\u024f", 400


def is_foreign(words: str, options: Iterable[str]) -> bool:
    """Whether small words of another language stand there, and more of them than of English; names do not count.

    >>> is_foreign("den Tee bitte, keinen Kaffee", ["Tee", "Kaffee"]), is_foreign("el Greco please", ["a Vermeer"])
    (True, False)
    """
    letters = [letter for letter in words[:_LOOKED_AT] if letter.isalpha()]
    if 2 * sum(letter > _LAST_LATIN for letter in letters) > len(letters):
        return True
    said = {word.casefold() for word in LETTERS.findall(words)}
    others = tables.words("understand/turns.txt", "other languages")
    if said.isdisjoint(others):
        return False
    said -= {word.casefold() for name in options for word in LETTERS.findall(name)}
    return len(said & others) > len(said & tables.words("understand/turns.txt", "english"))
