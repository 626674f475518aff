"""What a person has in mind for one request: the truth, which an agent never sees."""

from __future__ import annotations

from dataclasses import dataclass

from penchant.domain import Action


@dataclass(frozen=True, slots=True)
class Intent:
    """What would be right for one request and, where the taste has changed, what was right before.

    >>> Intent("walnuts", "top shelf").is_met_by(Action("walnuts", "low shelf"))
    False
    """

    thing: str
    place: str | None = None  # None where the thing is wanted in hand, not put somewhere
    formerly: Intent | None = None

    def is_met_by(self, action: Action) -> bool:
        """Whether the action is right, letter for letter; the place counts only where one is wanted."""
        return action.thing == self.thing and self.place in (None, action.place)
