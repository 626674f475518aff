"""The same checks for an agent in this process and one on a server, waited for or awaited: moving is one line."""

from __future__ import annotations

import inspect
from datetime import UTC, datetime
from typing import Any

import pytest

from penchant import Agent, AsyncClient, BadInput, Behaviour, Client, Message, Request, Statement, StoreError, Turn
from penchant.client.blocking import ClientMemory
from penchant.domain import Forgetting
from penchant.errors import AlreadyKnown, BadData, TurnRefused, UnknownPreference
from penchant.memory import Memory

DRINKS = ("black coffee", "herbal tea")
DROWSY = Request("ana", "I'm drowsy, something to drink", DRINKS)
NAMES = ["ana/../ben", "..", "a b+c%2F?#", "日本語", "ana@example.com", "x\ny", "*", "x" * 300]

LEFT_OUT = {
    "observe": {"progress"},
    "search": {"threshold", "among"},
    "update": {"source", "episode"},
    "confirm": {"episode"},
}
"""What only makes sense where the agent is in the same process."""


def asked(turn: Turn) -> str:
    assert turn.question
    return turn.question.text


def done(turn: Turn) -> str:
    assert turn.choice
    return str(turn.choice.action)


def test_it_asks_acts_is_praised_and_knows_next_time(anyhow: Any) -> None:
    turn = anyhow.consider(DROWSY)
    assert asked(turn) == "Which would you like: black coffee or herbal tea?"
    turn = anyhow.hear(turn, "the tea, coffee makes me anxious")
    assert done(turn) == "herbal tea"
    turn = anyhow.hear(turn, "perfect, thank you")
    again = anyhow.consider(DROWSY)
    assert done(again) == "herbal tea"
    assert again.choice.because.startswith("ana chose")
    assert again.choice.reasons[0].preference.value == "herbal tea"
    assert [belief.value for belief in anyhow.recall(again)] == ["herbal tea", "black coffee"]


def test_a_correction_closes_the_old_belief_and_the_errand_is_considered_anew(anyhow: Any) -> None:
    morning = Request("ben", "Good morning! What should I drink?", ["black coffee", "green tea", "orange juice"])
    anyhow.hear(anyhow.hear(anyhow.consider(morning), "black coffee please"), "lovely")
    turn = anyhow.hear(anyhow.consider(morning), "I used to like coffee, but these days I prefer the green tea")
    assert turn.corrected
    assert turn.lesson.closed
    assert done(anyhow.reconsider(turn)) == "green tea"
    [belief] = anyhow.memory.list("ben")
    assert [step.value for step in anyhow.memory.history("ben", belief.id)] == ["black coffee", "green tea"]
    assert [item.supports for item in anyhow.memory.evidence("ben", belief.id)] == [True]


def test_somebody_is_kept_out_of_training_and_nobody_else(anyhow: Any) -> None:
    anyhow.tell("sam", "I'm vegetarian.")
    anyhow.memory.allow_training("sam", False)
    assert (anyhow.memory.training_allowed("sam"), anyhow.memory.training_allowed("ana")) == (False, True)
    anyhow.memory.allow_training("sam", True)
    assert anyhow.memory.training_allowed("sam")
    with pytest.raises(BadInput):
        anyhow.memory.allow_training("sam", "no")


def test_a_preview_teaches_nothing_and_says_what_would_end(anyhow: Any) -> None:
    anyhow.tell("sam", "I live in Lyon.")
    foreseen = anyhow.tell("sam", "I live in Rome now", preview=True)
    assert (len(foreseen.opened), foreseen.ended_by, foreseen.beliefs) == (1, ("I live in Rome now",), ())
    assert [one.value for one in anyhow.memory.list("sam")] == ["Lyon"]


def test_a_request_without_options_gets_a_briefing(anyhow: Any) -> None:
    anyhow.tell("sam", "I'm vegetarian, and I love window seats.")
    turn = anyhow.consider(Request("sam", "plan a flight to Oslo"), may_ask=False)
    assert "window seats" in str(turn.briefing)
    assert turn.question is None


def test_a_catalogue_is_ranked(anyhow: Any) -> None:
    beans = {"Dawn": {"roast": "light"}, "Dusk": {"roast": "dark"}}
    days = [datetime(2026, 1, day, tzinfo=UTC) for day in (1, 2, 3)]
    log = [
        Behaviour(id=f"{at.day}", at=at, item="Dusk", topic="beans", features=beans["Dusk"], rating=5) for at in days
    ]
    assert "Going by what ana did, ana keeps to dark (roast)." in anyhow.watch("ana", log).opened
    assert anyhow.watch("ana", log).opened == ()
    request = Request("ana", "some beans", list(beans), described=list(beans.values()), popularity=[3, 1])
    ranked = anyhow.consider(request, may_ask=False).choice.ranked
    assert [name for name, _ in ranked] == ["Dusk", "Dawn"]


