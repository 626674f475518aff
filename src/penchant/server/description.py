"""The OpenAPI description: what the routes say of themselves, and that every problem has one form."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from penchant.server.proxy.description import described
from penchant.server.schemas.operations import ProblemOut

_BEARER = {"type": "http", "scheme": "bearer", "description": "A key, or a person's own token."}
_KEY: dict[str, Any] = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": False,
    "description": "The same write with the same key is done once, and gets its first answer again.",
    "schema": {"type": "string", "minLength": 1, "maxLength": 255, "pattern": r"^[!-~]+$"},
}
_READ_BY_POST = ("/consider", "/profile", "/search", "/token", "/recall", "/compose")


def describe(app: FastAPI) -> dict[str, Any]:
    """The description of an app, made once."""
    if app.openapi_schema is None:
        made = get_openapi(title=app.title, version=app.version, summary=app.summary, routes=app.routes)
        problems = made["paths"]["/readyz"]["get"]["responses"]
        made["paths"] |= described({status: {**said} for status, said in problems.items() if int(status) >= 400})
        for path, operations in made["paths"].items():
            for method, operation in operations.items():
                for status, response in operation["responses"].items():
                    if status != "default" and int(status) >= 400:
                        form = {"schema": {"$ref": "#/components/schemas/ProblemOut"}}
                        response["content"] = {"application/problem+json": form}
                for parameter in operation.get("parameters", ()):
                    if parameter["name"] == "if-match":  # without it, a 428 says what it is for
                        parameter |= {"required": True, "schema": {"type": "string"}}
                if method != "get" and not path.endswith(_READ_BY_POST) and path.startswith("/api/"):
                    operation.setdefault("parameters", []).append(_KEY)
        parts = made.setdefault("components", {})
        parts["securitySchemes"] = {"key": _BEARER}
        schemas = parts.setdefault("schemas", {})
        schemas["ProblemOut"] = ProblemOut.model_json_schema()
        for unused in ("HTTPValidationError", "ValidationError"):
            schemas.pop(unused, None)
        app.openapi_schema = made
    return app.openapi_schema
