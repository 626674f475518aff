"""What tools take and give, where it is not what REST takes and gives: a model reads these, so they are short."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from penchant.domain import Evidence, Forgetting, Preference, Profile, Role, Turn
from penchant.server.forms import turn_form
from penchant.server.mcp.turns import LONGEST_NAME, keep_turn
from penchant.server.schemas.beliefs import EditIn
from penchant.server.schemas.fields import Id, Name, Time, Words
from penchant.server.schemas.talk import LessonOut
from penchant.server.service import Service
from penchant.store import Match

MANY = 10_000
"""So many options or messages are taken at once."""

TurnName = Annotated[
    str, Field(min_length=1, max_length=LONGEST_NAME, description="The turn that consider, hear or reconsider gave.")
]


class _Taken(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)


class RequestTaken(_Taken):
    """A request, and what there is to choose from."""

    text: Annotated[Words, Field(description="What the person asks for, in their own words.")]
    options: list[Name] = Field(default=[], max_length=MANY, description="What there is to choose from, by name.")
    places: list[Name] = Field(default=[], max_length=MANY, description="Where something could be put.")
    features: list[list[Name]] = Field(default=[], max_length=MANY, description="What each option is like, in order.")
    described: list[dict[str, str]] = Field(
        default=[], max_length=MANY, description='Instead of features: each option as {"brand": "Acme"}, in order.'
    )
    may_decline: bool = Field(default=False, description="Whether taking none of them is allowed.")
    may_ask: bool = Field(default=True, description="Whether the person may be asked something first.")


class ReplyTaken(_Taken):
    """What a person said to a turn."""

    turn: TurnName
    words: Annotated[Words, Field(description="What the person said, word for word; empty where they said nothing.")]


class TurnTaken(_Taken):
    """A turn by its name."""

    turn: TurnName


class IdTaken(_Taken):
    """One preference by its number."""

    id: Annotated[Id, Field(description="The number of the preference, as profile and search give it.")]


class CorrectionTaken(EditIn, IdTaken):
    """One preference, and what is to change."""


class MessageTaken(_Taken):
    """One message of a conversation."""

    role: Role
    content: Words
    at: Time | None = None
    id: Annotated[str, Field(max_length=500)] = ""
    name: Annotated[str, Field(max_length=1_000)] = ""


class ConversationTaken(_Taken):
    """A conversation, oldest message first."""

    messages: list[MessageTaken] = Field(max_length=MANY)


class TurnGiven(BaseModel):
    """What to do now: ask this, or do this and why, or go by this briefing. ``next`` says how to go on."""

    turn: str
    asks: str | None
    alternatives: list[str]
    does: str | None
    because: str
    confidence: float | None
    briefing: str | None
    lesson: LessonOut
    next: str


class KnownPreference(BaseModel):
    """Something that is believed about a person; ``until`` is set where it no longer is."""

    id: int
    sentence: str
    confidence: float
    since: str
    until: str | None


class FoundGiven(BaseModel):
    """Preferences, the best fitting first."""

    found: list[KnownPreference]


class LineGiven(BaseModel):
    """One thing that is known."""

    id: int
    text: str


class ProfileGiven(BaseModel):
    """What is known that bears on something, what must be kept to first."""

    person: str
    about: str
    lines: list[LineGiven]
    left_out: int


class MomentGiven(BaseModel):
    """One moment that spoke for or against a preference, and in which words."""

    at: str
    source: str
    supports: bool
    words: str


class ExplanationGiven(BaseModel):
    """Why something is believed: what it replaced, oldest first, and what spoke for and against it."""

    preference: KnownPreference
    history: list[KnownPreference]
    evidence: list[MomentGiven]


class ForgottenGiven(BaseModel):
    """What was found, and whether it is forgotten; where it is not, look at it and call again with confirm."""

    found: list[KnownPreference]
    done: bool
    lingering: str = ""


def turn_given(service: Service, turn: Turn) -> TurnGiven:
    """What a turn says, with a name to go on with."""
    form = turn_form(turn)
    asked = turn.question
    shown = {name: form[name] for name in ("asks", "does", "because", "confidence", "briefing", "lesson")}
    alternatives = list(asked.alternatives) if asked else []
    return TurnGiven(turn=keep_turn(service, turn), alternatives=alternatives, next=_next(turn), **shown)


def _next(turn: Turn) -> str:
    if turn.question is not None:
        return "Ask the person this question, then call hear with this turn and their words."
    if turn.reaction is not None:
        if turn.corrected:
            return "What they said is learned. To choose again for the same request, call reconsider with this turn."
        return "This errand is over."
    if turn.briefing is not None:
        return "Go by the briefing, then call hear with this turn and what the person says of the result."
    return "Do this and say why, then call hear with this turn and what the person says of it."


def known(service: Service, one: Preference) -> KnownPreference:
    """A preference as a tool gives it."""
    return KnownPreference(
        id=one.id,
        sentence=service.note(one.person, one),
        confidence=round(one.confidence, 3),
        since=one.since.isoformat(timespec="seconds"),
        until=one.until.isoformat(timespec="seconds") if one.until else None,
    )


def found(service: Service, matches: list[Match]) -> FoundGiven:
    """What a search found."""
    return FoundGiven(found=[known(service, match.preference) for match in matches])


def profile_given(profile: Profile) -> ProfileGiven:
    """A profile as a tool gives it."""
    lines = [LineGiven(id=line.preference.id, text=line.text) for line in profile.lines]
    return ProfileGiven(person=profile.person, about=profile.about, lines=lines, left_out=profile.left_out)


def moment_given(evidence: Evidence) -> MomentGiven:
    """A piece of evidence as a tool gives it."""
    at = evidence.at.isoformat(timespec="seconds")
    return MomentGiven(at=at, source=evidence.source, supports=evidence.supports, words=evidence.words)


def forgotten_given(service: Service, forgetting: Forgetting) -> ForgottenGiven:
    """What was forgotten, or would be."""
    found = [known(service, one) for one in forgetting.found]
    return ForgottenGiven(found=found, done=forgetting.done, lingering=forgetting.lingering)
