"""Who is calling: a tenant's key with its scope, or one person with a token of their own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from penchant.errors import NotAllowed
from penchant.server.settings import DEFAULT_TENANT

Scope = Literal["read", "write", "admin"]
"""What a key may do: look, also change, also see to the server."""

SCOPES: tuple[Scope, ...] = get_args(Scope)


@dataclass(frozen=True, slots=True)
class Caller:
    """Who is calling, and what they may do; ``person`` is set where it is one person, who sees only their own."""

    tenant: str = DEFAULT_TENANT
    scope: Scope = "admin"
    person: str | None = None
    name: str = ""  # of the key, for the audit log

    def check(self, scope: Scope, person: str | None = None) -> None:
        """NotAllowed where this caller may not do that; ``person`` is whom it is about, None for everybody."""
        if self.person is not None and person != self.person:
            raise NotAllowed("This caller may see and change one person's memory, and no other.")
        if SCOPES.index(self.scope) < SCOPES.index(scope):
            raise NotAllowed(f"This key may {self.scope}; this needs one that may {scope}.")


EVERYONE_HERE = Caller()
"""Who calls where no keys are kept: whoever works on this machine."""
