"""What a newcomer does first: open an agent on a file, talk, come back later, look, change and forget."""

from __future__ import annotations

from pathlib import Path

import pytest

from penchant import Agent, PenchantError, Request
from penchant.memory import Memory

DROWSY = Request("ana", "something to drink, I'm drowsy", ["black coffee", "herbal tea"])


def test_an_agent_on_a_file_remembers_between_runs(tmp_path: Path) -> None:
    agent = Agent.open(tmp_path / "memory.db")
    turn = agent.consider(DROWSY)
    assert turn.question is not None
    assert turn.question.text == "Which would you like: black coffee or herbal tea?"
    turn = agent.hear(turn, "the tea, coffee makes me anxious")
    assert turn.choice is not None
    assert str(turn.choice.action) == "herbal tea"
    agent.hear(turn, "Perfect, thank you!")
    agent.close()

    later = Agent.open(tmp_path / "memory.db")
    turn = later.consider(DROWSY)
    assert turn.choice is not None
    assert str(turn.choice.action) == "herbal tea"
    assert "coffee makes me anxious" in turn.choice.because
    later.close()


def test_what_is_changed_by_hand_is_followed_and_what_is_forgotten_is_asked_again(tmp_path: Path) -> None:
    agent = Agent.open(tmp_path / "memory.db")
    memory: Memory = agent.memory
    agent.hear(agent.hear(agent.consider(DROWSY), "the herbal tea please"), "Perfect, thank you!")
    [tea] = memory.list("ana")
    memory.update("ana", tea.id, value="black coffee", words="I typed this myself")
    turn = agent.consider(DROWSY, may_ask=False)
    assert turn.choice is not None
    assert turn.choice.action.thing == "black coffee"
    assert "I typed this myself" in turn.choice.because
    memory.forget_person("ana")
    assert agent.consider(DROWSY).question is not None
    agent.close()


def test_two_agents_on_one_file_know_the_same(tmp_path: Path) -> None:
    one, two = Agent.open(tmp_path / "memory.db"), Agent.open(tmp_path / "memory.db")
    assert two.consider(DROWSY).question is not None
    one.hear(one.hear(one.consider(DROWSY), "the herbal tea please"), "Perfect, thank you!")
    turn = two.consider(DROWSY, may_ask=False)
    assert turn.choice is not None
    assert turn.choice.action.thing == "herbal tea"
    one.close()
    two.close()


def test_mistakes_have_one_family(tmp_path: Path) -> None:
    with pytest.raises(PenchantError, match="wordllama"):
        Agent.open(":memory:", embedder="wordlama")
    with pytest.raises(PenchantError):
        Agent.open(tmp_path / "nowhere" / "memory.db")
    assert list(tmp_path.iterdir()) == []
