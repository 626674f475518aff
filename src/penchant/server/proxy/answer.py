"""Handing on the model's answer: streamed bytes as they come, anything else once it is whole."""

from __future__ import annotations

import json

import httpx
from starlette.types import Send

from penchant.server.problems import Problem
from penchant.server.proxy.headers import RawHeaders, to_client
from penchant.server.proxy.outcome import MemoryOutcome
from penchant.server.proxy.upstream import Upstream

MEMORY = "X-Penchant-Memory"
"""The header that says what memory did."""
_STREAMED = "text/event-stream"


async def relay(upstream: Upstream, response: httpx.Response, outcome: MemoryOutcome, send: Send) -> None:
    """Send the response on; a Problem where it breaks off before any of it was sent, later it breaks off there too."""
    headers = to_client(response.headers.raw)
    headers.append((MEMORY.lower().encode(), str(outcome).encode()))
    if response.headers.get("content-type", "").startswith(_STREAMED):
        await _stream(upstream, response, headers, send)
        return
    body = await upstream.whole(response)
    if not any(name == b"content-length" for name, _ in headers):
        headers.append((b"content-length", str(len(body)).encode()))
    await send({"type": "http.response.start", "status": response.status_code, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def _stream(upstream: Upstream, response: httpx.Response, headers: RawHeaders, send: Send) -> None:
    parts = response.aiter_raw()
    end = b"\n\n"
    with upstream.explained():
        part = await anext(parts, b"")
    await send({"type": "http.response.start", "status": response.status_code, "headers": headers})
    try:
        while part:
            await send({"type": "http.response.body", "body": part, "more_body": True})
            end = (end + part)[-4:]
            with upstream.explained():
                part = await anext(parts, b"")
    except Problem as problem:
        packed = "content-encoding" in response.headers
        if not packed and end.endswith((b"\n\n", b"\r\n\r\n")):  # between two events there is room for one that says so
            await send({"type": "http.response.body", "body": _told(problem), "more_body": True})
        return  # without an end: the client's connection breaks off as the model's did
    await send({"type": "http.response.body", "body": b""})


def _told(problem: Problem) -> bytes:
    error = {"message": str(problem), "type": "upstream_error", "param": None, "code": str(problem.status)}
    return f"data: {json.dumps({'error': error})}\n\n".encode()
