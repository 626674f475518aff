"""Any OpenAI-compatible endpoint, through the official ``openai`` package; an extra: ``pip install 'penchant[lm]'``.

Retries are ours, not the package's: they read the status and ``Retry-After``, and pauses and dice are passed in.
What the endpoint says no to for good is told apart from what may pass, and no key is ever part of what we say.
"""

from __future__ import annotations

import difflib
import threading
import time
from base64 import b64encode
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

from penchant.errors import BadInput, ModelFailed, ModelUnavailable, NoSuchModel
from penchant.lm.address import NO_KEY, Address
from penchant.lm.chat import Dialect, is_too_long, read_reply, request_body
from penchant.lm.meanwhile import IDLY, Meanwhile
from penchant.lm.protocol import Prompt, Reply
from penchant.lm.scrub import blot, scrub
from penchant.lm.waiting import Waiting, may_pass

if TYPE_CHECKING:
    import httpx2
    import openai

    from penchant.lm.lean import LeanTransport

PATIENCE = 5
"""So many prompts in a row that fail after every attempt, with no reply in between, mean that nobody is there."""

LONGEST = 86_400.0
"""Seconds a reply may take at most: after a day nobody is there, and what waits for sockets counts little further."""

NO_MONEY = frozenset({"insufficient_quota", "insufficient_balance", "billing_hard_limit_reached"})


class Slots(Protocol):
    """Room for so many calls at once: a semaphore of threads, or of processes."""

    def acquire(self, wait: bool = True, /) -> bool:
        """Take a place, if need be after a wait; whether there was one."""
        ...

    def release(self) -> None:
        """Give it back."""
        ...


class _Place:
    """A call's place among those in flight: kept while it waits to be made again, given back after its reply."""

    def __init__(self, slots: Slots) -> None:
        self._slots = slots
        self.is_taken = False

    def take(self, *, wait: bool = True) -> bool:
        """Take a place, unless one is taken; whether there was one, if it was not to be waited for."""
        self.is_taken = self.is_taken or self._slots.acquire(wait)
        return self.is_taken

    def give_back(self) -> None:
        """Let another have it."""
        if self.is_taken:
            self.is_taken = False
            self._slots.release()


