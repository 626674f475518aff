"""What the routes of preferences take and give."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, Field

from penchant.domain import BeliefKind, Origin, Source, Stance, Use
from penchant.server.schemas.fields import Body, Called, Count, Id, Name, Said, Time, Words

_LINGERING = "Where bytes of it still lie because another process is reading, and when they go; empty where none do."


GIVEN: dict[str, Any] = {"not": {"type": "null"}}
LEFT_OUT: dict[str, Any] = {"type": "null"}


def one_of(*ways: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """What a route adds to its description where a body takes its fields in one of several ways together.

    Each way says of some fields what they are; those that must be given are ``GIVEN``. Tools for assistants take the
    same bodies without it, because models' interfaces refuse such conditions.
    """
    said = [
        {"properties": way, "required": [name for name, field in way.items() if field is not LEFT_OUT]} for way in ways
    ]
    return {"requestBody": {"content": {"application/json": {"schema": {"anyOf": said}}}}}


class SearchIn(Body):
    """What to look for, and where to look."""

    text: Words
    limit: Count = 10
    kinds: list[BeliefKind] = Field(default=[], max_length=10)
    whom: Name | None = None
    uses: list[Use] = Field(default=[], max_length=10)
    since: Time | None = None
    until: Time | None = None
    at: Time | None = None
    closed: bool = False


class EditIn(Body):
    """Another value, or another use, of a preference; and in which words, where somebody said so."""

    value: Called | None = None
    use: Use | None = None
    words: Words | None = None


class ConfirmIn(Body):
    """In which words somebody stands by a preference."""

    words: Words | None = None


class UndoIn(Body):
    """The beliefs whose last change is to be taken back, as a lesson names them."""

    beliefs: list[Id] = Field(min_length=1, max_length=1_000)


class ForgetIn(Body):
    """What to forget: words or ids. Words that mean several things need ``confirm`` once they were looked at.

    Both are what was found for these words, to be forgotten as it was shown; that needs ``confirm`` too.
    """

    words: Said | None = None
    ids: list[Id] | None = Field(default=None, max_length=1_000)
    confirm: bool = False


class LimitOut(BaseModel):
    """What may not be gone beyond; a time of day is written as "9:00"."""

    comparison: Literal["at most", "at least"]
    amount: float | str
    unit: str
    of: str


class SaidPreference(BaseModel):
    """A preference with its sentence, and the limit that its value sets, if it sets one."""

    id: int
    person: str
    sentence: str
    limit: LimitOut | None
    situation: str
    topic: str
    stance: Stance
    value: str
    rather_than: list[str]
    confidence: float
    words: str
    episode: str
    since: str
    confirmed: str
    until: str | None
    replaces: int | None
    kind: BeliefKind
    whom: str
    origin: Origin
    use: Use
    exception: str


class PreferencesOut(BaseModel):
    """Some of a person's preferences, and where to go on."""

    preferences: list[SaidPreference]
    next: str | None


class MatchOut(BaseModel):
    """A preference and how well it fits."""

    score: float
    preference: SaidPreference


class MatchesOut(BaseModel):
    """What fits best, best first."""

    matches: list[MatchOut]


class EvidenceOut(BaseModel):
    """One moment that spoke for or against a preference."""

    preference: int
    episode: str
    source: Source
    supports: bool
    words: str
    at: str


class ExplainOut(BaseModel):
    """Why something is believed: its line of beliefs, and what spoke for and against it."""

    preference: SaidPreference
    sentence: str
    history: list[SaidPreference]
    evidence: list[EvidenceOut]


class UndoneOut(BaseModel):
    """What is believed again."""

    preferences: list[SaidPreference]


class ForgetOut(BaseModel):
    """What was found, and whether it is forgotten."""

    found: list[SaidPreference]
    done: bool
    lingering: str = Field("", description=_LINGERING)


class ForgottenOut(BaseModel):
    """How many preferences were erased."""

    forgotten: int
    lingering: str = Field("", description=_LINGERING)


class MomentOut(BaseModel):
    """One thing that happened to one belief."""

    at: str
    what: Literal["opened", "confirmed", "doubted", "closed"]
    words: str
    preference: SaidPreference


class TimelineOut(BaseModel):
    """Some of what happened to what is believed, oldest first, and where to go on."""

    moments: list[MomentOut]
    next: str | None
