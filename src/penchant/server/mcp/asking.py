"""Asking through the client: where it supports elicitation, a question reaches the person at once.

Protocol versions differ in how. Up to 2025-11-25 the server asks while the call is under way; from 2026-07-28 on the
call comes back unfinished, and the client makes it again with the answer.
"""

from __future__ import annotations

from typing import Any

from mcp.server.context import ServerRequestContext
from mcp.shared.exceptions import MCPError
from mcp_types import (
    CallToolRequestParams,
    ElicitRequest,
    ElicitRequestFormParams,
    ElicitResult,
    InputRequiredResult,
)
from mcp_types.version import is_version_at_least
from pydantic import ValidationError

from penchant.domain import Question, Turn

ANSWER = "answer"
MOST_QUESTIONS = 3
"""So many questions are put to a person within one call; any other comes back as a result."""

_CALLED_AGAIN_SINCE = "2026-07-28"


def can_ask(ctx: ServerRequestContext[Any, Any]) -> bool:
    """Whether this client can put a question to the person."""
    capabilities = ctx.session.client_capabilities
    elicitation = capabilities.elicitation if capabilities else None
    if elicitation is None or (elicitation.form is None and elicitation.url is not None):
        return False
    return calls_again(ctx) or ctx.session.can_send_request


def calls_again(ctx: ServerRequestContext[Any, Any]) -> bool:
    """Whether a question goes out as an unfinished call."""
    return is_version_at_least(ctx.protocol_version, _CALLED_AGAIN_SINCE)


def unfinished(turn: Turn, name: str) -> InputRequiredResult:
    """The call, to be made again with an answer to the turn's question; ``name`` finds the turn again."""
    assert turn.question is not None
    request = ElicitRequest(params=_form(turn.question))
    return InputRequiredResult(input_requests={ANSWER: request}, request_state=name)


def answer_in(params: CallToolRequestParams) -> str | None:
    """What the person said to the question of an unfinished call; None where they were not reached."""
    given = (params.input_responses or {}).get(ANSWER)
    return _words(given) if isinstance(given, ElicitResult) else None


async def ask_now(ctx: ServerRequestContext[Any, Any], turn: Turn) -> str | None:
    """What the person says to the turn's question, asked while the call is under way; None where nobody was reached."""
    assert turn.question is not None
    form = _form(turn.question)
    try:
        return _words(await ctx.session.elicit_form(form.message, form.requested_schema, ctx.request_id))
    except (MCPError, ValidationError):
        return None


def _form(question: Question) -> ElicitRequestFormParams:
    told = "In your own words; a reason helps."
    if question.alternatives:
        told = f"{', '.join(question.alternatives)[:1_000]}, or anything else. {told}"
    answer = {"type": "string", "title": "Your answer", "description": told}
    schema = {"type": "object", "properties": {ANSWER: answer}, "required": [ANSWER]}
    return ElicitRequestFormParams(message=question.text, requested_schema=schema)


def _words(result: ElicitResult) -> str | None:
    """What was answered: silence where they would rather not say, None where they closed the question unread."""
    if result.action == "decline":
        return ""
    said = (result.content or {}).get(ANSWER) if result.action == "accept" else None
    return said if isinstance(said, str) else None
