"""Any OpenAI-compatible endpoint, through the official ``openai`` package; an extra: ``pip install 'penchant[lm]'``.

Retries are ours, not the package's: they read the status and ``Retry-After``, and pauses and dice are passed in.
What the endpoint says no to for good is told apart from what may pass, and no key is ever part of what we say.
"""

from __future__ import annotations

import asyncio
import difflib
import threading
import time
from base64 import b64encode
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from penchant.errors import BadInput, ModelFailed, ModelUnavailable, NoSuchModel
from penchant.lm.address import NO_KEY, Address
from penchant.lm.chat import Dialect, is_too_long, read_reply, request_body
from penchant.lm.protocol import Prompt, Reply
from penchant.lm.redact import blot, scrub
from penchant.lm.retry import Backoff, may_pass

if TYPE_CHECKING:
    import openai

T = TypeVar("T")

PATIENCE = 5
"""So many prompts in a row that fail after every attempt, with no reply in between, mean that nobody is there."""

LONGEST = 86_400.0
"""Seconds a reply may take at most: after a day nobody is there, and what waits for sockets counts little further."""

LARGEST = 1 << 24
"""Bytes of the longest response that is read: far more than a model says, and sixty-four of them fit in memory."""

NO_MONEY = frozenset({"insufficient_quota", "insufficient_balance", "billing_hard_limit_reached"})


