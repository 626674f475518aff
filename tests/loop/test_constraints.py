"""An allergy, a diet, a "never" outranks every taste, is never weighed, and is confirmed before it is dropped."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from penchant.domain import Action, Reading, Request, Scene, Turn, Utterance
from penchant.embed import Embedder
from penchant.loop import Agent
from penchant.loop.ask import AskPolicy
from penchant.loop.constraints import ruled_out
from penchant.loop.methods import method_named
from penchant.memory import Habits, Memory
from penchant.memory.transfer import read, take_in, take_out, written
from penchant.mind.builtin import BuiltInMind
from penchant.mind.protocol import Recalled, Weighed
from penchant.store.dict import DictStore
from penchant.store.sqlite import SQLiteStore
from workbench import Clock, draft

SWEET = Request("ana", "something sweet", ["plum tart", "walnut cake"])
BREAKFAST = Request("ana", "breakfast, I'm in a hurry", ["almond croissant", "toast", "porridge"])
SPREAD = Request("ana", "a spread for my bread", ["hazelnut spread"])


@pytest.fixture
def agent(embedder: Embedder, mind: BuiltInMind, clock: Clock) -> Agent:
    return Agent(Memory(DictStore(), embedder, clock), mind)


@pytest.fixture
def allergic(agent: Agent) -> Agent:
    """An agent that heard of an allergy in an answer."""
    turn = agent.hear(agent.consider(SWEET), "I'm allergic to nuts, the plum tart please")
    assert str(turn.choice and turn.choice.action) == "plum tart"
    return agent


def rules(agent: Agent, person: str = "ana", *, closed: bool = False) -> list[tuple[str, str]]:
    every = agent.memory.list(person, closed=closed)
    return [(one.stance, one.value) for one in every if one.kind == "constraint" and (closed or one.is_open)]


def done(turn: Turn) -> str:
    assert turn.choice is not None, turn.question
    return str(turn.choice.action)


def asked(turn: Turn) -> str:
    assert turn.question is not None, turn.choice
    return turn.question.text


def test_what_was_named_is_learned_and_holds_always(allergic: Agent) -> None:
    [rule] = [one for one in allergic.memory.list("ana") if one.kind == "constraint"]
    assert (rule.stance, rule.value, rule.situation, rule.topic) == ("avoids", "nuts", "", "")
    assert rule.words == "I'm allergic to nuts, the plum tart please"


def test_it_holds_weeks_later_in_other_words_for_other_things(allergic: Agent, clock: Clock) -> None:
    clock.minute += timedelta(weeks=6) / timedelta(minutes=1)
    turn = allergic.consider(BREAKFAST)
    assert turn.question is not None
    assert turn.question.alternatives == ("toast", "porridge")
    choice = allergic.consider(BREAKFAST, may_ask=False).choice
    assert choice is not None
    assert choice.action != Action("almond croissant")
    assert "Ruled out for you: almond croissant (“never nuts”: you said “I'm allergic to nuts" in choice.because
    assert [reason.preference.kind for reason in choice.reasons][-1] == "constraint"


def test_it_is_heard_where_nothing_on_offer_is_touched_and_in_a_reaction_too(agent: Agent) -> None:
    turn = agent.hear(
        agent.consider(Request("ana", "a drink", ["tea", "coffee"])), "the tea; I'm vegetarian by the way"
    )
    turn = agent.hear(turn, "Lovely. And I'm allergic to sesame.")
    assert set(rules(agent)) == {("wants", "vegetarian"), ("avoids", "sesame")}
    assert "ana is vegetarian." in turn.lesson.opened
    dinner = agent.consider(Request("ana", "dinner", ["steak", "risotto", "tahini bowl"]))
    assert done(dinner) == "risotto"


def test_twenty_praises_do_not_outweigh_it(allergic: Agent, clock: Clock) -> None:
    for n in range(20):
        belief = draft("almond croissant", topic="breakfast", situation="I'm in a hurry", words=f"perfect, {n}")
        allergic.memory.add("ana", belief, "praise")
    turn = allergic.consider(BREAKFAST, may_ask=False)
    assert done(turn) != "almond croissant"


def test_it_is_recalled_from_any_length_of_memory(embedder: Embedder, mind: BuiltInMind, clock: Clock) -> None:
    memory = Memory(DictStore(), embedder, clock, habits=Habits(notes=3, threshold=0.9))
    agent = Agent(memory, mind)
    agent.hear(agent.consider(SWEET), "I'm allergic to nuts")
    for n in range(80):
        memory.add("ana", draft(f"blue shirt {n}", topic="what to wear", situation=""))
    assert done(agent.consider(BREAKFAST, may_ask=False)) != "almond croissant"
    assert agent.recall(agent.consider(BREAKFAST))[0].value == "nuts"


def test_somebody_else_is_not_touched(allergic: Agent) -> None:
    turn = allergic.consider(Request("ben", "a spread for my bread", ["hazelnut spread"]))
    assert done(turn) == "hazelnut spread"
    assert rules(allergic, "ben") == []


def test_the_last_one_left_is_asked_about_and_not_taken_silently(allergic: Agent) -> None:
    turn = allergic.consider(SPREAD)
    assert asked(turn).startswith("There is nothing left but what is ruled out for you: hazelnut spread (“never nuts”")
    assert turn.question is not None
    assert turn.question.alternatives == ("hazelnut spread",)
    assert done(allergic.hear(turn, "no, better not")) == "none of these"
    assert done(allergic.hear(allergic.consider(SPREAD), "hm")) == "none of these"
    assert done(allergic.hear(allergic.consider(SPREAD), "yes, go ahead")) == "hazelnut spread"
    assert rules(allergic) == [("avoids", "nuts")]


def test_where_nobody_may_be_asked_it_declines_and_says_why(allergic: Agent) -> None:
    choice = allergic.consider(SPREAD, may_ask=False).choice
    assert choice is not None
    assert choice.action.declined
    assert "Ruled out for you: hazelnut spread" in choice.because
    never = Agent(allergic.memory, allergic.mind, policy=AskPolicy(turns=0))
    assert done(never.consider(SPREAD)) == "none of these"
    assert done(Agent(allergic.memory, allergic.mind, method=method_named("post")).consider(SPREAD)) == "none of these"


def test_to_ask_for_it_once_is_confirmed_first_and_drops_nothing(allergic: Agent) -> None:
    turn = allergic.hear(allergic.consider(BREAKFAST), "the almond croissant please")
    assert asked(turn).startswith("Just to be sure: you want what is ruled out for you, almond croissant (“never nuts”")
    turn = allergic.hear(turn, "yes")
    assert done(turn) == "almond croissant"
    allergic.hear(turn, "Delicious, thank you!")
    assert rules(allergic) == [("avoids", "nuts")]
    again = allergic.consider(BREAKFAST)
    assert again.question is None or "almond croissant" not in again.question.alternatives


def test_who_did_not_mean_it_gets_something_else(allergic: Agent) -> None:
    turn = allergic.hear(allergic.consider(BREAKFAST), "the almond croissant please")
    turn = allergic.hear(turn, "oh no, of course not")
    assert done(turn) in ("toast", "porridge")


def test_one_that_the_request_speaks_of_holds_at_once_and_from_then_on(agent: Agent) -> None:
    turn = agent.consider(Request("ana", "a snack, I'm vegan and allergic to nuts", ["cashews", "apple", "cheese"]))
    assert done(turn) == "apple"
    assert turn.choice is not None
    assert "cashews (“never nuts”: you said “a snack, I'm vegan and allergic to nuts”" in turn.choice.because
    assert rules(agent) == []
    turn = agent.hear(Turn.from_json(turn.to_json()), "thanks")
    assert set(rules(agent)) == {("wants", "vegan"), ("avoids", "nuts")}
    assert "ana never wants nuts." in turn.lesson.opened
    other = Request("bo", "a snack; my sister is allergic to nuts", ["cashews", "apple", "cheese"])
    assert asked(agent.consider(other)) == "Which would you like: cashews, apple or cheese?"


class InDoubt(BuiltInMind):
    """Takes every reaction for a doubtful no."""

    def understand(self, utterance: Utterance) -> Reading:
        reading = super().understand(utterance)
        acted = utterance.acted
        no = replace(reading, wants=(), avoids=tuple(acted), changed=True, verdict="wrong", sure=0.75, odds=())
        return no if acted else reading


def test_one_is_kept_at_once_though_the_rest_of_the_reaction_is_asked_back_about(
    agent: Agent, embedder: Embedder
) -> None:
    drink = Request("ana", "a drink", ["tea", "coffee"])
    agent.hear(agent.hear(agent.consider(drink), "the tea please"), "perfect, thank you")
    doubting = Agent(agent.memory, InDoubt(embedder))
    turn = doubting.hear(doubting.consider(drink), "Hm, that one? I'm allergic to sesame, you know")
    assert asked(turn) == "Just to be sure: no tea?"
    assert rules(agent) == [("avoids", "sesame")]
    doubting.hear(turn, "no, tea is fine")
    assert rules(agent) == [("avoids", "sesame")]


CROISSANT = Request("ana", "I'd like the almond croissant please", ["almond croissant", "toast", "porridge"])


def test_a_request_that_names_what_is_ruled_out_is_confirmed_and_nothing_else_stands_in_for_it(allergic: Agent) -> None:
    turn = allergic.consider(CROISSANT)
    assert asked(turn).startswith("Just to be sure: you want what is ruled out for you, almond croissant (“never nuts”")
    assert done(allergic.hear(Turn.from_json(turn.to_json()), "yes please")) == "almond croissant"
    assert done(allergic.hear(allergic.consider(CROISSANT), "oh no, of course not")) in ("toast", "porridge")
    assert rules(allergic) == [("avoids", "nuts")]


def test_a_request_that_names_what_is_ruled_out_is_refused_where_nobody_may_be_asked(allergic: Agent) -> None:
    for turn in (
        allergic.consider(CROISSANT, may_ask=False),
        Agent(allergic.memory, allergic.mind, method=method_named("post")).consider(CROISSANT),
    ):
        assert done(turn) == "none of these"
        assert turn.choice is not None
        assert "Ruled out for you: almond croissant (“never nuts”" in turn.choice.because


def test_to_take_it_back_is_confirmed_before_it_is_dropped(allergic: Agent) -> None:
    snack = Request("ana", "a snack", ["cashews", "crisps", "apple"])
    turn = allergic.hear(allergic.consider(snack), "I eat nuts again, the cashews please")
    assert asked(turn) == "Just to be sure: nuts again, from now on?"
    assert rules(allergic) == [("avoids", "nuts")]
    turn = allergic.hear(turn, "yes")
    assert done(turn) == "cashews"
    assert rules(allergic) == []
    assert rules(allergic, closed=True) == [("avoids", "nuts")]
    assert turn.lesson.closed == ("ana never wants nuts.",)


def test_who_says_no_when_asked_keeps_it(allergic: Agent) -> None:
    snack = Request("ana", "a snack", ["cashews", "crisps", "apple"])
    turn = allergic.hear(allergic.consider(snack), "I eat nuts again, the cashews please")
    turn = allergic.hear(turn, "no, I was joking")
    assert rules(allergic) == [("avoids", "nuts")]
    assert done(turn) != "cashews"


def test_a_diet_is_taken_back_by_what_it_rules_out(agent: Agent) -> None:
    dinner = Request("ana", "dinner", ["steak", "risotto", "soup"])
    agent.hear(agent.consider(dinner), "I'm vegetarian, the risotto")
    turn = agent.hear(agent.consider(dinner), "I eat meat again, so the steak")
    if turn.question is not None:
        assert asked(turn) == "Just to be sure: no longer vegetarian, from now on?"
        turn = agent.hear(turn, "yes, since last week")
        assert rules(agent) == []
    else:
        assert rules(agent) == [("wants", "vegetarian")]


def test_no_change_of_heart_closes_it(allergic: Agent) -> None:
    for words in ("I no longer like plum tart, the walnut cake from now on", "the walnut cake, always", "walnut cake"):
        turn = allergic.consider(SWEET)
        turn = allergic.hear(turn, words)
        while turn.question is not None:
            turn = allergic.hear(turn, "")
        assert done(turn) != "walnut cake", words
    assert rules(allergic) == [("avoids", "nuts")]


def test_an_edit_and_a_forgetting_by_hand_work_at_once(allergic: Agent) -> None:
    [rule] = [one for one in allergic.memory.list("ana") if one.kind == "constraint"]
    new = allergic.memory.update("ana", rule.id, value="peanuts", words="only peanuts")
    assert new.kind == "constraint"
    assert done(allergic.consider(SPREAD)) == "hazelnut spread"
    allergic.memory.forget("ana", new.id)
    assert rules(allergic) == []
    assert done(allergic.consider(Request("ana", "a snack", ["salted peanuts"]))) == "salted peanuts"


def test_it_is_kept_by_export_and_import(allergic: Agent, embedder: Embedder, clock: Clock) -> None:
    copy = Memory(DictStore(), embedder, clock)
    take_in(copy, read(written(take_out(allergic.memory, "ana"))))
    assert done(Agent(copy, allergic.mind).consider(SPREAD, may_ask=False)) == "none of these"


def test_it_is_kept_in_a_file(embedder: Embedder, mind: BuiltInMind, clock: Clock, tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    with Agent(Memory(SQLiteStore(path, embedder=embedder.name), embedder, clock), mind) as agent:
        agent.hear(agent.consider(SWEET), "I'm allergic to nuts")
    with Agent(Memory(SQLiteStore(path, embedder=embedder.name), embedder, clock), mind) as agent:
        assert done(agent.consider(SPREAD, may_ask=False)) == "none of these"


def test_described_options_that_break_it_are_never_chosen(allergic: Agent) -> None:
    features = [["nut filling", "dark chocolate"], ["caramel filling", "milk chocolate"]]
    boxes = Request("ana", "a box of chocolates", ["Box A", "Box B"], features=features, may_decline=True)
    assert done(allergic.consider(boxes, may_ask=False)) != "Box A"
    only = Request("ana", "a box of chocolates", ["Box A"], features=[["hazelnut", "dark chocolate"]], may_decline=True)
    turn = allergic.consider(only)
    while turn.question is not None:
        turn = allergic.hear(turn, "hazelnut is fine, dark chocolate is fine")
    assert done(turn) == "none of these"


def test_a_catalogue_ranks_nothing_that_breaks_it(allergic: Agent) -> None:
    catalogue = Request(
        "ana",
        "granola",
        ["Dawn", "Dusk", "Noon"],
        described=[
            {"flavor": "honey almond", "size": "large"},
            {"flavor": "raisin", "size": "large"},
            {"flavor": "maple pecan", "size": "small"},
        ],
        popularity=[1000, 1, 1000],
    )
    choice = allergic.consider(catalogue, may_ask=False).choice
    assert choice is not None
    assert [name for name, _ in choice.ranked] == ["Dusk"]


def test_a_place_that_was_forbidden_stays_so_for_that_thing_alone(agent: Agent) -> None:
    options = ["keys", "radiator", "hall table", "shelf"]
    keys = Request("ana", "put my keys away", options)
    turn = agent.consider(keys)
    turn = agent.hear(turn, "on the radiator") if turn.question else turn
    turn = agent.hear(turn, "Never put my keys there again!")
    [(stance, value)] = rules(agent)
    assert (stance, value) == ("avoids", done(turn).removeprefix("keys → "))
    again = agent.consider(keys, may_ask=False)
    assert again.choice is not None
    assert again.choice.action.place != value
    other = agent.consider(Request("ana", "put my umbrella away", ["umbrella", *options[1:]]), may_ask=False)
    assert other.choice is not None
    assert "Ruled out" not in other.choice.because


class Stubborn(BuiltInMind):
    """A mind that insists on what it likes, whatever it was given."""

    def choose(self, request: Request, scene: Scene, recalled: Recalled, ways: Sequence[Weighed]) -> list[Weighed]:
        return [Weighed(Action("almond croissant"), 1.0, ways[0].support), *ways]


def test_a_minds_pick_that_breaks_it_is_refused(allergic: Agent, embedder: Embedder) -> None:
    agent = Agent(allergic.memory, Stubborn(embedder))
    assert done(agent.consider(BREAKFAST, may_ask=False)) in ("toast", "porridge")


def test_a_reading_of_another_mind_is_kept_to_as_well(agent: Agent, embedder: Embedder) -> None:
    class Strict(BuiltInMind):
        def understand(self, utterance: object) -> Reading:
            return Reading(wants=("plum tart",), avoids=("walnut cake",), constraints=("walnut cake",))

    other = Agent(agent.memory, Strict(embedder))
    other.hear(other.consider(SWEET), "whatever")
    assert rules(agent) == [("avoids", "walnut cake")]
    assert done(agent.consider(Request("ana", "a cake", ["walnut cake"]), may_ask=False)) == "none of these"


def test_an_agent_that_remembers_nothing_has_none(embedder: Embedder, mind: BuiltInMind, clock: Clock) -> None:
    agent = Agent(Memory(DictStore(), embedder, clock), mind, method=method_named("none"))
    assert done(agent.consider(SPREAD)) == "hazelnut spread"


def test_a_turn_with_a_confirmation_goes_to_another_process(allergic: Agent) -> None:
    turn = allergic.hear(allergic.consider(BREAKFAST), "the almond croissant please")
    turn = Turn.from_json(turn.to_json())
    assert done(Agent(allergic.memory, allergic.mind).hear(turn, "yes please")) == "almond croissant"


def test_its_own_words_about_a_constraint_teach_it_nothing(allergic: Agent) -> None:
    turn = allergic.consider(BREAKFAST, may_ask=False)
    assert turn.choice is not None
    before = allergic.memory.list("ana")
    allergic.hear(turn, turn.choice.because)
    assert [one.value for one in allergic.memory.list("ana")] == [one.value for one in before]


@pytest.mark.parametrize(
    ("words", "unrelated", "related"),
    [
        (
            "My budget for lunch is 12 euros",
            Request("ana", "a new laptop", ["laptop for 900 euros", "laptop for 11 euros"]),
            Request("ana", "something to eat at noon", ["steak, 30 euros", "soup, 8 euros"]),
        ),
        (
            "No films longer than two hours, please",
            Request("ana", "a flight to Tokyo", ["flight of 7 hours", "flight of 1 hour"]),
            Request("ana", "a movie for tonight", ["Epic, 3 hours", "Short one, 1 hour"]),
        ),
        (
            "At most 80 a night on a hotel",
            Request("ana", "tickets for the opera", ["box seat, 120", "stalls, 60"]),
            Request("ana", "a room in Oslo", ["Plaza, 120 a night", "Inn, 70 a night"]),
        ),
        (
            "No deliveries before 10am",
            Request("ana", "a swimming class", ["8:30", "18:30"]),
            Request("ana", "when should the parcel come", ["8:30", "12:30"]),
        ),
    ],
)
def test_a_limit_rules_out_only_what_it_is_a_limit_of(
    embedder: Embedder, words: str, unrelated: Request, related: Request
) -> None:
    mind = BuiltInMind(embedder)
    agent = Agent(Memory(DictStore(), embedder), mind)
    agent.tell("ana", words)
    rules = agent.memory.list("ana")
    assert not ruled_out(unrelated, mind.survey(unrelated), rules, mind)
    assert [*ruled_out(related, mind.survey(related), rules, mind)] == [related.options[0]]


def test_a_limit_of_nothing_known_rules_nothing_out(embedder: Embedder) -> None:
    mind = BuiltInMind(embedder)
    agent = Agent(Memory(DictStore(), embedder), mind)
    agent.tell("ana", "1,200 euros, tops")
    laptops = Request("ana", "find me a laptop", ["laptop, 2000 euros", "laptop, 900 euros"])
    assert agent.memory.list("ana")
    assert not ruled_out(laptops, mind.survey(laptops), agent.memory.list("ana"), mind)
