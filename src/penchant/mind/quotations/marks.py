"""The marks that stand where something was cut out of what a person said, until all of it has been looked at."""

from __future__ import annotations

import re

GAP = "\ue000"
"""Stands for words that were cut out within a sentence."""

STOP = "\ue001"
"""Stands for words that were cut out up to the end of their sentence."""

CUT = GAP + STOP

_ENDING = re.compile(r"[\s\"”’)\]?!.:;,]*")
_OPENING = " \t>\"“'‘([-–—"
_LEFT_OVER = re.compile(r"[\s\"“”'‘’()\[\]{}<>*_.,:;!?–—-]*")


def cut(words: str, stretches: list[tuple[int, int]]) -> str:
    """The words with a mark for each stretch and the punctuation that ends it."""
    kept, at = "", 0
    for start, end in sorted(stretches):
        if end <= at:
            continue
        rest = _ENDING.match(words, end)
        after = rest.end() if rest else end
        ending = words[end:after]
        ends = after == len(words) or not {*ending}.isdisjoint(".?!\n")
        kept += words[at : max(start, at)] + (STOP if ends else GAP) + ("\n" if "\n" in ending else " ")
        at = after
    return kept + words[at:]


def without_marks(words: str) -> str:
    """What is left, without marks and without the punctuation that stood around them."""
    lines = words.replace(GAP, "").replace(STOP, "").split("\n")
    return "\n".join(line.strip(_OPENING) for line in lines if not _LEFT_OVER.fullmatch(line)).strip()
