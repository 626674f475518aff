"""Preferences over REST: list, search, explain, edit, confirm, retire, undo and forget."""

from __future__ import annotations

from bisect import bisect_right
from operator import itemgetter
from typing import Annotated

from fastapi import APIRouter, Header, Path, Query
from starlette.responses import Response

from penchant.domain import BeliefKind, Forgetting, PersonId, PreferenceId
from penchant.domain.json_form import plain
from penchant.errors import BadInput
from penchant.loop.messages import checked_time
from penchant.memory.timeline import named_moments
from penchant.server.access import Person, RouteReply, Visit
from penchant.server.etags import etag_of
from penchant.server.forms import Form, forget_form, moment_form, preference_form
from penchant.server.paging import MOST, page_of
from penchant.server.problems import Problem
from penchant.server.schemas.beliefs import (
    GIVEN,
    LEFT_OUT,
    ConfirmIn,
    EditIn,
    ExplainOut,
    ForgetIn,
    ForgetOut,
    ForgottenOut,
    MatchesOut,
    PreferencesOut,
    SaidPreference,
    SearchIn,
    TimelineOut,
    UndoIn,
    UndoneOut,
    one_of,
)
from penchant.server.service import Service

Id = Annotated[int, Path(ge=1, lt=2**53, description="The number of a preference.")]
_EDIT = one_of({"value": GIVEN}, {"use": GIVEN})
_FORGET = one_of(
    {"words": GIVEN, "ids": LEFT_OUT},
    {"words": LEFT_OUT, "ids": GIVEN},
    {"words": GIVEN, "ids": GIVEN, "confirm": {"const": True}},
)


