"""Spans for the server's requests, with those of the verbs within them; switched on by ``penchant serve --trace``.

A span names the route and never the address that was asked for, which holds a person's name. What a request brings
along of a trace (``traceparent``) is gone on from. Where spans go is said by OpenTelemetry's own settings.
"""

from __future__ import annotations

import os
import secrets

from fastapi import FastAPI
from opentelemetry import propagate, trace
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import SpanKind, Status, StatusCode, Tracer
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from penchant.loop.tracing import failed, instrument, tracer_of
from penchant.server.doors import route_of

SALT = "PENCHANT_TRACE_SALT"
"""What people are hashed with; the same in all workers, and drawn anew at each start unless it is set."""


def prepare_workers() -> None:
    """See that all workers hash people alike."""
    os.environ.setdefault(SALT, secrets.token_hex(16))


def switch_on(app: FastAPI) -> None:
    """Make spans for every request to this app and every verb in this process."""
    if isinstance(trace.get_tracer_provider(), trace.ProxyTracerProvider):  # nobody has set one
        trace.set_tracer_provider(_exporting())
    prepare_workers()
    instrument(salt=os.environ[SALT].encode())
    app.add_middleware(RequestSpans, tracer=tracer_of())


class RequestSpans:
    """One span for each request."""

    def __init__(self, app: ASGIApp, tracer: Tracer) -> None:
        self._app = app
        self._tracer = tracer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on within its span."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        carried = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        method: str = scope["method"]
        with self._tracer.start_as_current_span(
            method,
            propagate.extract(carried),
            SpanKind.SERVER,
            attributes={"http.request.method": method},
            record_exception=False,
            set_status_on_exception=False,
        ) as span:

            async def answered(message: Message) -> None:
                if message["type"] == "http.response.start":
                    span.set_attribute("http.response.status_code", message["status"])
                    if message["status"] >= 500:
                        span.set_status(Status(StatusCode.ERROR))
                await send(message)

            try:
                await self._app(scope, receive, answered)
            except BaseException as error:
                failed(span, error)
                raise
            finally:
                route = route_of(scope)
                span.set_attribute("http.route", route)
                span.update_name(f"{method} {route}")


def _exporting() -> TracerProvider:
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter

    provider = TracerProvider(
        resource=Resource.create({"service.name": os.environ.get("OTEL_SERVICE_NAME", "penchant")})
    )
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    return provider
