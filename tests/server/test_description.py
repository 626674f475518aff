"""The whole OpenAPI description, tried by a machine: every response is one that is described, and none is a 500."""

from __future__ import annotations

from typing import Any

import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import CHECKS, load_all_checks

from penchant.server.app import create_app
from penchant.server.settings import MIB, ServerSettings

HOST = {"Host": "localhost"}
SERVER = ServerSettings(store=":memory:", mind="rules", log=False, body_bytes=64 * MIB)
schema = schemathesis.openapi.from_asgi("/openapi.json", create_app(SERVER), headers=HOST)


@schema.parametrize()
@settings(max_examples=12, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
def test_every_operation_does_as_it_is_described(case: Any) -> None:
    load_all_checks()
    # what is taken cannot be told by types alone: features for each option, a key for one body, a log of the past
    by_meaning = CHECKS.get_one("positive_data_acceptance")
    case.call_and_validate(headers=HOST, excluded_checks=[by_meaning])
