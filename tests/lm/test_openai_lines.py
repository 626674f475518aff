"""What the client says while it waits, and where the endpoint says no: each is one line that fits the case."""

from __future__ import annotations

import pytest
from endpoint_calls import PICK, SECRET, said_in_turn, serving

from penchant.errors import ModelUnavailable
from penchant.lm.retry import Throttled
from penchant.testing.endpoint import OUT_OF_ORDER, TOO_MANY, Fault

pytestmark = pytest.mark.usefixtures("no_key_of_the_machine")


def test_a_model_that_is_listed_and_not_found_is_not_suggested_instead_of_itself() -> None:
    missing = Fault(404, "The model `scripted` is not loaded", "model_not_found")
    with (
        serving(lambda asked: missing) as (lm, _),
        pytest.raises(
            ModelUnavailable, match=r"lists 'scripted' and yet answers 404 \(The model `scripted` is not loaded"
        ),
    ):
        lm.complete(PICK)


def test_what_is_forbidden_is_no_matter_of_the_key() -> None:
    with (
        serving(lambda asked: Fault(403, f"Country not supported, {SECRET}"), key=SECRET) as (lm, _),
        pytest.raises(ModelUnavailable, match=r"forbids it \(403: Country not supported, [^)]*\)") as raised,
    ):
        lm.complete(PICK)
    assert "OPENAI_API_KEY" not in str(raised.value)
    assert SECRET not in str(raised.value)


def test_who_waits_says_why_and_for_how_long() -> None:
    told: list[str] = []
    with serving(said_in_turn(TOO_MANY, OUT_OF_ORDER, "tea"), notice=told.append) as (lm, endpoint):
        lm.complete(PICK)
    first, second = told
    assert first.startswith(f"scripted at {endpoint.base_url} answered 429 (Rate limit reached); attempt 2 of 3 in 7.")
    assert "answered 500 (out of order); attempt 3 of 3 in 0." in second


def test_of_many_that_wait_one_is_told_of_every_now_and_then() -> None:
    told: list[str] = []
    times = iter([1.0, 2.0, 10.9, 11.1, 12.0])
    tell = Throttled(told.append, clock=lambda: next(times))
    for number in range(5):
        tell(f"line {number}")
    assert told == ["line 0", "line 3"]
