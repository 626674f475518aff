"""Calls over connections that are kept: each is sent once, gets its own reply, and what goes wrong is told."""

from __future__ import annotations

import gzip
import json
import socket
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, HTTPServer
from itertools import count
from threading import Event, Thread

import pytest
from endpoint_calls import PICK, SECRET, model, said_in_turn, serving
from hostile import HEAD, TEA, dripping, hostile, saying

from penchant.errors import ModelFailed, ModelUnavailable
from penchant.lm import ChatMessage, Prompt
from penchant.lm.openai import OpenAIModel
from penchant.testing.endpoint import BROKEN, CUT, DROP, HANG, OUT_OF_ORDER, TOO_MANY, Asked, Fault, Rules

pytestmark = pytest.mark.usefixtures("no_key_of_the_machine")


def prompt(words: str) -> Prompt:
    return replace(PICK, messages=(*PICK.messages, ChatMessage("user", words)))


def test_every_request_says_who_asks_and_how_long_it_is() -> None:
    with serving(lambda asked: asked.text, key=SECRET) as (lm, endpoint):
        said = [lm.complete(prompt(words)).text for words in ("tea", "coffee, and a longer one", "té")]
    assert said == ["tea", "coffee, and a longer one", "té"]
    lengths = ("content-length", "idempotency-key")
    first, *others = (
        {name: value for name, value in asked.headers.items() if name not in lengths} for asked in endpoint.asked
    )
    assert first["authorization"] == f"Bearer {SECRET}"
    assert others == [first, first]


@pytest.mark.parametrize("trouble", [OUT_OF_ORDER, CUT, DROP, BROKEN, TOO_MANY, Fault(503)])
def test_what_goes_wrong_later_is_sent_once_and_tried_again(trouble: Fault) -> None:
    with serving(said_in_turn("tea", trouble, "coffee", "juice")) as (lm, endpoint):
        said = [lm.complete(prompt(words)).text for words in ("one", "two", "three")]
    assert said == ["tea", "coffee", "juice"]
    assert [asked.text for asked in endpoint.asked] == ["one", "two", "two", "three"]


def test_a_hang_later_is_given_up_in_time() -> None:
    with serving(said_in_turn("tea", HANG), timeout=0.2) as (lm, endpoint):
        lm.complete(PICK)
        with pytest.raises(ModelFailed, match=r"did not answer within 0\.2 s, 3 times"):
            lm.complete(PICK)
    assert len(endpoint.asked) == 4


def test_a_key_that_is_taken_away_is_told_as_that() -> None:
    with serving(said_in_turn("tea", Fault(401, f"wrong key {SECRET}")), key=SECRET) as (lm, endpoint):
        lm.complete(PICK)
        with pytest.raises(ModelUnavailable, match="does not let us in") as raised:
            lm.complete(PICK)
    assert SECRET not in str(raised.value)
    assert len(endpoint.asked) == 2


@pytest.mark.parametrize("in_flight", [1, 3, 64])
def test_with_an_endpoint_that_often_fails_every_thread_gets_its_own_reply(in_flight: int) -> None:
    def answer(asked: Asked) -> str | Fault:
        return (OUT_OF_ORDER, CUT, DROP, TOO_MANY)[asked.number % 4] if asked.number % 3 == 0 else asked.text

    with serving(answer, attempts=60, in_flight=in_flight) as (lm, endpoint), ThreadPoolExecutor(16) as pool:
        words = [f"words {number}" for number in range(120)]
        assert list(pool.map(lambda each: lm.complete(prompt(each)).text, words)) == words
        assert endpoint.stats()["most"] <= in_flight


def test_one_that_hangs_or_drips_is_given_up_while_others_go_on() -> None:
    def visit(line: socket.socket, over: Event) -> None:
        (dripping(HEAD + b"Content-Length: 500\r\n\r\n") if next(visits) == 0 else saying(TEA))(line, over)

    def ask(number: int) -> str:
        try:
            return lm.complete(prompt(str(number))).text
        except ModelFailed as error:
            return str(error)

    visits = count()
    with hostile(visit) as url, ThreadPoolExecutor(4) as pool:
        lm = model(url, timeout=0.5, attempts=1)
        said = sorted(pool.map(ask, range(4)))
        lm.close()
    assert "did not answer within 0.5 s" in said[0]
    assert said[1:] == ["tea", "tea", "tea"]


def test_a_call_that_waits_to_be_made_again_keeps_others_from_the_endpoint() -> None:
    order = list[str]()

    def answer(asked: Asked) -> str | Fault:
        order.append(asked.text)
        return TOO_MANY if len(order) == 1 else asked.text

    with serving(answer, in_flight=1) as (lm, _), ThreadPoolExecutor(3) as pool:
        words = ["one", "two", "three"]
        assert list(pool.map(lambda each: lm.complete(prompt(each)).text, words)) == words
    assert order[0] == order[1]


class _Packing(BaseHTTPRequestHandler):
    """Packs what it says, whatever it was told."""

    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["content-length"]))
        body = gzip.compress(json.dumps({"choices": [{"message": {"content": "tea"}}]}).encode())
        self.send_response(200)
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        pass


def test_what_comes_packed_is_unpacked() -> None:
    server = HTTPServer(("127.0.0.1", 0), _Packing)
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        lm = OpenAIModel("scripted", base_url=f"http://127.0.0.1:{server.server_port}/v1")
        assert [lm.complete(PICK).text for _ in range(3)] == ["tea", "tea", "tea"]
        lm.close()
    finally:
        server.shutdown()
        server.server_close()


def test_an_endpoint_that_knows_its_replies_by_heart_thinks_once_of_each() -> None:
    thought = list[str]()

    def answer(asked: Asked) -> str | Fault:
        thought.append(asked.text)
        return OUT_OF_ORDER if thought == ["one"] else asked.text.upper()

    with serving(answer, Rules(by_heart=True)) as (lm, endpoint):
        said = [lm.complete(prompt(words)).text for words in ("one", "two", "one", "two")]
        assert endpoint.stats()["calls"] == 5
    assert said == ["ONE", "TWO", "ONE", "TWO"]
    assert thought == ["one", "one", "two"]


def test_who_is_sent_on_to_another_server_goes_there() -> None:
    with serving(lambda asked: asked.text) as (_, endpoint):
        there = endpoint.base_url.removesuffix("/v1").encode()
        sent_on = b"HTTP/1.1 307 There\r\nLocation: %s/v1/chat/completions\r\n" % there
        with hostile(saying(b"", sent_on)) as url:
            lost = model(url)
            assert [lost.complete(prompt(words)).text for words in ("one", "two", "three")] == ["one", "two", "three"]
            lost.close()


def test_who_is_sent_on_to_tls_goes_there_and_is_told_when_nobody_answers() -> None:
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))  # bound, not listening
        there = b"https://127.0.0.1:%d/v1/chat/completions" % nobody.getsockname()[1]
        sent_on = b"HTTP/1.1 308 There\r\nLocation: %s\r\n" % there
        with hostile(saying(b"", sent_on)) as url, pytest.raises(ModelFailed, match="could not be reached"):
            model(url).complete(PICK)
