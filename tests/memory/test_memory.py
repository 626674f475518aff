"""The verbs of memory, on both of our stores."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from penchant.domain import PreferenceId
from penchant.embed import Embedder
from penchant.errors import BadInput, UnknownPreference
from penchant.memory import Memory
from penchant.store import Store
from penchant.store.dict import DictStore
from penchant.store.sqlite import SQLiteStore
from workbench import Clock, draft, minute

MISSING = PreferenceId(99)


@pytest.fixture(params=["dict", "sqlite"])
def memory(request: pytest.FixtureRequest, tmp_path: Path, embedder: Embedder, clock: Clock) -> Iterator[Memory]:
    store: Store = DictStore() if request.param == "dict" else SQLiteStore(tmp_path / "m.db", embedder=embedder.name)
    memory = Memory(store, embedder, clock)
    yield memory
    memory.close()


def values(memory: Memory, person: str, *, closed: bool = False) -> list[str]:
    return [preference.value for preference in memory.list(person, closed=closed)]


def found(memory: Memory, person: str, text: str, *, closed: bool = False) -> list[str]:
    return [match.preference.value for match in memory.search(person, text, closed=closed)]


def test_what_is_added_can_be_got_listed_and_is_believed_from_that_hour(memory: Memory, clock: Clock) -> None:
    clock.minute = 7
    kept = memory.add("ana", draft("herbal tea", rather_than=("coffee",), confidence=0.8, words="tea, please"))
    assert memory.get("ana", kept.id) == kept
    assert memory.list("ana") == [kept]
    assert (kept.value, kept.rather_than, kept.confidence, kept.words) == (
        "herbal tea",
        ("coffee",),
        0.8,
        "tea, please",
    )
    assert kept.since == kept.confirmed == minute(7)
    assert kept.is_open
    assert kept.person == "ana"


def test_the_first_evidence_is_kept_with_what_is_added(memory: Memory) -> None:
    kept = memory.add("ana", draft("herbal tea", words="tea, please", episode="e5"), source="answer")
    [evidence] = memory.evidence("ana", kept.id)
    assert (evidence.source, evidence.supports, evidence.words, evidence.episode) == (
        "answer",
        True,
        "tea, please",
        "e5",
    )


def test_search_puts_the_nearest_first_and_keeps_to_the_limit(memory: Memory) -> None:
    memory.add("ana", draft("herbal tea"))
    memory.add("ana", draft("hook by the door", situation="coming home", topic="where to put keys"))
    memory.add("ana", draft("woollen scarf", situation="it is freezing outside", topic="something to wear"))
    assert found(memory, "ana", "where to put keys after coming home")[0] == "hook by the door"
    assert found(memory, "ana", "freezing outside, something to wear")[0] == "woollen scarf"
    assert len(found(memory, "ana", "something to drink")) == 3
    [best] = memory.search("ana", "a drink when drowsy", limit=1)
    assert best.preference.value == "herbal tea"
    scores = [match.score for match in memory.search("ana", "a drink when drowsy")]
    assert scores == sorted(scores, reverse=True)


def test_similar_is_strictly_above_the_threshold(memory: Memory) -> None:
    kept = memory.add("ana", draft("herbal tea"))
    text = "something to drink when drowsy"
    [match] = memory.store.nearest(kept.person, memory.embedder.embed([text])[0], limit=1)
    assert 0 < match.score < 1
    assert memory.similar("ana", text, match.score) is None
    assert memory.similar("ana", text, match.score - 1e-6) == kept
    assert memory.similar("ana", text, match.score + 1e-6) is None


def test_similar_gives_the_nearest_of_several(memory: Memory) -> None:
    memory.add("ana", draft("hook by the door", situation="coming home", topic="where to put keys"))
    tea = memory.add("ana", draft("herbal tea"))
    assert memory.similar("ana", "a drink when drowsy", -1.0) == tea


def test_an_update_closes_the_old_belief_and_opens_another(memory: Memory, clock: Clock) -> None:
    old = memory.add("ana", draft("herbal tea", rather_than=("coffee", "milk")))
    clock.minute = 30
    new = memory.update("ana", old.id, value="coffee", words="coffee nowadays")
    assert memory.list("ana") == [new]
    closed = memory.get("ana", old.id)
    assert (closed.value, closed.until) == ("herbal tea", minute(30))
    assert (new.value, new.words, new.since, new.replaces) == ("coffee", "coffee nowadays", minute(30), old.id)
    assert (new.situation, new.topic, new.stance) == (old.situation, old.topic, old.stance)
    assert set(new.rather_than) == {"milk", "herbal tea"}
    assert values(memory, "ana", closed=True) == ["herbal tea", "coffee"]


def test_an_update_of_what_is_avoided_prefers_it_to_nothing(memory: Memory) -> None:
    old = memory.add("ana", replace(draft("coffee"), stance="avoids"))
    new = memory.update("ana", old.id, value="cola", words="cola, I meant")
    assert (new.stance, new.value, new.rather_than) == ("avoids", "cola", ())


def test_an_update_is_found_by_its_new_value_and_the_old_one_only_among_the_closed(memory: Memory) -> None:
    old = memory.add("ana", draft("herbal tea"))
    memory.update("ana", old.id, value="lemonade", words="lemonade nowadays")
    assert found(memory, "ana", "wants herbal tea") == ["lemonade"]
    assert set(found(memory, "ana", "wants herbal tea", closed=True)) == {"herbal tea", "lemonade"}


def test_the_history_of_a_belief_is_one_line_from_any_of_its_members(memory: Memory) -> None:
    first = memory.add("ana", draft("tea"))
    memory.add("ana", draft("hook", topic="where to put keys"))
    second = memory.update("ana", first.id, value="coffee", words="coffee now")
    third = memory.update("ana", second.id, value="milk", words="milk now")
    for member in (first, second, third):
        assert [belief.value for belief in memory.history("ana", member.id)] == ["tea", "coffee", "milk"]
    assert [belief.is_open for belief in memory.history("ana", first.id)] == [False, False, True]


def test_evidence_tells_the_update_from_what_came_before(memory: Memory) -> None:
    old = memory.add("ana", draft("tea", words="tea, please"), source="praise")
    new = memory.update("ana", old.id, value="coffee", words="coffee now", source="correction", episode="e9")
    assert [item.words for item in memory.evidence("ana", old.id)] == ["tea, please"]
    [fresh] = memory.evidence("ana", new.id)
    assert (fresh.source, fresh.words, fresh.episode) == ("correction", "coffee now", "e9")
    assert [item.words for item in memory.evidence("ana")] == ["tea, please", "coffee now"]


def test_a_closed_belief_cannot_be_updated(memory: Memory) -> None:
    old = memory.add("ana", draft("tea"))
    memory.retire("ana", old.id)
    with pytest.raises(BadInput, match="closed"):
        memory.update("ana", old.id, value="coffee", words="coffee")
    assert values(memory, "ana", closed=True) == ["tea"]


def test_an_update_to_the_same_value_does_not_pass_itself_over(memory: Memory) -> None:
    old = memory.add("ana", draft("tea", rather_than=("coffee",)))
    new = memory.update("ana", old.id, value="tea", words="yes, tea, as ever")
    assert new.rather_than == ("coffee",)


def test_a_retired_belief_stays_readable_and_is_believed_no_more(memory: Memory, clock: Clock) -> None:
    tea = memory.add("ana", draft("tea"))
    clock.minute = 3
    assert memory.retire("ana", tea.id).until == minute(3)
    assert memory.list("ana") == []
    assert found(memory, "ana", "tea") == []
    assert memory.similar("ana", "tea", -1.0) is None
    assert found(memory, "ana", "tea", closed=True) == ["tea"]
    clock.minute = 9
    assert memory.retire("ana", tea.id).until == minute(3), "closing it again changes nothing"


def test_a_forgotten_preference_is_gone_from_everywhere(memory: Memory) -> None:
    tea = memory.add("ana", draft("tea", words="tea, please"))
    coffee = memory.update("ana", tea.id, value="coffee", words="coffee now")
    milk = memory.update("ana", coffee.id, value="milk", words="milk now")
    memory.forget("ana", coffee.id)
    assert values(memory, "ana", closed=True) == ["tea", "milk"]
    assert "coffee" not in found(memory, "ana", "coffee", closed=True)
    assert [item.words for item in memory.evidence("ana")] == ["tea, please", "milk now"]
    assert "coffee" not in [belief.value for belief in memory.history("ana", milk.id)]
    assert memory.get("ana", milk.id).replaces is None
    with pytest.raises(UnknownPreference):
        memory.get("ana", coffee.id)
    with pytest.raises(UnknownPreference):
        memory.evidence("ana", coffee.id)


def test_the_id_of_a_forgotten_preference_is_not_given_again(memory: Memory) -> None:
    tea = memory.add("ana", draft("tea"))
    memory.forget("ana", tea.id)
    assert memory.add("ana", draft("coffee")).id != tea.id


def test_a_forgotten_person_leaves_nothing(memory: Memory) -> None:
    tea = memory.add("ana", draft("tea"))
    memory.update("ana", tea.id, value="coffee", words="coffee now")
    memory.add("ben", draft("milk"))
    assert memory.forget_person("ana") == 2
    assert memory.list("ana", closed=True) == []
    assert memory.evidence("ana") == []
    assert memory.search("ana", "tea", closed=True) == []
    assert memory.people() == ["ben"]
    assert values(memory, "ben") == ["milk"]
    assert memory.forget_person("ana") == 0


def test_people_are_those_something_is_known_about(memory: Memory) -> None:
    assert memory.people() == []
    memory.add("ben", draft("tea"))
    memory.add("ana", draft("tea"))
    assert memory.people() == ["ana", "ben"]


VERBS_ON_ONE: dict[str, Callable[[Memory, str, PreferenceId], object]] = {
    "get": lambda memory, person, id: memory.get(person, id),
    "update": lambda memory, person, id: memory.update(person, id, value="water", words="water"),
    "retire": lambda memory, person, id: memory.retire(person, id),
    "forget": lambda memory, person, id: memory.forget(person, id),
    "history": lambda memory, person, id: memory.history(person, id),
    "evidence": lambda memory, person, id: memory.evidence(person, id),
}


@pytest.mark.parametrize("verb", VERBS_ON_ONE)
def test_a_preference_nobody_has_is_said_to_be_unknown(memory: Memory, verb: str) -> None:
    memory.add("ana", draft("tea"))
    with pytest.raises(UnknownPreference, match="99"):
        VERBS_ON_ONE[verb](memory, "ana", MISSING)
    assert values(memory, "ana", closed=True) == ["tea"]


@pytest.mark.parametrize("verb", VERBS_ON_ONE)
def test_the_preference_of_another_counts_as_none(memory: Memory, verb: str) -> None:
    memory.add("ana", draft("tea"))
    hers = memory.add("ana", draft("hook", topic="where to put keys"))
    memory.add("ben", draft("coffee"))
    before = (memory.list("ana", closed=True), memory.evidence("ana"))
    with pytest.raises(UnknownPreference):
        VERBS_ON_ONE[verb](memory, "ben", hers.id)
    assert (memory.list("ana", closed=True), memory.evidence("ana")) == before
    assert values(memory, "ben", closed=True) == ["coffee"]


@pytest.mark.parametrize("verb", VERBS_ON_ONE)
def test_the_same_id_of_two_people_names_two_preferences(memory: Memory, verb: str) -> None:
    hers = memory.add("ana", draft("tea"))
    his = memory.add("ben", draft("coffee"))
    assert hers.id == his.id
    before = (memory.list("ana", closed=True), memory.evidence("ana"), memory.store.revision(hers.person))
    VERBS_ON_ONE[verb](memory, "ben", his.id)
    assert (memory.list("ana", closed=True), memory.evidence("ana"), memory.store.revision(hers.person)) == before


def test_what_is_known_about_one_person_is_never_found_by_another(memory: Memory) -> None:
    memory.add("ana", draft("tea"))
    assert memory.search("ben", "tea", closed=True) == []
    assert memory.similar("ben", "tea", -1.0) is None
    assert memory.list("ben", closed=True) == []
    assert memory.evidence("ben") == []
    assert memory.forget_person("ben") == 0
    assert values(memory, "ana") == ["tea"]


@pytest.mark.parametrize("name", ["ana ", "Ana", "an", "ana%", "a_a", "*", "ana'--"])
def test_a_name_that_is_nearly_the_same_is_somebody_else(memory: Memory, name: str) -> None:
    memory.add("ana", draft("tea"))
    assert memory.list(name) == []
    memory.add(name, draft("coffee"))
    memory.forget_person(name)
    assert values(memory, "ana") == ["tea"]


@pytest.mark.parametrize("confidence", [-0.1, 1.1, float("nan"), float("inf")])
def test_a_confidence_out_of_range_is_refused_and_nothing_is_kept(memory: Memory, confidence: float) -> None:
    with pytest.raises(BadInput, match="0 and 1"):
        memory.add("ana", draft("tea", confidence=confidence))
    assert memory.people() == []


@pytest.mark.parametrize("value", ["", "  "])
def test_a_preference_without_a_value_is_refused(memory: Memory, value: str) -> None:
    with pytest.raises(BadInput, match="value"):
        memory.add("ana", draft(value))
    tea = memory.add("ana", draft("tea"))
    with pytest.raises(BadInput, match="value"):
        memory.update("ana", tea.id, value=value, words="nothing")
    assert memory.list("ana", closed=True) == [tea]


def test_a_person_without_a_name_is_refused(memory: Memory) -> None:
    with pytest.raises(BadInput, match="name"):
        memory.add("", draft("tea"))
    assert memory.people() == []


def test_what_was_edited_by_hand_is_believed_surely(memory: Memory) -> None:
    doubted = memory.add("ana", draft("tea", confidence=0.4))
    assert memory.update("ana", doubted.id, value="coffee", words="coffee, really").confidence == 0.9
