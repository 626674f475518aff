from __future__ import annotations

import pytest

from penchant.domain import Question, Request
from penchant.errors import BadInput
from penchant.loop import Agent, AskPolicy, method_named
from penchant.loop.ask import Interruption
from penchant.memory import Memory
from penchant.mind.builtin import BuiltInMind
from workbench import errand

DROWSY = Request(
    "ana", "I'm so drowsy. Could you bring me something to drink?", ["black coffee", "herbal tea", "cold water"]
)
CRACKERS = Request("ana", "Guests are coming. Could you put the crackers away?", ["crackers", "top shelf", "low shelf"])


def with_policy(memory: Memory, mind: BuiltInMind, **policy: float | int) -> Agent:
    return Agent(memory, mind, policy=AskPolicy(**policy))  # type: ignore[arg-type]


def test_a_stranger_is_asked_and_told_the_alternatives(agent: Agent) -> None:
    turn = agent.consider(DROWSY)
    assert turn.choice is None
    assert turn.question is not None
    assert turn.question.alternatives == DROWSY.options
    for option in DROWSY.options:
        assert option in turn.question.text


def test_a_placement_is_asked_about_its_place_and_not_its_thing(agent: Agent) -> None:
    turn = agent.consider(CRACKERS)
    assert turn.question is not None
    assert turn.question.alternatives == ("top shelf", "low shelf")
    assert "crackers" in turn.question.text


def test_who_was_asked_once_is_not_asked_again(agent: Agent) -> None:
    errand(agent, DROWSY, answer="the herbal tea please", reaction="Perfect, thank you!")
    turn = agent.consider(DROWSY)
    assert turn.question is None
    assert turn.choice is not None
    assert turn.choice.action.thing == "herbal tea"
    assert turn.choice.confidence > 0.9


def test_considering_learns_nothing(agent: Agent) -> None:
    agent.consider(DROWSY)
    agent.consider(DROWSY, may_ask=False)
    assert agent.memory.people() == []


def test_after_an_answer_it_acts_on_it_and_says_so(agent: Agent) -> None:
    turn = agent.hear(agent.consider(DROWSY), "the cold water please")
    assert turn.question is None
    assert turn.choice is not None
    assert turn.choice.action.thing == "cold water"
    assert "the cold water please" in turn.choice.because
    assert [exchange.answer for exchange in turn.heard] == ["the cold water please"]


def test_an_answer_about_a_place_completes_the_placement(agent: Agent) -> None:
    turn = agent.hear(agent.consider(CRACKERS), "the low shelf")
    assert turn.choice is not None
    assert (turn.choice.action.thing, turn.choice.action.place) == ("crackers", "low shelf")


def test_where_it_may_not_ask_it_guesses(agent: Agent) -> None:
    turn = agent.consider(DROWSY, may_ask=False)
    assert turn.question is None
    assert turn.choice is not None
    assert turn.choice.action.thing in DROWSY.options
    assert "guess" in turn.choice.because


@pytest.mark.parametrize(("cost", "asks"), [(0.0, True), (0.1, True), (0.9, True), (1.0, False), (5.0, False)])
def test_a_dear_question_is_not_asked(memory: Memory, mind: BuiltInMind, cost: float, asks: bool) -> None:
    turn = with_policy(memory, mind, cost=cost).consider(DROWSY)
    assert (turn.question is not None) is asks


def test_a_question_pays_by_what_it_gains_now_and_later() -> None:
    policy = AskPolicy(cost=0.3, reliability=1.0, later=0.0)
    assert policy.worth(0.69).is_positive
    assert not policy.worth(0.71).is_positive
    assert AskPolicy(cost=0.3, reliability=1.0, later=1.0).worth(0.84).is_positive


@pytest.mark.parametrize("bad", [{"cost": -0.1}, {"turns": -1}])
def test_a_negative_cost_or_number_of_turns_is_refused(bad: dict[str, int]) -> None:
    with pytest.raises(BadInput, match="negative"):
        AskPolicy(**bad)


@pytest.mark.parametrize("turns", [0, 1, 2])
def test_no_more_questions_than_the_budget_even_when_the_answers_settle_nothing(
    memory: Memory, mind: BuiltInMind, turns: int
) -> None:
    turn = with_policy(memory, mind, turns=turns).consider(DROWSY)
    agent = with_policy(memory, mind, turns=turns)
    questions = 0
    while turn.question is not None:
        questions += 1
        turn = agent.hear(turn, "hmm")
    assert questions == len(turn.heard) == turns
    assert turn.choice is not None
    assert turn.choice.action.thing in DROWSY.options


def test_an_answer_that_leaves_several_is_followed_by_a_question_about_these(memory: Memory, mind: BuiltInMind) -> None:
    agent = with_policy(memory, mind, turns=3)
    turn = agent.hear(agent.consider(DROWSY), "Not the herbal tea.")
    assert turn.question is not None
    assert turn.question.alternatives == ("black coffee", "cold water")
    turn = agent.hear(turn, "The cold water, please.")
    assert turn.choice is not None
    assert turn.choice.action.thing == "cold water"


def test_an_answer_that_leaves_several_makes_it_no_surer_than_a_guess_among_these(agent: Agent) -> None:
    turn = agent.hear(agent.consider(DROWSY), "Not the herbal tea.")
    assert turn.choice is not None
    assert turn.choice.action.thing in ("black coffee", "cold water")
    assert turn.choice.confidence < 0.6


