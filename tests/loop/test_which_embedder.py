"""Which vectors a memory has: new ones the encoder's, one made before those it was made with, until it is migrated."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from penchant import Agent
from penchant.errors import OtherEmbedder
from penchant.mind.learned.encoder import EncoderEmbedder, shared
from penchant.plugins import embedder_named
from workbench import Said


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A memory of 0.1.0 or 0.2.0, with static vectors; one of its preferences was forgotten."""
    with Agent.open(tmp_path / "memory.db", embedder="wordllama") as agent:
        agent.tell("ana", "I love sushi")
        agent.tell("ana", "I'm vegetarian")
        agent.tell("ana", "I always fly at night")
        agent.memory.forget("ana", agent.memory.list("ana")[1].id)
    return tmp_path / "memory.db"


def test_a_new_memory_has_the_vectors_of_the_encoder() -> None:
    with Agent.open(":memory:") as agent:
        assert agent.memory.embedder.name == EncoderEmbedder.name


def test_an_old_memory_opens_and_goes_on_with_the_vectors_it_has(old: Path) -> None:
    with Agent.open(old) as agent:
        assert agent.memory.embedder.name == "wordllama-l2-supercat-256"
        agent.tell("ana", "Window seats only, please")
        assert len(agent.memory.list("ana")) == 3
        assert "sushi" in agent.memory.search("ana", "sushi")[0].preference.value


def test_an_embedder_that_is_named_is_not_exchanged_for_another(old: Path) -> None:
    with pytest.raises(OtherEmbedder, match="--embedder wordllama"):
        Agent.open(old, embedder="encoder")


def test_an_old_memory_gets_new_vectors_in_one_step_and_keeps_all_else(old: Path, cli: Callable[..., Said]) -> None:
    before = json.loads(cli("memory", "export", "ana").out)
    assert cli("store", "migrate", "memory.db", "new.db", "--embedder", "encoder").code == 0
    after = json.loads(cli("memory", "export", "ana", "--store", "new.db").out)
    assert (before.pop("embedder"), after.pop("embedder")) == ("wordllama-l2-supercat-256", EncoderEmbedder.name)
    vectors = [[one.pop("vector") for one in document["preferences"]] for document in (before, after)]
    assert vectors[0] != vectors[1]
    assert before == after
    with closing(Agent.open("new.db")) as agent:
        added = agent.memory.list("ana")[-1].id
        agent.tell("ana", "Window seats only, please")
        assert agent.memory.list("ana")[-1].id > added > len(before["preferences"])


def test_the_mind_and_the_memory_share_what_the_encoder_made_of_a_text() -> None:
    vector = embedder_named("encoder").embed(["a quiet table by the window"])[0]
    known = shared().vector("a quiet table by the window")
    assert vector.tobytes() == known.tobytes()
    assert shared().vector("a quiet table by the window") is known
    assert shared() is shared()
