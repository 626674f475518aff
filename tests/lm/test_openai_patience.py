"""What the client tries again, how long it waits in between, and when it says that nobody is there. Nobody sleeps."""

from __future__ import annotations

import random
import socket
from datetime import UTC, datetime

import pytest
from endpoint_calls import PICK, Pauses, model, said_in_turn, serving

from penchant.errors import ModelFailed, ModelUnavailable
from penchant.lm import ChatMessage, Prompt
from penchant.lm.openai import PATIENCE
from penchant.lm.retry import Backoff
from penchant.testing.endpoint import (
    BROKEN,
    CUT,
    DROP,
    HANG,
    OUT_OF_ORDER,
    TOO_MANY,
    Endpoint,
    Fault,
)

pytestmark = pytest.mark.usefixtures("no_key_of_the_machine")


@pytest.mark.parametrize("fault", [TOO_MANY, OUT_OF_ORDER, CUT, DROP, BROKEN, Fault(408), Fault(409), Fault(503)])
def test_what_may_pass_is_tried_again(fault: Fault) -> None:
    pauses = Pauses()
    with serving(said_in_turn(fault, fault, "tea"), sleep=pauses) as (lm, endpoint):
        assert lm.complete(PICK).text == "tea"
    assert len(endpoint.asked) == 3
    assert len(pauses) == 2


def test_a_hang_is_ended_by_the_timeout_and_tried_again() -> None:
    with serving(said_in_turn(HANG, "tea"), timeout=0.2) as (lm, endpoint):
        assert lm.complete(PICK).text == "tea"
    assert len(endpoint.asked) == 2


def test_a_200_without_a_completion_is_tried_again() -> None:
    with serving(said_in_turn(Fault(200, "overloaded"), "tea")) as (lm, _):
        assert lm.complete(PICK).text == "tea"


def test_pauses_grow_and_are_jittered_by_the_dice_that_were_passed_in() -> None:
    pauses = Pauses()
    with serving(lambda asked: OUT_OF_ORDER, attempts=5, sleep=pauses) as (lm, _), pytest.raises(ModelFailed):
        lm.complete(PICK)
    backoff = Backoff(rng=random.Random(1))
    assert pauses == [backoff.seconds(failures) for failures in (1, 2, 3, 4)]
    assert all(0.5 * 0.5 * 2**n <= pause <= 0.5 * 2**n for n, pause in enumerate(pauses))


@pytest.mark.parametrize(
    ("headers", "least"),
    [
        ({"retry-after": "7"}, 7.0),
        ({"retry-after": "0.5"}, 0.5),
        ({"retry-after": "Sun, 15 Nov 2026 12:00:09 GMT"}, 9.0),
        ({"retry-after": "Sun, 15 Nov 2026 11:00:00 GMT"}, 0.0),
        ({"retry-after": "86400"}, 60.0),
        ({"retry-after-ms": "1500", "retry-after": "2"}, 1.5),
    ],
)
def test_a_pause_is_as_long_as_the_endpoint_asks_for(headers: dict[str, str], least: float) -> None:
    backoff = Backoff(rng=random.Random(1), now=lambda: datetime(2026, 11, 15, 12, 0, 0, tzinfo=UTC))
    assert least <= backoff.seconds(1, headers) <= least * 1.1


@pytest.mark.parametrize("value", ["", "soon", "-3", "inf", "nan", "15 Nov"])
def test_a_pause_nobody_understands_is_ours_to_choose(value: str) -> None:
    assert 0.25 <= Backoff(rng=random.Random(1)).seconds(1, {"retry-after": value}) <= 0.5


def test_retry_after_is_read_from_the_response() -> None:
    pauses = Pauses()
    with serving(said_in_turn(TOO_MANY, "tea"), sleep=pauses) as (lm, _):
        lm.complete(PICK)
    assert 7 <= pauses[0] <= 7.7


def test_one_prompt_that_keeps_failing_breaks_alone() -> None:
    with serving(lambda asked: OUT_OF_ORDER if "coffee" in asked.text else "tea") as (lm, _):
        with pytest.raises(ModelFailed, match=r"answered 500 \(out of order\), 3 times\.$") as caught:
            lm.complete(PICK)
        assert not isinstance(caught.value, ModelUnavailable)
        assert lm.complete(Prompt(purpose="pick", messages=(ChatMessage("user", "Tea?"),))).text == "tea"


def test_a_prompt_at_which_the_endpoint_breaks_off_every_time_breaks_alone() -> None:
    with (
        serving(lambda asked: CUT) as (lm, _),
        pytest.raises(ModelFailed, match=r"broke off \(.*\), 3 times\.$") as caught,
    ):
        lm.complete(PICK)
    assert not isinstance(caught.value, ModelUnavailable)


def test_an_endpoint_that_goes_away_is_waited_for_as_long_as_is_allowed() -> None:
    pauses = Pauses()
    with Endpoint(lambda asked: "tea") as endpoint:
        lm = model(endpoint.base_url, attempts=4, sleep=pauses)
        lm.complete(PICK)
    with pytest.raises(ModelUnavailable, match=r"could not be reached .*, 4 times"):
        lm.complete(PICK)
    assert len(pauses) == 3


def test_many_prompts_that_fail_in_a_row_mean_nobody_is_there() -> None:
    with serving(lambda asked: OUT_OF_ORDER, attempts=1) as (lm, _):
        for _ in range(PATIENCE - 1):
            with pytest.raises(ModelFailed) as caught:
                lm.complete(PICK)
            assert not isinstance(caught.value, ModelUnavailable)
        with pytest.raises(ModelUnavailable, match="is it running"):
            lm.complete(PICK)


def test_an_endpoint_that_stays_too_busy_ends_the_run_and_says_what_to_do() -> None:
    with (
        serving(lambda asked: TOO_MANY) as (lm, _),
        pytest.raises(ModelUnavailable, match=r"answered 429 .*3 times; wait or allow fewer calls in flight"),
    ):
        lm.complete(PICK)


def test_nobody_at_the_address_is_one_line() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # bound, not listening: nobody answers there
        lm = model(f"http://127.0.0.1:{taken.getsockname()[1]}/v1", attempts=9)
        with pytest.raises(ModelUnavailable, match=r"could not be reached .*2 times; is it running") as caught:
            lm.complete(PICK)
    assert "\n" not in str(caught.value)
