"""What the routes of errands take and give."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, Field

from penchant.domain import Turn
from penchant.server.schemas.beliefs import SaidPreference
from penchant.server.schemas.fields import MANY, Body, Called, Words
from penchant.server.schemas.talk import LessonOut

# of both, the library tells in words of its own what is wrong
_Features = Annotated[list[Called], Field(json_schema_extra={"minItems": 1, "uniqueItems": True})]
_Popularity = Annotated[float, Field(json_schema_extra={"minimum": 0, "maximum": 1e300})]


class ConsiderIn(Body):
    """A request, and what there is to choose from; without options it gets a briefing."""

    text: Words
    options: list[Called] = Field(default=[], max_length=MANY)
    places: list[Called] = Field(default=[], max_length=MANY)
    features: list[_Features] = Field(
        default=[], max_length=MANY, description="What each option is like: one list for each, and no option twice."
    )
    described: list[dict[str, str]] = Field(
        default=[], max_length=MANY, description="Instead of features: one description for each option, and none twice."
    )
    popularity: list[_Popularity] = Field(
        default=[], max_length=MANY, description="How often each described option was taken, one number for each."
    )
    may_decline: bool = False
    may_ask: bool = True
    episode: Annotated[str, Field(min_length=1, max_length=500)] | None = None


class TurnIn(Body):
    """A turn, whole, as it was given out."""

    turn: dict[str, Any] = Field(description="The turn as it was given out, unchanged.")


class HearIn(TurnIn):
    """What a person said to a turn: an answer or a reaction; silence is an empty text."""

    words: Words


class TurnOut(BaseModel):
    """A turn, and what to show of it: what the agent asks, or does and why, or what is known that bears on it."""

    turn: Turn
    asks: str | None
    does: str | None
    because: str
    confidence: float | None
    briefing: str | None
    lesson: LessonOut


class RecalledOut(BaseModel):
    """What the agent goes by on an errand."""

    preferences: list[SaidPreference]
