"""Free talk, behaviour and statements over REST, and the profile that comes of them."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from starlette.responses import Response

from penchant.domain import Behaviour, Lesson
from penchant.loop.messages import checked_time
from penchant.server.access import Person, RouteReply, Visit
from penchant.server.forms import lesson_form, lesson_to_keep, profile_form
from penchant.server.schemas.fields import LONGEST
from penchant.server.schemas.talk import (
    ComposedOut,
    ComposeIn,
    LearnIn,
    LessonOut,
    ObserveIn,
    ProfileIn,
    ProfileOut,
    TellIn,
    WatchIn,
)


def routes() -> APIRouter:
    """The routes of talk."""
    made = APIRouter(tags=["talk"])

    @made.post("/people/{person}/tell", response_model=LessonOut)
    async def tell(person: Person, body: TellIn, visit: Visit) -> Response:
        """Learn from what a person says of themselves, or asks to be forgotten. The same message twice teaches once.

        With `preview` nothing is written: the answer is the lesson that would be learned.
        """
        if body.preview:
            at, id = checked_time(body.at), body.id
            return await visit.read(
                lambda service: lesson_form(service.tell(person, body.words, at=at, id=id, preview=True))
            )
        return await visit.write(
            person,
            body.model_dump(),
            lambda service, key: _taught(
                service.tell(person, body.words, at=checked_time(body.at), id=body.id or key or "")
            ),
        )

    @made.post("/people/{person}/observe", response_model=LessonOut)
    async def observe(person: Person, body: ObserveIn, visit: Visit) -> Response:
        """Learn from what a person says in a conversation; it may be handed in again when it has grown."""
        messages = [message.model_dump() for message in body.messages]
        return await visit.write(
            person, body.model_dump(), lambda service, _: _taught(service.observe(person, messages))
        )

    @made.post("/people/{person}/watch", response_model=LessonOut)
    async def watch(person: Person, body: WatchIn, visit: Visit) -> Response:
        """Learn from what a person did: purchases, views, returns, reviews. An event counts once."""
        events = [
            Behaviour(**{**event.model_dump(exclude={"at"}), "at": checked_time(event.at)}) for event in body.events
        ]
        return await visit.write(
            person, body.model_dump(), lambda service, _: lesson_form(service.watch(person, events))
        )

    @made.post("/people/{person}/learn", response_model=LessonOut)
    async def learn(person: Person, body: LearnIn, visit: Visit) -> Response:
        """Learn statements that the caller's own model read; with the words it read, a false quotation is refused."""
        statements = [one.statement() for one in body.statements]
        return await visit.write(
            person,
            body.model_dump(),
            lambda service, key: lesson_form(
                service.learn(person, statements, words=body.words, at=checked_time(body.at), id=body.id or key or "")
            ),
        )

    @made.get("/people/{person}/profile", response_model=ProfileOut)
    async def profile(
        person: Person,
        visit: Visit,
        about: Annotated[str, Query(max_length=LONGEST)] = "",
        tokens: Annotated[int | None, Query(ge=1)] = None,
    ) -> Response:
        """What is known of a person that bears on something, ready to be put before a model's prompt."""
        return await visit.read(lambda service: profile_form(service.profile(person, about, tokens=tokens)))

    @made.post("/people/{person}/profile", response_model=ProfileOut)
    async def profile_about(person: Person, body: ProfileIn, visit: Visit) -> Response:
        """The same, with the words in the body, so that none of them stand in an address."""
        return await visit.read(lambda service: profile_form(service.profile(person, body.about, tokens=body.tokens)))

    @made.post("/people/{person}/compose", response_model=ComposedOut)
    async def compose(person: Person, body: ComposeIn, visit: Visit) -> Response:
        """An opinion in the words and ways of somebody whose writing was watched; of a stranger, as it was told."""
        return await visit.read(
            lambda service: {"text": service.compose(person, body.opinion, about=body.about, rating=body.rating)}
        )

    return made


def _taught(lesson: Lesson) -> RouteReply:
    return RouteReply(lesson_form(lesson), kept=lesson_to_keep(lesson))
