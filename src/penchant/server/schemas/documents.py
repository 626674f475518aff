"""One person's memory as export gives it and import takes it; the rest of what is checked is told in words."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from penchant.domain import BeliefKind, EntryKind, Origin, Source, Stance, Use
from penchant.memory.transfer import VERSION

_Time = Annotated[str, Field(json_schema_extra={"format": "date-time"}, description="With its time zone.")]
_Id = Annotated[int, Field(ge=1, lt=2**53)]
_BASE64: dict[str, Any] = {"contentEncoding": "base64", "pattern": r"^(?:[A-Za-z0-9+/]{4})+$"}


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid")


class KeptPreference(_Part):
    """One preference, open or closed; their ids go up, and what one replaces comes before it."""

    id: _Id
    situation: str
    topic: str
    stance: Stance
    value: str
    rather_than: list[str]
    confidence: Annotated[float, Field(ge=0, le=1)]
    words: str
    episode: str
    since: _Time
    confirmed: _Time
    until: _Time | None
    replaces: _Id | None
    kind: BeliefKind
    whom: str
    origin: Origin
    use: Use
    exception: str = ""
    vector: Annotated[str, Field(json_schema_extra=_BASE64)] | None = Field(
        description="Finite little-endian float32 numbers; null has them made anew."
    )


class KeptEvidence(_Part):
    """One moment that spoke for or against a preference of the document."""

    preference: _Id
    episode: str
    source: Source
    supports: bool
    words: str
    at: _Time


class KeptEntry(_Part):
    """One line of the transcript; an episode has each number once."""

    episode: str
    number: Annotated[int, Field(ge=0, lt=2**53)]
    kind: EntryKind
    words: str
    at: _Time


class MemoryDocument(_Part):
    """All that is kept about one person. Documents of earlier versions, which have fewer fields, are taken in too."""

    format: Literal["penchant-memory"]
    version: Annotated[int, Field(ge=1, le=VERSION)]
    person: str
    embedder: str
    preferences: list[KeptPreference]
    evidence: list[KeptEvidence]
    transcript: list[KeptEntry] = Field(default=[], description="Missing in the first version only.")
