"""What goes wrong, as HTTP tells it: problem+json with one sentence, and never a 500 for what somebody sent."""

from __future__ import annotations

import re
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any
from urllib.parse import quote, unquote

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse

from penchant.errors import (
    AlreadyKnown,
    AlreadyTranscribed,
    BadData,
    BadInput,
    ModelFailed,
    NotAllowed,
    PenchantError,
    PreferenceChanged,
    StoreError,
    TurnRefused,
    Unavailable,
    UnknownPreference,
)
from penchant.server.mistakes import fields_at, mistake

RETRY_S = 2
"""So many seconds later a store that is away may be back."""

NAMED, UNNAMED = "urn:penchant:", "about:blank"
"""How the type of a problem begins that is an error of ours, by whose name a client raises it; and of any other."""

_STATUS: tuple[tuple[type[PenchantError], int], ...] = (
    (TurnRefused, 409),
    (AlreadyKnown, 409),
    (AlreadyTranscribed, 409),
    (PreferenceChanged, 412),
    (UnknownPreference, 404),
    (NotAllowed, 403),
    (Unavailable, 503),
    (BadInput, 422),
    (BadData, 422),
    (ModelFailed, 502),
    (StoreError, 503),
)


class Problem(PenchantError):
    """An answer that is no success, with its status and headers."""

    def __init__(
        self, status: int, detail: str, headers: Mapping[str, str] | None = None, *, type: str = UNNAMED
    ) -> None:
        super().__init__(detail)
        self.type = type
        self.status = status
        self.headers = dict(headers or {})


def problem_of(error: PenchantError) -> Problem:
    """The problem that an error of ours is to a caller."""
    if isinstance(error, Problem):
        return error
    status = next((status for kind, status in _STATUS if isinstance(error, kind)), 500)
    headers = {"Retry-After": str(RETRY_S)} if status == 503 else None
    return Problem(status, " ".join(error.lines), headers, type=f"{NAMED}{type(error).__name__}")


def problem_response(
    status: int, detail: str, headers: Mapping[str, str] | None = None, *, type: str = UNNAMED, path: str = ""
) -> JSONResponse:
    """The response that tells a problem; at a ``path`` of the proxy also where clients of a model look for it."""
    title = HTTPStatus(status).phrase
    told: dict[str, Any] = {"type": type, "title": title, "status": status, "detail": detail}
    if path.startswith("/v1/"):
        told["error"] = {"message": detail, "type": title, "param": None, "code": str(status)}
    return JSONResponse(told, status, dict(headers or {}), media_type="application/problem+json")


def add_handlers(app: FastAPI) -> None:
    """Have the app tell every problem in this form."""

    async def ours(request: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, PenchantError)
        found = problem_of(error)
        if found.status == 500:
            raise error  # no caller's fault: the doors write it down
        path, detail = request.url.path, str(found)
        if isinstance(error, UnknownPreference) and (person := request.path_params.get("person")):
            detail += f" Here that is GET /api/people/{quote(unquote(person), safe='')}/preferences?closed=true."
        return problem_response(found.status, detail, found.headers, type=found.type, path=path)

    async def invalid(request: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, RequestValidationError)
        first, *_ = errors = error.errors()
        if first["type"] == "json_invalid":
            return problem_response(400, f"The body is no JSON: {first.get('ctx', {}).get('error', first['msg'])}.")
        return problem_response(422, mistake(errors, fields_at(request.scope.get("route"))))

    async def refused(request: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, HTTPException)
        detail = str(error.detail) if error.detail else HTTPStatus(error.status_code).phrase
        # the page's files are looked for where no route takes a GET, and a 405 names the methods of one route only
        if error.status_code in (404, 405) and (allowed := _methods_at(app, request.scope["path"])):
            detail = f"This address takes {allowed}, and not {request.method}. See /openapi.json for more."
            return problem_response(405, detail, {"Allow": allowed}, path=request.url.path)
        if error.status_code == 404:
            detail = "There is nothing at this address. See /openapi.json for what there is."
        elif error.status_code == 400:
            detail = "The body is no JSON that can be read."
        elif error.status_code == 405:
            detail = "This address does not take this method. See /openapi.json for what it takes."
        return problem_response(error.status_code, detail, error.headers, path=request.url.path)

    app.add_exception_handler(PenchantError, ours)
    app.add_exception_handler(RequestValidationError, invalid)
    app.add_exception_handler(HTTPException, refused)


def _methods_at(app: FastAPI, path: str) -> str:
    """Every method that an address takes, as an Allow header lists them."""
    found = {
        method.upper()
        for template, operations in app.openapi()["paths"].items()
        if re.fullmatch(re.sub(r"\\{\w+\\}", "[^/]+", re.escape(template)), path)
        for method in operations
    }
    return ", ".join(sorted(found))
