"""The whole OpenAPI description, tried by a machine: what it allows is taken, what it forbids is not.

To work out what to try takes seconds: `tests/conftest.py` leaves this file out where slow tests are.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import CHECKS, load_all_checks
from scripted_model import ScriptedModel, say_gladly
from sensible import HOST, does_as_described
from serving import serving

from penchant.server.app import create_app
from penchant.server.settings import MIB, ServerSettings

SERVER = ServerSettings(store=":memory:", log=False, body_bytes=64 * MIB)
TRIED = settings(max_examples=12, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
app = create_app(SERVER)
schema = schemathesis.openapi.from_asgi("/openapi.json", app, headers=HOST).exclude(path_regex="^/v1/")
schema.config.checks.missing_required_header.expected_statuses = ["428"]  # the status that is made for If-Match
proxy = schemathesis.openapi.from_dict(app.openapi()).include(path_regex="^/v1/")


pytestmark = pytest.mark.slow


@schema.parametrize()
@TRIED
def test_every_operation_does_as_it_is_described(case: Any) -> None:
    does_as_described(case)


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
