"""The REST interface: every route of it, put together."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter

from penchant.server import rest_beliefs, rest_errands, rest_people, rest_talk, studies

_SAID = {
    400: "Malformed: no JSON, or a bad header.",
    401: "No key, or a bad one.",
    403: "The key may not do this, or it is another person's memory.",
    404: "There is no such thing.",
    405: "This address takes other methods.",
    409: "A turn that was never given out or was heard otherwise already; somebody who is known already.",
    410: "It was done before, and its answer was forgotten since.",
    412: "It has changed since you looked at it.",
    408: "The body took too long to arrive.",
    413: "Too large.",
    415: "The body has to be JSON.",
    421: "Without keys it serves this machine only.",
    422: "Something in it is of the wrong kind.",
    428: "Say with If-Match which state you looked at.",
    429: "Too many requests; Retry-After says when to try again.",
    502: "The language model gave no usable reply.",
    503: "The store is away for now; Retry-After says when to try again.",
}
PROBLEMS: dict[int | str, dict[str, Any]] = {status: {"description": said} for status, said in _SAID.items()}
"""What any route may answer that is no success; their form is in ``description.py``."""


def router() -> APIRouter:
    """Every route under /api."""
    made = APIRouter(prefix="/api", responses=PROBLEMS)
    for part in (rest_errands, rest_talk, rest_beliefs, rest_people, studies):
        made.include_router(part.routes())
    return made
