"""Habits of memory: how notes are found and revised, tried on a memory of a few notes."""

from __future__ import annotations

from typing import Any

import pytest

from penchant.domain import Request
from penchant.embed import Embedder
from penchant.errors import BadInput
from penchant.loop import Agent
from penchant.loop.recall import Recollection
from penchant.memory import Habits, Memory
from penchant.memory.memory import sentence
from penchant.mind.builtin import BuiltInMind
from penchant.store import Match
from penchant.store.dict import DictStore
from workbench import Clock, draft

NOTES = [
    draft("herbal tea", situation="I'm so drowsy", topic="something to drink", rather_than=("black coffee",)),
    draft("top shelf", situation="", topic="where the walnuts go"),
    draft("jazz", situation="I'm cooking", topic="some music"),
]


def remembering(embedder: Embedder, clock: Clock, habits: Habits) -> Memory:
    memory = Memory(DictStore(), embedder, clock, habits=habits)
    for note in NOTES:
        memory.add("ana", note)
    return memory


def recalled(memory: Memory, *phrasings: str) -> list[str]:
    return [held.preference.value for held in Recollection(memory).of("ana", phrasings).beliefs]


def test_only_so_many_notes_are_brought_to_mind(embedder: Embedder, clock: Clock) -> None:
    assert recalled(remembering(embedder, clock, Habits(notes=1)), "a song while I cook") == ["jazz"]
    assert len(recalled(remembering(embedder, clock, Habits()), "a song while I cook")) == 3


def test_notes_below_the_threshold_are_left_out(embedder: Embedder, clock: Clock) -> None:
    assert recalled(remembering(embedder, clock, Habits(threshold=0.99)), "a song while I cook") == []
    assert len(recalled(remembering(embedder, clock, Habits(threshold=-1.0)), "a song while I cook")) == 3


def test_several_phrasings_find_what_one_misses(embedder: Embedder, clock: Clock) -> None:
    memory = remembering(embedder, clock, Habits(notes=2))
    assert set(recalled(memory, "I'm cooking. some music", "where the walnuts go")) == {"jazz", "top shelf"}


def test_keywords_change_what_search_compares_with_and_not_the_note(embedder: Embedder, clock: Clock) -> None:
    plain, found = (remembering(embedder, clock, Habits(keywords=on)) for on in (False, True))
    [before], [after] = (memory.search("ana", "black coffee", limit=1) for memory in (plain, found))
    assert after.preference.value == before.preference.value == "herbal tea"
    assert after.score > before.score
    assert sentence(after.preference) == sentence(before.preference)


@pytest.mark.parametrize(
    ("on_change", "left"), [("replace", ["black coffee"]), ("integrate", ["herbal tea", "black coffee"])]
)
def test_a_change_of_heart_replaces_the_old_belief_or_stands_beside_it(
    mind: BuiltInMind, embedder: Embedder, clock: Clock, on_change: str, left: list[str]
) -> None:
    clock.step = 1
    habits = Habits(on_change="integrate" if on_change == "integrate" else "replace")
    agent = Agent(Memory(DictStore(), embedder, clock, habits=habits), mind)
    drowsy = Request("ana", "I'm so drowsy. Could you bring me something to drink?", ["black coffee", "herbal tea"])
    agent.hear(agent.hear(agent.consider(drowsy), "the herbal tea"), "perfect, thank you")
    agent.hear(agent.consider(drowsy, may_ask=False), "I used to want herbal tea, but now I prefer black coffee")
    assert [one.value for one in agent.memory.list("ana")] == left
    choice = agent.consider(drowsy, may_ask=False).choice
    assert choice is not None
    assert choice.action.thing == "black coffee"


def test_an_agent_expands_a_request_where_that_is_its_habit(mind: BuiltInMind, embedder: Embedder) -> None:
    asked: list[str] = []

    class Listening(Memory):
        def search(self, person: str, text: str, **how: Any) -> list[Match]:
            asked.append(text)
            return super().search(person, text, **how)

    agent = Agent(Listening(DictStore(), embedder, habits=Habits(expand=True, threshold=0.1)), mind)
    agent.consider(Request("ana", "I'm so drowsy. Could you bring me something to drink?", ["coffee", "tea"]))
    assert len(asked) > 2
    assert "coffee, tea" in asked


def test_habits_that_make_no_sense_are_refused() -> None:
    with pytest.raises(BadInput, match="1 or more"):
        Habits(notes=0)
    with pytest.raises(BadInput, match="between -1 and 1"):
        Habits(threshold=2)
