"""The protocol's server: lists tools, calls them, and reads profiles, each for whoever is calling."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from importlib.metadata import version
from typing import Any, TypeVar

from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError
from mcp_types import (
    INTERNAL_ERROR,
    INVALID_PARAMS,
    CallToolRequestParams,
    CallToolResult,
    GetPromptRequestParams,
    GetPromptResult,
    InputRequiredResult,
    ListPromptsResult,
    ListResourcesResult,
    ListResourceTemplatesResult,
    ListToolsResult,
    PaginatedRequestParams,
    ReadResourceRequestParams,
    ReadResourceResult,
    TextResourceContents,
)
from pydantic import BaseModel

from penchant.domain import Turn, readable
from penchant.domain.lines import one_line
from penchant.errors import BadInput, NotAllowed, PenchantError
from penchant.server.callers import EVERYONE_HERE, Caller
from penchant.server.host import Host
from penchant.server.mcp import asking, profiles
from penchant.server.mcp.arguments import checked, person_in
from penchant.server.mcp.results import described, refused, result_of, where
from penchant.server.mcp.shapes import TurnGiven, turn_given
from penchant.server.mcp.tools import VerbTool, tools
from penchant.server.mcp.turns import keep_turn, kept_turn
from penchant.server.notice import NOTICE
from penchant.server.service import Service

INSTRUCTIONS = (
    "penchant remembers what each person wants, and learns from what they say. Before you choose or recommend "
    "something, call consider. Pass on what the person then says with hear, and lasting things they say of themselves "
    f"with tell. {NOTICE}"
)
_FAILED = "This failed inside penchant, and not because of what was sent; its log says where."
_log = logging.getLogger("penchant.server.mcp")

Context = ServerRequestContext[Any, Any]
T = TypeVar("T")


def protocol_server(host: Host, person: str | None = None) -> Server[Any]:
    """A server of the protocol on this worker; with ``person`` it is about that person only, who need not be named."""
    handlers = _Handlers(host, person)
    return Server(
        "penchant",
        version=version("penchant"),
        title="penchant",
        description="Agents that learn what each person wants.",
        instructions=INSTRUCTIONS,
        get_tool_input_schema=lambda _: None,
        on_list_tools=handlers.list_tools,
        on_call_tool=handlers.call_tool,
        on_list_resources=handlers.list_resources,
        on_list_resource_templates=handlers.list_templates,
        on_read_resource=handlers.read_resource,
        on_list_prompts=handlers.list_prompts,
        on_get_prompt=handlers.get_prompt,
    )


class _Handlers:
    def __init__(self, host: Host, person: str | None) -> None:
        self._host = host
        self._person = person
        self._tools = tools()

    async def list_tools(self, ctx: Context, _: PaginatedRequestParams | None) -> ListToolsResult:
        named = self._caller(ctx).person is None
        return ListToolsResult(tools=[described(tool, person=named) for tool in self._tools.values()])

    async def call_tool(self, ctx: Context, params: CallToolRequestParams) -> CallToolResult | InputRequiredResult:
        tool = self._tools.get(params.name)
        if tool is None:
            raise MCPError(
                INVALID_PARAMS, f"No tool is called {params.name!r:.60}. There are: {', '.join(self._tools)}."
            )
        try:
            return await self._called(ctx, tool, params)
        except PenchantError as error:
            return refused(" ".join(error.lines))
        except MCPError:
            raise
        except Exception as error:
            _log.error("the tool %s failed: %s", tool.name, where(error))
            return refused(_FAILED)

    async def _called(
        self, ctx: Context, tool: VerbTool, params: CallToolRequestParams
    ) -> CallToolResult | InputRequiredResult:
        caller, arguments = self._caller(ctx), params.arguments or {}
        person = person_in(arguments, caller.person)
        given = checked(tool.takes, arguments)
        again = params.request_state is not None and tool.gives is TurnGiven
        if again:
            made: BaseModel | Turn = await self._go_on(caller, person, params)
        else:
            made = await self._host.serve(caller, lambda service: tool.run(service, person, given))
        if not isinstance(made, Turn):
            return result_of(made)
        asks = asking.can_ask(ctx) and _may_hear(caller, person)
        turn, reached = made, not again or asking.answer_in(params) is not None
        if asking.calls_again(ctx):
            if asks and reached and turn.question and len(turn.heard) < asking.MOST_QUESTIONS:
                name = await self._host.serve(caller, lambda service: keep_turn(service, turn))
                return asking.unfinished(turn, name)
        elif asks:
            turn = await self._asked(ctx, caller, person, turn)
        return result_of(await self._host.serve(caller, lambda service: turn_given(service, turn)))

    async def _go_on(self, caller: Caller, person: str, params: CallToolRequestParams) -> Turn:
        """The turn of a call that was unfinished, once the answer is heard; as it was where nobody was reached."""
        name, words = params.request_state or "", asking.answer_in(params)

        def heard(service: Service) -> Turn:
            turn = kept_turn(service, person, name)
            return turn if words is None else service.hear(person, turn, words)

        return await self._host.serve(caller, heard)

    async def _asked(self, ctx: Context, caller: Caller, person: str, turn: Turn) -> Turn:
        """The turn once its questions were put to the person; with its question where they were not reached."""
        for _ in range(asking.MOST_QUESTIONS):
            words = await asking.ask_now(ctx, turn) if turn.question else None
            if words is None:
                break
            turn = await self._host.serve(caller, _hearing(person, turn, words))
        return turn

    async def list_resources(self, ctx: Context, _: PaginatedRequestParams | None) -> ListResourcesResult:
        own = self._caller(ctx).person
        return ListResourcesResult(resources=[] if own is None else [profiles.resource(own)])

    async def list_templates(self, ctx: Context, _: PaginatedRequestParams | None) -> ListResourceTemplatesResult:
        return ListResourceTemplatesResult(resource_templates=[profiles.template()])

    async def read_resource(self, ctx: Context, params: ReadResourceRequestParams) -> ReadResourceResult:
        async def read() -> str:
            person, about = profiles.asked_for(params.uri)
            name = person_in({"person": person}, None)
            profile = await self._host.serve(self._caller(ctx), lambda service: service.profile(name, about))
            return profiles.text_of(profile)

        text = await _answered(read)
        return ReadResourceResult(contents=[TextResourceContents(uri=params.uri, mime_type=profiles.MIME, text=text)])

    async def list_prompts(self, ctx: Context, _: PaginatedRequestParams | None) -> ListPromptsResult:
        return ListPromptsResult(prompts=[profiles.prompt(person=self._caller(ctx).person is None)])

    async def get_prompt(self, ctx: Context, params: GetPromptRequestParams) -> GetPromptResult:
        async def get() -> GetPromptResult:
            if params.name != profiles.PROMPT:
                raise BadInput(f"No prompt is called {params.name!r:.60}. There is: {profiles.PROMPT}.")
            arguments, caller = params.arguments or {}, self._caller(ctx)
            name, about = person_in(arguments, caller.person), arguments.get("about", "")
            return profiles.prompted(await self._host.serve(caller, lambda service: service.profile(name, about)))

        return await _answered(get)

    def _caller(self, ctx: Context) -> Caller:
        """Who is calling: over HTTP whom the doors let in, else whoever started this process."""
        caller: Caller = EVERYONE_HERE
        if ctx.request is not None:
            caller = ctx.request.scope["penchant.caller"]
        if self._person is None or caller.person is not None:
            return caller
        return replace(caller, person=self._person)


async def _answered(work: Callable[[], Awaitable[T]]) -> T:
    """What ``work`` gives; a mistake as one line of the protocol's own."""
    try:
        return await work()
    except PenchantError as error:
        raise MCPError(INVALID_PARAMS, readable(one_line(" ".join(error.lines)))) from None
    except Exception as error:
        _log.error("a profile could not be read: %s", where(error))
        raise MCPError(INTERNAL_ERROR, _FAILED) from None


def _hearing(person: str, turn: Turn, words: str) -> Callable[[Service], Turn]:
    return lambda service: service.hear(person, turn, words)


def _may_hear(caller: Caller, person: str) -> bool:
    """Whether an answer could be learned from: a key that may only read asks nobody."""
    try:
        caller.check("write", person)
    except NotAllowed:
        return False
    return True
