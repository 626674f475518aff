"""The edge: what comes in over HTTP is checked here, and what goes out is described, field by field."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from penchant.domain import BeliefKind, Deed, Origin, Source, Stance, Turn, Use

LONGEST = 100_000
_MANY = 10_000


def _whole(number: object) -> object:
    """A number without a fraction is whole, however JSON writes it."""
    return int(number) if isinstance(number, float) and number.is_integer() else number


Words = Annotated[str, Field(max_length=LONGEST)]
_NOT_EMPTY: dict[str, Any] = {"minLength": 1, "pattern": r"\S"}  # which the library tells in words of its own
Said = Annotated[str, Field(max_length=LONGEST, json_schema_extra=_NOT_EMPTY)]
Name = Annotated[str, Field(max_length=10_000)]
_LINGERING = "Where bytes of it still lie because another process is reading, and when they go; empty where none do."
Called = Annotated[str, Field(max_length=10_000, json_schema_extra=_NOT_EMPTY)]
Id = Annotated[int, Field(ge=1, lt=2**53), BeforeValidator(_whole)]
Count = Annotated[int, Field(ge=1, le=1_000), BeforeValidator(_whole)]
Time = Annotated[
    Annotated[str, Field(max_length=60, json_schema_extra={"format": "date-time"})]
    | Annotated[float, Field(ge=0, le=253_000_000_000, description="Seconds since 1970.")],
    Field(description="As 2026-05-01T08:00:00+00:00, or in seconds since 1970; UTC where it names no zone."),
]


class _In(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)


class ConsiderIn(_In):
    """A request, and what there is to choose from; without options it gets a briefing."""

    text: Words
    options: list[Name] = Field(default=[], max_length=_MANY)
    places: list[Name] = Field(default=[], max_length=_MANY)
    features: list[list[Name]] = Field(default=[], max_length=_MANY)
    described: list[dict[str, str]] = Field(default=[], max_length=_MANY)
    popularity: list[float] = Field(default=[], max_length=_MANY)
    may_decline: bool = False
    may_ask: bool = True
    episode: Annotated[str, Field(min_length=1, max_length=500)] | None = None


class TurnIn(_In):
    """A turn, whole, as it was given out."""

    turn: dict[str, Any] = Field(description="The turn as it was given out, unchanged.")


class HearIn(TurnIn):
    """What a person said to a turn: an answer or a reaction; silence is an empty text."""

    words: Words


class TellIn(_In):
    """What a person says of themselves."""

    words: Said
    at: Time | None = None
    id: Annotated[str, Field(max_length=500)] = ""


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


class ObserveIn(_In):
    """A conversation; what the person says in it is learned from, and the rest is what they answered to."""

    messages: list[MessageIn] = Field(max_length=_MANY)


class EventIn(_In):
    """One thing that a person did, as a product's log has it."""

    id: Annotated[str, Field(max_length=500, json_schema_extra=_NOT_EMPTY)]
    at: Time
    item: Called
    did: Deed = "bought"
    topic: Name = ""
    features: dict[str, str] = {}
    rating: Annotated[float, Field(ge=1, le=5)] | None = None
    words: Words = ""


class WatchIn(_In):
    """What a person did; an event that was seen before counts once."""

    events: list[EventIn] = Field(max_length=_MANY)


class StatementIn(_In):
    """One thing that holds for a person, as the caller's own model read it."""

    stance: Stance
    value: Name
    situation: Name = ""
    topic: Name = ""
    kind: BeliefKind = "taste"
    whom: Name = ""
    origin: Origin = "stated"
    use: Use = "free"
    changed: bool = False
    quote: Words = ""
    sure: Annotated[float, Field(ge=0, le=1)] = 1.0


class LearnIn(_In):
    """Statements, and the words they were read from, where there are any."""

    statements: list[StatementIn] = Field(max_length=1_000)
    words: Said | None = None
    at: Time | None = None
    id: Annotated[str, Field(max_length=500)] = ""


class ProfileIn(_In):
    """What a profile is for, and how much room there is."""

    about: Words = ""
    tokens: Annotated[int, Field(ge=1), BeforeValidator(_whole)] | None = None


class SearchIn(_In):
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


class EditIn(_In):
    """Another value, or another use, of a preference; and in which words, where somebody said so."""

    value: Called | None = None
    use: Use | None = None
    words: Words | None = None


class ConfirmIn(_In):
    """In which words somebody stands by a preference."""

    words: Words | None = None


class ComposeIn(_In):
    """An opinion that is to be put in somebody's own words."""

    opinion: Words | list[Words]
    about: Name = "it"
    rating: Annotated[float, Field(ge=1, le=5)] | None = None


class UndoIn(_In):
    """The beliefs whose last change is to be taken back, as a lesson names them."""

    beliefs: list[Id] = Field(min_length=1, max_length=1_000)


class ForgetIn(_In):
    """What to forget: words or ids. Words that mean several things need ``confirm`` once they were looked at.

    Both are what was found for these words, to be forgotten as it was shown; that needs ``confirm`` too.
    """

    words: Said | None = None
    ids: list[Id] | None = Field(default=None, max_length=1_000)
    confirm: bool = False


class TokenIn(_In):
    """For how long a person's own token holds."""

    hours: Annotated[float, Field(gt=0, le=24 * 366)] = 24.0


class LeftAloneOut(BaseModel):
    """Words that might have taught something and did not, and why."""

    words: str
    why: str


class LessonOut(BaseModel):
    """What was changed in memory, in sentences; ``beliefs`` are the ids of what was opened."""

    opened: list[str]
    closed: list[str]
    confirmed: list[str]
    forgotten: list[str]
    left_alone: list[LeftAloneOut]
    beliefs: list[int]


class TurnOut(BaseModel):
    """A turn, and what to show of it: what the agent asks, or does and why, or what is known that bears on it."""

    turn: Turn
    asks: str | None
    does: str | None
    because: str
    confidence: float | None
    briefing: str | None
    lesson: LessonOut


class PeopleOut(BaseModel):
    """Some of the people, and where to go on."""

    people: list[str]
    next: str | None


class SaidPreference(BaseModel):
    """A preference with its sentence."""

    id: int
    person: str
    sentence: str
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


class ProfileLineOut(BaseModel):
    """One thing that is known, as a sentence."""

    id: int
    text: str
    bearing: float
    also: list[int]
    preference: SaidPreference


class ProfileOut(BaseModel):
    """What is known that bears on something; ``text`` is ready for a prompt."""

    person: str
    about: str
    lines: list[ProfileLineOut]
    left_out: int
    text: str


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


class RecalledOut(BaseModel):
    """What the agent goes by on an errand."""

    preferences: list[SaidPreference]


class ComposedOut(BaseModel):
    """An opinion in somebody's own words."""

    text: str


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
    """Everything that happened to what is believed, oldest first."""

    moments: list[MomentOut]


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


class StudyOut(BaseModel):
    """One study that was run, and the files of its report that can be fetched."""

    run: str
    title: str | None = Field(description="What the report says was found.")
    suite: str | None
    finished: bool
    files: list[str]


class StudiesOut(BaseModel):
    """The studies that were run."""

    studies: list[StudyOut]


class StatusOut(BaseModel):
    """Whether the server is there."""

    status: Literal["ok"]
    version: str


class ProblemOut(BaseModel):
    """What went wrong, in one sentence."""

    type: str
    title: str
    status: int
    detail: str
