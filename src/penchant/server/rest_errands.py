"""Errands over REST: consider a request, hear what is said to it, consider it anew."""

from __future__ import annotations

import json
from typing import Any

from fastapi import APIRouter
from starlette.responses import Response

from penchant.domain import Request, Turn
from penchant.errors import BadInput, TurnRefused
from penchant.server.access import Person, RouteReply, Visit
from penchant.server.forms import Form, preference_form, turn_form
from penchant.server.idempotency import GONE, checked_key
from penchant.server.schemas.errands import ConsiderIn, HearIn, RecalledOut, TurnIn, TurnOut
from penchant.server.service import Service


def routes() -> APIRouter:
    """The routes of errands."""
    made = APIRouter(tags=["errands"])

    @made.post("/people/{person}/consider", response_model=TurnOut)
    async def consider(person: Person, body: ConsiderIn, visit: Visit) -> Response:
        """A question where one is worth asking, else a choice with reasons, or a briefing. Nothing is learned yet."""
        request = Request(
            person,
            body.text,
            body.options,
            body.places,
            body.features,
            body.may_decline,
            body.described,
            body.popularity,
        )
        checked_key(visit.request.headers.get("idempotency-key"))  # nothing is written, so there is nothing to repeat
        return await visit.read(
            lambda service: turn_form(service.consider(request, may_ask=body.may_ask, key=body.episode))
        )

    @made.post("/people/{person}/hear", response_model=TurnOut)
    async def hear(person: Person, body: HearIn, visit: Visit) -> Response:
        """Take in what the person said to a turn: an answer leads on to a choice, a reaction ends the errand."""
        turn = turn_of(body.turn)
        return await visit.write(
            person, body.model_dump(), lambda service, _: _heard(service.hear(person, turn, body.words))
        )

    @made.post("/people/{person}/reconsider", response_model=TurnOut)
    async def reconsider(person: Person, body: TurnIn, visit: Visit) -> Response:
        """Another choice on the same errand, in the light of what the person said of the one before."""
        turn = turn_of(body.turn)
        return await visit.write(
            person, body.model_dump(), lambda service, _: turn_form(service.reconsider(person, turn))
        )

    @made.post("/people/{person}/recall", response_model=RecalledOut)
    async def recall(person: Person, body: TurnIn, visit: Visit) -> Response:
        """What the agent goes by on an errand: what it believes that may bear on it, and what was said on it."""
        turn = turn_of(body.turn)

        def recalled(service: Service) -> Form:
            return {"preferences": [preference_form(service, one) for one in service.recall(person, turn)]}

        return await visit.read(recalled)

    return made


def _heard(turn: Turn) -> RouteReply:
    """The reply; where something was forgotten, a retry is told only that it was done: its words name it."""
    return RouteReply(turn_form(turn), kept=GONE if turn.lesson.forgotten else None)


def turn_of(form: dict[str, Any]) -> Turn:
    """The turn that was given out in this form; TurnRefused where it is none."""
    try:
        return Turn.from_json(json.dumps(form))
    except BadInput as error:
        raise TurnRefused(f"This server never gave out such a turn. {error}") from error
