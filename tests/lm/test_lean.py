"""The short way to a local endpoint: later requests are sent as the first was, and what goes wrong is told as ever."""

from __future__ import annotations

import gzip
import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

import pytest
from endpoint_calls import PICK, SECRET, model, said_in_turn, serving
from hostile import hostile, saying

from penchant.errors import ModelFailed, ModelUnavailable
from penchant.lm import Message, Prompt
from penchant.lm.openai import OpenAIModel
from penchant.testing.endpoint import BROKEN, CUT, DROP, HANG, OUT_OF_ORDER, TOO_MANY, Asked, Fault, Rules

pytestmark = pytest.mark.usefixtures("no_key_of_the_machine")


def prompt(words: str) -> Prompt:
    return replace(PICK, messages=(*PICK.messages, Message("user", words)))


def test_every_request_says_who_asks_and_how_long_it_is() -> None:
    with serving(lambda asked: asked.text, key=SECRET) as (lm, endpoint):
        said = [lm.complete(prompt(words)).text for words in ("tea", "coffee, and a longer one", "té")]
    assert said == ["tea", "coffee, and a longer one", "té"]
    first, *others = (
        {name: value for name, value in asked.headers.items() if name != "content-length"} for asked in endpoint.asked
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


def test_threads_never_get_what_came_for_another() -> None:
    def answer(asked: Asked) -> str | Fault:
        return asked.text if asked.number % 3 else OUT_OF_ORDER

    with serving(answer, attempts=20) as (lm, _), ThreadPoolExecutor(16) as pool:
        words = [f"words {number}" for number in range(300)]
        assert list(pool.map(lambda each: lm.complete(prompt(each)).text, words)) == words


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


def test_who_is_sent_on_to_tls_is_told_where_it_is() -> None:
    sent_on = b"HTTP/1.1 308 There\r\nLocation: https://elsewhere.invalid/v1/chat/completions\r\n"
    with (
        hostile(saying(b"", sent_on)) as url,
        pytest.raises(ModelFailed, match=r"broke off \(it is at https://elsewhere\.invalid/ by its own words\)"),
    ):
        model(url).complete(PICK)
