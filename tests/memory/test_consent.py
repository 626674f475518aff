"""Whether somebody may be exported for training: kept in every store, carried along, forgotten with them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from penchant.domain import Draft, EpisodeId, Request
from penchant.errors import BadInput
from penchant.loop import Agent
from penchant.memory import Memory
from penchant.memory.consent import CONSENT
from penchant.mind.builtin import BuiltInMind
from penchant.plugins import open_store
from penchant.store import Store
from penchant.store.dict import DictStore
from penchant.testing import HashEmbedder

Opening = Callable[[], Store]


@pytest.fixture(params=["sqlite", "faiss"])
def opening(request: pytest.FixtureRequest, tmp_path: Path) -> Opening:
    if request.param == "faiss":
        pytest.importorskip("faiss")
    return lambda: open_store(f"{request.param}:{tmp_path / 'memory'}", HashEmbedder())


def drink(value: str, words: str) -> Draft:
    return Draft(
        situation="", topic="a drink", stance="wants", value=value, confidence=0.9, words=words, episode=EpisodeId("e1")
    )


def test_everybody_may_be_exported_until_they_are_marked(opening: Opening) -> None:
    memory = Memory(opening(), HashEmbedder())
    memory.add("ana", drink("tea", "tea please"))
    assert memory.training_allowed("ana")
    memory.allow_training("ana", False)
    memory.close()
    memory = Memory(opening(), HashEmbedder())
    assert (memory.training_allowed("ana"), memory.training_allowed("ben")) == (False, True)
    memory.allow_training("ana", True)
    assert memory.training_allowed("ana")
    memory.close()


def test_somebody_is_marked_before_anything_is_known_of_them(opening: Opening) -> None:
    memory = Memory(opening(), HashEmbedder())
    memory.allow_training("ana", False)
    memory.add("ana", drink("tea", "tea please"))
    assert not memory.training_allowed("ana")
    memory.close()


def test_a_mark_that_holds_already_is_not_written_again() -> None:
    memory = Memory(DictStore(), HashEmbedder())
    memory.allow_training("ana", True)
    assert memory.people() == []
    memory.allow_training("ana", False)
    memory.allow_training("ana", False)
    assert len(memory.transcript("ana", CONSENT)) == 1


def test_a_mark_is_carried_along_and_goes_when_the_person_is_forgotten() -> None:
    memory, other = Memory(DictStore(), HashEmbedder()), Memory(DictStore(), HashEmbedder())
    memory.add("ana", drink("tea", "tea please"))
    memory.allow_training("ana", False)
    other.import_person("ana", memory.export_person("ana"))
    assert not other.training_allowed("ana")
    other.forget_person("ana")
    assert other.training_allowed("ana")
    assert other.people() == []


def test_a_mark_stays_when_beliefs_are_forgotten_even_by_its_own_words() -> None:
    agent = Agent(Memory(DictStore(), HashEmbedder()), BuiltInMind(HashEmbedder()))
    agent.tell("ana", "I love rowing training.")
    agent.memory.allow_training("ana", False)
    agent.forget("ana", "training")
    for belief in agent.memory.list("ana", closed=True):
        agent.memory.forget("ana", belief.id)
    assert not agent.memory.training_allowed("ana")


def test_neither_an_episode_nor_an_answer_can_pass_for_a_mark() -> None:
    agent = Agent(Memory(DictStore(), HashEmbedder()), BuiltInMind(HashEmbedder()))
    with pytest.raises(BadInput, match="what people allow"):
        agent.consider(Request("ana", "a drink", ["tea", "coffee"]), episode=CONSENT)
    with pytest.raises(BadInput, match="True or False"):
        agent.memory.allow_training("ana", "no")  # type: ignore[arg-type]
