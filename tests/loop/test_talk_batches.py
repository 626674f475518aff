"""Long conversations are written in batches, and taught as if each message had been written by itself."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from penchant import Agent, Message
from penchant.domain import Heard, PersonId
from penchant.loop import talk_batch
from penchant.mind.builtin import BuiltInMind
from penchant.plugins import embedder_named

DAY = datetime(2026, 5, 1, 8, tzinfo=UTC)
FOODS = ("nuts", "eggs", "milk", "fish", "soy", "gluten")


def said(words: str, minute: int = 0) -> dict[str, object]:
    return {"role": "user", "content": words, "at": DAY + timedelta(minutes=minute)}


def writes_of(agent: Agent) -> int:
    return agent.memory.store.revision(PersonId("sam"))


@pytest.fixture
def agent() -> Agent:
    return Agent.open(":memory:", clock=lambda: DAY + timedelta(days=1))


def test_many_messages_are_few_writes(agent: Agent) -> None:
    talk = [said(f"The train leaves at {minute % 24}:00", minute) for minute in range(300)]
    told: list[tuple[int, int]] = []
    agent.observe("sam", talk, progress=lambda done, of: told.append((done, of)))
    assert writes_of(agent) < 30
    assert len(agent.memory.transcript("sam")) == 300
    assert told == [(done, 300) for done in range(1, 301)]


def test_what_a_message_of_the_same_batch_taught_can_be_confirmed_and_closed(agent: Agent) -> None:
    agent.tell("sam", "I love chess")
    agent.forget("sam", "chess")  # ids go on from there
    talk = ["I love jazz", "I love jazz!", "I hate jazz", "I love tulips"]
    lesson = agent.observe("sam", [said(words, minute) for minute, words in enumerate(talk)])
    beliefs = agent.memory.list("sam", closed=True)
    assert [(one.stance, one.value, one.is_open) for one in beliefs] == [
        ("wants", "jazz", False),
        ("avoids", "jazz", True),
        ("wants", "tulips", True),
    ]
    assert beliefs[1].replaces == beliefs[0].id
    assert lesson.beliefs == tuple(one.id for one in beliefs)
    assert [item.supports for item in agent.memory.evidence("sam", beliefs[0].id)] == [True, True, False]


def test_a_request_to_forget_finds_what_was_said_just_before(agent: Agent) -> None:
    talk = ["I love jazz", "I love tulips", "Please forget that I love jazz", "I love chess"]
    agent.observe("sam", [said(words, minute) for minute, words in enumerate(talk)])
    assert [one.value for one in agent.memory.list("sam", closed=True)] == ["tulips", "chess"]
    assert "jazz" not in str(agent.memory.transcript("sam"))


def test_where_a_message_cannot_be_read_those_before_it_are_kept() -> None:
    class Breaking(BuiltInMind):
        def listen(self, message: Message, before: Sequence[Message] = ()) -> Heard:
            if "soy" in message.content:
                raise ConnectionError("gone")
            return super().listen(message, before)

    mind = Breaking(embedder_named("wordllama"))
    with Agent.open(":memory:", mind=mind, clock=lambda: DAY + timedelta(days=1)) as agent:
        with pytest.raises(ConnectionError):
            agent.observe("sam", [said(f"I'm allergic to {food}", n) for n, food in enumerate(FOODS)])
        assert len(agent.memory.list("sam")) == FOODS.index("soy")


def test_a_conversation_that_another_process_hears_meanwhile_teaches_once(tmp_path: Path) -> None:
    talk = [said(f"I'm allergic to {food}", minute) for minute, food in enumerate(FOODS)]

    class Slow(BuiltInMind):
        def listen(self, message: Message, before: Sequence[Message] = ()) -> Heard:
            if "gluten" in message.content:  # the last one: all that came before waits to be written
                with Agent.open(tmp_path / "m.db") as other:
                    other.observe("sam", talk[2:])
            return super().listen(message, before)

    with Agent.open(tmp_path / "m.db", mind=Slow(embedder_named("wordllama"))) as agent:
        lesson = agent.observe("sam", talk)
        assert sorted(one.value for one in agent.memory.list("sam")) == sorted(FOODS)
        assert len(agent.memory.evidence("sam")) == len(lesson.opened) == len(FOODS)


def test_what_a_model_was_paid_to_read_is_written_soon(agent: Agent, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(talk_batch, "SECONDS", 0.0)
    agent.observe("sam", [said(f"I'm allergic to {food}", minute) for minute, food in enumerate(FOODS)])
    assert writes_of(agent) == len(FOODS)


def test_a_message_twice_in_one_conversation_teaches_once(agent: Agent) -> None:
    lesson = agent.observe("sam", [said("I love jazz") | {"id": "m1"}, said("I love jazz", 1) | {"id": "m1"}])
    assert len(agent.memory.evidence("sam")) == 1
    assert len(lesson.opened) == 2  # each is answered with what it taught


def test_words_of_a_time_still_to_come_are_left_alone(agent: Agent) -> None:
    lesson = agent.tell("sam", "I love jazz", at=DAY + timedelta(days=400))
    assert "still to come" in lesson.left_alone[0].why
    assert not agent.memory.list("sam")