def routes() -> APIRouter:
    """The routes of preferences."""
    made = APIRouter(tags=["preferences"])

    @made.get("/people/{person}/preferences", response_model=PreferencesOut)
    async def preferences(
        person: Person,
        visit: Visit,
        closed: bool = False,
        kind: BeliefKind | None = None,
        whom: Annotated[str | None, Query(max_length=10_000)] = None,
        limit: Annotated[int, Query(ge=1, le=MOST)] = 100,
        cursor: Annotated[str | None, Query(pattern=r"^[0-9]{1,15}$")] = None,
    ) -> Response:
        """What is believed about a person, in order of id; with ``closed`` also what was."""
        after = 0 if cursor is None else int(cursor)

        def page(service: Service) -> Form:
            found = [
                one
                for one in service.preferences(person, closed=closed)
                if one.id > after and kind in (None, one.kind) and whom in (None, one.whom)
            ]
            some, following = page_of(found, limit, lambda one: str(one.id))
            return {"preferences": [preference_form(service, one) for one in some], "next": following}

        return await visit.read(page)

    @made.post("/people/{person}/search", response_model=MatchesOut)
    async def search(person: Person, body: SearchIn, visit: Visit) -> Response:
        """The preferences that fit a text best, by meaning and by word, best first."""
        times = {name: checked_time(getattr(body, name)) for name in ("since", "until", "at")}

        def found(service: Service) -> Form:
            narrowed = body.model_dump(include={"limit", "closed", "kinds", "whom", "uses"})
            matches = service.search(person, body.text, **narrowed, **times)
            return {
                "matches": [
                    {"score": float(one.score), "preference": preference_form(service, one.preference)}
                    for one in matches
                ]
            }

        return await visit.read(found)

    @made.get("/people/{person}/preferences/{id}", response_model=SaidPreference)
    async def preference(person: Person, id: Id, visit: Visit) -> Response:
        """One preference, open or closed, with its ETag."""
        return await visit.read(lambda service: _tagged(service, person, id))

    @made.get("/people/{person}/preferences/{id}/explain", response_model=ExplainOut)
    async def explain(person: Person, id: Id, visit: Visit) -> Response:
        """Why it is believed: the line of beliefs it belongs to, and what spoke for and against it."""

        def told(service: Service) -> Form:
            one = service.preference(person, PreferenceId(id))
            return {
                "preference": preference_form(service, one),
                "sentence": service.note(person, one),
                "history": [preference_form(service, each) for each in service.history(person, one.id)],
                "evidence": plain(service.evidence(person, one.id)),
            }

        return await visit.read(told)

    @made.patch("/people/{person}/preferences/{id}", response_model=SaidPreference, openapi_extra=_EDIT)
    async def edit(
        person: Person, id: Id, body: EditIn, visit: Visit, if_match: Annotated[str | None, Header()] = None
    ) -> Response:
        """Believe another value, or use it otherwise, from now on. The old one is closed; the answer is the new one."""
        if if_match is None:
            raise Problem(428, "Say with If-Match which state you looked at: the ETag of the preference.")
        seen = None if if_match.strip() == "*" else if_match.strip()

        def edited(service: Service, key: str | None) -> RouteReply:
            new = service.edit(
                person, PreferenceId(id), value=body.value, use=body.use, words=body.words, seen=seen, key=key
            )
            return RouteReply(preference_form(service, new), headers={"ETag": etag_of(new)})

        return await visit.write(person, body.model_dump(), edited)

    @made.post("/people/{person}/preferences/{id}/confirm", response_model=SaidPreference)
    async def confirm(person: Person, id: Id, visit: Visit, body: ConfirmIn | None = None) -> Response:
        """Note that the person stands by it; it is surer from now on. In one day (UTC) it counts once."""
        words = body.words if body else None

        def confirmed(service: Service, key: str | None) -> Form:
            return preference_form(service, service.confirm(person, PreferenceId(id), words=words, key=key))

        return await visit.write(person, words, confirmed)

    @made.delete("/people/{person}/preferences/{id}/confirm", response_model=SaidPreference)
    async def unconfirm(person: Person, id: Id, visit: Visit) -> Response:
        """Take back that the person stood by it: it is believed again as it was before, with an id of its own."""
        return await visit.write(
            person,
            None,
            lambda service, key: preference_form(service, service.unconfirm(person, PreferenceId(id), key=key)),
        )

    @made.post("/people/{person}/preferences/{id}/retire", response_model=SaidPreference)
    async def retire(person: Person, id: Id, visit: Visit) -> Response:
        """Stop believing it; it stays in the history."""
        return await visit.write(
            person, None, lambda service, _: preference_form(service, service.retire(person, PreferenceId(id)))
        )

    @made.delete("/people/{person}/preferences/{id}", response_model=ForgottenOut)
    async def forget_one(person: Person, id: Id, visit: Visit) -> Response:
        """Erase one preference with what was heard of it, for good."""

        def forgotten(service: Service, _: str | None) -> Form:
            forgetting = service.forget(person, PreferenceId(id))
            return {"forgotten": len(forgetting.found), "lingering": forgetting.lingering}

        return await visit.write(person, None, forgotten)

    @made.post("/people/{person}/undo", response_model=UndoneOut)
    async def undo(person: Person, body: UndoIn, visit: Visit) -> Response:
        """Take back the last change of each belief: what it replaced is believed again, what was closed too."""
        ids = [PreferenceId(id) for id in body.beliefs]

        def undone(service: Service, key: str | None) -> Form:
            again = service.undo(person, ids, key=key)
            return {"preferences": [preference_form(service, one) for one in again]}

        return await visit.write(person, body.model_dump(), undone)

    @made.post("/people/{person}/forget", response_model=ForgetOut, openapi_extra=_FORGET)
    async def forget(person: Person, body: ForgetIn, visit: Visit) -> Response:
        """Forget what words say, or beliefs by their ids, for good. Several things are shown first: then confirm."""
        words, ids = body.words, [PreferenceId(id) for id in body.ids or []]
        if words is None and body.ids is None:
            raise BadInput("Say what to forget: words, or the ids of beliefs.")
        if words is not None and body.ids is not None and not body.confirm:
            raise BadInput(
                "To forget what was found for these words, confirm it; else give words or ids, and not both."
            )

        def forgotten(service: Service, _: str | None) -> RouteReply:
            what: str | Forgetting | list[PreferenceId] = ids if words is None else words
            if words is not None and body.ids is not None:
                shown = [one for one in service.preferences(person, closed=True) if one.id in ids]
                what = Forgetting(PersonId(person), words, tuple(shown))
            forgetting = service.forget(person, what, confirmed=body.confirm)
            kept = {"found": [], "done": True} if forgetting.done else None
            return RouteReply(forget_form(service, forgetting), kept=kept)

        return await visit.write(person, body.model_dump(), forgotten)

    @made.get("/people/{person}/timeline", response_model=TimelineOut)
    async def timeline(
        person: Person,
        visit: Visit,
        limit: Annotated[int, Query(ge=1, le=MOST)] = 100,
        cursor: Annotated[str | None, Query(pattern=r"^[0-9T:.-]{1,80}$")] = None,
    ) -> Response:
        """Every opening, confirming, doubting and closing of a belief, oldest first."""

        def page(service: Service) -> Form:
            named = named_moments(service.timeline(person))
            start = 0 if cursor is None else bisect_right(named, cursor, key=itemgetter(0))
            some, following = page_of(named[start:], limit, itemgetter(0))
            return {"moments": [moment_form(service, moment) for _, moment in some], "next": following}

        return await visit.read(page)

    return made


def _tagged(service: Service, person: str, id: int) -> RouteReply:
    one = service.preference(person, PreferenceId(id))
    return RouteReply(preference_form(service, one), headers={"ETag": etag_of(one)})
