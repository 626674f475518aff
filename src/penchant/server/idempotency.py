"""Idempotency keys: a write that is tried again with its key is not done again, whichever worker it reaches.

The first answer is kept in the tenant's ledger. A worker may die between the write and that; so the key is also handed
down to the verb, as the name of the episode it writes, and the same episode teaches nothing twice.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from penchant.server.ledger import Answered
from penchant.server.problems import Problem
from penchant.server.service import Service

LONGEST_KEY = 255
_KEY = re.compile(rf"[!-~]{{1,{LONGEST_KEY}}}")
GONE: dict[str, Any] = {}
"""Kept in the place of an answer that names what it forgot."""


def checked_key(key: str | None) -> str | None:
    """The key, once it is fit to be one; None where there is none."""
    if key is None:
        return None
    if not _KEY.fullmatch(key):
        raise Problem(400, f"An Idempotency-Key has 1 to {LONGEST_KEY} characters, without spaces, such as a UUID.")
    return key


@dataclass(frozen=True, slots=True)
class Told:
    """What was just answered, and what of it is kept."""

    status: int
    text: str
    kept: str


def once(service: Service, person: str, asked: str, body: Any, work: Callable[[str], Told]) -> tuple[int, str, bool]:
    """Status and text of the first answer to what was ``asked`` with its key, and whether it was given before.

    Another body with the same key is a 422. Of somebody who had something forgotten since, the answer is gone: 410.
    """
    ledger, owner = service.tenant.ledger, service.owner(person)
    id = hashlib.sha256(f"{owner} {asked}".encode("utf-8", "replace")).hexdigest()[:32]
    digest = hashlib.sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()[:32]
    found = ledger.find(id)
    if found is not None:
        return _again(found, digest)
    told = work(f"key {id}")
    kept = ledger.keep(id, owner, Answered(digest, told.status, told.kept))
    if kept.body == digest and kept.answer == told.kept:
        return told.status, told.text, False
    return _again(kept, digest)


def _again(found: Answered, digest: str) -> tuple[int, str, bool]:
    if found.body != digest:
        raise Problem(422, "This Idempotency-Key was used for another request. Take a new key for each.")
    if found.answer is None or found.answer == "{}":
        raise Problem(410, "This was done before, and its answer was forgotten since. Nothing was done again.")
    return found.status, found.answer, True