def test_what_is_told_observed_and_stated_is_learned_once(anyhow: Any) -> None:
    lesson = anyhow.tell("sam", "I'm vegetarian", at=datetime(2026, 5, 1, tzinfo=UTC), id="m1")
    assert lesson.opened == ("sam is vegetarian.",)
    again = anyhow.tell("sam", "I'm vegetarian", id="m1")
    assert again.beliefs == lesson.beliefs
    talk = [Message("assistant", "Where to sit?"), {"role": "user", "content": "I love window seats.", "id": "m2"}]
    assert len(anyhow.observe("sam", talk).opened) == 1
    stated = anyhow.learn(
        "sam", [Statement("wants", "tulips", topic="flowers", quote="tulips")], words="tulips!", id="m3"
    )
    assert stated.opened == ("sam likes tulips.",)
    left = anyhow.learn("sam", [Statement("wants", "roses", quote="roses")], words="tulips?", id="m4").left_alone
    assert [one.why for one in left] == ["the quotation is not in the message"]
    assert len(anyhow.memory.list("sam")) == 3


def test_a_profile_says_what_bears_on_a_task(anyhow: Any) -> None:
    anyhow.tell("sam", "I'm vegetarian, and I love window seats.")
    profile = anyhow.profile("sam", "book a flight")
    assert profile.lines[0].preference.kind == "constraint"
    assert str(profile).startswith("What sam said or did before")
    assert anyhow.profile("sam", tokens=1).left_out == len(anyhow.profile("sam").lines)


def test_an_opinion_is_put_in_somebodys_words(anyhow: Any) -> None:
    assert anyhow.compose("stranger", "It is comfortable.", about="the chair", rating=4) == "It is comfortable."
    assert anyhow.compose("stranger", ["It is light.", "It is warm."])


def test_forgetting_shows_what_it_found_before_it_does_more_than_one_thing(anyhow: Any) -> None:
    for words in ("I love tulips.", "I hate roses.", "I always want tulips on the table."):
        anyhow.tell("sam", words)
    shown = anyhow.forget("sam", "tulips")
    assert len(shown.found) == 2
    assert not shown.done
    assert len(anyhow.memory.list("sam")) >= 3
    gone = anyhow.forget("sam", shown)
    assert gone.done
    assert {belief.id for belief in gone.found} == {belief.id for belief in shown.found}
    assert not [belief for belief in anyhow.memory.list("sam", closed=True) if "tulip" in belief.value]
    assert anyhow.tell("sam", "I love tulips", at="2020-01-01T00:00:00+00:00").opened == ()  # it was to be forgotten
    [belief] = [belief for belief in anyhow.memory.list("sam") if "roses" in belief.value]
    assert anyhow.forget("sam", belief.id).done
    assert anyhow.forget("sam", "quantum physics").found == ()


def test_a_belief_is_found_read_edited_confirmed_retired_and_forgotten(anyhow: Any) -> None:
    memory = anyhow.memory
    [id] = anyhow.tell("sam", "I love window seats").beliefs
    assert [match.preference.id for match in memory.search("sam", "where to sit on a plane", limit=1)] == [id]
    assert memory.search("sam", "seat", kinds=["constraint"]) == []
    assert memory.search("sam", "seat", uses=["private", "never"]) == []
    belief = memory.get("sam", id)
    new = memory.update("sam", id, value="aisle seats", words="aisle, actually")
    assert (new.value, new.words, new.replaces) == ("aisle seats", "aisle, actually", id)
    assert [step.id for step in memory.history("sam", id)] == [id, new.id]
    surer = memory.confirm("sam", new.id, words="yes, aisle")
    assert surer.confidence > new.confidence
    assert memory.evidence("sam", new.id)[-1].words == "yes, aisle"
    assert not memory.retire("sam", new.id).is_open
    assert memory.list("sam") == []
    assert [one.id for one in memory.list("sam", closed=True)] == [id, new.id]
    memory.forget("sam", new.id)
    assert [one.id for one in memory.list("sam", closed=True)] == [id]
    assert memory.get("sam", id).since == belief.since