class OpenAIModel:
    """A model behind an endpoint; its connections belong to the process that made it.

    ``attempts`` counts the first request too. ``in_flight`` limits the calls at once: a number, or a semaphore that
    several models share, or several processes. A call that waits to be made again keeps its place, so that a busy
    endpoint gets a rest. ``notice`` is told in one line why it waits, and for how long. Who has better to do than wait
    says how in ``meanwhile``.
    """

    def __init__(
        self,
        model: str,
        *,
        base_url: str | None = None,
        key: str | None = None,
        timeout: float = 120.0,
        attempts: int = 6,
        in_flight: int | Slots = 64,
        waiting: Waiting | None = None,
        sleep: Callable[[float], None] = time.sleep,
        notice: Callable[[str], None] | None = None,
        meanwhile: Meanwhile = IDLY,
    ) -> None:
        if not model.strip():
            raise BadInput("Which model? Give its name as the endpoint spells it.")
        if not 0 < timeout <= LONGEST:
            raise BadInput(f"The timeout must be more than 0 seconds and at most {LONGEST:,.0f}, which is a day.")
        if attempts < 1 or (isinstance(in_flight, int) and in_flight < 1):
            raise BadInput("Attempts and calls in flight must be at least 1.")
        self.name = model
        self.address = Address.of(base_url, key)
        self._client, self._lean = _client(self.address, timeout)
        self._never_said = _secrets(self.address)
        self._chat = f"{self.address.url}/chat/completions"
        self._timeout = timeout
        self._attempts = attempts
        self._slots: Slots = threading.BoundedSemaphore(in_flight) if isinstance(in_flight, int) else in_flight
        self._waiting = waiting or Waiting()
        self._sleep = sleep
        self._notice = notice
        self._meanwhile = meanwhile
        self._dialect = Dialect()
        self._failed_in_a_row = 0
        self._was_there = False  # it has answered before

    def __repr__(self) -> str:
        """The model and where it is, without the way in."""
        return f"OpenAIModel({self.name!r}, base_url={self.address.url!r})"

    def complete(self, prompt: Prompt) -> Reply:
        """The reply to a prompt, after as many attempts as it takes and is allowed."""
        place = _Place(self._slots)
        try:
            reply = self._persist(prompt, place)
        except BaseException:
            place.give_back()
            raise
        self._meanwhile.over(place)
        self._failed_in_a_row = 0
        self._was_there = True
        return reply

    def close(self) -> None:
        """Hang up."""
        self._client.close()

    def _persist(self, prompt: Prompt, place: _Place) -> Reply:
        import httpx2
        import openai

        for attempt in range(1, self._attempts + 1):
            headers: httpx2.Headers | None = None
            try:
                return self._call(prompt, place)
            except openai.APITimeoutError:
                trouble = f"did not answer within {self._timeout:g} s"
            except openai.APIConnectionError as error:
                why = self._scrubbed(str(error.__cause__ or error))
                if not isinstance(error.__cause__, httpx2.ConnectError):
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
                pause = self._waiting.seconds(attempt, headers)
                if self._notice is not None:
                    again = f"attempt {attempt + 1} of {self._attempts} in {pause:.3g} s"
                    self._notice(f"{self.name} at {self.address.url} {trouble}; {again}.")
                self._meanwhile.aside(partial(self._sleep, pause))
        raise self._gave_up(trouble, attempt)

    def _call(self, prompt: Prompt, place: _Place) -> Reply:
        """One request; asked again at once, in other terms, where the endpoint does not take one of ours."""
        import openai

        while True:
            dialect = self._dialect
            try:
                content, took = self._post(request_body(self.name, prompt, dialect), place)
            except (openai.BadRequestError, openai.UnprocessableEntityError) as error:
                complaint = f"{error.param or ''} {error.message}"
                if is_too_long(complaint) or dialect.without(complaint) is None:
                    raise
                # Another thread may have learned of it, or of something else, in the meantime.
                self._dialect = self._dialect.without(complaint) or self._dialect
                continue
            reply = read_reply(content, self.name, prompt, took)
            text = blot(reply.text, *self._never_said)
            return reply if text is reply.text else replace(reply, text=text)

    def _post(self, body: bytes, place: _Place) -> tuple[bytes, float]:
        """The body of the response, and how many seconds it took."""
        if self._lean is None or not self._lean.knows_how:
            return self._meanwhile.aside(lambda: self._send(body), place)
        # Where it did not go well, the package makes an error of what came, and nothing is sent or waited for.
        return self._lean.again(body, place, self._meanwhile) or self._send(body)

    def _send(self, body: bytes) -> tuple[bytes, float]:
        import httpx2

        started = time.perf_counter()
        # The response as it came: making typed objects of it costs the package as much CPU as the whole request.
        # With the whole address, because joining it to the base costs another twentieth.
        response: httpx2.Response = self._client.post(self._chat, cast_to=httpx2.Response, content=body)
        return response.content, time.perf_counter() - started

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
            listed = self._models()
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

    def _models(self) -> list[str]:
        import httpx2

        response: httpx2.Response = self._client.get("/models", cast_to=httpx2.Response)
        names = [blot(str(entry["id"]), *self._never_said) for entry in response.json()["data"]]
        return [" ".join(name.split()) for name in names]

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


def _client(address: Address, timeout: float) -> tuple[openai.OpenAI, LeanTransport | None]:
    """The package's client, and the transport inside it where the address allows for a lean one."""
    try:
        import httpx2
        import openai
    except ImportError as error:
        raise ModelUnavailable(
            f"Language models need the package openai ({error}); get it with: pip install 'penchant[lm]'"
        ) from error
    settings: dict[str, Any] = {"timeout": timeout, "auth": address.login, "follow_redirects": True}
    lean: LeanTransport | None = None
    if address.is_plain:
        from penchant.lm.lean import LeanTransport

        lean = LeanTransport()
        http = httpx2.Client(transport=lean, headers={"Accept-Encoding": "identity"}, **settings)
    else:
        from penchant.lm.far import FarTransport, proxy_for

        http = httpx2.Client(transport=FarTransport(proxy_for(address.url)), **settings)
    try:
        client = openai.OpenAI(
            api_key=address.key, base_url=address.url, timeout=timeout, max_retries=0, http_client=http
        )
    except httpx2.InvalidURL as error:
        raise BadInput(f"The base URL {address.url!r} is not a web address: {error}.") from error
    return client, lean
