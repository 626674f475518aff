"""What a person has in mind for one request: the truth, which an agent never sees."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from penchant.domain import Action
from penchant_lab.people.tastes import Tastes

Manner = Literal["terse", "usual", "full"]
"""How much somebody says: what has to be said and no more, as they always do, or with a reason."""


@dataclass(frozen=True, slots=True)
class Intent:
    """What would be right for one request and, where the taste has changed, what was right before.

    Where options are described, ``tastes`` says what the person thinks of their features.

    >>> Intent("walnuts", "top shelf").is_met_by(Action("walnuts", "low shelf"))
    False
    >>> Intent("").is_met_by(Action())
    True
    """

    thing: str  # "" where nothing on offer would do
    place: str | None = None  # None where the thing is wanted in hand, not put somewhere
    formerly: Intent | None = None
    tastes: Tastes | None = None
    detailed: bool = False  # whether a reaction also tells which feature makes another option better
    announced: bool = True  # whether they tell that their taste has changed, or only want something else
    manner: Manner = "usual"

    @property
    def told_former(self) -> Intent | None:
        """What was right before, where they speak of it."""
        return self.formerly if self.announced else None

    def is_met_by(self, action: Action) -> bool:
        """Whether the action is right, letter for letter; the place counts only where one is wanted."""
        if not self.thing:
            return action.declined
        return action.thing == self.thing and self.place in (None, action.place)
