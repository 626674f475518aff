"""The client against a real server on localhost that goes wrong in every way we know of. Nobody sleeps."""

from __future__ import annotations

import gzip
import json
import logging
import random
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from penchant.errors import BadInput, ModelFailed, ModelUnavailable
from penchant.lm import Message, Prompt, Reply, ask_for
from penchant.lm.openai import PATIENCE, OpenAIModel
from penchant.lm.waiting import Seldom, Waiting
from penchant.testing.endpoint import (
    BROKEN,
    CUT,
    CUT_OFF,
    DROP,
    EMPTY,
    FILTERED,
    HANG,
    NO_QUOTA,
    NOTHING,
    OUT_OF_ORDER,
    REFUSAL,
    TOO_MANY,
    Answer,
    Asked,
    Endpoint,
    Fault,
    Rules,
    Said,
)

SCHEMA = {
    "type": "object",
    "properties": {"pick": {"type": "integer"}},
    "required": ["pick"],
    "additionalProperties": False,
}
PICK = Prompt(
    purpose="pick",
    messages=(Message("system", "You choose."), Message("user", "Tea or coffee?")),
    schema=SCHEMA,
    max_tokens=64,
    seed=7,
)
SECRET = "sk-very-secret-0123456789"


@pytest.fixture(autouse=True)
def _no_key_of_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)


def said_in_turn(*lines: str | Said | Fault) -> Answer:
    return lambda asked: lines[min(asked.number, len(lines)) - 1]


class Pauses(list[float]):
    """Takes the place of sleeping."""

    def __call__(self, seconds: float) -> None:
        self.append(seconds)


@contextmanager
def serving(answer: Answer, rules: Rules | None = None, **settings: Any) -> Iterator[tuple[OpenAIModel, Endpoint]]:
    with Endpoint(answer, rules) as endpoint:
        lm = model(endpoint.base_url, **settings)
        yield lm, endpoint
        lm.close()


def model(
    base_url: str | None,
    *,
    name: str = "scripted",
    key: str | None = None,
    attempts: int = 3,
    timeout: float = 30,
    in_flight: int = 64,
    sleep: Callable[[float], None] | None = None,
    notice: Callable[[str], None] | None = None,
) -> OpenAIModel:
    return OpenAIModel(
        name,
        base_url=base_url,
        key=key,
        attempts=attempts,
        timeout=timeout,
        in_flight=in_flight,
        waiting=Waiting(rng=random.Random(1)),
        sleep=sleep if sleep is not None else Pauses(),
        notice=notice,
    )


def test_a_prompt_goes_out_whole_and_the_reply_comes_back_with_its_tokens() -> None:
    with serving(lambda asked: '{"pick": 1}') as (lm, endpoint):
        reply = lm.complete(PICK)
    assert reply == Reply(
        text='{"pick": 1}', model="scripted", input_tokens=6, output_tokens=2, seconds=reply.seconds, cost=None
    )
    body = endpoint.asked[0].body
    assert body["messages"] == [
        {"role": "system", "content": "You choose."},
        {"role": "user", "content": "Tea or coffee?"},
    ]
    assert (body["model"], body["max_tokens"], body["temperature"], body["seed"]) == ("scripted", 64, 0.0, 7)
    assert body["response_format"]["json_schema"] == {"name": "reply", "strict": True, "schema": SCHEMA}


@pytest.mark.parametrize("fault", [TOO_MANY, OUT_OF_ORDER, CUT, DROP, BROKEN, Fault(408), Fault(409), Fault(503)])
def test_what_may_pass_is_tried_again(fault: Fault) -> None:
    pauses = Pauses()
    with serving(said_in_turn(fault, fault, "tea"), sleep=pauses) as (lm, endpoint):
        assert lm.complete(PICK).text == "tea"
    assert len(endpoint.asked) == 3
    assert len(pauses) == 2


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
    tell = Seldom(told.append, clock=lambda: next(times))
    for number in range(5):
        tell(f"line {number}")
    assert told == ["line 0", "line 3"]


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
    waiting = Waiting(rng=random.Random(1))
    assert pauses == [waiting.seconds(failures) for failures in (1, 2, 3, 4)]
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
    waiting = Waiting(rng=random.Random(1), now=lambda: datetime(2026, 11, 15, 12, 0, 0, tzinfo=UTC))
    assert least <= waiting.seconds(1, headers) <= least * 1.1


