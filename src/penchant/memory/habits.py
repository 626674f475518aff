"""How a memory writes, finds and revises its notes, as options; the study measures each (`penchant study --ablate`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from penchant.domain.checks import is_number
from penchant.errors import BadInput

_OnChange = Literal["replace", "integrate"]


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
    on_change: _OnChange = "replace"

    def __post_init__(self) -> None:
        if not isinstance(self.notes, int) or isinstance(self.notes, bool):
            raise BadInput(f"How many notes are brought to mind is a whole number, not {self.notes!r:.40}.")
        if self.threshold is not None and not is_number(self.threshold):
            raise BadInput(f"A threshold of likeness is a number from -1 to 1, not {self.threshold!r:.40}.")
        for name in ("keywords", "expand"):
            if not isinstance(getattr(self, name), bool):
                raise BadInput(f"{name} is a habit or not (True or False), not {getattr(self, name)!r:.40}.")
        if self.on_change not in get_args(_OnChange):
            known = " or ".join(get_args(_OnChange))
            raise BadInput(f"On a change of heart a belief is {known}d: on_change={self.on_change!r:.40} is neither.")
        if self.notes < 1:
            raise BadInput(f"A memory that brings {self.notes} notes to mind knows nothing; give 1 or more.")
        if self.threshold is not None and not -1 <= self.threshold <= 1:
            raise BadInput(f"A likeness lies between -1 and 1; a threshold of {self.threshold} makes no sense.")
