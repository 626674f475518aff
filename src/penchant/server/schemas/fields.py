"""The fields that several bodies have: texts, names, ids, counts and times."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

LONGEST = 100_000
MANY = 10_000
"""So many options, messages or events are taken at once."""


def whole(number: object) -> object:
    """A number without a fraction is whole, however JSON writes it."""
    return int(number) if isinstance(number, float) and number.is_integer() else number


NOT_EMPTY: dict[str, Any] = {"minLength": 1, "pattern": r"[^\s\x1c-\x1f]"}
"""What the description says of a text that must not be empty; the library refuses one in words of its own."""

Words = Annotated[str, Field(max_length=LONGEST)]
Said = Annotated[str, Field(max_length=LONGEST, json_schema_extra=NOT_EMPTY)]
Name = Annotated[str, Field(max_length=10_000)]
Called = Annotated[str, Field(max_length=10_000, json_schema_extra=NOT_EMPTY)]
Id = Annotated[int, Field(ge=1, lt=2**53), BeforeValidator(whole)]
Count = Annotated[int, Field(ge=1, le=1_000), BeforeValidator(whole)]
Time = Annotated[
    Annotated[str, Field(max_length=60, json_schema_extra={"format": "date-time"})]
    | Annotated[float, Field(ge=0, le=253_000_000_000, description="Seconds since 1970.")],
    Field(description="As 2026-05-01T08:00:00+00:00, or in seconds since 1970; UTC where it names no zone."),
]


class Body(BaseModel):
    """What a caller sends: nothing else is in it, and nothing is taken for another type."""

    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)