class OpenAIModel:
    """A model behind an endpoint, for callers in any number of threads; it belongs to the process that made it.

    ``attempts`` counts the first request too. ``in_flight`` limits the calls at once; one that waits to be made again
    counts, so that a busy endpoint gets a rest. ``timeout`` is for a whole reply, from the connection to its last byte.
    ``notice`` is told in one line why a call waits, and for how long.
    """

    def __init__(
        self,
        model: str,
        *,
        base_url: str | None = None,
        key: str | None = None,
        timeout: float = 120.0,
        attempts: int = 6,
        in_flight: int = 64,
        backoff: Backoff | None = None,
        sleep: Callable[[float], None] = time.sleep,
        notice: Callable[[str], None] | None = None,
    ) -> None:
        if not model.strip():
            raise BadInput("Which model? Give its name as the endpoint spells it.")
        if not 0 < timeout <= LONGEST:
            raise BadInput(f"The timeout must be more than 0 seconds and at most {LONGEST:,.0f}, which is a day.")
        if attempts < 1 or in_flight < 1:
            raise BadInput("Attempts and calls in flight must be at least 1.")
        self.name = model
        self.address = Address.of(base_url, key)
        self._client = _client(self.address, in_flight)
        self._loop = _EventLoop()
        self._never_said = _secrets(self.address)
        self._timeout = timeout
        self._attempts = attempts
        self._slots = threading.BoundedSemaphore(in_flight)
        self._backoff = backoff or Backoff()
        self._sleep = sleep
        self._notice = notice
        self._dialect = Dialect()
        self._failed_in_a_row = 0
        self._was_there = False  # it has answered before

    def __repr__(self) -> str:
        """The model and where it is, without the way in."""
        return f"OpenAIModel({self.name!r}, base_url={self.address.url!r})"

    def complete(self, prompt: Prompt) -> Reply:
        """The reply to a prompt, after as many attempts as it takes and is allowed."""
        with self._slots:
            reply = self._persist(prompt)
        self._failed_in_a_row = 0
        self._was_there = True
        return reply

    def close(self) -> None:
        """Hang up."""
        self._loop.run(self._client.close())
        self._loop.close()

    def _persist(self, prompt: Prompt) -> Reply:
        import httpx2
        import openai

        for attempt in range(1, self._attempts + 1):
            headers: httpx2.Headers | None = None
            try:
                return self._call(prompt)
            except TimeoutError:
                trouble = f"did not answer within {self._timeout:g} s"
            except (openai.APIConnectionError, httpx2.TransportError) as error:
                cause = error.__cause__ if isinstance(error, openai.APIConnectionError) else error
                why = self._scrubbed(str(cause or error))
                if not isinstance(cause, httpx2.ConnectError):
                    trouble = f"broke off ({why})"
                else:
                    trouble = f"could not be reached ({why})"
                    if attempt > 1 and not self._was_there:  # more likely a wrong address than a bad moment
                        break
            except openai.APIStatusError as error:
                if not may_pass(error.status_code) or _is_about_money(error):
                    raise self._refused(error) from None
                headers = error.response.headers
                trouble = f"answered {error.status_code} ({self._complaint(error)})"
            except ValueError as error:
                trouble = f"sent a response that cannot be read ({self._scrubbed(str(error))})"
            if attempt < self._attempts:
                pause = self._backoff.seconds(attempt, headers)
                if self._notice is not None:
                    again = f"attempt {attempt + 1} of {self._attempts} in {pause:.3g} s"
                    self._notice(f"{self.name} at {self.address.url} {trouble}; {again}.")
                self._sleep(pause)
        raise self._gave_up(trouble, attempt)

    def _call(self, prompt: Prompt) -> Reply:
        """One request; asked again at once, in other terms, where the endpoint does not take one of ours."""
        import openai

        while True:
            dialect, began = self._dialect, time.perf_counter()
            try:
                content = self._loop.run(self._post(request_body(self.name, prompt, dialect)))
            except (openai.BadRequestError, openai.UnprocessableEntityError) as error:
                complaint = f"{error.param or ''} {error.message}"
                if is_too_long(complaint) or dialect.without(complaint) is None:
                    raise
                # Another thread may have learned of it, or of something else, in the meantime.
                self._dialect = self._dialect.without(complaint) or self._dialect
                continue
            reply = read_reply(content, self.name, prompt, time.perf_counter() - began)
            text = blot(reply.text, *self._never_said)
            return reply if text is reply.text else replace(reply, text=text)

    async def _post(self, body: dict[str, Any]) -> bytes:
        """The body of the response: whole and in time, however it drips, or an error."""
        import httpx2

        # As an extra body it is sent as it is: to look through every part of it takes the package as long as the rest.
        call = self._client.chat.completions.with_streaming_response.create(
            model=self.name, messages=[], extra_body=body
        )
        content = bytearray()
        async with asyncio.timeout(self._timeout), call as response:
            announced = response.headers.get("content-length", "")
            is_too_large = announced.isdecimal() and int(announced) > LARGEST
            async for piece in response.iter_bytes():
                content += piece
                if is_too_large or len(content) > LARGEST:
                    raise httpx2.RemoteProtocolError(f"the response is longer than {LARGEST >> 20} MB")
        return bytes(content)

    def _refused(self, error: openai.APIStatusError) -> ModelFailed:
        """Why another attempt would not help, in one line."""
        url, status, complaint = self.address.url, error.status_code, self._complaint(error)
        if status == 401 or "api key" in complaint.lower():
            return ModelUnavailable(f"{url} does not let us in ({status}); is OPENAI_API_KEY the right key for it?")
        if status == 403:
            return ModelUnavailable(
                f"{url} forbids it (403: {complaint}); may this account use {self.name}, and from here?"
            )
        if status == 402 or _is_about_money(error):
            return ModelUnavailable(f"The quota at {url} is used up; see to the account's plan, then resume.")
        if status == 404:
            return self._not_found(complaint)
        if is_too_long(f"{error.code or ''} {complaint}"):
            return ModelFailed(f"The prompt is too long for {self.name}: {complaint}.")
        return ModelFailed(f"{url} did not take the request ({status}): {complaint}.")

    def _not_found(self, complaint: str) -> ModelUnavailable:
        url = self.address.url
        try:
            listed = self.listed()
        except Exception:  # whatever keeps it from listing its models, the reader is told of the 404
            return ModelUnavailable(
                f"{url} knows no model {self.name!r}, or there is no chat API; does the base URL end in /v1?"
            )
        if self.name in listed:
            return ModelUnavailable(
                f"{url} lists {self.name!r} and yet answers 404 ({complaint}); is it loaded, and does it chat?"
            )
        near = difflib.get_close_matches(self.name, listed, n=1, cutoff=0.4)
        hint = f"Did you mean {near[0]!r}?" if near else f"It has: {', '.join(sorted(listed)[:8]) or 'none'}."
        return NoSuchModel(f"There is no model {self.name!r} at {url}. {hint}")

    def listed(self) -> list[str]:
        """The models that the endpoint says it has."""
        names = [blot(name, *self._never_said) for name in self._loop.run(self._listed())]
        return [" ".join(name.split()) for name in names]

    async def _listed(self) -> list[str]:
        async with asyncio.timeout(self._timeout):
            return [each.id for each in (await self._client.models.list()).data]

    def _gave_up(self, trouble: str, attempts: int) -> ModelFailed:
        self._failed_in_a_row += 1
        words = f"{self.name} at {self.address.url} {trouble}, {attempts} times"
        if "answered 429" in trouble:
            return ModelUnavailable(f"{words}; wait or allow fewer calls in flight, then resume.")
        if "could not be reached" in trouble or self._failed_in_a_row >= PATIENCE:
            return ModelUnavailable(f"{words}; is it running? Resume when it is.")
        return ModelFailed(f"{words}.")

    def _complaint(self, error: openai.APIStatusError) -> str:
        body = error.body  # what endpoints put there differs: an object, a word, a web page, nothing
        said = body.get("message") or body.get("detail") if isinstance(body, dict) else body
        return self._scrubbed(said) if isinstance(said, str) and said[:1] not in ("", "<") else "no reason given"

    def _scrubbed(self, text: str) -> str:
        line = " ".join(scrub(text, *self.address.secrets).split()).rstrip(".")
        return line if len(line) <= 200 else line[:199] + "…"


