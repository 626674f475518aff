"""What the routes of people take and give."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field

from penchant.server.schemas.fields import Body


class TokenIn(Body):
    """For how long a person's own token holds."""

    hours: Annotated[float, Field(gt=0, le=24 * 366)] = 24.0


class ConsentIn(Body):
    """What a person allows from now on."""

    training: bool


class ConsentOut(BaseModel):
    """What a person allows: whether what they said may become training examples."""

    training: bool


class PeopleOut(BaseModel):
    """Some of the people, and where to go on."""

    people: list[str]
    next: str | None


class ImportedOut(BaseModel):
    """How much was taken in."""

    person: str
    preferences: int
    evidence: int
    transcript: int


class TokenOut(BaseModel):
    """A person's own token, and until when it holds."""

    token: str
    until: str
