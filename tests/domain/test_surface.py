"""What a newcomer types wrongly is answered in one line; what they print and import is there."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

import penchant
from penchant import Agent, Request
from penchant.errors import BadInput, StoreError
from penchant.lm.scripted import ScriptedModel
from penchant.memory import Memory
from penchant.mind.behaviour import Assortment

DROWSY = Request("ana", "something to drink, I'm drowsy", ["black coffee", "herbal tea"])

REQUESTS: dict[str, Callable[[Any], object]] = {
    "no person": lambda wrong: Request(wrong, "a drink", ["tea"]),
    "no text": lambda wrong: Request("ana", wrong, ["tea"]),
    "no options": lambda wrong: Request("ana", "a drink", wrong),
    "an option that is none": lambda wrong: Request("ana", "a drink", ["tea", wrong]),
    "no places": lambda wrong: Request("ana", "a drink", ["tea"], wrong),
    "no features": lambda wrong: Request("ana", "a drink", ["tea"], features=wrong),
    "features of an option that are none": lambda wrong: Request("ana", "a drink", ["tea"], features=[wrong]),
    "a feature that is none": lambda wrong: Request("ana", "a drink", ["tea"], features=[["hot", wrong]]),
    "no descriptions": lambda wrong: Request("ana", "a drink", ["tea"], described=wrong),
    "a description that is none": lambda wrong: Request("ana", "a drink", ["tea"], described=[wrong]),
    "no popularity": lambda wrong: Request("ana", "a drink", ["tea"], described=[{"a": "b"}], popularity=wrong),
    "no yes or no": lambda wrong: Request("ana", "a drink", ["tea"], may_decline=wrong),
}


@pytest.mark.parametrize("wrong", [None, 3, DROWSY], ids=["None", "a number", "a request"])
@pytest.mark.parametrize("make", REQUESTS.values(), ids=REQUESTS.keys())
def test_a_request_of_wrong_things_is_refused_in_one_line(make: Callable[[Any], object], wrong: object) -> None:
    with pytest.raises(BadInput) as raised:
        make(wrong)
    assert len(raised.value.lines) == 1


@pytest.mark.parametrize("wrong", [None, "something to drink", 3, ["tea"]])
def test_only_a_request_is_considered(agent: Agent, wrong: Any) -> None:
    with pytest.raises(BadInput, match="Consider a request"):
        agent.consider(wrong)
    with pytest.raises(BadInput, match="Consider a request"):
        agent.consider(agent.consider(DROWSY))  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="An episode goes by a text"):
        agent.consider(DROWSY, episode=3)  # type: ignore[arg-type]


@pytest.mark.parametrize("wrong", [None, "x", 3, DROWSY])
def test_only_a_turn_is_heard(agent: Agent, wrong: Any) -> None:
    with pytest.raises(BadInput, match="Hear words for a turn"):
        agent.hear(wrong, "the tea")


@pytest.mark.parametrize("wrong", [None, 3, ["tea"], b"tea"])
def test_only_words_are_heard(agent: Agent, wrong: Any) -> None:
    with pytest.raises(BadInput, match="is a text"):
        agent.hear(agent.consider(DROWSY), wrong)


def test_an_agent_is_closed_when_its_block_ends(tmp_path: Path) -> None:
    with Agent.open(tmp_path / "memory.db") as agent:
        agent.hear(agent.consider(DROWSY), "the tea")
    with pytest.raises(StoreError, match="closed"):
        agent.memory.list("ana")


def test_an_agent_goes_by_the_method_and_the_clock_it_was_opened_with() -> None:
    then = datetime(2001, 2, 3, tzinfo=UTC)
    with Agent.open(":memory:", method="post+notes=3", clock=lambda: then) as agent:
        turn = agent.consider(DROWSY)
        assert turn.question is None
        agent.hear(turn, "no, the tea")
        assert [belief.since for belief in agent.memory.list("ana")] == [then]
        assert agent.memory.habits.notes == 3
    with pytest.raises(BadInput, match="no method called 'sometimes'"):
        Agent.open(":memory:", method="sometimes")


PARTS: dict[str, tuple[Any, ...]] = {
    "method": (3, ["both"], DROWSY),
    "clock": (None, "now", datetime(2026, 1, 1, tzinfo=UTC), lambda: None, lambda: datetime(2026, 1, 1)),
    "policy": ("never", 0.3),
    "habits": ("notes=3", 3),
    "assortment": ({"beans": 1}, ["beans"]),
    "embedder": (3, []),
    "mind": (None, 3),
    "lm": ("gpt", 3, object()),
    "lm_options": ("choose", 3),
}


@pytest.mark.parametrize(("part", "wrong"), [(part, wrong) for part, every in PARTS.items() for wrong in every])
def test_an_agent_of_wrong_parts_is_refused_in_one_line_before_a_file_is_made(
    part: str, wrong: Any, tmp_path: Path
) -> None:
    with pytest.raises(BadInput) as raised:
        Agent.open(tmp_path / "memory.db", **{part: wrong})
    assert len(raised.value.lines) == 1
    assert not (tmp_path / "memory.db").exists()


def test_a_model_that_nobody_would_ask_is_no_part_of_an_agent() -> None:
    with pytest.raises(BadInput, match="'built-in' asks no language model; with one, open"):
        Agent.open(":memory:", lm=ScriptedModel("hello"))


def test_agents_and_memories_say_what_they_are(memory: Memory) -> None:
    with Agent.open(":memory:") as agent:
        assert repr(agent).startswith("<Agent with the built-in mind, method 'both', on <Memory in ")
        assert "Store" in repr(agent.memory)
        assert repr(agent.mind) == "<BuiltInMind>"
        assert repr(agent.memory.embedder) == "<the embedder penchant-encoder-384, with a cache>"
    shop = Assortment([("beans", {"roast": "dark"}), ("mug", {"color": "red"})])
    assert repr(shop) == "<Assortment of 2 topics, in 2 respects>"


def test_every_name_that_penchant_offers_is_there() -> None:
    for name in penchant.__all__:
        assert getattr(penchant, name).__name__ == name
    assert {*penchant.__all__} <= {*dir(penchant)}


def test_the_surface_is_learned_in_ten_minutes() -> None:
    assert " ".join(penchant.__all__) == (
        "Agent AsyncAgent AsyncClient BadInput Behaviour Briefing Choice Client Lesson Message PenchantError "
        "Preference Profile Question Request Statement StoreError Turn"
    )


def test_a_name_that_went_to_its_own_module_says_so() -> None:
    with pytest.warns(DeprecationWarning, match=r"penchant\.Memory is penchant\.memory\.Memory; import it from there"):
        assert penchant.Memory is Memory
