"""The client against a real server on localhost: what is sent, what comes back, and what the wire does to it."""

from __future__ import annotations

import gzip
import json
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from endpoint_calls import PICK, SCHEMA, Pauses, model, said_in_turn, serving

from penchant.errors import BadInput, ModelFailed, ModelUnavailable
from penchant.lm import Reply, ask_for
from penchant.testing.endpoint import (
    CUT,
    CUT_OFF,
    EMPTY,
    FILTERED,
    NOTHING,
    REFUSAL,
    Asked,
    Endpoint,
    Fault,
    Rules,
    Said,
)

pytestmark = pytest.mark.usefixtures("no_key_of_the_machine")


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
        threads = [threading.Thread(target=lm.complete, args=(PICK,), daemon=True) for _ in range(16)]
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
        threads = [threading.Thread(target=lm.complete, args=(PICK,), daemon=True) for _ in range(12)]
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


@pytest.mark.parametrize("settings", [{"attempts": 0}, {"in_flight": 0}])
def test_settings_that_make_no_sense_are_refused(settings: dict[str, Any]) -> None:
    with pytest.raises(BadInput, match="at least 1"):
        model("http://localhost/v1", **settings)


def test_without_the_package_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openai", None)
    with pytest.raises(ModelUnavailable, match=r"pip install 'penchant\[lm\]'"):
        model("http://localhost/v1")