def test_a_whole_memory_goes_out_in_and_away(anyhow: Any) -> None:
    anyhow.tell("sam", "I'm vegetarian")
    document = anyhow.memory.export_person("sam")
    assert anyhow.memory.import_person("sam the second", document) == 1
    assert anyhow.memory.people() == ["sam", "sam the second"]
    with pytest.raises(AlreadyKnown, match="Something is known of sam already"):
        anyhow.memory.import_person("sam", document)
    with pytest.raises(BadData):
        anyhow.memory.import_person("eve", "{}")
    assert anyhow.memory.forget_person("sam") == 1
    assert anyhow.memory.list("sam", closed=True) == []


@pytest.mark.parametrize("name", NAMES, ids=range(len(NAMES)))
def test_a_person_goes_by_any_name_and_by_no_other(anyhow: Any, name: str) -> None:
    anyhow.tell(name, "I'm vegetarian")
    assert anyhow.memory.people() == [name]
    assert [belief.person for belief in anyhow.memory.list(name)] == [name]
    turn = anyhow.consider(Request(name, "a drink", DRINKS))
    assert done(anyhow.hear(turn, "the tea")) == "herbal tea"
    assert anyhow.memory.list("ben") == []


def test_errors_are_of_the_same_class_and_in_the_same_words(anyhow: Any) -> None:
    turn = anyhow.consider(DROWSY)
    anyhow.hear(turn, "the tea")
    with pytest.raises(TurnRefused, match=r"^For this turn something else was heard already: 'the tea'\."):
        anyhow.hear(turn, "the coffee")
    with pytest.raises(UnknownPreference, match=r"^ana has no preference 99\. List them all to see which there are"):
        anyhow.memory.get("ana", 99)
    with pytest.raises(BadInput, match=r"^There are no words here to listen to"):
        anyhow.tell("ana", " ")
    with pytest.raises(BadInput, match=r"^Say whose words these are"):
        anyhow.tell("", "I'm vegetarian")
    with pytest.raises(BadInput, match=r"^This is what ben wanted forgotten"):
        anyhow.forget("ana", Forgetting("ben", "tea"))  # type: ignore[arg-type]
    with pytest.raises(BadInput, match=r"^Message 1: its role is 'butler'"):
        anyhow.observe("ana", [{"role": "butler", "content": "tea?"}])
    with pytest.raises(BadInput, match="nothing to reconsider yet"):
        anyhow.reconsider(turn)
    with pytest.raises(StoreError):
        anyhow.memory.retire("ana", 99)


@pytest.mark.parametrize(
    "mistaken",
    [
        lambda agent: agent.consider("a drink"),
        lambda agent: agent.consider(DROWSY, episode=3),
        lambda agent: agent.hear("a turn", "tea"),
        lambda agent: agent.hear(agent.consider(DROWSY), 3),
        lambda agent: agent.recall(None),
        lambda agent: agent.tell("ana", None),
        lambda agent: agent.tell("ana", "tea", at="yesterday"),
        lambda agent: agent.tell(3, "tea"),
        lambda agent: agent.observe("ana", "I'm vegetarian"),
        lambda agent: agent.observe("ana", [3]),
        lambda agent: agent.learn("ana", Statement("wants", "tea")),
        lambda agent: agent.learn("ana", ["tea"]),
        lambda agent: agent.profile("ana", 3),
        lambda agent: agent.profile("ana", tokens=0),
        lambda agent: agent.forget("ana", " "),
        lambda agent: agent.watch("ana", ["bought tea"]),
        lambda agent: agent.compose("ana", "fine", rating=9),
    ],
)
def test_what_cannot_be_meant_is_bad_input_in_one_line(anyhow: Any, mistaken: Any) -> None:
    with pytest.raises(BadInput) as said:
        mistaken(anyhow)
    assert len(said.value.lines) == 1
    assert len(str(said.value)) > 20


@pytest.mark.parametrize(("served", "here"), [(Client, Agent), (AsyncClient, Agent), (ClientMemory, Memory)])
def test_every_verb_takes_what_the_librarys_own_takes(served: type, here: type) -> None:
    verbs = [name for name, value in vars(served).items() if not name.startswith("_") and hasattr(value, "__get__")]
    verbs = [name for name in verbs if name != "close"]
    assert len(verbs) > 10
    for name in verbs:
        ours = dict(inspect.signature(vars(served)[name]._verb).parameters)
        theirs = dict(inspect.signature(getattr(here, name)).parameters)
        left_out = LEFT_OUT.get(name, set()) if served is not Client or here is Agent else set()
        assert [*ours] == [each for each in theirs if each not in {"self", *left_out}]
        for each, parameter in ours.items():
            assert parameter.kind == theirs[each].kind
            if name != "evidence":  # of which one is asked for
                assert parameter.default == theirs[each].default
