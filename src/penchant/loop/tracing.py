"""Spans for OpenTelemetry: one for each verb of an agent and each search, once :func:`instrument` was called.

Until then nothing is imported and the verbs are what they are. A span says which verb it was, how long it took, how it
ended and how much came of it; it never holds anybody's words or name. Whom it was about is a keyed hash, which nobody
without the salt can trace back. Needs the extra: ``pip install 'penchant[otel]'``.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any

from penchant.domain import Forgetting, Lesson, Profile, Request, Turn
from penchant.errors import PenchantError
from penchant.loop.agent import Agent
from penchant.memory import Memory

if TYPE_CHECKING:
    from opentelemetry.trace import Span, Tracer, TracerProvider

    Value = str | int | float | bool

VERBS = ("consider", "hear", "reconsider", "tell", "observe", "learn", "watch", "profile", "forget")
_TRACED: tuple[tuple[type, str], ...] = (*((Agent, verb) for verb in VERBS), (Memory, "search"))
_plain: dict[tuple[type, str], Callable[..., Any]] = {}
"""The verbs as they are without tracing, while it is on."""


def instrument(provider: TracerProvider | None = None, *, salt: bytes | None = None) -> None:
    """Have every verb make a span from now on, in every agent of this process; calling it again does nothing.

    ``provider`` is the application's own unless told. Whoever gives the same ``salt`` everywhere can follow one person
    through several processes; without, it is drawn anew.
    """
    tracer = tracer_of(provider)
    key = secrets.token_bytes(16) if salt is None else hashlib.blake2b(salt, digest_size=32).digest()
    for owner, name in _TRACED if not _plain else ():
        _plain[owner, name] = verb = getattr(owner, name)
        setattr(owner, name, _traced(tracer, key, name, verb))


def uninstrument() -> None:
    """Make no more spans."""
    for (owner, name), verb in _plain.items():
        setattr(owner, name, verb)
    _plain.clear()


def tracer_of(provider: TracerProvider | None = None) -> Tracer:
    """Our tracer, by the application's provider unless told; PenchantError where OpenTelemetry is not installed."""
    try:
        from opentelemetry.trace import get_tracer
    except ImportError as error:
        raise PenchantError("Tracing needs OpenTelemetry; get it with: pip install 'penchant[otel]'") from error
    return get_tracer("penchant", tracer_provider=provider)


def failed(span: Span, error: BaseException) -> None:
    """Note on a span that it ended in an error, by its kind alone: what an error says may hold words of a person."""
    from opentelemetry.trace import Status, StatusCode

    span.set_attribute("error.type", type(error).__name__)
    span.set_status(Status(StatusCode.ERROR))


def _traced(tracer: Tracer, key: bytes, name: str, verb: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(verb)
    def traced(owner: Agent | Memory, *given: Any, **named: Any) -> Any:
        with tracer.start_as_current_span(
            f"penchant.{name}", record_exception=False, set_status_on_exception=False
        ) as span:
            if span.is_recording():
                about = given[:1] or [named[each] for each in ("person", "request", "turn") if each in named]
                span.set_attributes(_asked(key, *about))
            try:
                made = verb(owner, *given, **named)
            except BaseException as error:
                failed(span, error)
                raise
            if span.is_recording():
                span.set_attributes(_came_of(made))
            return made

    return traced


def _asked(key: bytes, about: Any = None) -> dict[str, Value]:
    """Whom it is about, and how much is on offer."""
    request = about.request if isinstance(about, Turn) else about
    person = request.person if isinstance(request, Request) else request
    told: dict[str, Value] = {}
    if isinstance(person, str):
        digest = hashlib.blake2b(person.encode("utf-8", "replace"), key=key, digest_size=8)
        told["penchant.person"] = digest.hexdigest()
    if isinstance(request, Request):
        told["penchant.options"] = len(request.options)
    return told


def _came_of(made: Any) -> dict[str, Value]:
    """How much came of it, in numbers."""
    match made:
        case Turn():
            kind = "question" if made.question else "choice" if made.choice else "briefing"
            return {"penchant.turn": kind, **_came_of(made.lesson)}
        case Lesson():
            parts = ("opened", "closed", "confirmed", "forgotten", "left_alone")
            return {f"penchant.{part}": len(getattr(made, part)) for part in parts}
        case Profile():
            return {"penchant.lines": len(made.lines), "penchant.left_out": made.left_out}
        case Forgetting():
            return {"penchant.found": len(made.found), "penchant.done": made.done}
        case list():
            return {"penchant.found": len(made)}
    return {}
