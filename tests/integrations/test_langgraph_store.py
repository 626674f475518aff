"""LangGraph's long-term store in a person's memory: its own semantics, any labels, and each one person's."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from langgraph.store.base import (
    BaseStore,
    GetOp,
    InvalidNamespaceError,
    ListNamespacesOp,
    MatchCondition,
    PutOp,
    SearchOp,
)
from langgraph.store.memory import InMemoryStore

from penchant import Agent, BadInput
from penchant.integrations.langgraph import PenchantStore
from penchant.memory import Memory

NOTES = ("ana", "notes")


@pytest.fixture
def store(agent: Agent) -> PenchantStore:
    return PenchantStore(agent, person_at=0)


@pytest.fixture(params=["ours", "theirs"])
def either(request: pytest.FixtureRequest, agent: Agent) -> BaseStore:
    """Our store, and the one that LangGraph comes with: what both must do alike."""
    return PenchantStore(agent, person_at=0) if request.param == "ours" else InMemoryStore()


def keys(found: list[Any]) -> list[str]:
    return [item.key for item in found]


def test_what_is_put_comes_back_as_it_was(either: BaseStore) -> None:
    value = {"text": "likes café", "nested": {"list": [1, 2.5, None, True]}, "": "an empty name"}
    either.put(NOTES, "k", value)
    item = either.get(NOTES, "k")
    assert item
    assert (item.namespace, item.key, item.value) == (NOTES, "k", value)
    assert either.get(NOTES, "other") is None
    assert either.get(("ana",), "k") is None


def test_a_second_put_replaces_the_first(either: BaseStore) -> None:
    either.put(NOTES, "drink", {"text": "coffee"})
    either.put(NOTES, "drink", {"text": "tea"})
    item = either.get(NOTES, "drink")
    assert item
    assert item.value == {"text": "tea"}
    assert len(either.search(NOTES)) == 1


def test_what_is_deleted_is_gone_and_may_be_put_again(either: BaseStore) -> None:
    either.put(NOTES, "k", {"n": 1})
    either.delete(NOTES, "k")
    either.delete(NOTES, "k")  # which was gone already
    assert either.get(NOTES, "k") is None
    assert either.search(NOTES) == []
    either.put(NOTES, "k", {"n": 2})
    assert [item.value for item in either.search(NOTES)] == [{"n": 2}]


def test_a_search_looks_below_its_prefix_label_by_label(either: BaseStore) -> None:
    either.put(("ana",), "top", {"n": 1})
    either.put(("ana", "notes"), "a", {"n": 2})
    either.put(("ana", "notes", "old"), "b", {"n": 3})
    either.put(("ana", "notes2"), "c", {"n": 4})
    assert keys(either.search(("ana",))) == ["top", "a", "b", "c"]
    assert keys(either.search(("ana", "notes"))) == ["a", "b"]
    assert keys(either.search(("ana", "note"))) == []


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ({"color": "red"}, ["1", "3"]),
        ({"color": {"$eq": "red"}}, ["1", "3"]),
        ({"color": {"$ne": "red"}}, ["2"]),
        ({"score": {"$gt": 2}}, ["2", "3"]),
        ({"score": {"$gte": 2, "$lt": 3}}, ["2"]),
        ({"score": {"$lte": 1}, "color": "red"}, ["1"]),
        ({"tags": ["a", "b"]}, ["1"]),
        ({"of": {"size": "small"}}, ["2"]),
        ({"missing": None}, ["1", "2", "3"]),
        ({"color": "green"}, []),
    ],
)
def test_filters_mean_what_they_mean_to_langgraph(either: BaseStore, wanted: dict[str, Any], found: list[str]) -> None:
    either.put(NOTES, "1", {"color": "red", "score": 1, "tags": ["a", "b"]})
    either.put(NOTES, "2", {"color": "blue", "score": 2.5, "of": {"size": "small", "more": 1}})
    either.put(NOTES, "3", {"color": "red", "score": 3, "tags": ["a"]})
    assert keys(either.search(NOTES, filter=wanted)) == found


def test_pages_go_through_all_there_is(either: BaseStore) -> None:
    for number in range(7):
        either.put(NOTES, str(number), {"n": number})
    pages = [keys(either.search(NOTES, limit=3, offset=offset)) for offset in (0, 3, 6, 9)]
    assert pages == [["0", "1", "2"], ["3", "4", "5"], ["6"], []]


def test_namespaces_are_listed_as_langgraph_lists_them(either: BaseStore) -> None:
    places = [("a", "b", "c"), ("a", "b", "d", "e"), ("a", "b", "d", "i"), ("a", "b", "f"), ("a", "c", "f"), ("z",)]
    for place in places:
        either.put(place, "k", {"n": 1})
    assert either.list_namespaces() == sorted(places)
    assert either.list_namespaces(prefix=("a", "b"), max_depth=3) == [("a", "b", "c"), ("a", "b", "d"), ("a", "b", "f")]
    assert either.list_namespaces(suffix=("f",)) == [("a", "b", "f"), ("a", "c", "f")]
    assert either.list_namespaces(prefix=("a", "*", "f")) == [("a", "b", "f"), ("a", "c", "f")]
    assert either.list_namespaces(prefix=("*",), suffix=("*", "i")) == [("a", "b", "d", "i")]
    assert either.list_namespaces(limit=2, offset=1) == sorted(places)[1:3]
    assert either.list_namespaces(prefix=("y",)) == []


def test_a_batch_reads_what_was_there_before_it_wrote_and_of_two_puts_keeps_the_last(either: BaseStore) -> None:
    either.put(NOTES, "k", {"n": 0})
    results = either.batch(
        [
            PutOp(NOTES, "k", {"n": 1}),
            GetOp(NOTES, "k"),
            SearchOp(NOTES),
            ListNamespacesOp((MatchCondition("prefix", ("ana",)),)),
            PutOp(NOTES, "k", {"n": 2}),
            GetOp(NOTES, "nothing"),
        ]
    )
    assert results[0] is None
    assert results[1].value == {"n": 0}  # type: ignore[union-attr]
    assert [item.value for item in results[2]] == [{"n": 0}]  # type: ignore[union-attr]
    assert results[3:] == [[NOTES], None, None]
    assert either.get(NOTES, "k").value == {"n": 2}  # type: ignore[union-attr]


def test_the_same_verbs_are_awaited(either: BaseStore) -> None:
    async def scene() -> None:
        await asyncio.gather(*(either.aput(NOTES, str(n), {"n": n}) for n in range(5)))
        item = await either.aget(NOTES, "3")
        assert item
        assert item.value == {"n": 3}
        await either.adelete(NOTES, "3")
        assert sorted(keys(await either.asearch(NOTES))) == ["0", "1", "2", "4"]
        assert await either.alist_namespaces(prefix=("ana",)) == [NOTES]

    asyncio.run(scene())


@pytest.mark.parametrize("namespace", [(), ("",), ("ana", ""), ("langgraph", "ana"), ("ana", 3)])
def test_a_namespace_that_langgraph_refuses_is_refused(either: BaseStore, namespace: Any) -> None:
    with pytest.raises(InvalidNamespaceError):
        either.put(namespace, "k", {"n": 1})


def test_a_time_to_live_is_refused(either: BaseStore) -> None:
    with pytest.raises(NotImplementedError):
        either.put(NOTES, "k", {"n": 1}, ttl=5)


@pytest.mark.parametrize(
    "person", ["ana@example.com", "a.b", "..", "a/b", "日本", "a%b_c*", "O'Brien; --", " ", "x\ny"]
)
def test_any_text_may_be_a_label_and_a_key(store: PenchantStore, person: str) -> None:
    store.put((person, "no.tes"), "k.1", {"text": person})
    store.put((person + "x", "no.tes"), "k.1", {"text": "somebody else's"})
    assert store.get((person, "no.tes"), "k.1").value == {"text": person}  # type: ignore[union-attr]
    assert [item.value["text"] for item in store.search((person,), query="text")] == [person]
    assert store.list_namespaces(suffix=("no.tes",)) == sorted([(person, "no.tes"), (person + "x", "no.tes")])


def test_a_search_by_meaning_finds_values_best_first(store: PenchantStore) -> None:
    store.put(NOTES, "pets", {"text": "has two cats and a dog"})
    store.put(NOTES, "food", {"text": "loves spicy noodle soup"})
    store.put(NOTES, "hidden", {"text": "noodle soup, not to be found"}, index=False)
    found = store.search(NOTES, query="what to cook for dinner: noodles?")
    assert keys(found)[0] == "food"
    assert keys(found)[-1] == "hidden"  # comes last, unscored, as LangGraph has it
    assert found[-1].score is None
    assert found[0].score is not None
    assert keys(store.search(NOTES, query="animals at home, a cat", limit=1)) == ["pets"]


def test_pages_by_meaning_are_parts_of_one_order(store: PenchantStore) -> None:
    for number, what in enumerate(("green tea", "window seats", "jazz", "mint tea", "tulips", "tea pots")):
        store.put(NOTES, str(number), {"text": what}, index=False if what == "jazz" else None)
    whole = keys(store.search(NOTES, query="a cup of tea"))
    assert whole[-1] == "2"
    assert [keys(store.search(NOTES, query="a cup of tea", limit=2, offset=n))[0] for n in range(6)] == whole


def test_a_value_is_found_by_the_fields_that_were_named(agent: Agent) -> None:
    store = PenchantStore(agent, person_at=0, fields=["text"])
    store.put(NOTES, "a", {"text": "green tea", "remark": "bicycle"})
    store.put(NOTES, "b", {"text": "x", "parts": [{"name": "bicycle"}, {"name": "helmet"}]}, index=["parts[*].name"])
    assert [belief.value for belief in agent.memory.list("ana")] == ["green tea", "bicycle. helmet"]
    assert keys(store.search(NOTES, query="bicycle"))[0] == "b"


def test_what_was_put_before_stays_in_the_history(store: PenchantStore) -> None:
    for drink in ("coffee", "tea", "water"):
        store.put(NOTES, "drink", {"text": drink})
    history = store.history(NOTES, "drink")
    assert [item.value["text"] for item in history] == ["coffee", "tea", "water"]
    now = store.get(NOTES, "drink")
    assert now == history[-1]
    assert now.created_at == history[0].created_at < now.updated_at
    store.delete(NOTES, "drink")
    assert store.history(NOTES, "drink") == []


@pytest.mark.parametrize("prefix", [(), ("notes",)])
def test_a_search_that_names_nobody_is_refused(agent: Agent, prefix: tuple[str, ...]) -> None:
    store = PenchantStore(agent, person_at=1)
    store.put(("notes", "ana"), "k", {"text": "a secret of ana's"})
    store.put(("notes", "ben"), "k", {"text": "a secret of ben's"})
    with pytest.raises(InvalidNamespaceError, match="does not say whose it is"):
        store.search(prefix, query="secret")
    assert [item.value["text"] for item in store.search(("notes", "ana"), query="secret")] == ["a secret of ana's"]


def test_a_batch_that_holds_something_bad_changes_nothing(store: PenchantStore) -> None:
    with pytest.raises(BadInput, match="cannot be kept as JSON"):
        store.batch([PutOp(NOTES, "good", {"n": 1}), PutOp(("ben", "notes"), "bad", {"n": {1, 2}})])
    assert store.list_namespaces() == []
    with pytest.raises(BadInput, match="is a dictionary"):
        store.put(NOTES, "k", "text")  # type: ignore[arg-type]
    store.put(NOTES, "k", {"n": 1})
    with pytest.raises(BadInput, match="No filter is called"):
        store.search(NOTES, filter={"n": {"$near": 1}})


def test_items_show_in_the_profile_and_go_when_the_person_is_forgotten(store: PenchantStore, agent: Agent) -> None:
    agent.tell("ana", "I'm vegetarian")
    store.put(NOTES, "trip", {"text": "is planning a trip to Oslo"})
    store.put(("ana", "errands"), "e1", {"turn": "not for a prompt"}, index=False)
    profile = str(agent.profile("ana"))
    assert "ana: is planning a trip to Oslo." in profile
    assert "not for a prompt" not in profile
    assert keys(store.search(("ana",))) == ["trip", "e1"]  # and no belief that was learned otherwise
    agent.forget("ana", "the trip to Oslo")
    assert store.get(NOTES, "trip") is None
    agent.memory.forget_person("ana")
    assert store.list_namespaces() == []


def test_items_do_not_sway_a_choice_and_talk_does_not_close_them(store: PenchantStore, agent: Agent) -> None:
    store.put(NOTES, "home", {"text": "lives in Lyon"})
    agent.tell("ana", "I moved, I live in Oslo now")
    assert store.get(NOTES, "home")


def test_puts_of_one_key_at_once_leave_one_value_and_a_history_without_a_gap(tmp_path: Path) -> None:
    with Agent.open(tmp_path / "memory.db") as agent, ThreadPoolExecutor(8) as threads:
        store = PenchantStore(agent, person_at=0)
        list(threads.map(lambda n: store.put(NOTES, "k", {"n": n}), range(40)))
        history = store.history(NOTES, "k")
        assert sorted(item.value["n"] for item in history) == list(range(40))
        assert store.search(NOTES)[0].value == history[-1].value
        assert [belief.is_open for belief in agent.memory.list("ana", closed=True)] == [*[False] * 39, True]


def test_a_store_on_a_file_is_there_after_a_restart(tmp_path: Path) -> None:
    with Agent.open(tmp_path / "memory.db") as agent:
        PenchantStore(agent, person_at=0).put(NOTES, "k", {"text": "kept"})
    with Agent.open(tmp_path / "memory.db") as agent:
        assert PenchantStore(agent.memory, person_at=0).get(NOTES, "k").value == {"text": "kept"}  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "op",
    [
        GetOp(None, "k"),  # type: ignore[arg-type]
        GetOp("ana", "k"),  # type: ignore[arg-type]
        SearchOp(NOTES, limit=None),  # type: ignore[arg-type]
        SearchOp(NOTES, offset=-1),
        SearchOp(NOTES, query=3),  # type: ignore[arg-type]
        SearchOp(NOTES, filter=3),  # type: ignore[arg-type]
        PutOp(NOTES, "k", {"n": 1}, index=True),  # type: ignore[arg-type]
        PutOp(NOTES, "k", {"n": 1}, index="text"),  # type: ignore[arg-type]
        PutOp(NOTES, "k", {"n": float("nan")}),
        PutOp(("x" * 1_001,), "k", {"n": 1}),
        ListNamespacesOp(max_depth="all"),  # type: ignore[arg-type]
        ListNamespacesOp((MatchCondition("prefix", (3,)),)),  # type: ignore[arg-type]
        ListNamespacesOp((MatchCondition("middle", ("ana",)),)),  # type: ignore[arg-type]
        "an operation",
    ],
    ids=range(14),
)
def test_what_cannot_be_meant_is_told_in_one_line(store: PenchantStore, op: Any) -> None:
    store.put(NOTES, "k", {"n": 0})
    with pytest.raises((BadInput, InvalidNamespaceError)) as said:
        store.batch([op])
    assert "\n" not in str(said.value)
    assert store.get(NOTES, "k").value == {"n": 0}  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "made",
    [
        lambda memory: PenchantStore("memory.db", person_at=0),  # type: ignore[arg-type]
        lambda memory: PenchantStore(memory, person_at=-1),
        lambda memory: PenchantStore(memory, person_at=True),
        lambda memory: PenchantStore(memory, person_at=0, fields="text"),
    ],
)
def test_a_store_that_cannot_be_made_says_why_in_one_line(made: Callable[[Memory], object], memory: Memory) -> None:
    with pytest.raises(BadInput) as said:
        made(memory)
    assert len(said.value.lines) == 1


def test_without_langgraph_the_install_line_is_told() -> None:
    code = (
        "import sys; sys.modules['langgraph'] = None\n"
        "try: import penchant.integrations.langgraph\n"
        "except Exception as error: print(type(error).__name__, error)"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout == "PenchantError PenchantStore needs langgraph: pip install 'penchant[langgraph]'\n"
