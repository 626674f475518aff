"""The OpenAPI description: what it says, and two operations tried by a machine. All of it: test_whole_description."""

from __future__ import annotations

import re
from typing import Any

import pytest
from fastapi import FastAPI
from sensible import HOST, does_as_described

from penchant.server.app import create_app
from penchant.server.settings import ServerSettings


@pytest.fixture(scope="module")
def app() -> FastAPI:
    return create_app(ServerSettings(store=":memory:", log=False))


@pytest.mark.parametrize(("path", "method"), [("consider", "post"), ("preferences", "get")])
def test_an_operation_does_as_it_is_described(app: FastAPI, path: str, method: str) -> None:
    import schemathesis
    from hypothesis import HealthCheck, given, settings

    schema = schemathesis.openapi.from_asgi("/openapi.json", app, headers=HOST)
    tried = settings(max_examples=30, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))

    @tried
    @given(schema[f"/api/people/{{person}}/{path}"][method].as_strategy())
    def each(case: Any) -> None:
        does_as_described(case)

    each()


def test_the_description_has_the_proxy_the_form_of_an_export_and_what_a_name_is(app: FastAPI) -> None:
    described = app.openapi()
    [person] = described["paths"]["/api/people/{person}"]["delete"]["parameters"][:1]
    assert not re.search(person["schema"]["pattern"], " \x1c"), "a name of blanks is none"
    assert {"/v1/chat/completions", "/v1/responses"} <= set(described["paths"])
    assert "vector" in described["components"]["schemas"]["KeptPreference"]["properties"]
