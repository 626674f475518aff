"""The whole OpenAPI description, tried by a machine: what it allows is taken, what it forbids is not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import CHECKS, load_all_checks
from scripted_model import ScriptedModel, say_gladly
from sensible import make_sense
from serving import serving

from penchant.server.app import create_app
from penchant.server.settings import MIB, ServerSettings

HOST = {"Host": "localhost"}
SERVER = ServerSettings(store=":memory:", log=False, body_bytes=64 * MIB)
TRIED = settings(max_examples=12, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
app = create_app(SERVER)
schema = schemathesis.openapi.from_asgi("/openapi.json", app, headers=HOST).exclude(path_regex="^/v1/")
schema.config.checks.missing_required_header.expected_statuses = ["428"]  # the status that is made for If-Match
proxy = schemathesis.openapi.from_dict(app.openapi()).include(path_regex="^/v1/")


@schema.parametrize()
@TRIED
def test_every_operation_does_as_it_is_described(case: Any) -> None:
    load_all_checks()
    parts = [part.mode.is_positive for part in case.meta.components.values()]
    if all(parts):
        make_sense(case)
    # where the machine finds no body that fits, it sends one that does not, and calls that fitting
    mislabelled = case.meta.generation.mode.is_positive and not all(parts)
    excluded = [CHECKS.get_one("positive_data_acceptance")] if mislabelled else []
    case.call_and_validate(headers=HOST, excluded_checks=excluded)


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Of a proxy with a model behind it."""
    with serving(ScriptedModel(say_gladly)) as model:
        settings = ServerSettings(store=":memory:", log=False, upstream=f"{model}/v1")
        with serving(create_app(settings)) as address:
            yield address


@proxy.parametrize()
@TRIED
def test_the_proxy_does_as_it_is_described(case: Any, address: str) -> None:
    load_all_checks()
    # beside a header that names the person, a body is passed on whatever it holds: the model refuses what it cannot use
    passed_on = "X-Penchant-Person" in (case.headers or {})
    excluded = [CHECKS.get_one("negative_data_rejection")] if passed_on else []
    case.call_and_validate(base_url=address, excluded_checks=excluded)


def test_the_description_has_the_proxy_the_form_of_an_export_and_what_a_name_is() -> None:
    described = app.openapi()
    [person] = described["paths"]["/api/people/{person}"]["delete"]["parameters"][:1]
    assert not re.search(person["schema"]["pattern"], " \x1c"), "a name of blanks is none"
    assert {"/v1/chat/completions", "/v1/responses"} <= set(described["paths"])
    assert "vector" in described["components"]["schemas"]["KeptPreference"]["properties"]
