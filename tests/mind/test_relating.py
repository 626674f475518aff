"""A model that reads new words beside what is known says what these do to it: by id, and nothing by accident."""

from __future__ import annotations

import json
from typing import Any

import pytest

from penchant import Agent, Request
from penchant.domain import Preference
from penchant.lm import Prompt, Reply

STATEMENT = {
    "quote": "jazz",
    "kind": "taste",
    "stance": "wants",
    "value": "jazz",
    "topic": "music",
    "when": "",
    "except": "",
    "rather_than": [],
    "whom": "",
    "changed": False,
    "use": "free",
    "sure": "certain",
}


class _Reads:
    """A model that reads every message as one statement, and says of what is known what it is told to say."""

    name = "reads"

    def __init__(self) -> None:
        self.asked: list[Prompt] = []
        self.statement: dict[str, Any] = STATEMENT

    def complete(self, prompt: Prompt) -> Reply:
        self.asked.append(prompt)
        if prompt.purpose.startswith("listen"):
            said = dict(self.statement)
            if "Known already" not in prompt.messages[-1].text:
                said.pop("related", None)
            return Reply(text=json.dumps({"statements": [said], "forget": []}))
        return Reply(text="{}")


def _taught(model: _Reads) -> Agent:
    agent = Agent.open(":memory:", mind="lm", lm=model, lm_options={"trusted": True})
    model.statement = {**STATEMENT, "quote": "jazz", "stance": "avoids"}
    agent.tell("ana", "I really dislike jazz")
    return agent


def _open(agent: Agent) -> list[Preference]:
    return agent.memory.list("ana")


def test_what_is_known_is_shown_with_its_id() -> None:
    model = _Reads()
    agent = _taught(model)
    model.statement = {**STATEMENT, "related": []}
    agent.tell("ana", "I listen to jazz again")
    assert "[1] ana does not want jazz" in model.asked[-1].messages[-1].text


@pytest.mark.parametrize(
    ("does", "believed"),
    [("replaces", [("wants", "jazz")]), ("exception", [("avoids", "jazz"), ("wants", "jazz")])],
)
def test_only_what_is_replaced_is_closed(does: str, believed: list[tuple[str, str]]) -> None:
    model = _Reads()
    agent = _taught(model)
    model.statement = {**STATEMENT, "related": [{"id": 1, "does": does}]}
    agent.tell("ana", "I listen to jazz again")
    assert [(one.stance, one.value) for one in _open(agent)] == believed


def test_what_is_said_again_is_confirmed_and_stands_once() -> None:
    model = _Reads()
    agent = _taught(model)
    again = {**STATEMENT, "quote": "jazz", "stance": "avoids", "value": "jazz music"}
    model.statement = {**again, "related": [{"id": 1, "does": "same"}]}
    lesson = agent.tell("ana", "not jazz, as I said")
    assert len(lesson.confirmed) == 1
    assert [one.value for one in _open(agent)] == ["jazz"]


def test_an_id_that_was_not_shown_is_refused() -> None:
    model = _Reads()
    agent = _taught(model)
    model.statement = {**STATEMENT, "related": [{"id": 99, "does": "replaces"}]}
    agent.tell("ana", "I listen to jazz again")
    assert [prompt.purpose for prompt in model.asked if "listen" in prompt.purpose][-2:] == ["listen", "listen-repair"]
    assert ("avoids", "jazz") in [(one.stance, one.value) for one in _open(agent)] or len(_open(agent)) == 1


def test_nobody_is_shown_what_somebody_else_said() -> None:
    model = _Reads()
    agent = _taught(model)
    agent.tell("bo", "I like jazz")
    assert "Known already" not in model.asked[-1].messages[-1].text


def test_answers_are_read_beside_what_is_known_too() -> None:
    model = _Reads()
    agent = _taught(model)
    turn = agent.consider(Request("ana", "a record for tonight?", ["saxophone ballads", "string quartet"]))
    if turn.question is not None:
        agent.hear(turn, "whatever is lighter on my nerves after a week like this one")
        shown = [prompt for prompt in model.asked if prompt.purpose == "understand"]
        assert shown
        assert all("ana does not want jazz" in prompt.messages[-1].text for prompt in shown)
