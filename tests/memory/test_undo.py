"""Taking back what an errand taught: the memory is then what it was, in every store."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from penchant.domain import Preference, PreferenceId
from penchant.memory import Memory
from penchant.memory.transfer import take_out, written
from penchant.memory.undo import mark, take_back, undo_since
from penchant.store.dict import DictStore
from penchant.store.protocol import Close, Erase, Transcribe, Trust
from penchant.store.sqlite import SQLiteStore
from penchant.testing import HashEmbedder
from penchant.testing._samples import ANA, line
from workbench import Clock, draft


def unlinked(one: Preference) -> Preference:
    return replace(one, id=PreferenceId(1), replaces=None)


@pytest.fixture(params=["dict", "sqlite"])
def memory(request: pytest.FixtureRequest, tmp_path: Path) -> Memory:
    store = DictStore() if request.param == "dict" else SQLiteStore(tmp_path / "memory.db", embedder="hash")
    return Memory(store, HashEmbedder(), Clock())


def test_what_was_opened_closed_and_doubted_since_is_as_it_was(memory: Memory) -> None:
    kept = [memory.add("ana", draft(value)) for value in ("tea", "milk", "water")]
    ben = memory.add("ben", draft("juice"))
    memory.apply("ana", [Transcribe(line("monday", n, "the same words")) for n in range(3)])
    before, then = written(take_out(memory, "ana")), mark(memory, "ana")
    memory.apply("ana", [Close(kept[0].id, memory.clock()), Trust(kept[1].id, 0.2)])
    memory.update("ana", kept[2].id, value="rain", words="no, rain")
    memory.apply("ana", [Transcribe(line(episode, 3, "the same words")) for episode in ("monday", "tuesday")])
    assert written(take_out(memory, "ana")) != before
    take_back(memory, then)
    assert written(take_out(memory, "ana")) == before
    assert memory.search("ana", "tea")[0].preference == kept[0]
    assert memory.list("ben") == [ben]
    assert memory.add("ana", draft("cocoa")).id == kept[-1].id + 1, "as if nothing had been opened in between"


def test_a_stranger_is_one_again(memory: Memory) -> None:
    then = mark(memory, "ana")
    memory.add("ana", draft("tea"))
    memory.apply("ana", [Transcribe(line("monday", 0, "the tea"))])
    take_back(memory, then)
    assert memory.list("ana", closed=True) == []
    assert memory.evidence("ana") == []
    assert memory.store.transcript(ANA) == []


def test_what_was_erased_of_a_transcript_since_stays_away(memory: Memory) -> None:
    kept = memory.add("ana", draft("tea", episode="monday"))
    memory.apply("ana", [Transcribe(line("sunday", 0, "hello")), Transcribe(line("monday", 0, "the tea"))])
    then = mark(memory, "ana")
    memory.apply("ana", [Erase(kept.id)])
    take_back(memory, then)
    assert [one.words for one in memory.store.transcript(ANA)] == ["hello"]


def test_where_nothing_was_written_nothing_is(memory: Memory) -> None:
    memory.add("ana", draft("tea"))
    then = mark(memory, "ana")
    revision = memory.store.revision(then.person)
    take_back(memory, then)
    assert memory.store.revision(then.person) == revision


def test_what_only_came_since_is_erased_in_one_step_and_the_rest_stays(memory: Memory) -> None:
    memory.add("ana", draft("tea", episode="sunday"))
    memory.apply("ana", [Transcribe(line("sunday", 0, "the tea"))])
    before, then = written(take_out(memory, "ana")), mark(memory, "ana")
    memory.add("ana", draft("milk", episode="monday"))
    memory.apply("ana", [Transcribe(line("monday", 0, "and milk")), Transcribe(line("tuesday", 0, "hello"))])
    undo_since(memory, then)
    assert written(take_out(memory, "ana")) == before


def test_what_was_closed_is_believed_again_in_one_step(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    first = memory.add("ana", draft("milk", episode="saturday"))
    old = memory.update("ana", first.id, value="tea", words="tea now", episode="sunday")
    kept = memory.add("ana", draft("cake", episode="sunday"))
    memory.apply("ana", [Transcribe(line("saturday", 0, "milk")), Transcribe(line("sunday", 0, "tea now, and cake"))])
    then, said = mark(memory, "ana"), memory.store.transcript(ANA)
    memory.update("ana", old.id, value="rain", words="no, rain", episode="monday")
    memory.apply("ana", [Trust(kept.id, 0.1), Transcribe(line("monday", 0, "no, rain"))])
    monkeypatch.setattr(memory.store, "forget_person", None)
    revision = memory.store.revision(ANA)
    undo_since(memory, then)
    assert memory.store.revision(ANA) == revision + 1, "one write"
    milk, tea, cake = sorted(memory.list("ana", closed=True), key=lambda one: one.since)
    assert [unlinked(one) for one in (milk, tea, cake)] == [unlinked(one) for one in then.preferences]
    assert tea.replaces == milk.id == first.id
    assert [item.words for item in memory.evidence("ana", tea.id)] == ["tea now"]
    assert sorted(memory.store.transcript(ANA), key=lambda one: one.episode) == sorted(
        said, key=lambda one: one.episode
    )
    assert memory.search("ana", "tea")[0].preference == tea
