"""Beliefs are found by meaning and by word, by kind and by time, and what is forgotten is not found."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from penchant.domain import Draft
from penchant.embed import Embedder
from penchant.errors import BadInput
from penchant.memory import Memory
from penchant.store import Store
from penchant.store.dict import DictStore
from penchant.store.sqlite import SQLiteStore
from workbench import Clock, draft, minute

ROOMS = ("kitchen", "garage", "attic", "cellar", "hallway", "bathroom", "balcony", "study", "shed", "porch")
THINGS = ("lamp", "shelf", "rug", "chair", "curtain", "clock", "mirror", "plant", "basket", "stool")


@pytest.fixture(params=["dict", "sqlite"])
def memory(request: pytest.FixtureRequest, tmp_path: Path, embedder: Embedder, clock: Clock) -> Iterator[Memory]:
    store: Store = DictStore() if request.param == "dict" else SQLiteStore(tmp_path / "m.db", embedder=embedder.name)
    memory = Memory(store, embedder, clock)
    yield memory
    memory.close()


def stated(topic: str, value: str, words: str = "") -> Draft:
    return draft(value, situation="", topic=topic, words=words or value)


def fill(memory: Memory, person: str) -> None:
    """A hundred beliefs about a house."""
    for room in ROOMS:
        for thing in THINGS:
            memory.add(person, stated(f"{thing} in the {room}", f"a {thing} from the flea market"))


def values(memory: Memory, text: str, **how: object) -> list[str]:
    return [match.preference.value for match in memory.search("ana", text, **how)]  # type: ignore[arg-type]


def test_a_rare_word_finds_its_belief_among_a_hundred_others(memory: Memory) -> None:
    fill(memory, "ana")
    memory.add("ana", stated("doctor", "Dr. Quimby"))
    fill(memory, "ben")
    assert values(memory, "which shelf would Quimby have put it on?", limit=1) == ["Dr. Quimby"]


def test_another_form_of_a_word_and_a_word_like_it_are_found_too(memory: Memory) -> None:
    fill(memory, "ana")
    memory.add("ana", stated("hobby", "pottery"))
    memory.add("ana", stated("pet", "two mice"))
    assert values(memory, "a present for somebody who loves ceramics", limit=1) == ["pottery"]
    assert values(memory, "what does a mouse eat?", limit=1) == ["two mice"]


def test_the_words_somebody_said_find_what_followed_from_them(memory: Memory) -> None:
    fill(memory, "ana")
    memory.add("ana", stated("drink", "herbal tea", words="nothing with caffeine since my operation"))
    assert values(memory, "is caffeine all right?", limit=1) == ["herbal tea"]


def test_what_has_none_of_the_words_is_found_by_meaning(memory: Memory) -> None:
    memory.add("ana", stated("transport", "trains"))
    memory.add("ana", stated("drink", "espresso"))
    assert values(memory, "coffee", limit=1) == ["espresso"]


def test_nothing_else_is_found_by_which_letters_are_capital_or_which_small_words_are_used(memory: Memory) -> None:
    fill(memory, "ana")
    memory.add("ana", stated("doctor", "Dr. Quimby"))
    assert values(memory, "QUIMBY", limit=1) == values(memory, "and what about the quimby?", limit=1) == ["Dr. Quimby"]


def test_only_the_kinds_that_are_asked_for_are_found(memory: Memory) -> None:
    memory.add("ana", draft("nuts", kind="constraint", stance="avoids"))
    memory.add("ana", draft("nut cake"))
    assert values(memory, "nuts", kinds=["constraint"]) == ["nuts"]
    assert values(memory, "nuts", kinds=["taste"]) == ["nut cake"]
    assert set(values(memory, "nuts")) == {"nuts", "nut cake"}


def test_what_was_believed_at_a_moment_is_found_though_it_is_closed(memory: Memory, clock: Clock) -> None:
    kept = memory.add("ana", draft("coffee"))
    clock.minute = 10
    memory.update("ana", kept.id, value="tea", words="tea from now on")
    assert values(memory, "drink") == ["tea"]
    assert values(memory, "drink", at=minute(5)) == ["coffee"]
    assert values(memory, "drink", at=minute(10)) == ["tea"]
    assert set(values(memory, "drink", closed=True)) == {"coffee", "tea"}


def test_only_what_was_heard_in_a_stretch_of_time_is_found(memory: Memory, clock: Clock) -> None:
    for number, value in enumerate(("coffee", "tea", "milk")):
        clock.minute = 10 * number
        memory.add("ana", draft(value))
    assert values(memory, "drink", since=minute(10), until=minute(20)) == ["tea"]
    assert set(values(memory, "drink", since=minute(10))) == {"tea", "milk"}
    assert set(values(memory, "drink", until=minute(20))) == {"coffee", "tea"}


def test_a_moment_without_its_time_zone_is_refused(memory: Memory) -> None:
    with pytest.raises(BadInput, match="time zone"):
        memory.search("ana", "drink", since=minute(1).replace(tzinfo=None))


def test_what_is_added_closed_and_forgotten_after_a_search_is_searched_as_it_is_now(memory: Memory) -> None:
    fill(memory, "ana")
    assert "Dr. Quimby" not in values(memory, "Quimby")
    kept = memory.add("ana", stated("doctor", "Dr. Quimby"))
    assert values(memory, "Quimby", limit=1) == ["Dr. Quimby"]
    memory.retire("ana", kept.id)
    assert "Dr. Quimby" not in values(memory, "Quimby", limit=200)
    assert values(memory, "Quimby", limit=1, closed=True) == ["Dr. Quimby"]
    memory.forget("ana", kept.id)
    assert "Dr. Quimby" not in values(memory, "Quimby", limit=200, closed=True)
    memory.forget_person("ana")
    assert values(memory, "lamp") == []


def test_another_memory_on_the_same_file_finds_what_was_written_meanwhile(
    tmp_path: Path, embedder: Embedder, clock: Clock
) -> None:
    here, there = (Memory(SQLiteStore(tmp_path / "m.db", embedder=embedder.name), embedder, clock) for _ in range(2))
    kept = here.add("ana", stated("doctor", "Dr. Quimby"))
    assert values(there, "Quimby") == ["Dr. Quimby"]
    here.forget("ana", kept.id)
    here.add("ana", stated("doctor", "Dr. Ames"))
    assert values(there, "Quimby") == ["Dr. Ames"]
    here.close()
    there.close()


def test_scores_fall_from_the_first_on_and_lie_between_minus_one_and_one(memory: Memory) -> None:
    fill(memory, "ana")
    scores = [match.score for match in memory.search("ana", "a lamp in the kitchen", limit=101)]
    assert len(scores) == 100
    assert scores == sorted(scores, reverse=True)
    assert all(-1 <= score <= 1 for score in scores)
