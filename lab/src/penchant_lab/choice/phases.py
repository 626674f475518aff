"""The four phases of the study, as rows of data."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Phase:
    """One part of the study: what is taught or examined, and whether feedback is given."""

    key: str
    name: str
    teaching: bool


FOUR_PHASES = (
    Phase("phase1", "learn", teaching=True),
    Phase("phase2", "exam", teaching=False),
    Phase("phase3", "relearn", teaching=True),
    Phase("phase4", "exam after the change", teaching=False),
)


def passes_of(phase: Phase, passes: int) -> int:
    """How often a phase is gone through: teaching ``passes`` times, an exam once."""
    return passes if phase.teaching else 1
