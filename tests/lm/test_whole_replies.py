"""A reply has a time and a size, whatever way it comes: what drips or never ends is broken, and told in one line."""

from __future__ import annotations

import gzip
import shutil
import socket
import ssl
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest
from endpoint_calls import PICK, SECRET, model
from hostile import HEAD, TEA, Visit, dripping, gushing, hostile, in_turn, saying

from penchant.errors import BadInput, ModelFailed, ModelUnavailable
from penchant.lm.openai import LARGEST, LONGEST, OpenAIModel

pytestmark = pytest.mark.usefixtures("no_key_of_the_machine")

CHUNKED = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"
DRIPS = {
    "a body": dripping(HEAD + b"Content-Length: 500\r\n\r\n"),
    "a body of unknown length": dripping(HEAD + b"\r\n"),
    "chunks": dripping(CHUNKED, b"1\r\n \r\n"),
    "a head": dripping(b"HTTP/1.1 200 OK\r\nX: ", b"x"),
    "headers": dripping(b"HTTP/1.1 200 OK\r\n", b"X: x\r\n"),
    "be patient": dripping(b"", b"HTTP/1.1 102 Processing\r\n\r\n"),
}
GUSHES = {
    "a body of unknown length": gushing(HEAD + b"\r\n", b" " * 65_536),
    "chunks": gushing(CHUNKED, b"10000\r\n" + b" " * 65_536 + b"\r\n"),
    "a length beyond all measure": dripping(HEAD + b"Content-Length: %d\r\n\r\n" % (LARGEST + 1)),
    "packed": saying(gzip.compress(b" " * (LARGEST + 1)), HEAD + b"Content-Encoding: gzip\r\n"),
}
Way = Callable[[Visit, float], AbstractContextManager[OpenAIModel]]


@contextmanager
def plainly(visit: Visit, timeout: float) -> Iterator[OpenAIModel]:
    """Over a connection of its own."""
    with hostile(visit) as url:
        lm = model(url, timeout=timeout, attempts=2)
        yield lm
        lm.close()


@contextmanager
def again(visit: Visit, timeout: float) -> Iterator[OpenAIModel]:
    """Over a connection that was used before."""
    with plainly(in_turn(saying(TEA), visit), timeout) as lm:
        assert lm.complete(PICK).text == "tea"
        yield lm


@contextmanager
def by_proxy(visit: Visit, timeout: float) -> Iterator[OpenAIModel]:
    with hostile(visit) as url, pytest.MonkeyPatch.context() as environment:
        environment.setenv("http_proxy", url.removesuffix("/v1"))
        lm = model("http://endpoint.invalid/v1", timeout=timeout, attempts=2)
        yield lm
        lm.close()


@pytest.mark.parametrize("way", [plainly, again, by_proxy])
@pytest.mark.parametrize("drip", DRIPS.values(), ids=DRIPS.keys())
def test_the_timeout_is_for_the_whole_reply_however_it_drips(way: Way, drip: Visit) -> None:
    with way(drip, 0.3) as lm:
        began = time.monotonic()
        with pytest.raises(ModelFailed, match=r"did not answer within 0\.3 s, 2 times\.$"):
            lm.complete(PICK)
    assert 0.6 <= time.monotonic() - began < 4


@pytest.mark.parametrize("way", [plainly, again, by_proxy])
@pytest.mark.parametrize("gush", GUSHES.values(), ids=GUSHES.keys())
def test_a_reply_that_is_too_long_is_a_broken_one(way: Way, gush: Visit) -> None:
    with way(gush, 30.0) as lm, pytest.raises(ModelFailed) as raised:
        lm.complete(PICK)
    assert "broke off (the response is longer than 16 MB), 2 times." in str(raised.value)


@pytest.mark.parametrize("way", [plainly, again, by_proxy])
def test_what_drips_once_is_asked_for_again(way: Way) -> None:
    with way(in_turn(DRIPS["a body"], saying(TEA)), 0.5) as lm:
        assert lm.complete(PICK).text == "tea"
        assert lm.complete(PICK).text == "tea"