@pytest.mark.parametrize("value", ["", "soon", "-3", "inf", "nan", "15 Nov"])
def test_a_pause_nobody_understands_is_ours_to_choose(value: str) -> None:
    assert 0.25 <= Waiting(rng=random.Random(1)).seconds(1, {"retry-after": value}) <= 0.5


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
        assert lm.complete(Prompt(purpose="pick", messages=(Message("user", "Tea?"),))).text == "tea"


def test_a_prompt_at_which_the_endpoint_breaks_off_every_time_breaks_alone() -> None:
    with (
        serving(lambda asked: CUT) as (lm, _),
        pytest.raises(ModelFailed, match=r"broke off \(the connection was cut: .*\), 3 times\.$") as caught,
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


def test_a_wrong_key_is_named_by_its_variable_and_never_shown() -> None:
    with serving(said_in_turn("tea"), Rules(key="right"), key=SECRET) as (lm, endpoint):
        with pytest.raises(
            ModelUnavailable, match=r"does not let us in \(401\); is OPENAI_API_KEY the right"
        ) as caught:
            lm.complete(PICK)
        assert endpoint.asked == []
    assert SECRET not in str(caught.value)


def test_the_key_appears_in_nothing_that_is_said_logged_or_shown(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    echo = Fault(400, f"Bad key {SECRET}, in http://ana:{SECRET}@host and Bearer {SECRET}")
    with serving(lambda asked: echo, key=SECRET) as (lm, endpoint):
        with pytest.raises(ModelFailed) as caught:
            lm.complete(PICK)
        assert endpoint.asked[0].headers["authorization"] == f"Bearer {SECRET}"
        shown = f"{caught.value} {lm!r} {lm.address!r} {caplog.text}"
    assert "Bad key ***" in shown
    assert SECRET not in shown


def test_a_password_in_the_address_is_used_and_not_shown(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    with Endpoint(lambda asked: OUT_OF_ORDER) as endpoint:
        lm = model(endpoint.base_url.replace("127.0.0.1", "ana:open%20sesame@127.0.0.1"))
        with pytest.raises(ModelFailed) as caught:
            lm.complete(PICK)
    assert endpoint.asked[0].headers["authorization"] == "Basic YW5hOm9wZW4gc2VzYW1l"
    shown = f"{caught.value} {lm!r} {lm.address!r} {caplog.text}"
    assert "sesame" not in shown
    assert "YW5hOm9wZW4gc2VzYW1l" not in shown


def test_a_wrong_key_is_known_by_its_words_where_the_status_does_not_tell() -> None:
    with (
        serving(lambda asked: Fault(400, "API key not valid")) as (lm, _),
        pytest.raises(ModelUnavailable, match="OPENAI_API_KEY"),
    ):
        lm.complete(PICK)


def test_a_local_endpoint_needs_no_key() -> None:
    with serving(said_in_turn("tea")) as (lm, endpoint):
        lm.complete(PICK)
    assert endpoint.asked[0].headers["authorization"] == "Bearer none-needed"


def test_without_key_and_address_the_variable_is_named() -> None:
    with pytest.raises(ModelUnavailable, match="OPENAI_API_KEY is not set"):
        OpenAIModel("gpt-x")


def test_key_and_address_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    with Endpoint(said_in_turn("tea"), Rules(key=SECRET)) as endpoint:
        monkeypatch.setenv("OPENAI_BASE_URL", endpoint.base_url)
        monkeypatch.setenv("OPENAI_API_KEY", f"{SECRET}\n")
        assert OpenAIModel("scripted").complete(PICK).text == "tea"


def test_a_key_with_odd_characters_is_refused_before_anything_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-ключ")
    with pytest.raises(ModelUnavailable, match="OPENAI_API_KEY has characters") as caught:
        OpenAIModel("gpt-x")
    assert "ключ" not in str(caught.value)


@pytest.mark.parametrize(
    "url",
    ["localhost:8000", "ftp://host/v1", "http://", "http://h:port/v1", "http://h/v1?key=1", "http://1.2.3.400/v1"],
)
def test_an_address_that_is_none_is_refused(url: str) -> None:
    with pytest.raises(BadInput, match="base URL"):
        OpenAIModel("gpt-x", base_url=url)


def test_a_model_that_does_not_exist_is_named_with_the_nearest_that_does() -> None:
    rules = Rules(models=("smollm2", "qwen-7b"))
    with (
        serving(said_in_turn("tea"), rules, name="smolm2") as (lm, _),
        pytest.raises(ModelUnavailable, match=r"There is no model 'smolm2' at http.*Did you mean 'smollm2'\?"),
    ):
        lm.complete(PICK)


def test_a_model_unlike_any_other_gets_the_list() -> None:
    rules = Rules(models=("smollm2", "qwen-7b"))
    with (
        serving(said_in_turn("tea"), rules, name="zzz") as (lm, _),
        pytest.raises(ModelUnavailable, match=r"It has: qwen-7b, smollm2\."),
    ):
        lm.complete(PICK)


def test_an_endpoint_that_lists_nothing_may_be_the_wrong_address() -> None:
    with Endpoint(said_in_turn("tea"), Rules(lists=False)) as endpoint:
        lm = model(endpoint.base_url.removesuffix("/v1"))
        with pytest.raises(ModelUnavailable, match=r"does the base URL end in /v1\?"):
            lm.complete(PICK)


@pytest.mark.parametrize("fault", [NO_QUOTA, Fault(402, "Payment required")])
def test_a_spent_quota_ends_the_run_at_once(fault: Fault) -> None:
    with serving(lambda asked: fault) as (lm, endpoint):
        with pytest.raises(ModelUnavailable, match=r"The quota at .* is used up"):
            lm.complete(PICK)
        assert len(endpoint.asked) == 1


def test_a_prompt_too_long_breaks_alone_and_is_not_sent_again() -> None:
    with serving(said_in_turn("tea"), Rules(window=10)) as (lm, endpoint):
        with pytest.raises(ModelFailed, match="The prompt is too long for scripted") as caught:
            lm.complete(PICK)
        assert not isinstance(caught.value, ModelUnavailable)
        assert len(endpoint.asked) == 1


def test_where_response_format_is_rejected_the_schema_goes_into_the_prompt_from_then_on() -> None:
    with serving(lambda asked: '{"pick": 2}', Rules(formats=False)) as (lm, endpoint):
        for _ in range(2):
            assert ask_for(lm, PICK, lambda reply: reply["pick"]) == 2
    first, second, third = (asked.body for asked in endpoint.asked)
    assert "response_format" in first
    assert "response_format" not in second
    assert '"required": ["pick"]' in second["messages"][0]["content"]
    assert second["messages"][0]["content"].startswith("You choose.")
    assert third == second


def test_parameters_an_endpoint_does_not_take_are_left_out_or_said_in_its_own_words() -> None:
    def picky(asked: Asked) -> str | Fault:
        if "max_tokens" in asked.body:
            return Fault(400, "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.")
        if "temperature" in asked.body:
            return Fault(400, "Unsupported value: 'temperature' does not support 0 with this model.")
        return Fault(422, "seed: extra fields not permitted") if "seed" in asked.body else "tea"

    with serving(picky) as (lm, endpoint):
        assert lm.complete(PICK).text == "tea"
        assert lm.complete(PICK).text == "tea"
    assert len(endpoint.asked) == 5
    assert endpoint.asked[-1].body["max_completion_tokens"] == 64


def test_what_many_threads_learn_of_an_endpoint_at_once_is_all_remembered() -> None:
    def picky(asked: Asked) -> str | Fault:
        if "response_format" in asked.body:
            return Fault(400, "response_format is not supported")
        return Fault(400, "temperature is not supported") if "temperature" in asked.body else "tea"

    with serving(picky, Rules(latency=0.005)) as (lm, endpoint):
        threads = [threading.Thread(target=lm.complete, args=(PICK,)) for _ in range(16)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        before = len(endpoint.asked)
        assert lm.complete(PICK).text == "tea"
    assert len(endpoint.asked) == before + 1


def test_a_complaint_that_only_mentions_a_parameter_changes_nothing() -> None:
    with serving(lambda asked: Fault(400, "What a seed! What a temperature!")) as (lm, endpoint):
        with pytest.raises(ModelFailed, match="What a seed"):
            lm.complete(PICK)
        assert len(endpoint.asked) == 1


@pytest.mark.parametrize("said", [EMPTY, NOTHING])
def test_an_empty_reply_is_called_empty(said: Said) -> None:
    with serving(lambda asked: said) as (lm, endpoint), pytest.raises(ModelFailed, match="twice: the reply is empty"):
        ask_for(lm, PICK, dict)
    assert len(endpoint.asked) == 2


def test_a_refusal_is_called_a_refusal() -> None:
    with serving(lambda asked: REFUSAL) as (lm, _), pytest.raises(ModelFailed, match=r"refused: I can't help"):
        ask_for(lm, PICK, dict)
    with serving(lambda asked: FILTERED) as (lm, _):
        assert lm.complete(PICK).finish == "refusal"


def test_a_reply_cut_off_is_called_that() -> None:
    with serving(lambda asked: CUT_OFF) as (lm, _), pytest.raises(ModelFailed, match="cut off at 128 tokens"):
        ask_for(lm, PICK, dict)


def test_any_other_400_is_told_in_the_endpoints_words() -> None:
    with (
        serving(lambda asked: Fault(400, "messages must alternate\nbetween roles.")) as (lm, _),
        pytest.raises(ModelFailed, match=r"did not take the request \(400\): messages must alternate between roles\.$"),
    ):
        lm.complete(PICK)


class _InPieces(BaseHTTPRequestHandler):
    """Answers as some servers do: compressed, and in chunks of unknown number."""

    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        said = {"choices": [{"message": {"content": "tea"}, "finish_reason": "stop"}]}
        body = gzip.compress(json.dumps(said).encode())
        self.send_response(200)
        self.send_header("Transfer-Encoding", "chunked")
        self.send_header("Content-Encoding", "gzip")
        self.end_headers()
        for piece in (body[:20], body[20:], b""):
            self.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece))

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


def test_a_response_in_compressed_pieces_is_read_and_its_tokens_estimated() -> None:
    with ThreadingHTTPServer(("127.0.0.1", 0), _InPieces) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        lm = model(f"http://127.0.0.1:{server.server_port}/v1")
        replies = [lm.complete(PICK) for _ in range(2)]  # the second over the same connection
        lm.close()
        server.shutdown()
    assert {(reply.text, reply.input_tokens, reply.output_tokens) for reply in replies} == {("tea", 7, 1)}


def test_no_more_calls_are_in_flight_than_allowed() -> None:
    with serving(lambda asked: "tea", Rules(latency=0.01), in_flight=3) as (lm, endpoint):
        threads = [threading.Thread(target=lm.complete, args=(PICK,)) for _ in range(12)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert endpoint.stats()["calls"] == 12
        assert endpoint.stats()["most"] <= 3


def test_a_connection_the_endpoint_has_closed_is_not_used_again() -> None:
    pauses = Pauses()
    with serving(said_in_turn("tea", CUT, "tea"), sleep=pauses) as (lm, _):
        lm.complete(PICK)
        lm.complete(PICK)
        lm.complete(PICK)
    assert len(pauses) == 1  # for the reply that was cut; no other attempt went wrong


def test_a_proxy_is_honoured(monkeypatch: pytest.MonkeyPatch) -> None:
    with Endpoint(lambda asked: "from the proxy") as proxy:
        monkeypatch.setenv("http_proxy", proxy.base_url.removesuffix("/v1"))
        lm = model("http://endpoint.invalid/v1")
        with pytest.raises(ModelUnavailable, match="knows no model"):  # it came to the proxy, which has no such page
            lm.complete(PICK)


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (b'{"error": "no such thing"}', "no such thing"),
        (b'{"detail": "no such thing"}', "no such thing"),
        (b"<html><body>Bad gateway</body></html>", "no reason given"),
        (b"", "no reason given"),
        (b"plain words", "plain words"),
        (b"[1]", "no reason given"),
    ],
)
def test_whatever_an_endpoint_complains_with_it_is_one_line(body: bytes, told: str) -> None:
    class Complaining(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            self.send_response(400)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Complaining) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        lm = model(f"http://127.0.0.1:{server.server_port}/v1")
        with pytest.raises(ModelFailed, match=rf"did not take the request \(400\): {told}\.$"):
            lm.complete(PICK)
        lm.close()
        server.shutdown()


@pytest.mark.parametrize("settings", [{"timeout": 0.0}, {"attempts": 0}, {"in_flight": 0}])
def test_settings_that_make_no_sense_are_refused(settings: dict[str, Any]) -> None:
    with pytest.raises(BadInput, match="at least 1"):
        model("http://localhost/v1", **settings)


def test_without_the_package_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openai", None)
    with pytest.raises(ModelUnavailable, match=r"pip install 'penchant\[lm\]'"):
        model("http://localhost/v1")
