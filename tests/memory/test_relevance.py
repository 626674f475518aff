"""What bears on something is told in the order of its weight, once, and within its room."""

from __future__ import annotations

from dataclasses import replace

import pytest

from penchant.domain import BeliefKind, Stance
from penchant.memory import Memory
from penchant.memory.relevance import RankedBelief, bearing, within
from workbench import Clock, draft


def keep(
    memory: Memory,
    value: str,
    *,
    topic: str = "",
    kind: BeliefKind = "taste",
    stance: Stance = "wants",
    situation: str = "",
    whom: str = "",
) -> None:
    sample = draft(value, situation=situation, topic=topic, stance=stance, kind=kind, words=value)
    memory.add("sam", replace(sample, whom=whom))


@pytest.fixture
def known(memory: Memory) -> Memory:
    keep(memory, "jazz", topic="music")
    keep(memory, "peanuts", kind="constraint", stance="avoids")
    keep(memory, "red wine", topic="drink with dinner")
    keep(memory, "answer in Spanish", kind="instruction")
    keep(memory, "Lyon", topic="home", kind="fact", stance="is")
    keep(memory, "Rosa", topic="sister", kind="relation", stance="is")
    keep(memory, "silver earrings", whom="Rosa")
    keep(memory, "model trains", whom="Paul")
    return memory


def told(found: list[RankedBelief]) -> list[str]:
    return [one.belief.value for one in found]


def test_what_must_be_kept_to_comes_first_then_what_was_asked_of_the_agent_then_what_fits(known: Memory) -> None:
    assert told(bearing(known, "sam", "plan a dinner"))[:3] == ["peanuts", "answer in Spanish", "red wine"]
    assert told(bearing(known, "sam", "music for tonight"))[:3] == ["peanuts", "answer in Spanish", "jazz"]


def test_what_does_not_bear_on_it_is_not_told(known: Memory) -> None:
    assert "Lyon" not in told(bearing(known, "sam", "music for tonight"))


def test_each_of_several_things_that_are_asked_for_is_looked_up(known: Memory) -> None:
    assert {"red wine", "jazz"} <= set(told(bearing(known, "sam", "plan a dinner, and find some music")))


def test_who_is_meant_is_known_by_name_and_by_what_they_are_to_the_person(known: Memory) -> None:
    for about in ("a present for Rosa", "a present for my sister"):
        found = told(bearing(known, "sam", about))
        assert {"Rosa", "silver earrings"} <= set(found)
        assert "model trains" not in found


def test_without_anything_asked_all_is_told_what_was_heard_last_first(known: Memory, clock: Clock) -> None:
    clock.minute = 5
    keep(known, "green tea")
    found = told(bearing(known, "sam"))
    assert found[:3] == ["peanuts", "answer in Spanish", "green tea"]
    assert len(found) == 9


def test_what_several_beliefs_say_is_told_once(memory: Memory) -> None:
    keep(memory, "window seats", topic="flights to Oslo")
    keep(memory, "a window seat", topic="flights to Berlin")
    keep(memory, "window seats", topic="seat", situation="at night")
    keep(memory, "window seats", topic="seat", stance="avoids")
    found = bearing(memory, "sam", "a seat on the flight to Oslo")
    assert len(found) == 3
    [same] = [one for one in found if one.also]
    assert (same.belief.id, same.also) in {(1, (2,)), (2, (1,))}


def test_what_may_not_be_used_in_prompts_is_left_out(memory: Memory) -> None:
    memory.add("sam", replace(draft("jazz"), use="private"))
    memory.add("sam", replace(draft("polka"), use="never"))
    memory.add("sam", draft("swing"))
    assert told(bearing(memory, "sam", "swing, jazz or polka")) == told(bearing(memory, "sam")) == ["swing"]


def test_a_stranger_has_nothing_that_bears_on_anything(memory: Memory) -> None:
    assert bearing(memory, "sam", "dinner") == bearing(memory, "sam") == []


def test_as_many_lines_are_told_as_there_is_room_for() -> None:
    lines = ["x" * 39] * 5
    assert [within(lines, tokens) for tokens in (0, 9, 10, 29, 30, 1000)] == [0, 0, 1, 2, 3, 5]
    assert within([], 10) == 0