@pytest.mark.parametrize("way", [plainly, by_proxy])
def test_a_way_round_in_circles_takes_no_longer(way: Way) -> None:
    """Every redirection alone would be in time."""

    def visit(line: socket.socket, over: threading.Event) -> None:
        over.wait(0.1)
        line.sendall(b"HTTP/1.1 307 There\r\nLocation: /v1/chat/completions\r\nContent-Length: 0\r\n\r\n")

    with way(visit, 0.5) as lm:
        began = time.monotonic()
        with pytest.raises(ModelFailed, match=r"did not answer within 0\.5 s, 2 times"):
            lm.complete(PICK)
    assert time.monotonic() - began < 1.9


def test_a_long_reply_in_many_small_pieces_is_read_once() -> None:
    """Fifty thousand pieces: to begin anew with each would take many minutes."""
    text = b"x" * 50_000
    pieces = b"".join(b"1\r\n%c\r\n" % letter for letter in TEA.replace(b"tea", text))
    with hostile(lambda line, over: line.sendall(CHUNKED + pieces + b"0\r\n\r\n")) as url:
        lm = model(url)
        began = time.process_time()
        assert len(lm.complete(PICK).text) == len(text)
        lm.close()
    assert time.process_time() - began < 20


@pytest.fixture(scope="module")
def certified(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, ssl.SSLContext]:
    """A certificate of our own, and a server's context with it."""
    if shutil.which("openssl") is None:
        pytest.skip("openssl is needed to make a certificate")
    folder = tmp_path_factory.mktemp("certificate")
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    make = f"openssl req -x509 -newkey rsa:2048 -nodes -days 1 -keyout {key} -out {certificate} -subj /CN=test"
    subprocess.run([*make.split(), "-addext", "subjectAltName=IP:127.0.0.1"], check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    return certificate, context


@pytest.mark.parametrize(
    ("visit", "timeout", "told"),
    [
        (DRIPS["a body"], 1.0, "did not answer within"),
        (DRIPS["a head"], 1.0, "did not answer within"),
        (GUSHES["chunks"], 60.0, "MB"),
    ],
)
def test_over_tls_it_is_the_same(
    visit: Visit, timeout: float, told: str, certified: tuple[Path, ssl.SSLContext], monkeypatch: pytest.MonkeyPatch
) -> None:
    certificate, context = certified
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    with hostile(in_turn(saying(TEA), saying(TEA), visit), context) as url:
        lm = model(url, timeout=timeout, attempts=1)
        assert [lm.complete(PICK).text for _ in range(2)] == ["tea", "tea"]
        with pytest.raises(ModelFailed, match=told):
            lm.complete(PICK)
        lm.close()


def test_a_server_nobody_vouches_for_gets_no_key(certified: tuple[Path, ssl.SSLContext]) -> None:
    with hostile(saying(TEA), certified[1]) as url:
        lm = model(url, key=SECRET)
        with pytest.raises(ModelUnavailable, match=r"could not be reached .*certificate"):
            lm.complete(PICK)


def test_a_handshake_that_never_ends_is_given_up() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:  # it takes connections, and says nothing
        lm = model(f"https://127.0.0.1:{silent.getsockname()[1]}/v1", timeout=0.2, attempts=1)
        with pytest.raises(ModelFailed, match=r"did not answer within 0\.2 s"):
            lm.complete(PICK)


@pytest.mark.parametrize(("proxy", "told"), [("ftp://ana:tea@x", "no web address"), ("socks5://x", "socksio")])
def test_a_proxy_that_cannot_be_used_is_one_line(proxy: str, told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("https_proxy", proxy)
    monkeypatch.delenv("no_proxy", raising=False)
    with pytest.raises((BadInput, ModelUnavailable), match=told) as raised:
        model("https://example.com/v1")
    assert "tea" not in str(raised.value)


@pytest.mark.parametrize("timeout", [0.0, -1.0, float("nan"), float("inf"), 3_000_000.0, LONGEST * 1.01])
def test_a_timeout_that_is_none_is_refused(timeout: float) -> None:
    with pytest.raises(BadInput, match=r"more than 0 seconds and at most 86,400, which is a day\.$"):
        model("http://localhost/v1", timeout=timeout)


@pytest.mark.parametrize("way", [plainly, again, by_proxy])
def test_the_longest_timeout_can_be_waited_for(way: Way) -> None:
    with way(saying(TEA), LONGEST) as lm:
        assert lm.complete(PICK).text == "tea"