def test_with_turns_left_a_clear_answer_ends_the_asking(memory: Memory, mind: BuiltInMind) -> None:
    agent = with_policy(memory, mind, turns=3)
    turn = agent.hear(agent.hear(agent.consider(DROWSY), "hmm"), "the black coffee please")
    assert turn.question is None
    assert turn.choice is not None
    assert turn.choice.action.thing == "black coffee"


@pytest.mark.parametrize("request_", [DROWSY, CRACKERS])
def test_an_answer_that_rules_one_out_leaves_the_others(agent: Agent, request_: Request) -> None:
    first = agent.consider(request_)
    assert first.question is not None
    ruled_out = first.question.alternatives[0]
    turn = agent.hear(first, f"not the {ruled_out}")
    assert turn.choice is not None
    assert not turn.choice.action.declined
    assert ruled_out not in (turn.choice.action.thing, turn.choice.action.place)


def test_silence_settles_nothing_and_teaches_nothing(agent: Agent) -> None:
    turn = errand(agent, DROWSY, answer="", reaction="")
    assert turn.choice is not None
    assert turn.choice.action.thing in DROWSY.options
    assert not turn.lesson
    assert not turn.corrected
    assert agent.memory.people() == []


def test_neither_leads_to_declining_and_is_remembered(agent: Agent) -> None:
    request = Request("ana", "It is scorching hot. Could you bring me something to wear?", ["wool coat", "rain jacket"])
    turn = errand(agent, request, answer="neither")
    assert turn.choice is not None
    assert turn.choice.action.declined
    assert [(b.stance, b.value) for b in agent.memory.list("ana")] == [
        ("avoids", "wool coat"),
        ("avoids", "rain jacket"),
    ]
    later = agent.consider(request, may_ask=False)
    assert later.choice is not None
    assert later.choice.action.declined
    assert "fits" in later.choice.because


def test_with_something_else_on_offer_it_takes_what_is_not_avoided(agent: Agent) -> None:
    text = "It is scorching hot. Could you bring me something to wear?"
    errand(agent, Request("ana", text, ["wool coat", "rain jacket"]), answer="neither")
    turn = agent.consider(Request("ana", text, ["wool coat", "rain jacket", "straw hat"]), may_ask=False)
    assert turn.choice is not None
    assert turn.choice.action.thing == "straw hat"


def test_with_nothing_on_offer_it_says_what_it_knows_and_does_nothing(agent: Agent) -> None:
    turn = agent.consider(Request("ana", "something to drink, please"))
    assert (turn.question, turn.choice) == (None, None)
    assert str(turn.briefing) == "Nothing is known about ana yet."


@pytest.mark.parametrize("known", ["the black coffee please", "none of these"])
def test_with_nothing_on_offer_it_tells_of_someone_it_knows(agent: Agent, known: str) -> None:
    errand(agent, DROWSY, answer=known)
    turn = agent.consider(Request("ana", "something to drink, please"))
    assert (turn.question, turn.choice) == (None, None)
    assert "coffee" in str(turn.briefing)


def test_with_one_thing_on_offer_there_is_nothing_to_ask(agent: Agent) -> None:
    turn = agent.consider(Request("ana", "something to drink, please", ["tea"]))
    assert turn.question is None
    assert turn.choice is not None
    assert turn.choice.action.thing == "tea"


def test_a_placement_with_one_place_is_done_without_asking(agent: Agent) -> None:
    turn = agent.consider(Request("ana", "Could you put the crackers away?", ["crackers", "top shelf"]))
    assert turn.choice is not None
    assert (turn.choice.action.thing, turn.choice.action.place) == ("crackers", "top shelf")


def test_a_placement_of_the_only_thing_in_sight_does_not_invent_a_place(agent: Agent) -> None:
    turn = agent.consider(Request("ana", "Please put the keys away.", ["keys"]))
    assert turn.question is None
    assert turn.choice is not None
    assert turn.choice.action.place is None


def test_fifty_options_are_asked_about_and_the_one_named_is_taken(agent: Agent) -> None:
    names = [f"{colour} {thing}" for colour in ("red", "blue", "green", "white", "black") for thing in THINGS]
    assert len(names) == 50
    request = Request("ana", "I am cold. Could you bring me something to wear?", names)
    turn = errand(agent, request, answer="the green scarf please", reaction="Perfect, thank you!")
    assert turn.choice is not None
    assert turn.choice.action.thing == "green scarf"
    again = agent.consider(request, may_ask=False)
    assert again.choice is not None
    assert again.choice.action.thing == "green scarf"


THINGS = ("hat", "scarf", "coat", "sweater", "shirt", "jacket", "blanket", "hoodie", "vest", "poncho")


def test_a_method_that_does_not_ask_never_asks(memory: Memory, mind: BuiltInMind) -> None:
    turn = Agent(memory, mind, method=method_named("post")).consider(DROWSY)
    assert turn.question is None
    assert turn.choice is not None


def test_a_question_is_dearer_to_somebody_who_was_asked_a_lot_of_late() -> None:
    one_thing = Question("Would you be happy with oak?", ("oak",), settles=0.9, news=1)
    policy = AskPolicy(cost=0.1, each=0.2, weary=4)
    assert policy.worth(0.9, Interruption(question=one_thing, asked=0.0)).is_positive
    assert not policy.worth(0.9, Interruption(question=one_thing, asked=0.5)).is_positive
