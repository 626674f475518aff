"""People over REST: who there is, one person's whole memory out, in and gone, and a token of their own."""

from __future__ import annotations

from bisect import bisect_right
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from penchant.errors import NotAllowed
from penchant.server.access import Person, Visit
from penchant.server.forms import Form
from penchant.server.paging import MOST, page_of
from penchant.server.schemas.beliefs import ForgottenOut
from penchant.server.schemas.documents import MemoryDocument
from penchant.server.schemas.people import ConsentIn, ConsentOut, ImportedOut, PeopleOut, TokenIn, TokenOut
from penchant.server.service import Service
from penchant.store.checks import LONGEST_PERSON

_DOCUMENT: dict[str, Any] = {
    "required": True,
    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/MemoryDocument"}}},
}  # which export gives; the library reads it by itself


def routes() -> APIRouter:
    """The routes of people."""
    made = APIRouter(tags=["people"])

    @made.get("/people", response_model=PeopleOut)
    async def people(
        visit: Visit,
        limit: Annotated[int, Query(ge=1, le=MOST)] = 100,
        cursor: Annotated[str | None, Query(max_length=LONGEST_PERSON)] = None,
    ) -> Response:
        """Everyone something is known about, in the order of their names."""

        def page(service: Service) -> Form:
            names = service.people()
            start = 0 if cursor is None else bisect_right(names, cursor)
            some, following = page_of(names[start : start + limit + 1], limit, str)
            return {"people": list(some), "next": following}

        return await visit.read(page)

    @made.delete("/people/{person}", response_model=ForgottenOut)
    async def forget_person(person: Person, visit: Visit) -> Response:
        """Erase everything about a person, for good."""

        def forget(service: Service, _: object) -> Form:
            return {"forgotten": service.forget_person(person), "lingering": service.memory.lingering}

        return await visit.write(person, None, forget)

    @made.get("/people/{person}/export", response_model=MemoryDocument)
    async def export(person: Person, visit: Visit) -> Response:
        """All that is kept about a person, as one document that import takes in, here or elsewhere."""
        document = await visit.run(lambda service: service.export(person))
        headers = {"Content-Disposition": 'attachment; filename="memory.json"'}
        return Response(document.encode(), headers=headers, media_type="application/json")

    @made.post("/people/{person}/import", response_model=ImportedOut, openapi_extra={"requestBody": _DOCUMENT})
    async def take_in(person: Person, request: Request, visit: Visit) -> Response:
        """Keep a document that export gave, under this person's name, where nothing is known of them yet."""
        document = await request.body()

        def taken(service: Service, _: str | None) -> Form:
            record = service.take_in(person, document)
            return {
                "person": record.person,
                "preferences": len(record.preferences),
                "evidence": len(record.evidence),
                "transcript": len(record.transcript),
            }

        return await visit.write(person, document.decode("utf-8", "replace"), taken)

    @made.get("/people/{person}/consent", response_model=ConsentOut)
    async def consent(person: Person, visit: Visit) -> Response:
        """Whether what a person said may become training examples; so it is unless somebody said otherwise."""
        return await visit.read(lambda service: {"training": service.training_allowed(person)})

    @made.post("/people/{person}/consent", response_model=ConsentOut)
    async def allow(person: Person, body: ConsentIn, visit: Visit) -> Response:
        """Say whether what a person said may become training examples."""

        def noted(service: Service, _: object) -> Form:
            service.allow_training(person, body.training)
            return {"training": service.training_allowed(person)}

        return await visit.write(person, body.model_dump(), noted)

    @made.post("/people/{person}/token", response_model=TokenOut)
    async def token(person: Person, body: TokenIn, visit: Visit) -> Response:
        """A token with which one person sees and changes their own memory, and nobody else's; for the page."""
        visit.caller.check("write")
        if (keys := visit.host.keys) is None:
            raise NotAllowed("This server keeps no keys, so nobody needs a token.")
        caller = visit.caller

        def made_for(service: Service) -> Form:
            service.audited(person, "token")
            word, until = keys.token(person, tenant=caller.tenant, hours=body.hours, through=caller.name)
            return {"token": word, "until": until.isoformat()}

        return await visit.read(made_for)

    return made
