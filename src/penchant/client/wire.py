"""What goes over the wire, whoever sends it: a request, its reply, and which error of ours a bad one stands for."""

from __future__ import annotations

import json
import uuid
from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar
from urllib.parse import quote, urlsplit

from penchant import errors
from penchant.domain import PreferenceId
from penchant.errors import BadInput, NotAllowed, PenchantError, PreferenceChanged, Unavailable

T = TypeVar("T")

LONGEST_PERSON = 1_000

PROBLEM = "urn:penchant:"
"""How the type of a problem begins that is an error of ours, followed by its name."""

_BY_STATUS: dict[int, type[PenchantError]] = {401: NotAllowed, 403: NotAllowed, 412: PreferenceChanged}
_WORTH_ANOTHER_TRY = frozenset({429, 502, 503, 504})
_PAUSE, _DOUBLED, _LONGEST_PAUSE = 0.25, 6, 30.0


@dataclass(frozen=True, slots=True)
class ApiCall:
    """One request; one that changes something has a key, by which it is done once however often it is sent."""

    method: str
    path: str
    body: Any = None
    query: Mapping[str, str] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)

    def content(self) -> bytes | None:
        """The body as JSON; a document that is JSON already goes as it is."""
        if self.body is None or isinstance(self.body, bytes):
            return self.body
        try:
            return json.dumps(self.body, ensure_ascii=False, allow_nan=False).encode("utf-8", "replace")
        except (TypeError, ValueError) as error:
            raise BadInput(f"This cannot be sent as JSON: {error}.") from None


@dataclass(frozen=True, slots=True)
class ApiReply:
    """What a server answered."""

    status: int
    text: str
    headers: Mapping[str, str]

    def json(self) -> Any:
        """What the body says; Unavailable where it is none of a penchant server's."""
        try:
            return json.loads(self.text)
        except ValueError:
            raise Unavailable(f"What answers is no penchant server: it said {self.text!r:.60}.") from None


Steps = Generator[ApiCall, ApiReply, T]
"""A verb: it yields requests, is sent the replies, and returns what came of them."""


def person_path(person: str, *rest: object) -> str:
    """The path to something of a person's, whose name may be any text.

    >>> person_path("ana/../ben", "tell")
    '/api/people/ana%2F%2E%2E%2Fben/tell'
    """
    if not isinstance(person, str) or not person.strip():
        raise BadInput(f"Say whose words these are: a person goes by a name, not by {person!r:.60}.")
    if len(person) > LONGEST_PERSON:
        raise BadInput(f"A person's name has {LONGEST_PERSON:,} characters at most, and this one has {len(person):,}.")
    name = quote(person.encode("utf-8", "replace"), safe="").replace(".", "%2E")
    return "/".join(("/api/people", name, *map(str, rest)))


def preference_path(person: str, id: PreferenceId, *rest: str) -> str:
    """The path to one of a person's preferences."""
    if not isinstance(id, int) or isinstance(id, bool) or id < 1:
        raise BadInput(f"A preference goes by its number, from 1 up, and not by {id!r:.40}.")
    return person_path(person, "preferences", id, *rest)


def writing(method: str, path: str, body: Any = None, *, seen: str | None = None) -> ApiCall:
    """A request that changes something, with a key of its own; ``seen`` is the tag of what was looked at."""
    headers = {"Idempotency-Key": uuid.uuid4().hex}
    return ApiCall(method, path, body, headers=headers if seen is None else {**headers, "If-Match": seen})


def checked_address(url: str) -> str:
    """A server's address without the slash at its end; BadInput for what is none."""
    parts = urlsplit(url) if isinstance(url, str) else None
    if parts is None or parts.scheme not in ("http", "https") or not parts.netloc:
        raise BadInput(f"A server's address looks like http://127.0.0.1:8420, not like {url!r:.80}.")
    return url.rstrip("/")


def pause_before_trying_again(reply: ApiReply | None, tried: int) -> float | None:
    """Seconds to wait before a request is sent again, by what came back (None: nothing); None where that is no use."""
    if reply is not None and reply.status not in _WORTH_ANOTHER_TRY:
        return None
    told = reply.headers.get("retry-after", "") if reply else ""
    wait = float(told) if told.isascii() and told.isdigit() else _PAUSE * 2 ** min(tried, _DOUBLED)
    return wait if wait <= _LONGEST_PAUSE else None


def checked_reply(reply: ApiReply) -> ApiReply:
    """The reply, where it is a success; else the error that the server tells of, by its class and in its words."""
    if reply.status < 400:
        return reply
    try:
        told = json.loads(reply.text)
        kind, detail = str(told["type"]), str(told["detail"])
    except (ValueError, KeyError, TypeError):
        raise Unavailable(
            f"The server answered with status {reply.status}, and not as a penchant server does."
        ) from None
    named = getattr(errors, kind.removeprefix(PROBLEM), None) if kind.startswith(PROBLEM) else None
    if isinstance(named, type) and issubclass(named, PenchantError):
        raise named(detail)
    usual = Unavailable if reply.status >= 500 or reply.status == 429 else BadInput
    raise _BY_STATUS.get(reply.status, usual)(detail)
