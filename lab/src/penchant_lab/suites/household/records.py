"""One errand, and one person's four phases of errands, exactly as the public data lays them out."""

from __future__ import annotations

from dataclasses import dataclass

from penchant.domain import Request

PICK_UP = "pick-up"
"""The ``user_intent_location`` of an errand that ends with a thing in the person's hand."""


@dataclass(frozen=True, slots=True)
class HouseholdErrand:
    """One errand: what is said, what is in sight, and what the person truly wants (never shown to an agent).

    ``user_intent_location`` is ``"pick-up"`` where the thing is to be brought, otherwise the place it belongs.
    Data from outside may name an intent that is not in ``scene_objects``.
    """

    index: int
    scene: str
    task: str
    context: str
    user: str
    user_intent_object: str
    user_intent_location: str
    scene_objects: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EmbodiedLife:
    """One person: what they ask for in four phases, and what they would say about themselves.

    The phases are taught, examined, taught again after a change of heart, examined again. They line up: task ``i``
    is about the same taste in all four.
    """

    person: str
    phases: tuple[
        tuple[HouseholdErrand, ...],
        tuple[HouseholdErrand, ...],
        tuple[HouseholdErrand, ...],
        tuple[HouseholdErrand, ...],
    ]
    persona_before: tuple[str, ...]
    persona_after: tuple[str, ...]


def request(record: HouseholdErrand) -> Request:
    """What the agent is shown of an errand."""
    return Request(record.user, record.task, record.scene_objects)
