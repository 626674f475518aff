"""What the routes of free talk, behaviour, statements and profiles take and give."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from penchant.domain import BeliefKind, Deed, Origin, Stance, Statement, Use
from penchant.server.schemas.beliefs import SaidPreference
from penchant.server.schemas.fields import MANY, NOT_EMPTY, Body, Called, Name, Said, Time, Words, whole


class TellIn(Body):
    """What a person says of themselves; with ``preview`` nothing is written, and the answer is what would be."""

    words: Said
    at: Time | None = None
    id: Annotated[str, Field(max_length=500)] = ""
    preview: bool = False


_ROLES: dict[str, Any] = {
    "enum": ["user", "assistant", "system", "tool", "human", "ai", "developer", "function"]
}  # which the library tells in words of its own


class MessageIn(BaseModel):
    """One message of a conversation, in the usual form; what else it holds is left alone."""

    model_config = ConfigDict(extra="allow", strict=True, allow_inf_nan=False)

    role: Annotated[str, Field(json_schema_extra=_ROLES)]
    content: Words | list[Any] | None = Field(default=None, description="A text, or a list of parts.")
    at: Time | None = None
    id: Annotated[str, Field(max_length=500)] | int | None = None
    name: Annotated[str, Field(max_length=1_000)] | None = None


class ObserveIn(Body):
    """A conversation; what the person says in it is learned from, and the rest is what they answered to."""

    messages: list[MessageIn] = Field(max_length=MANY)


class EventIn(Body):
    """One thing that a person did, as a product's log has it."""

    id: Annotated[str, Field(max_length=500, json_schema_extra=NOT_EMPTY)]
    at: Time
    item: Called
    did: Deed = "bought"
    topic: Name = ""
    features: dict[str, str] = Field(default={})
    rating: Annotated[float, Field(ge=1, le=5)] | None = None
    words: Words = ""


class WatchIn(Body):
    """What a person did; an event that was seen before counts once."""

    events: list[EventIn] = Field(max_length=MANY)


class StatementIn(Body):
    """One thing that holds for a person, as the caller's own model read it."""

    stance: Stance
    value: Name
    situation: Name = ""
    topic: Name = ""
    kind: BeliefKind = "taste"
    whom: Name = ""
    origin: Origin = "stated"
    use: Use = "free"
    exception: Name = ""
    rather_than: list[Name] = Field(default=[], max_length=100)
    changed: bool = False
    lasting: bool = True
    quote: Words = ""
    sure: Annotated[float, Field(ge=0, le=1)] = 1.0

    def statement(self) -> Statement:
        """The same as a noun of ours."""
        return Statement(**self.model_dump() | {"rather_than": tuple(self.rather_than)})


class LearnIn(Body):
    """Statements, and the words they were read from, where there are any."""

    statements: list[StatementIn] = Field(max_length=1_000)
    words: Said | None = None
    at: Time | None = None
    id: Annotated[str, Field(max_length=500)] = ""


class ProfileIn(Body):
    """What a profile is for, and how much room there is."""

    about: Words = ""
    tokens: Annotated[int, Field(ge=1), BeforeValidator(whole)] | None = None


class ComposeIn(Body):
    """An opinion that is to be put in somebody's own words."""

    opinion: Words | list[Words]
    about: Called = "it"
    rating: Annotated[float, Field(ge=1, le=5)] | None = None


class LeftAloneOut(BaseModel):
    """Words that might have taught something and did not, and why."""

    words: str
    why: str


class LessonOut(BaseModel):
    """What was changed in memory, in sentences; ``beliefs`` are the ids of what was opened.

    ``ended_by`` are the words for which each of ``closed`` is believed no longer.
    """

    opened: list[str]
    closed: list[str]
    confirmed: list[str]
    forgotten: list[str]
    left_alone: list[LeftAloneOut]
    ended_by: list[str]
    beliefs: list[int]


class ProfileLineOut(BaseModel):
    """One thing that is known, as a sentence."""

    id: int
    text: str
    bearing: float
    also: list[int]
    sources: list[str]
    preference: SaidPreference


class ProfileOut(BaseModel):
    """What is known that bears on something; ``text`` is ready for a prompt."""

    person: str
    about: str
    lines: list[ProfileLineOut]
    left_out: int
    text: str


class ComposedOut(BaseModel):
    """An opinion in somebody's own words."""

    text: str
