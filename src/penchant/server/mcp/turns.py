"""Turns by a short name: a model cannot copy a whole turn back, so it gets a name and the server keeps the turn.

It lies in the tenant's ledger, which all workers share and which survives a restart, and it is locked with its name:
who has only the file reads nothing, whatever was forgotten since.
"""

from __future__ import annotations

import hashlib
import secrets

from mcp.server.request_state import AESGCMRequestStateCodec, InvalidRequestState

from penchant.domain import Turn
from penchant.errors import TurnRefused
from penchant.server.ledger import Answered
from penchant.server.service import Service

LONGEST_NAME = 100


def keep_turn(service: Service, turn: Turn) -> str:
    """A name under which this turn is found again by whoever may hear it."""
    name = secrets.token_hex(8)
    locked = _lock(name).seal(turn.to_json().encode("utf-8", "replace"))
    service.tenant.ledger.keep(_place(name), service.owner(turn.request.person), Answered("turn", 200, locked))
    return name


def kept_turn(service: Service, person: str, name: str) -> Turn:
    """The turn of that name; TurnRefused where this person was given none, or what it was about is forgotten."""
    found = service.tenant.ledger.find(_place(name))
    if found is not None and found.answer is None:
        raise TurnRefused("Something was forgotten since this turn was given out. Consider the request anew.")
    if found is None:
        raise _unknown(name)
    try:
        turn = Turn.from_json(_lock(name).unseal(found.answer or "").decode())
    except InvalidRequestState:
        raise _unknown(name) from None
    if turn.request.person != person:
        raise _unknown(name)
    return turn


def _unknown(name: str) -> TurnRefused:
    return TurnRefused(f"No turn is called {name!r:.60}. Take the one that consider or hear gave, or consider anew.")


def _place(name: str) -> str:
    return f"turn {hashlib.blake2b(name.encode('utf-8', 'replace'), digest_size=16).hexdigest()}"


def _lock(name: str) -> AESGCMRequestStateCodec:
    return AESGCMRequestStateCodec([hashlib.blake2b(name.encode("utf-8", "replace"), person=b"penchant turn").digest()])
