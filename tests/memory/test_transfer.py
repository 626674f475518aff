"""A memory that is carried to another store is the same memory: to the last bit, and in what an agent makes of it."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from penchant.domain import PersonId, PreferenceId, Request
from penchant.embed import Embedder
from penchant.errors import BadData, BadInput, PenchantError, StoreError
from penchant.loop import Agent
from penchant.memory import Memory
from penchant.memory.transfer import Record, read, take_in, take_out, written
from penchant.mind.builtin import BuiltInMind
from penchant.store import Change, Store, Transcribe
from penchant.store.dict import DictStore
from penchant.store.sqlite import SQLiteStore
from penchant.testing import HashEmbedder
from penchant.testing._samples import ANA, line
from workbench import Clock, draft, errand

DRINK = Request("ana", "something to drink, I'm drowsy", ["black coffee", "herbal tea", "cold water"])
READ = Request("ana", "something to read", ["thriller", "poems", "newspaper"])


def lived(memory: Memory, mind: BuiltInMind) -> Agent:
    """An agent that has met ana: learned, praised, corrected, changed, erased."""
    agent = Agent(memory, mind)
    errand(agent, DRINK, answer="the tea, coffee makes me anxious", reaction="Perfect, thank you!")
    errand(agent, READ, answer="the poems", reaction="No, I wanted the newspaper.")
    errand(agent, DRINK, reaction="I no longer like herbal tea, black coffee from now on.")
    memory.add("ana", draft("gone soon"))
    memory.forget("ana", memory.list("ana")[-1].id)
    memory.add("ana", draft("naïve 🍵\n\0 “quoted” \\ \u2028", words="x" * 10_000, confidence=1 / 3))
    memory.retire("ana", memory.list("ana")[-1].id)
    memory.apply("ana", [Transcribe(line("e9", n, f"“{n}”\0 🍵", minute=-n)) for n in (3, 0, 7)])
    return agent


@pytest.fixture
def source(embedder: Embedder, mind: BuiltInMind, clock: Clock, tmp_path: Path) -> Memory:
    clock.step = 1
    memory = Memory(SQLiteStore(tmp_path / "source.db", embedder=embedder.name), embedder, clock)
    lived(memory, mind)
    clock.step = 0
    return memory


STORES: dict[str, Callable[[Path], Store]] = {
    "dict": lambda folder: DictStore(),
    "sqlite": lambda folder: SQLiteStore(folder / "other.db"),
    "in memory": lambda folder: SQLiteStore(":memory:"),
}


@pytest.mark.parametrize("kind", STORES)
def test_a_memory_comes_back_byte_for_byte(
    source: Memory, mind: BuiltInMind, clock: Clock, tmp_path: Path, kind: str
) -> None:
    document = written(take_out(source, "ana"))
    with closing(STORES[kind](tmp_path)) as store:
        other = Memory(store, source.embedder, clock)
        assert take_in(other, read(document)) is False
        assert written(take_out(other, "ana")) == document
        assert other.list("ana", closed=True) == source.list("ana", closed=True)
        assert other.evidence("ana") == source.evidence("ana")
        assert other.store.transcript(ANA) == source.store.transcript(ANA) != []
        for text in ("drowsy", "a book", "🍵"):
            assert other.search("ana", text, closed=True) == source.search("ana", text, closed=True)
        before, after = Agent(source, mind), Agent(other, mind)
        for request in (DRINK, READ, Request("ana", "I am thirsty", ["cold water", "black coffee"])):
            old, new = (agent.consider(request, may_ask=False, episode="e") for agent in (before, after))
            assert replace(new, basis=None) == replace(old, basis=None)
        last = max(one.id for one in source.list("ana", closed=True))
        assert other.add("ana", draft("next")).id == last + 1


def test_a_memory_goes_around_many_stores_unchanged(source: Memory, tmp_path: Path) -> None:
    document = first = written(take_out(source, "ana"))
    for make in (*STORES.values(),):
        with closing(make(tmp_path)) as store:
            memory = Memory(store, source.embedder)
            take_in(memory, read(document))
            document = written(take_out(memory, "ana"))
    assert document == first


def test_ids_keep_their_gaps_and_history_its_line(source: Memory) -> None:
    record = read(written(take_out(source, "ana")))
    ids = [one.id for one in record.preferences]
    assert len(ids) < ids[-1], "one was erased"
    assert any(one.replaces for one in record.preferences)
    assert any(one.until for one in record.preferences)


@pytest.mark.parametrize("person", ["../x", "'; drop table said; --", "zoë 日本 🙂", " ", "a\nb", "null"])
def test_any_name_and_ten_megabytes_are_only_text(person: str, tmp_path: Path) -> None:
    with closing(SQLiteStore(tmp_path / "a.db")) as store, closing(DictStore()) as other:
        memory, copy = Memory(store, HashEmbedder()), Memory(other, HashEmbedder())
        memory.add(person, draft("tea", words="ö" * 5_000_000 if person == "../x" else "'\"\\"))
        document = written(take_out(memory, person))
        take_in(copy, read(document))
        assert written(take_out(copy, person)) == document
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.db"]


def test_another_name_changes_the_name_alone(source: Memory) -> None:
    copy = Memory(DictStore(), source.embedder)
    take_in(copy, read(written(take_out(source, "ana")), name="zoë"))
    assert copy.people() == ["zoë"]
    again = written(take_out(copy, "zoë"))
    assert again.replace('"person": "zoë"', '"person": "ana"') == written(take_out(source, "ana"))


def test_vectors_of_another_embedder_are_made_anew(source: Memory) -> None:
    other = Memory(DictStore(), HashEmbedder())
    assert take_in(other, read(written(take_out(source, "ana")))) is True
    assert take_out(other, "ana").embedder == "hash"
    assert {len(vector) for vector in take_out(other, "ana").vectors.values()} == {64}
    assert other.list("ana", closed=True) == source.list("ana", closed=True)


@pytest.mark.parametrize("vector", [None, "AACAPw=="])
def test_a_missing_or_short_vector_is_made_anew_as_it_was(source: Memory, vector: str | None) -> None:
    document = json.loads(written(take_out(source, "ana")))
    document["preferences"][0]["vector"] = vector
    copy = Memory(DictStore(), source.embedder)
    assert take_in(copy, read(json.dumps(document))) is True
    assert written(take_out(copy, "ana")) == written(take_out(source, "ana"))


def test_a_store_that_keeps_its_vectors_to_itself_can_be_exported_too(source: Memory) -> None:
    class Shy:
        def __init__(self, store: Store) -> None:
            self.inner = store

        def __getattr__(self, name: str) -> Any:
            if name == "vectors":
                raise AttributeError(name)
            return getattr(self.inner, name)

    shy = Memory(Shy(source.store), source.embedder)
    assert written(take_out(shy, "ana")) == written(take_out(source, "ana"))


def test_nobody_is_taken_in_twice(source: Memory) -> None:
    document = written(take_out(source, "ana"))
    with pytest.raises(StoreError, match="already"):
        take_in(source, read(document))
    assert written(take_out(source, "ana")) == document


def test_somebody_who_was_quicker_is_not_written_over(source: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    copy = Memory(DictStore(), source.embedder)
    copy.add("ana", draft("first"))
    before = written(take_out(copy, "ana"))
    record = read(written(take_out(source, "ana")))
    with monkeypatch.context() as patch:
        patch.setattr(copy.store, "revision", lambda person: 0)  # as it was a moment ago
        with pytest.raises(StoreError, match="already"):
            take_in(copy, record)
    assert written(take_out(copy, "ana")) == before


def test_a_write_in_the_middle_of_an_export_is_in_it_or_not_but_never_half(
    source: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, left = source.store.evidence, [2]

    def evidence(person: PersonId, id: PreferenceId | None = None, **more: Any) -> Any:
        if left[0]:
            left[0] -= 1
            source.add("ana", draft(f"meanwhile {left[0]}"))
        return real(person, id, **more)

    monkeypatch.setattr(source.store, "evidence", evidence)
    record = take_out(source, "ana")
    assert {one.id for one in record.preferences} == set(record.vectors) == {one.preference for one in record.evidence}


def test_nothing_is_left_of_a_record_that_cannot_be_kept(source: Memory) -> None:
    record = take_out(source, "ana")
    spoilt = Record(
        person=record.person,
        embedder=record.embedder,
        preferences=record.preferences,
        vectors=record.vectors | {record.preferences[-1].id: np.full(256, np.nan, dtype=np.float32)},  # type: ignore[operator]
        evidence=record.evidence,
    )
    copy = Memory(DictStore(), source.embedder)
    with pytest.raises(PenchantError):
        take_in(copy, spoilt)
    assert copy.people() == []


def test_it_is_one_write(source: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    copy, writes = Memory(DictStore(), source.embedder), []
    real = copy.store.write

    def write(person: PersonId, changes: list[Change], **expected: int | None) -> list[PreferenceId]:
        writes.append(len(changes))
        return real(person, changes, **expected)

    monkeypatch.setattr(copy.store, "write", write)
    record = take_out(source, "ana")
    take_in(copy, record)
    assert writes == [len(record.preferences) + len(record.evidence) + len(record.transcript)]


def test_a_document_of_the_second_version_holds_tastes(source: Memory) -> None:
    document = json.loads(written(take_out(source, "ana")))
    for one in document["preferences"]:
        assert [one.pop(key) for key in ("kind", "whom", "origin", "use", "exception")] == [
            "taste",
            "",
            "stated",
            "free",
            "",
        ]
    copy = Memory(DictStore(), source.embedder)
    take_in(copy, read(json.dumps(document | {"version": 2})))
    assert copy.list("ana", closed=True) == source.list("ana", closed=True)
    assert copy.transcript("ana") == source.transcript("ana")


def test_a_constraint_is_one_wherever_it_is_carried(source: Memory) -> None:
    kept = source.add("ana", replace(draft("nuts"), kind="constraint"))
    copy = Memory(DictStore(), source.embedder)
    take_in(copy, read(written(take_out(source, "ana"))))
    assert copy.get("ana", kept.id) == kept
    assert copy.update("ana", kept.id, value="peanuts", words="only peanuts").kind == "constraint"


def test_a_document_of_the_third_version_is_about_the_person_and_free_to_use(source: Memory) -> None:
    document = json.loads(written(take_out(source, "ana")))
    for one in document["preferences"]:
        del one["whom"], one["origin"], one["use"], one["exception"]
    record = read(json.dumps(document | {"version": 3}))
    assert {(one.whom, one.origin, one.use) for one in record.preferences} == {("", "stated", "free")}


def test_about_whom_how_it_showed_and_its_use_survive_the_way_out_and_in(source: Memory) -> None:
    source.add("ana", replace(draft("lilies"), whom="Rosa", origin="implied", use="private", kind="fact", stance="is"))
    record = read(written(take_out(source, "ana")))
    assert (record.preferences[-1].whom, record.preferences[-1].origin) == ("Rosa", "implied")
    assert (record.preferences[-1].use, record.preferences[-1].stance) == ("private", "is")


def test_a_document_of_the_first_version_is_read_on(source: Memory) -> None:
    document = json.loads(written(take_out(source, "ana")))
    del document["transcript"]
    for one in document["preferences"]:
        del one["kind"], one["whom"], one["origin"], one["use"], one["exception"]
    copy = Memory(DictStore(), source.embedder)
    take_in(copy, read(json.dumps(document | {"version": 1})))
    assert copy.list("ana", closed=True) == source.list("ana", closed=True)
    assert copy.evidence("ana") == source.evidence("ana")
    assert copy.store.transcript(ANA) == []


SPOILT: dict[str, tuple[Callable[[dict[str, Any]], object], str]] = {
    "format": (lambda d: d.update(format="diary"), "penchant-memory"),
    "version": (lambda d: d.update(version=6), "version 6"),
    "true is no version": (lambda d: d.update(version=True), "version"),
    "no person": (lambda d: d.pop("person"), "person"),
    "person": (lambda d: d.update(person=7), "person"),
    "more": (lambda d: d.update(mood="good"), "mood"),
    "no list": (lambda d: d.update(preferences={}), "preferences"),
    "no object": (lambda d: d["preferences"].append(3), "object"),
    "no id": (lambda d: d["preferences"][0].pop("id"), "id"),
    "id": (lambda d: d["preferences"][0].update(id=0), "id"),
    "truth as id": (lambda d: d["preferences"][0].update(id=True), "id"),
    "huge id": (lambda d: d["preferences"][-1].update(id=2**70), "id"),
    "id twice": (lambda d: d["preferences"].append(d["preferences"][0]), "go up"),
    "stance": (lambda d: d["preferences"][0].update(stance="likes"), "wants, accepts, avoids"),
    "kind": (lambda d: d["preferences"][0].update(kind="whim"), "taste, constraint"),
    "confidence": (lambda d: d["preferences"][0].update(confidence=1.1), "confidence"),
    "confidence NaN": (lambda d: d["preferences"][0].update(confidence=float("nan")), "NaN"),
    "rather than": (lambda d: d["preferences"][0].update(rather_than="tea"), "rather_than"),
    "date": (lambda d: d["preferences"][0].update(since="yesterday"), "since"),
    "naive date": (lambda d: d["preferences"][0].update(confirmed="2026-01-01T00:00:00"), "time zone"),
    "beyond the calendar": (lambda d: d["preferences"][0].update(until="9999-12-31T23:59:59-09:00"), "until"),
    "half a pair": (lambda d: d["preferences"][0].update(words="\ud800"), "words"),
    "replaces": (lambda d: d["preferences"][0].update(replaces=99), "99"),
    "vector": (lambda d: d["preferences"][0].update(vector="%%%"), "base64"),
    "cut vector": (lambda d: d["preferences"][0].update(vector="AAAA"), "base64"),
    "infinite vector": (lambda d: d["preferences"][0].update(vector="AACAfw=="), "float32"),
    "evidence": (lambda d: d["evidence"][0].update(preference=99), "99"),
    "source": (lambda d: d["evidence"][0].update(source="gossip"), "source"),
    "supports": (lambda d: d["evidence"][0].update(supports="yes"), "supports"),
    "no transcript": (lambda d: d.pop("transcript"), "transcript"),
    "a transcript in the first version": (lambda d: d.update(version=1), "transcript"),
    "line": (lambda d: d["transcript"].append("hello"), "object"),
    "kind of line": (lambda d: d["transcript"][0].update(kind="thought"), "said, heard, seen"),
    "number of a line": (lambda d: d["transcript"][0].update(number=-1), "number"),
    "line twice": (lambda d: d["transcript"].append(d["transcript"][0]), "twice"),
}


@pytest.mark.parametrize("case", SPOILT)
def test_a_spoilt_document_is_told_in_one_line(case: str) -> None:
    memory = Memory(DictStore(), HashEmbedder())
    memory.add("ana", draft("tea"))
    memory.apply("ana", [Transcribe(line("e1", 0, "the tea"))])
    document = json.loads(written(take_out(memory, "ana")))
    spoil, word = SPOILT[case]
    spoil(document)
    with pytest.raises(BadData) as refused:
        read(json.dumps(document))
    assert word in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"format": ' * 100_000, b"\xff\xfe\x00", "1" * 5000])
def test_what_is_no_document_is_refused(text: str | bytes) -> None:
    with pytest.raises(BadData):
        read(text)


def test_an_empty_name_is_refused(source: Memory) -> None:
    with pytest.raises(BadInput):
        read(written(take_out(source, "ana")), name="")


@pytest.mark.parametrize("last", [2**53 - 1, 2**53 - 2, 2**52 + 1, 2**52])
def test_however_high_an_id_is_that_was_taken_in_the_next_export_can_be_taken_in(source: Memory, last: int) -> None:
    document = json.loads(written(take_out(source, "ana")))
    before = document["preferences"][-1]["id"]
    document["preferences"][-1]["id"] = last
    for one in document["evidence"]:
        one["preference"] = last if one["preference"] == before else one["preference"]
    text = json.dumps(document)
    for turn in range(4):
        memory = Memory(DictStore(), source.embedder)
        take_in(memory, read(text))
        kept = memory.add("ana", draft(f"number {turn}"))
        memory.update("ana", kept.id, value=f"number {turn}, edited", words="edited")
        text = written(take_out(memory, "ana"))
    values = [one.value for one in memory.list("ana", closed=True)]
    assert values[: -2 * 4] == [one.value for one in source.list("ana", closed=True)]
    assert len(memory.evidence("ana")) == len(document["evidence"]) + 2 * 4
