"""The four methods are rows of data: what each may hear, and what it may keep."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from penchant.domain import Action, PersonId, Question, Request
from penchant.errors import BadInput
from penchant.loop import METHODS, Agent, method_named
from penchant.memory import Memory
from penchant.mind.builtin import BuiltInMind
from penchant.session import run_episode

DROWSY = Request(
    "ana", "I'm so drowsy. Could you bring me something to drink?", ["black coffee", "herbal tea", "cold water"]
)


@dataclass
class Ana:
    """Wants cold water, and notes down what she is asked and shown."""

    name: str = "ana"
    asked: list[Question] = field(default_factory=list)
    shown: list[Action] = field(default_factory=list)

    def answer(self, request: Request, question: Question) -> str:
        self.asked.append(question)
        return "the cold water please"

    def react(self, request: Request, action: Action, because: str = "") -> str:
        self.shown.append(action)
        return "Perfect, thank you!" if action.thing == "cold water" else "No, I wanted the cold water."


def lives_through(memory: Memory, mind: BuiltInMind, method: str, *, teaching: bool = True, times: int = 3) -> Ana:
    agent, ana = Agent(memory, mind, method=method_named(method)), Ana()
    for n in range(times):
        episode = run_episode(ana, agent, DROWSY, teaching=teaching, episode=f"e{n}")
        assert episode.choice is not None
        assert episode.id == f"e{n}"
    return ana


def test_there_are_four_methods_and_each_combination_of_channels_once() -> None:
    assert [method.name for method in METHODS] == ["none", "pre", "post", "both"]
    assert len({(method.asks, method.corrected) for method in METHODS}) == 4
    assert [method.name for method in METHODS if not method.remembers] == ["none"]


def test_an_unknown_method_is_refused_with_those_there_are() -> None:
    with pytest.raises(BadInput, match=r"'boht'.*none, pre, post, both"):
        method_named("boht")


def test_none_neither_asks_nor_hears_nor_writes(memory: Memory, mind: BuiltInMind) -> None:
    ana = lives_through(memory, mind, "none")
    assert ana.asked == []
    assert ana.shown == []
    assert memory.people() == []


def test_none_does_not_even_read_what_is_known(memory: Memory, mind: BuiltInMind) -> None:
    lives_through(memory, mind, "both")
    turn = Agent(memory, mind, method=method_named("none")).consider(DROWSY)
    assert turn.choice is not None
    assert turn.choice.reasons == ()


def test_pre_asks_and_learns_from_the_answer_and_never_hears_a_reaction(memory: Memory, mind: BuiltInMind) -> None:
    ana = lives_through(memory, mind, "pre")
    assert ana.asked
    assert ana.shown == []
    assert [belief.value for belief in memory.list("ana")] == ["cold water"]
    assert {item.source for item in memory.evidence("ana")} == {"answer"}


def test_post_never_asks_and_learns_from_the_reaction(memory: Memory, mind: BuiltInMind) -> None:
    ana = lives_through(memory, mind, "post")
    assert ana.asked == []
    assert [action.thing for action in ana.shown][1:] == ["cold water", "cold water"]
    assert "answer" not in {item.source for item in memory.evidence("ana")}


def test_both_asks_and_hears(memory: Memory, mind: BuiltInMind) -> None:
    ana = lives_through(memory, mind, "both")
    assert len(ana.asked) == 1
    assert [action.thing for action in ana.shown] == ["cold water"] * 3
    assert {item.source for item in memory.evidence("ana")} == {"answer", "praise"}


@pytest.mark.parametrize("method", [method.name for method in METHODS])
def test_an_exam_asks_nothing_shows_nothing_and_writes_nothing(memory: Memory, mind: BuiltInMind, method: str) -> None:
    lives_through(memory, mind, method)
    before = memory.store.revision(PersonId("ana"))
    known = (memory.list("ana", closed=True), memory.evidence("ana"))
    ana = lives_through(memory, mind, method, teaching=False)
    assert ana.asked == []
    assert ana.shown == []
    assert memory.store.revision(PersonId("ana")) == before
    assert (memory.list("ana", closed=True), memory.evidence("ana")) == known


def test_an_exam_uses_what_was_taught(memory: Memory, mind: BuiltInMind) -> None:
    lives_through(memory, mind, "both")
    agent = Agent(memory, mind)
    episode = run_episode(Ana(), agent, DROWSY, teaching=False, episode="exam")
    assert episode.choice is not None
    assert episode.choice.action.thing == "cold water"
    assert episode.heard == ()
    assert episode.reaction is None


def test_a_person_who_says_nothing_teaches_nothing(memory: Memory, mind: BuiltInMind) -> None:
    class Silent:
        name = "ana"

        def answer(self, request: Request, question: Question) -> str | None:
            return None

        def react(self, request: Request, action: Action, because: str = "") -> str | None:
            return None

    episode = run_episode(Silent(), Agent(memory, mind), DROWSY, teaching=True, episode="e1")
    assert [exchange.answer for exchange in episode.heard] == [""]
    assert episode.reaction is None
    assert not episode.lesson
    assert memory.people() == []


def test_an_agent_that_does_not_remember_writes_nothing_even_when_it_is_told(memory: Memory, mind: BuiltInMind) -> None:
    agent = Agent(memory, mind, method=method_named("none"))
    agent.hear(agent.consider(DROWSY), "No, I wanted the cold water.")
    assert memory.people() == []
