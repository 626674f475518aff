"""Spans for OpenTelemetry: one for each verb and each request, with nobody's words or name, and none unless told."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator

import pytest

pytest.importorskip("opentelemetry.sdk", reason="the extra otel is not installed")

from fastapi import FastAPI
from fastapi.testclient import TestClient
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import StatusCode

from penchant import Agent, Request, Statement
from penchant.errors import PenchantError
from penchant.loop.tracing import VERBS, instrument, tracer_of, uninstrument
from penchant.memory import Memory
from penchant.server.app import create_app
from penchant.server.settings import ServerSettings
from penchant.server.tracing import RequestSpans
from workbench import Said, is_refused, penchant

SECRETS = ("vegetarian", "sam", "window", "Rosa", "tea")


class Spans:
    """The spans made so far."""

    def __init__(self) -> None:
        self.exporter = InMemorySpanExporter()
        self.provider = TracerProvider()
        self.provider.add_span_processor(SimpleSpanProcessor(self.exporter))

    def taken(self) -> dict[str, ReadableSpan]:
        """Those since the last time, by name."""
        found = {span.name: span for span in self.exporter.get_finished_spans()}
        self.exporter.clear()
        return found


@pytest.fixture
def spans() -> Iterator[Spans]:
    made = Spans()
    instrument(made.provider, salt=b"pepper")
    yield made
    uninstrument()


def told(span: ReadableSpan) -> dict[str, object]:
    return {name.removeprefix("penchant."): value for name, value in (span.attributes or {}).items()}


def test_every_verb_makes_a_span_that_says_how_much_came_of_it(spans: Spans, agent: Agent) -> None:
    agent.tell("sam", "I'm vegetarian. I love window seats.")
    tell = told(spans.taken()["penchant.tell"])
    assert (tell["opened"], tell["closed"]) == (2, 0)
    turn = agent.consider(Request("sam", "something to drink", ["black coffee", "herbal tea"]))
    consider = told(spans.taken()["penchant.consider"])
    assert (consider["options"], consider["turn"]) == (2, "question")
    assert consider["person"] == tell["person"]
    agent.hear(turn=turn, words="the tea")
    assert told(spans.taken()["penchant.hear"])["turn"] == "choice"
    agent.observe("ana", [{"role": "user", "content": "I love tulips."}])
    assert told(spans.taken()["penchant.observe"])["person"] != tell["person"]
    agent.profile("sam", "a flight")
    assert set(told(spans.taken()["penchant.profile"])) == {"person", "lines", "left_out"}
    agent.learn("sam", [Statement("wants", "aisle seats", topic="seat")])
    agent.memory.search("sam", "a seat")
    agent.forget("sam", "where I live")
    found = spans.taken()
    assert {"penchant.learn", "penchant.search", "penchant.forget"} <= set(found)
    assert told(found["penchant.forget"])["done"] is False


def test_no_span_holds_a_word_or_a_name(spans: Spans, agent: Agent) -> None:
    agent.tell("sam", "I'm vegetarian. My sister Rosa loves window seats.")
    agent.consider(Request("sam", "some tea", ["herbal tea", "black coffee"]))
    with pytest.raises(PenchantError):
        agent.profile("sam", "tea", tokens=-7)
    for span in spans.exporter.get_finished_spans():
        whole = span.to_json()
        assert not [word for word in SECRETS if word in whole.replace("sample", "")], whole
    assert (failed := spans.taken()["penchant.profile"]).status.status_code is StatusCode.ERROR
    assert (failed.attributes or {})["error.type"] == "BadInput"
    assert not failed.events


def test_who_has_the_salt_can_follow_a_person_and_nobody_else(spans: Spans, agent: Agent) -> None:
    agent.profile("sam")
    first = told(spans.taken()["penchant.profile"])["person"]
    uninstrument()
    instrument(spans.provider)
    agent.profile("sam")
    assert told(spans.taken()["penchant.profile"])["person"] != first


def test_switched_off_the_verbs_are_what_they_were(agent: Agent) -> None:
    before = [Agent.__dict__[verb] for verb in VERBS]
    made = Spans()
    instrument(made.provider)
    instrument(made.provider)
    agent.profile("sam")
    assert len(made.exporter.get_finished_spans()) == 1
    uninstrument()
    assert [Agent.__dict__[verb] for verb in VERBS] == before
    assert Memory.search.__module__ == "penchant.memory.memory"
    agent.profile("sam")
    assert len(made.exporter.get_finished_spans()) == 1


def test_a_request_is_a_span_around_its_verbs_and_names_the_route_alone(spans: Spans, settings: ServerSettings) -> None:
    app: FastAPI = create_app(settings)
    app.add_middleware(RequestSpans, tracer=tracer_of(spans.provider))
    parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
    with TestClient(app, base_url="http://localhost", raise_server_exceptions=False) as client:
        words = {"words": "I'm vegetarian"}
        assert client.post("/api/people/sam/tell", json=words, headers={"traceparent": parent}).status_code == 200
        assert client.get("/api/people/sam/preferences/99").status_code == 404
    [request] = [span for span in spans.exporter.get_finished_spans() if span.name.endswith("/tell") and span.parent]
    [tell] = [span for span in spans.exporter.get_finished_spans() if span.name == "penchant.tell"]
    assert request.name == "POST /api/people/{person}/tell"
    assert tell.parent is not None
    assert tell.parent.span_id == request.context.span_id
    assert f"{request.context.trace_id:032x}" == parent.split("-")[1]
    assert (request.attributes or {})["http.response.status_code"] == 200
    for span in spans.exporter.get_finished_spans():
        assert not [word for word in SECRETS if word in span.to_json()]


def _printed(code: str) -> object:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def test_nothing_is_imported_unless_it_is_switched_on() -> None:
    code = """import json, sys
from penchant.loop import Agent
Agent.open(":memory:").profile("sam")
first = [name for name in sys.modules if name.startswith("opentelemetry")]
from penchant.server.app import create_app
from penchant.server.settings import ServerSettings
create_app(ServerSettings(store=":memory:"))  # FastAPI itself imports the interface, and none of the rest
print(json.dumps(first + [name for name in sys.modules if name.startswith("opentelemetry.sdk")]))"""
    assert _printed(code) == []


def test_the_framework_reports_nothing_by_itself() -> None:
    code = """import json
from opentelemetry import trace
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
exporter, provider = InMemorySpanExporter(), TracerProvider()
provider.add_span_processor(SimpleSpanProcessor(exporter))
trace.set_tracer_provider(provider)
from fastapi.testclient import TestClient
from penchant.server.app import create_app
from penchant.server.settings import ServerSettings
spans = []
for on in (False, True):
    app = create_app(ServerSettings(store=":memory:", trace=on))
    with TestClient(app, base_url="http://localhost") as client:
        client.post("/api/people/sam/tell", json={"words": ["a wrong", "type"]})
        client.get("/api/people/sam/preferences/1")
    spans.append([span.name for span in exporter.get_finished_spans()])
print(json.dumps(spans))"""
    assert _printed(code) == [[], ["POST /api/people/{person}/tell", "GET /api/people/{person}/preferences/{id}"]]


def test_without_the_extra_one_line_says_how_to_get_it() -> None:
    gone = "import sys; sys.modules['opentelemetry.sdk'] = None"
    said: Said = penchant("serve", "--trace", "--store", ":memory:", code=gone)
    is_refused(said, "pip install 'penchant[otel]'")
