"""Idempotency keys: a write that is tried again with its key is not done again, whichever worker it reaches.

The first answer is kept in the tenant's ledger. A worker may die between the write and that; so the key is also handed
down to the verb, as the name of the episode it writes, and the same episode teaches nothing twice.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from typing import Any

from penchant.server.ledger import Answered
from penchant.server.problems import Problem
from penchant.server.service import Service

LONGEST_KEY = 255


def checked_key(key: str | None) -> str | None:
    """The key, once it is fit to be one; None where there is none."""
    if key is None:
        return None
    if not key.strip() or len(key) > LONGEST_KEY:
        raise Problem(400, f"An Idempotency-Key has 1 to {LONGEST_KEY} characters, such as a UUID.")
    return key


def once(
    service: Service, person: str, asked: str, body: Any, work: Callable[[str], tuple[int, str]]
) -> tuple[int, str, bool]:
    """Status and text of the first answer to what was ``asked`` with its key, and whether it was given before.

    Another body with the same key is a 422. Of somebody who had something forgotten since, the answer is gone: 410.
    """
    ledger, owner = service.tenant.ledger, service.owner(person)
    id = hashlib.sha256(f"{owner} {asked}".encode("utf-8", "replace")).hexdigest()[:32]
    digest = hashlib.sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()[:32]
    found = ledger.find(id)
    if found is not None:
        return _again(found, digest)
    status, text = work(f"key {id}")
    kept = ledger.keep(id, owner, Answered(digest, status, text))
    if kept.body == digest and kept.answer == text:
        return status, text, False
    return _again(kept, digest)


def _again(found: Answered, digest: str) -> tuple[int, str, bool]:
    if found.body != digest:
        raise Problem(422, "This Idempotency-Key was used for another request. Take a new key for each.")
    if found.answer is None:
        raise Problem(410, "This was done before, and its answer was forgotten since. Nothing was done again.")
    return found.status, found.answer, True
