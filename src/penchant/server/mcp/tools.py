"""The tools: each is a verb of the service, with what it takes and gives, and a line that says when to call it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from penchant.domain import Behaviour, Lesson, PreferenceId, Request, Turn
from penchant.errors import BadInput
from penchant.loop.messages import checked_time
from penchant.server.forms import lesson_form
from penchant.server.mcp import shapes
from penchant.server.mcp.turns import kept_turn
from penchant.server.schemas.beliefs import ForgetIn, SearchIn, UndoIn
from penchant.server.schemas.talk import LearnIn, LessonOut, ProfileIn, TellIn, WatchIn
from penchant.server.service import Service


@dataclass(frozen=True, slots=True)
class VerbTool:
    """One tool. ``run`` gets the verbs, whose memory it is, and what was given, and may block.

    What gives a turn may ask: its question is put to the person where the client can, before the result goes out.
    """

    name: str
    says: str
    takes: type[BaseModel]
    gives: type[BaseModel]
    run: Callable[[Service, str, Any], BaseModel | Turn]
    reads: bool = False  # changes nothing
    erases: bool = False  # what it does cannot be taken back
    repeatable: bool = False  # the same call again changes nothing more


def tools() -> dict[str, VerbTool]:
    """Every tool by its name."""
    return {tool.name: tool for tool in _TOOLS}


def _consider(service: Service, person: str, given: shapes.RequestTaken) -> Turn:
    wish = given.model_dump(exclude={"text", "may_ask"})
    return service.consider(Request(person, given.text, **wish), may_ask=given.may_ask)


def _hear(service: Service, person: str, given: shapes.ReplyTaken) -> Turn:
    return service.hear(person, kept_turn(service, person, given.turn), given.words)


def _reconsider(service: Service, person: str, given: shapes.TurnTaken) -> Turn:
    return service.reconsider(person, kept_turn(service, person, given.turn))


def _tell(service: Service, person: str, given: TellIn) -> LessonOut:
    at = checked_time(given.at)
    return _learned(service.tell(person, given.words, at=at, id=given.id, preview=given.preview))


def _observe(service: Service, person: str, given: shapes.ConversationTaken) -> LessonOut:
    messages = [message.model_dump(exclude_none=True) for message in given.messages]
    return _learned(service.observe(person, messages))


def _watch(service: Service, person: str, given: WatchIn) -> LessonOut:
    events = [Behaviour(**{**event.model_dump(), "at": checked_time(event.at)}) for event in given.events]
    return _learned(service.watch(person, events))


def _learn(service: Service, person: str, given: LearnIn) -> LessonOut:
    statements = [one.statement() for one in given.statements]
    lesson = service.learn(person, statements, words=given.words, at=checked_time(given.at), id=given.id)
    return _learned(lesson)


def _profile(service: Service, person: str, given: ProfileIn) -> shapes.ProfileGiven:
    return shapes.profile_given(service.profile(person, given.about, tokens=given.tokens))


def _search(service: Service, person: str, given: SearchIn) -> shapes.FoundGiven:
    times = {name: checked_time(getattr(given, name)) for name in ("since", "until", "at")}
    narrowed = {"limit": given.limit, "closed": given.closed, "kinds": given.kinds, "whom": given.whom, **times}
    return shapes.found(service, service.search(person, given.text, **narrowed))


def _explain(service: Service, person: str, given: shapes.IdTaken) -> shapes.ExplanationGiven:
    one = service.preference(person, PreferenceId(given.id))
    return shapes.ExplanationGiven(
        preference=shapes.known(service, one),
        history=[shapes.known(service, each) for each in service.history(person, one.id)],
        evidence=[shapes.moment_given(each) for each in service.evidence(person, one.id)],
    )


def _correct(service: Service, person: str, given: shapes.CorrectionTaken) -> shapes.KnownPreference:
    edited = service.edit(person, PreferenceId(given.id), value=given.value, use=given.use)
    return shapes.known(service, edited)


def _confirm(service: Service, person: str, given: shapes.IdTaken) -> shapes.KnownPreference:
    return shapes.known(service, service.confirm(person, PreferenceId(given.id)))


def _retire(service: Service, person: str, given: shapes.IdTaken) -> shapes.KnownPreference:
    return shapes.known(service, service.retire(person, PreferenceId(given.id)))


def _undo(service: Service, person: str, given: UndoIn) -> shapes.FoundGiven:
    again = service.undo(person, [PreferenceId(id) for id in given.beliefs])
    return shapes.FoundGiven(found=[shapes.known(service, one) for one in again])


def _forget(service: Service, person: str, given: ForgetIn) -> shapes.ForgottenGiven:
    if (given.words is None) == (given.ids is None):
        raise BadInput("Say what to forget: words or ids, and not both.")
    what: str | Sequence[PreferenceId] = given.words or ""
    if given.ids is not None:
        what = [PreferenceId(id) for id in given.ids]
    return shapes.forgotten_given(service, service.forget(person, what, confirmed=given.confirm))


def _learned(lesson: Lesson) -> LessonOut:
    return LessonOut(**lesson_form(lesson))


_TOOLS = (
    VerbTool(
        "consider",
        "Call before you choose, recommend or do something for a person. With options it gives the one that fits "
        "this person and why, or the one question worth asking first; without options, what is known that bears on "
        "the request.",
        shapes.RequestTaken,
        shapes.TurnGiven,
        _consider,
    ),
    VerbTool(
        "hear",
        "Call with what the person said to a turn: their answer to its question, or their reaction to what was done. "
        "It learns from it, and after an answer gives the choice.",
        shapes.ReplyTaken,
        shapes.TurnGiven,
        _hear,
        repeatable=True,
    ),
    VerbTool(
        "reconsider",
        "Call when the person rejected a choice and wants another one for the same request; call hear first.",
        shapes.TurnTaken,
        shapes.TurnGiven,
        _reconsider,
    ),
    VerbTool(
        "tell",
        "Call when the person says something lasting about themselves (a taste, a diet, a rule, a fact), in their own "
        "words. Questions and small talk teach nothing, so when in doubt, call. With preview it only says what would "
        "be learned, closed and forgotten.",
        TellIn,
        LessonOut,
        _tell,
        repeatable=True,
    ),
    VerbTool(
        "observe",
        "Call with a whole conversation, for instance at its end. Only what the user said is learned from, each "
        "message once.",
        shapes.ConversationTaken,
        LessonOut,
        _observe,
        repeatable=True,
    ),
    VerbTool(
        "watch",
        "Call with what the person did, such as purchases, views, returns and reviews. Each event counts once.",
        WatchIn,
        LessonOut,
        _watch,
        repeatable=True,
    ),
    VerbTool(
        "learn",
        "Call with preferences that you read yourself, typed. Give the person's words too, so that quotes are checked.",
        LearnIn,
        LessonOut,
        _learn,
    ),
    VerbTool(
        "profile",
        "Call at the start of a task to see what is known about the person that bears on it; without about, all of it.",
        ProfileIn,
        shapes.ProfileGiven,
        _profile,
        reads=True,
    ),
    VerbTool(
        "search",
        "Call to look up what is known about one thing, and to find the id of a preference.",
        SearchIn,
        shapes.FoundGiven,
        _search,
        reads=True,
    ),
    VerbTool(
        "explain",
        "Call when the person asks why something is believed: when it was heard, in which words, what it replaced.",
        shapes.IdTaken,
        shapes.ExplanationGiven,
        _explain,
        reads=True,
    ),
    VerbTool(
        "correct",
        "Call when the person says that a preference is wrong: give its new value, or how it may be used.",
        shapes.CorrectionTaken,
        shapes.KnownPreference,
        _correct,
        repeatable=True,
    ),
    VerbTool(
        "confirm",
        "Call when the person says that a preference is right. More than once a day counts once.",
        shapes.IdTaken,
        shapes.KnownPreference,
        _confirm,
        repeatable=True,
    ),
    VerbTool(
        "retire",
        "Call when a preference no longer holds and nothing takes its place. It stays in the history.",
        shapes.IdTaken,
        shapes.KnownPreference,
        _retire,
    ),
    VerbTool(
        "undo",
        "Call to take back the last change of preferences, by the ids in a lesson's beliefs.",
        UndoIn,
        shapes.FoundGiven,
        _undo,
    ),
    VerbTool(
        "forget",
        "Call only when the person asks for something to be forgotten. It is erased for good. Where their words mean "
        "several things, show what was found, then call again with confirm.",
        ForgetIn,
        shapes.ForgottenGiven,
        _forget,
        erases=True,
        repeatable=True,
    ),
)
