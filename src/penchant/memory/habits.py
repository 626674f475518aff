"""How a memory writes, finds and revises its notes, as options; the study measures each (`penchant study --ablate`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from penchant.errors import BadInput


@dataclass(frozen=True, slots=True, kw_only=True)
class Habits:
    """What may be done differently about notes; the defaults are those the README's figures are measured with.

    ``notes``      so many beliefs are brought to mind for one request; of a longer memory, those most like it
    ``threshold``  of these, only those more like the request than this (cosine, -1 to 1)
    ``keywords``   what search compares a note with also holds keywords: what was on offer when it was heard
    ``expand``     the request is looked up in several phrasings: whole, its situation, its topic, what is on offer
    ``on_change``  a belief that a change of heart contradicts is given up at once (``replace``), or kept beside the new
                   one and trusted less until it is contradicted again (``integrate``)
    """

    notes: int = 64
    threshold: float | None = None
    keywords: bool = False
    expand: bool = False
    on_change: Literal["replace", "integrate"] = "replace"

    def __post_init__(self) -> None:
        if self.notes < 1:
            raise BadInput(f"A memory that brings {self.notes} notes to mind knows nothing; give 1 or more.")
        if self.threshold is not None and not -1 <= self.threshold <= 1:
            raise BadInput(f"A likeness lies between -1 and 1; a threshold of {self.threshold} makes no sense.")
