"""Who asks the model through the proxy, for whom, and with whose key to the model."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

from starlette.datastructures import Headers
from starlette.types import Scope

from penchant.errors import NotAllowed
from penchant.server.access import checked_person, named_in
from penchant.server.callers import EVERYONE_HERE, Caller
from penchant.server.problems import Problem
from penchant.server.proxy.headers import RawHeaders, to_model

Learn = Literal["last", "conversation", "no"]
"""What is learned from: what the person says now, all they say in the request, or nothing."""


@dataclass(frozen=True, slots=True)
class ProxyVisit:
    """One request's caller, and what its headers ask for."""

    caller: Caller
    headers: Headers
    guarded: bool  # whether the server keeps keys

    @classmethod
    def of(cls, scope: Scope, *, guarded: bool) -> ProxyVisit:
        """The visit of a request that came through the doors."""
        return cls(scope.get("penchant.caller") or EVERYONE_HERE, Headers(scope=scope), guarded)

    def person(self, body: Mapping[str, Any]) -> str | None:
        """Whom it is for: the header's, else the body's ``user``, else whose token it is; None where nobody is named.

        A name that nobody can have is a 422, another person's than the token's a 403.
        """
        told, user = self.headers.get("x-penchant-person"), body.get("user")
        try:
            if told is not None:
                named: str | None = named_in(told.encode("latin-1").decode("utf-8", "replace"))
            elif user is None:
                named = self.caller.person
            elif isinstance(user, str):
                named = checked_person(user)
            else:
                raise ValueError("the body's user is a text")
        except ValueError as error:
            raise Problem(422, f"This does not say whom it is for: {error}.") from None
        if named is not None:
            self.caller.check("read", named)
        return named

    def learn(self) -> Learn:
        """What is to be learned from, by ``X-Penchant-Learn``; nothing for a key that may only read."""
        told = self.headers.get("x-penchant-learn", "last").strip().lower()
        found = next((each for each in get_args(Learn) if each == told), None)
        if found is None:
            raise Problem(422, f"X-Penchant-Learn is one of {', '.join(get_args(Learn))}.")
        return "no" if self.caller.scope == "read" else found

    def headers_to_model(self, key: str | None) -> RawHeaders:
        """The headers for the model, with the client's own key to it or with ``key``, the server's.

        Where the server keeps keys, Authorization is the client's key to the model only beside an X-Penchant-Key. With
        a person's own token nobody spends the server's key: NotAllowed.
        """
        brought = "authorization" in self.headers and (not self.guarded or "x-penchant-key" in self.headers)
        if key is None or (self.guarded and brought):
            return to_model(self.headers.raw, credentials=brought or not self.guarded, key=None)
        if self.caller.person is not None:
            raise NotAllowed(
                "A person's token does not open the model with the server's key: send your own as Authorization, and "
                "the token as X-Penchant-Key."
            )
        return to_model(self.headers.raw, credentials=False, key=key)