def _secrets(address: Address) -> tuple[str, ...]:
    """What a model has no business to say: the key, the password, and both as they are sent."""
    secrets = () if address.key == NO_KEY else (address.key,)
    if address.login is None:
        return secrets
    return (*secrets, address.login[1], b64encode(":".join(address.login).encode()).decode())


def _is_about_money(error: openai.APIStatusError) -> bool:
    return isinstance(error.code, str) and error.code in NO_MONEY


class _EventLoop:
    """An event loop in a thread of its own: with it, a time limit is one for all that a call does."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="model client", daemon=True)
        self._thread.start()

    def run(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """What a coroutine gives back; the calling thread waits for it."""
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result()

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


def _client(address: Address, in_flight: int) -> openai.AsyncOpenAI:
    """The package's own client, which neither tries again nor looks at the clock: we do."""
    try:
        import httpx2
        import openai
    except ImportError as error:
        raise ModelUnavailable(
            f"Language models need the package openai ({error}); get it with: pip install 'penchant[lm]'"
        ) from error
    limits = httpx2.Limits(max_connections=None, max_keepalive_connections=in_flight)
    try:
        http = openai.DefaultAsyncHttpxClient(auth=address.login, limits=limits, timeout=None)
    except ImportError as error:
        raise ModelUnavailable("A SOCKS proxy needs the package socksio; get it with: pip install socksio") from error
    except (ValueError, httpx2.InvalidURL) as error:
        raise BadInput("A proxy that the environment names (http_proxy, https_proxy) is no web address.") from error
    try:
        return openai.AsyncOpenAI(
            api_key=address.key, base_url=address.url, timeout=None, max_retries=0, http_client=http
        )
    except httpx2.InvalidURL as error:
        raise BadInput(f"The base URL {address.url!r} is not a web address: {error}.") from error
