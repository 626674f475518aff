"""How tools are told of, and how what they give goes out: typed, as text, or as one line."""

from __future__ import annotations

import json

from mcp_types import CallToolResult, TextContent, Tool, ToolAnnotations
from pydantic import BaseModel

from penchant.domain import readable
from penchant.domain.lines import one_line
from penchant.server.mcp.arguments import input_schema, output_schema
from penchant.server.mcp.tools import VerbTool
from penchant.server.notice import NOTICE


def described(tool: VerbTool, *, person: bool) -> Tool:
    """A tool as clients are told of it; ``person`` is whether it has to be said whose memory is meant."""
    return Tool(
        name=tool.name,
        description=tool.says,
        input_schema=input_schema(tool.takes, person=person),
        output_schema=output_schema(tool.gives),
        annotations=ToolAnnotations(
            read_only_hint=tool.reads,
            destructive_hint=tool.erases,
            idempotent_hint=tool.repeatable or tool.reads,
            open_world_hint=False,
        ),
    )


def result_of(made: BaseModel) -> CallToolResult:
    """What a tool gives, typed and as text: JSON, in which no words can pose as anything else."""
    form = {"notice": NOTICE, **made.model_dump(mode="json")}
    text = json.dumps(form, ensure_ascii=False)
    return CallToolResult(content=[TextContent(type="text", text=text)], structured_content=form)


def refused(line: str) -> CallToolResult:
    """What a tool gives where it did nothing: one line that says why."""
    text = readable(one_line(line))
    return CallToolResult(content=[TextContent(type="text", text=text)], is_error=True)


def where(error: BaseException) -> str:
    """What kind of error it was and where it happened, and none of the words that may be in it."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = f" at {trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}" if trace else ""
    return f"{type(error).__name__}{place}"
