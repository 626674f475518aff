"""The way of a request through the proxy: what is known goes before it, the model answers, and then it is learned from.

Memory is off the path: where it fails or is slow, the model is asked without it, and a header says so.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from urllib.parse import quote

from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Message, Receive, Scope, Send

from penchant.errors import PenchantError
from penchant.loop.messages import LONGEST
from penchant.server.callers import EVERYONE_HERE
from penchant.server.host import Host
from penchant.server.metrics import PROXIED
from penchant.server.problems import Problem, problem_of
from penchant.server.proxy.answer import MEMORY, relay
from penchant.server.proxy.form import Api, ModelRequest
from penchant.server.proxy.knowledge import PersonBriefing, briefing_for
from penchant.server.proxy.learning import LearningQueue, Overheard
from penchant.server.proxy.outcome import MemoryOutcome
from penchant.server.proxy.question import asking, may_answer
from penchant.server.proxy.upstream import Upstream, check_key
from penchant.server.proxy.visit import Learn, ProxyVisit

_APIS: dict[str, Api] = {"/v1/chat/completions": "chat", "/v1/responses": "responses"}
_NO_MODEL = "There is no model behind this server: start it with penchant serve --upstream URL."
_MOST_MESSAGES = 200  # of one request are learned from
_log = logging.getLogger("penchant.server")


class ProxyEndpoint:
    """An ASGI application for the proxy's addresses; the application it is part of runs it with :meth:`running`."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._settings = host.settings
        self._upstream: Upstream | None = None
        self._learning: LearningQueue | None = None
        check_key(host.settings)

    def routes(self) -> list[Route]:
        """Where it answers."""
        return [Route(path, self) for path in (*_APIS, "/v1/models", "/v1/models/{model:path}")]

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Serve until it is left; what was taken to learn from is learned from first."""
        if self._settings.upstream is None:
            yield
            return
        self._upstream, self._learning = Upstream(self._settings), LearningQueue(self._host)
        warming = asyncio.create_task(self._warm())
        try:
            async with self._learning.running():
                yield
        finally:
            await asyncio.gather(warming, return_exceptions=True)
            await self._upstream.close()
            self._upstream = self._learning = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request; a client that goes away ends the model's work on it."""
        if self._upstream is None:
            raise Problem(404, _NO_MODEL)
        method = "POST" if scope["path"] in _APIS else "GET"
        if scope["method"] != method:
            raise Problem(405, f"This address takes {method} only.", {"Allow": method})
        body = b""
        if scope["method"] == "POST":  # the doors have the whole of it
            body = (await receive()).get("body", b"")
        answering = asyncio.create_task(self._answer(scope, body, send))
        leaving = asyncio.create_task(_gone(receive))
        try:
            await asyncio.wait({answering, leaving}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            leaving.cancel()
            gone = not answering.done() and answering.cancel()
            [ended] = await asyncio.gather(answering, return_exceptions=True)
        if isinstance(ended, BaseException) and not (gone and isinstance(ended, asyncio.CancelledError)):
            raise ended

    async def _answer(self, scope: Scope, body: bytes, send: Send) -> None:
        visit = ProxyVisit.of(scope, guarded=self._host.keys is not None)
        api = _APIS.get(scope["path"])
        if api is None:
            await self._pass_on(scope, visit, b"", MemoryOutcome.skipped("no-conversation"), send)
            return
        request = ModelRequest.read(api, body)
        person, learn = visit.person(request.body), visit.learn()
        overheard = self._overheard(visit, request, person, learn)
        briefing, outcome = await self._recall(visit, request, person)
        if person is not None:
            outcome = self._with_place(outcome, learn, overheard)
        try:
            if briefing.question and self._settings.ask == "answer" and may_answer(request, briefing.question):
                kind, asked = asking(request, briefing.question)
                outcome = outcome.with_detail("asks", "answer")
                await Response(asked, 200, {MEMORY: str(outcome)}, media_type=kind)(scope, _never, send)
                PROXIED.labels(outcome.state).inc()
                return
            note = briefing.note
            if briefing.question:
                outcome = outcome.with_detail("asks", "note")
            await self._pass_on(scope, visit, request.with_note(note) if note else request.raw, outcome, send)
        finally:
            if outcome.has_place and overheard is not None and self._learning is not None:
                self._learning.put(overheard)

    async def _pass_on(self, scope: Scope, visit: ProxyVisit, body: bytes, outcome: MemoryOutcome, send: Send) -> None:
        """Ask the model, and hand on what it answers as it comes."""
        assert self._upstream is not None
        PROXIED.labels(outcome.state).inc()
        try:
            headers = visit.headers_to_model(self._upstream.key)
            path, query = _path(scope), scope.get("query_string", b"")
            async with self._upstream.answering(scope["method"], path, query, headers, body) as response:
                await relay(self._upstream, response, outcome, send)
        except PenchantError as error:
            found = problem_of(error)
            raise Problem(found.status, str(found), {**found.headers, MEMORY: str(outcome)}, type=found.type) from error

    async def _recall(
        self, visit: ProxyVisit, request: ModelRequest, person: str | None
    ) -> tuple[PersonBriefing, MemoryOutcome]:
        """What to tell the model, within the time that memory has; and what became of it."""
        nothing, settings = PersonBriefing(), self._settings
        if person is None:
            return nothing, MemoryOutcome.skipped("no-person")
        if not request.messages:
            return nothing, MemoryOutcome.skipped("no-messages")
        words, ask = request.asked, settings.ask != "never" and bool(request.fresh)
        try:
            async with asyncio.timeout(settings.memory_ms / 1000):
                found = await self._host.serve(
                    visit.caller,
                    lambda service: briefing_for(service, person, words, tokens=settings.memory_tokens, may_ask=ask),
                )
        except TimeoutError:
            return nothing, MemoryOutcome.failed("slow")
        except Exception as error:
            _log.warning("memory failed on the way to the model: %s", type(error).__name__)  # and nobody's words
            return nothing, MemoryOutcome.failed("error")
        return found, MemoryOutcome.used(len(found.lines))

    def _overheard(
        self, visit: ProxyVisit, request: ModelRequest, person: str | None, learn: Learn
    ) -> Overheard | None:
        """What is to be learned from once the answer is on its way; None where there is nothing."""
        if person is None or learn == "no":
            return None
        said = request.fresh if learn == "last" else tuple(each for each in request.messages if each.role == "user")
        names = {message.name for message in request.messages if message.role == "user" and message.name}
        own = {message.id for message in said if message.content.strip() and (len(names) < 2 or message.name == person)}
        if not own:
            return None
        if learn == "last":
            kept = [*request.before, *(message for message in said if message.id in own)]
        else:
            kept = [message for message in request.messages if message.role == "assistant" or message.id in own]
        kept = kept[-_MOST_MESSAGES:]
        return Overheard(visit.caller, person, [replace(each, content=each.content[:LONGEST]) for each in kept])

    def _with_place(self, outcome: MemoryOutcome, learn: Learn, overheard: Overheard | None) -> MemoryOutcome:
        if learn == "no":
            return outcome.with_detail("learning", "off")
        if overheard is None:
            return outcome
        assert self._learning is not None
        return outcome.with_detail("learning", "queued" if self._learning.reserve() else "overflowed")

    async def _warm(self) -> None:
        """Open the first tenant's memory, so that nobody's first request has to wait for it."""
        try:
            await self._host.serve(EVERYONE_HERE, lambda service: service.profile("nobody", "anything"))
        except Exception as error:
            _log.warning("memory could not be opened yet: %s", type(error).__name__)


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _never() -> Message:
    raise AssertionError("a whole response reads nothing")


def _path(scope: Scope) -> str:
    """The address at the model, after its root; a model's name may have slashes, and leads nowhere else."""
    path: str = scope["path"]
    parts = path.removeprefix("/v1/").split("/")
    if any(part in ("", ".", "..") for part in parts):
        raise Problem(404, "There is no model of that name.")
    return "/" + "/".join(quote(part, safe=":@") for part in parts)
