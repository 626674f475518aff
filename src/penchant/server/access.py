"""What a route works with: who is calling, the threads, and the first answer to a write that is tried again."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar
from urllib.parse import unquote

from fastapi import Depends, Path, Request
from pydantic import AfterValidator
from starlette.responses import Response

from penchant.domain import readable
from penchant.server.callers import Caller
from penchant.server.host import Host
from penchant.server.idempotency import Told, checked_key, once
from penchant.server.metrics import REPLAYED
from penchant.server.schemas.fields import NOT_EMPTY
from penchant.server.service import Service
from penchant.store.checks import LONGEST_PERSON

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class RouteReply:
    """What a route answers: a plain form, and how."""

    form: Any
    status: int = 200
    headers: Mapping[str, str] | None = None
    kept: Any = None  # the form to keep for a retry instead, where this one names what was just forgotten


class Access:
    """One request's way to the verbs."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self.host: Host = request.app.state.host
        self.caller: Caller = request.scope["penchant.caller"]

    async def run(self, work: Callable[[Service], T]) -> T:
        """What ``work`` does with the verbs, in a thread."""
        return await self.host.serve(self.caller, work)

    async def read(self, work: Callable[[Service], Any]) -> Response:
        """The form that ``work`` makes, as a response."""
        made = await self.run(work)
        return response_of(made if isinstance(made, RouteReply) else RouteReply(made))

    async def write(self, person: str, body: Any, work: Callable[[Service, str | None], Any]) -> Response:
        """The same for a verb that changes something: with an ``Idempotency-Key`` it is done once.

        ``work`` gets the key as it is known for this person and this verb, or None; ``body`` is what was asked.
        """
        key = checked_key(self.request.headers.get("idempotency-key"))

        def done(service: Service) -> Response:
            def answer(scoped: str | None) -> RouteReply:
                made = work(service, scoped)
                return made if isinstance(made, RouteReply) else RouteReply(made)

            if key is None:
                return response_of(answer(None))
            what = f"{self.request.method} {self.request.scope['path']}"
            status, text, again = once(service, person, f"{what} {key}", body, lambda scoped: _told(answer(scoped)))
            if again:
                REPLAYED.inc()
            return _response(text, status, {"Idempotency-Replayed": "true"} if again else None)

        return await self.run(done)


def _told(reply: RouteReply) -> Told:
    text = dumped(reply.form)
    return Told(reply.status, text, text if reply.kept is None else dumped(reply.kept))


def dumped(form: Any) -> str:
    """A form as JSON."""
    return json.dumps(form, ensure_ascii=False, separators=(",", ":"))


def response_of(reply: RouteReply) -> Response:
    """The response that gives a reply."""
    return _response(dumped(reply.form), reply.status, reply.headers)


def _response(text: str, status: int, headers: Mapping[str, str] | None) -> Response:
    return Response(text.encode("utf-8", "replace"), status, dict(headers or {}), media_type="application/json")


def _access(request: Request) -> Access:
    return Access(request)


async def _of(request: Request) -> Access:
    return _access(request)


def named_in(text: str) -> str:
    """A person's name out of an address or a header, where it stands percent-encoded; ValueError where it is none."""
    try:
        name = unquote(text, errors="strict")
    except UnicodeDecodeError:
        raise ValueError("a name is percent-encoded UTF-8") from None
    return checked_person(name)


def checked_person(name: str) -> str:
    """The name, once a person may have it; ValueError, in a few words, where none may."""
    if not name.strip():
        raise ValueError("a person needs a name of at least one character")
    if len(name) > LONGEST_PERSON:
        raise ValueError(f"a person's name has {LONGEST_PERSON:,} characters at most")
    return readable(name)


Visit = Annotated[Access, Depends(_of)]
Person = Annotated[
    str,
    Path(
        description="Whose memory: any text up to 1,000 characters, percent-encoded.",
        min_length=1,
        json_schema_extra=NOT_EMPTY,
    ),
    AfterValidator(named_in),
]
