"""Every public call with wrong types: one line of ours (BadInput or another PenchantError), and never a bare error."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

import pytest

from penchant import Agent, Behaviour, Message, PenchantError, Request, Statement, Turn
from penchant.domain import Draft, Forgetting
from penchant.loop import AskPolicy
from penchant.memory import Habits, Memory

NOW = datetime(2026, 5, 1, tzinfo=UTC)
WRONG: dict[str, Any] = {
    "None": None,
    "a number": 5,
    "a fraction": 2.5,
    "not a number": float("nan"),
    "bytes": b"tea",
    "a list": [1, None],
    "a dict": {"a": 1},
    "an object": object(),
    "a class": str,
    "half a character": "\ud800",
    "a huge number": 10**30,
    "a negative number": -1,
}
DRAFT: dict[str, Any] = {
    "situation": "",
    "topic": "a drink",
    "stance": "wants",
    "value": "tea",
    "confidence": 0.9,
    "words": "tea",
    "episode": "e1",
}
Call = Callable[[Agent, Any], object]


def each(noun: str, names: tuple[str, ...], call: Callable[[Agent, Any, str], object]) -> dict[str, Call]:
    """The call with each part of a noun wrong in turn."""

    def of(name: str) -> Call:
        return lambda agent, wrong: call(agent, wrong, name)

    return {f"{noun}, {name}": of(name) for name in names}


CALLS: dict[str, Call] = {
    "consider": lambda agent, wrong: agent.consider(wrong),
    "consider, episode": lambda agent, wrong: agent.consider(asked(), episode=wrong),
    "hear, turn": lambda agent, wrong: agent.hear(wrong, "tea"),
    "hear, words": lambda agent, wrong: agent.hear(agent.consider(asked()), wrong),
    "reconsider": lambda agent, wrong: agent.reconsider(wrong),
    "recall": lambda agent, wrong: agent.recall(wrong),
    "tell, person": lambda agent, wrong: agent.tell(wrong, "I love tea"),
    "tell, words": lambda agent, wrong: agent.tell("ana", wrong),
    "tell, at": lambda agent, wrong: agent.tell("ana", "I love tea", at=wrong),
    "tell, id": lambda agent, wrong: agent.tell("ana", "I love tea", id=wrong),
    "observe, person": lambda agent, wrong: agent.observe(wrong, [{"role": "user", "content": "I love tea"}]),
    "observe, messages": lambda agent, wrong: agent.observe("ana", wrong),
    "observe, a message": lambda agent, wrong: agent.observe("ana", [wrong]),
    "observe, a role": lambda agent, wrong: agent.observe("ana", [{"role": wrong, "content": "x"}]),
    "observe, a content": lambda agent, wrong: agent.observe("ana", [{"role": "user", "content": wrong}]),
    "learn, person": lambda agent, wrong: agent.learn(wrong, [Statement("wants", "tea")]),
    "learn, statements": lambda agent, wrong: agent.learn("ana", wrong),
    "learn, a statement": lambda agent, wrong: agent.learn("ana", [wrong]),
    "learn, words": lambda agent, wrong: agent.learn("ana", [Statement("wants", "tea")], words=wrong),
    "learn, at": lambda agent, wrong: agent.learn("ana", [Statement("wants", "tea")], at=wrong),
    "profile, person": lambda agent, wrong: agent.profile(wrong),
    "profile, about": lambda agent, wrong: agent.profile("ana", wrong),
    "profile, tokens": lambda agent, wrong: agent.profile("ana", tokens=wrong),
    "forget, person": lambda agent, wrong: agent.forget(wrong, "tea"),
    "forget, what": lambda agent, wrong: agent.forget("ana", wrong),
    "forget, ids": lambda agent, wrong: agent.forget("ana", [wrong]),
    "watch, person": lambda agent, wrong: agent.watch(wrong, []),
    "watch, events": lambda agent, wrong: agent.watch("ana", wrong),
    "watch, an event": lambda agent, wrong: agent.watch("ana", [wrong]),
    "compose, person": lambda agent, wrong: agent.compose(wrong, "fine"),
    "compose, opinion": lambda agent, wrong: agent.compose("ana", wrong),
    "Turn.from_json": lambda agent, wrong: Turn.from_json(wrong),
    **each(
        "Agent.open",
        ("embedder", "mind", "lm", "lm_options", "method", "policy", "habits", "assortment", "clock"),
        lambda agent, wrong, name: Agent.open(":memory:", **{name: wrong}),
    ),
    "Memory, store": lambda agent, wrong: Memory(wrong, agent.memory.embedder),
    "Memory, embedder": lambda agent, wrong: Memory(agent.memory.store, wrong),
    "add, person": lambda agent, wrong: agent.memory.add(wrong, Draft(**DRAFT)),
    "add, draft": lambda agent, wrong: agent.memory.add("ana", wrong),
    "add, source": lambda agent, wrong: agent.memory.add("ana", Draft(**DRAFT), wrong),
    "search, person": lambda agent, wrong: agent.memory.search(wrong, "tea"),
    "search, text": lambda agent, wrong: agent.memory.search("ana", wrong),
    "search, limit": lambda agent, wrong: agent.memory.search("ana", "tea", limit=wrong),
    "search, threshold": lambda agent, wrong: agent.memory.search("ana", "tea", threshold=wrong),
    "search, kinds": lambda agent, wrong: agent.memory.search("ana", "tea", kinds=wrong),
    "search, whom": lambda agent, wrong: agent.memory.search("ana", "tea", whom=wrong),
    "search, among": lambda agent, wrong: agent.memory.search("ana", "tea", among=wrong),
    "search, since": lambda agent, wrong: agent.memory.search("ana", "tea", since=wrong),
    "search, at": lambda agent, wrong: agent.memory.search("ana", "tea", at=wrong),
    "search_said, person": lambda agent, wrong: agent.memory.search_said(wrong, "tea"),
    "search_said, text": lambda agent, wrong: agent.memory.search_said("ana", wrong),
    "search_said, limit": lambda agent, wrong: agent.memory.search_said("ana", "tea", limit=wrong),
    "search_said, since": lambda agent, wrong: agent.memory.search_said("ana", "tea", since=wrong),
    "similar, text": lambda agent, wrong: agent.memory.similar("ana", wrong, 0.5),
    "similar, threshold": lambda agent, wrong: agent.memory.similar("ana", "tea", wrong),
    "update, person": lambda agent, wrong: agent.memory.update(wrong, known(agent), value="x", words="x"),
    "update, id": lambda agent, wrong: agent.memory.update("ana", wrong, value="x", words="x"),
    "update, value": lambda agent, wrong: agent.memory.update("ana", known(agent), value=wrong, words="x"),
    "update, words": lambda agent, wrong: agent.memory.update("ana", known(agent), value="x", words=wrong),
    "update, source": lambda agent, wrong: agent.memory.update("ana", known(agent), value="x", words="x", source=wrong),
    "get, person": lambda agent, wrong: agent.memory.get(wrong, known(agent)),
    "get, id": lambda agent, wrong: agent.memory.get("ana", wrong),
    "list": lambda agent, wrong: agent.memory.list(wrong),
    "retire, id": lambda agent, wrong: agent.memory.retire("ana", wrong),
    "forget one, id": lambda agent, wrong: agent.memory.forget("ana", wrong),
    "forget_person": lambda agent, wrong: agent.memory.forget_person(wrong),
    "allow_training, person": lambda agent, wrong: agent.memory.allow_training(wrong, False),
    "allow_training, allowed": lambda agent, wrong: agent.memory.allow_training("ana", wrong),
    "training_allowed": lambda agent, wrong: agent.memory.training_allowed(wrong),
    "history, id": lambda agent, wrong: agent.memory.history("ana", wrong),
    "evidence, person": lambda agent, wrong: agent.memory.evidence(wrong),
    "evidence, id": lambda agent, wrong: agent.memory.evidence("ana", wrong),
    "transcript, person": lambda agent, wrong: agent.memory.transcript(wrong),
    "transcript, episode": lambda agent, wrong: agent.memory.transcript("ana", wrong),
    "transcript, latest": lambda agent, wrong: agent.memory.transcript("ana", latest=wrong),
    "apply, changes": lambda agent, wrong: agent.memory.apply("ana", wrong),
    "apply, a change": lambda agent, wrong: agent.memory.apply("ana", [wrong]),
    **each(
        "Request",
        ("person", "text", "options", "places", "features", "may_decline", "described", "popularity"),
        lambda agent, wrong, name: agent.consider(
            Request(**{"person": "ana", "text": "a drink", "options": ["tea", "milk"], name: wrong})
        ),
    ),
    **each(
        "Draft",
        (*DRAFT, "rather_than", "kind", "whom", "origin", "use"),
        lambda agent, wrong, name: agent.memory.add("ana", Draft(**{**DRAFT, name: wrong})),
    ),
    **each(
        "Statement",
        (*("stance", "value", "situation", "topic", "kind", "whom", "origin", "use", "changed", "quote", "sure"),),
        lambda agent, wrong, name: agent.learn("ana", [Statement(**{"stance": "wants", "value": "tea", name: wrong})]),
    ),
    **each(
        "Message",
        ("role", "content", "at", "id", "name"),
        lambda agent, wrong, name: agent.observe(
            "ana", [Message(**{"role": "user", "content": "I love tea", name: wrong})]
        ),
    ),
    **each(
        "Behaviour",
        ("id", "at", "item", "did", "topic", "features", "rating", "words"),
        lambda agent, wrong, name: agent.watch(
            "ana", [Behaviour(**{"id": "1", "at": NOW, "item": "tea", name: wrong})]
        ),
    ),
    **each(
        "Habits",
        ("notes", "threshold", "keywords", "expand", "on_change"),
        lambda agent, wrong, name: Habits(**{name: wrong}),
    ),
    **each(
        "AskPolicy",
        ("cost", "reliability", "later", "each", "weary", "turns", "annoyed", "again"),
        lambda agent, wrong, name: AskPolicy(**{name: wrong}),
    ),
    "Forgetting": lambda agent, wrong: agent.forget("ana", Forgetting(wrong, "tea", ())),
}


def asked() -> Request:
    return Request("ana", "a drink", ["tea", "milk"])


def known(agent: Agent) -> Any:
    return agent.memory.list("ana")[0].id


@pytest.fixture
def agent() -> Iterator[Agent]:
    with Agent.open("memory") as made:
        made.tell("ana", "I love jazz")
        yield made


@pytest.mark.parametrize("call", CALLS)
def test_a_hostile_call_is_taken_or_refused_in_one_line(agent: Agent, call: str) -> None:
    bare = list[str]()
    for what, wrong in WRONG.items():
        try:
            CALLS[call](agent, wrong)
        except PenchantError as error:
            bare += [f"{what}: {error}"] if "\n" in str(error) else []
        except Exception as error:
            bare.append(f"{what}: {type(error).__name__}: {error}"[:160])
    assert not bare
