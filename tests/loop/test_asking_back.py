"""Asking back about what was not understood or is in doubt: once, where that may be asked and is worth it."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from pathlib import Path

import pytest

from penchant import Agent, Request, Turn
from penchant.domain import Action, Preference, Question, Reading
from penchant.errors import BadInput
from penchant.loop import AskPolicy, method_named
from penchant.memory import Memory
from penchant.mind import phrase
from penchant.plugins import embedder_named
from penchant.session import run_episode
from workbench import LAMP, Clock, Unsure, draft, errand

DRINKS = ["black coffee", "herbal tea", "milk"]
DROWSY = Request("ana", "I'm so drowsy. Could you bring me something to drink?", DRINKS)
MUMBLED = "well I never"


@pytest.fixture
def ana(memory: Memory, unsure: Unsure, clock: Clock) -> Agent:
    clock.step = 1
    return Agent(memory, unsure)


def stance(agent: Agent, value: str) -> str:
    """What is thought likeliest of a value."""
    return max((b for b in agent.memory.list("ana") if b.value == value), key=lambda b: b.confidence).stance


def beliefs(agent: Agent) -> dict[str, Preference]:
    return {belief.value: belief for belief in agent.memory.list("ana")}


def answered(agent: Agent, unsure: Unsure, reading: Reading, sure: float) -> Turn:
    """Ana was asked what to drink, and mumbled something that is read like this."""
    unsure.takes[MUMBLED], unsure.sure = reading, sure
    turn = agent.hear(agent.consider(DROWSY), MUMBLED)
    unsure.sure = 1.0
    return turn


def taught(agent: Agent) -> None:
    """Ana wants milk when drowsy, as she said and as was confirmed."""
    errand(agent, DROWSY, answer="the milk please", reaction="Perfect, thank you!")
    for _ in range(3):
        errand(agent, DROWSY, reaction="Perfect, thank you!")


NO_LONGER = Reading(avoids=("milk",), changed=True, verdict="wrong")
DOUBTFUL = 0.75


def doubted(agent: Agent, unsure: Unsure, sure: float = DOUBTFUL) -> Turn:
    """Ana was brought milk, which is trusted, and said something that may mean that she no longer wants any."""
    unsure.takes[MUMBLED], unsure.sure = NO_LONGER, sure
    turn = agent.hear(agent.consider(DROWSY), MUMBLED)
    unsure.sure = 1.0
    return turn


def test_a_doubtful_answer_is_asked_back_about_and_the_reply_settles_it(ana: Agent, unsure: Unsure) -> None:
    turn = answered(ana, unsure, Reading(wants=("black coffee",)), 0.6)
    assert turn.question == Question("Just to be sure: black coffee?", ("black coffee",), back="answer")
    assert turn.choice is None
    turn = ana.hear(turn, "yes")
    assert turn.choice is not None
    assert turn.choice.action == Action("black coffee")
    assert [exchange.answer for exchange in turn.heard] == [MUMBLED, "yes"]
    assert beliefs(ana)["black coffee"].confidence > 0.9


def test_who_denies_it_is_not_believed_to_want_it(ana: Agent, unsure: Unsure) -> None:
    turn = answered(ana, unsure, Reading(wants=("black coffee",)), 0.6)
    turn = ana.hear(turn, "no, the tea")
    assert turn.choice is not None
    assert turn.choice.action == Action("herbal tea")
    assert beliefs(ana)["herbal tea"].confidence > 0.8
    assert "black coffee" not in beliefs(ana) or beliefs(ana)["black coffee"].confidence < 0.2


def test_what_is_not_wanted_is_asked_back_about_as_such_and_yes_means_no(ana: Agent, unsure: Unsure) -> None:
    turn = answered(ana, unsure, Reading(avoids=("milk",)), 0.6)
    assert turn.question is not None
    assert turn.question.text == "Just to be sure: no milk?"
    turn = ana.hear(turn, "yes")
    assert beliefs(ana)["milk"].stance == "avoids"
    assert turn.choice is not None
    assert turn.choice.action != Action("milk")


@pytest.mark.parametrize(
    ("reply", "stance"), [("that's right", "avoids"), ("no", "avoids"), ("I do want milk", "wants")]
)
def test_a_reply_to_no_milk_is_taken_as_it_is_meant(reply: str, stance: str, ana: Agent, unsure: Unsure) -> None:
    ana.hear(answered(ana, unsure, Reading(avoids=("milk",)), 0.6), reply)
    assert beliefs(ana)["milk"].stance == stance


def test_an_option_that_is_called_no_something_is_no_refusal() -> None:
    assert not phrase.is_negative(phrase.ask_back("wants", ["no ice"], "answer"))
    assert phrase.is_negative(phrase.ask_back("avoids", ["ice"], "reaction"))


def test_an_answer_that_was_not_understood_is_asked_for_once_more(ana: Agent, unsure: Unsure) -> None:
    turn = answered(ana, unsure, Reading(), 0.9)
    assert turn.question is not None
    assert turn.question.text == "Just to be sure: which would you like: black coffee, herbal tea or milk?"
    turn = ana.hear(turn, MUMBLED)
    assert turn.question is None
    assert turn.choice is not None
    assert not ana.memory.list("ana")


def test_a_sure_answer_and_silence_are_not_asked_back_about(ana: Agent, unsure: Unsure) -> None:
    assert answered(ana, unsure, Reading(wants=("milk",)), 0.95).question is None
    assert ana.hear(ana.consider(Request("bo", DROWSY.text, DRINKS)), "  ").question is None


def test_features_that_were_not_understood_are_asked_about_once_more(ana: Agent, unsure: Unsure) -> None:
    unsure.takes[MUMBLED], unsure.sure = Reading(accepts=("brass foot",)), 0.97
    turn = ana.consider(LAMP)
    assert turn.question is not None
    asked = turn.question.alternatives
    turn = ana.hear(turn, MUMBLED)
    assert turn.question is not None
    assert turn.question.back == "answer"
    assert set(turn.question.alternatives) == {*asked} - {"brass foot"}
    assert turn.question.text.startswith("Just to be sure: which of these would you be happy with for the lamp")
    turn = ana.hear(turn, "I like the oak foot.")
    assert beliefs(ana)["oak foot"].stance == "wants"
    assert beliefs(ana)["brass foot"].stance == "accepts"


def test_a_doubtful_reaction_that_would_overturn_a_trusted_belief_is_asked_back_about(
    ana: Agent, unsure: Unsure
) -> None:
    taught(ana)
    turn = doubted(ana, unsure)
    assert turn.question == Question("Just to be sure: no milk?", ("milk",), back="reaction")
    assert turn.reaction == MUMBLED
    assert not turn.lesson.closed, "nothing that is trusted is given up before the reply"
    turn = ana.hear(turn, "right, no milk")
    assert turn.question is None
    assert turn.corrected
    assert len(turn.lesson.closed) == 1
    assert beliefs(ana)["milk"].stance == "avoids"
    with pytest.raises(BadInput, match="over"):
        ana.hear(turn, "really")


@pytest.mark.parametrize("reply", ["no, I love milk", "oh no, milk is fine"])
def test_who_denies_a_reaction_keeps_the_belief(reply: str, ana: Agent, unsure: Unsure) -> None:
    taught(ana)
    ana.hear(doubted(ana, unsure), reply)
    assert stance(ana, "milk") == "wants"
    again = ana.consider(DROWSY, may_ask=False)
    assert again.choice is not None
    assert again.choice.action == Action("milk")


@pytest.mark.parametrize("reply", ["", "it rains a lot here"])
def test_a_reply_that_says_nothing_leaves_the_reaction_as_doubtful_as_it_was(
    reply: str, ana: Agent, unsure: Unsure
) -> None:
    taught(ana)
    turn = doubted(ana, unsure)
    before = beliefs(ana)
    turn = ana.hear(turn, reply)
    assert turn.question is None
    assert beliefs(ana) == before
    assert ana.consider(DROWSY).question is not None, "so it is asked about next time"


def test_a_reaction_that_is_surely_misread_or_surely_not_is_not_asked_back_about(ana: Agent, unsure: Unsure) -> None:
    taught(ana)
    assert doubted(ana, unsure, sure=0.5).question is None
    assert doubted(ana, unsure, sure=1.0).question is None


def test_a_doubtful_word_about_a_feature_that_is_known_is_asked_back_about(ana: Agent, unsure: Unsure) -> None:
    said = "I like the brass foot and the linen shade. No oak foot, no glass shade."
    errand(ana, LAMP, answer=said, reaction="Perfect, thank you!")
    unsure.takes[MUMBLED], unsure.sure = Reading(avoids=("brass foot",), changed=True, verdict="wrong"), DOUBTFUL
    turn = ana.hear(ana.consider(LAMP), MUMBLED)
    unsure.sure = 1.0
    assert turn.question is not None
    assert turn.question.text == "Just to be sure: no brass foot?"
    ana.hear(turn, "yes")
    assert stance(ana, "brass foot") == "avoids"


def test_there_is_one_asking_back_on_an_errand(ana: Agent, unsure: Unsure) -> None:
    taught(ana)
    unsure.takes[MUMBLED], unsure.sure = Reading(), 0.6
    other = Request("ana", "It's late. Could you bring me something to eat?", ["soup", "toast"])
    turn = ana.hear(ana.consider(other), MUMBLED)
    assert turn.question is not None
    turn = ana.hear(turn, MUMBLED)
    assert turn.question is None
    unsure.takes["ouch"] = Reading(avoids=("soup", "toast"), verdict="wrong")
    assert ana.hear(turn, "ouch").question is None


@pytest.mark.parametrize("method", ["none", "post"])
def test_a_method_that_does_not_ask_does_not_ask_back(method: str, memory: Memory, unsure: Unsure) -> None:
    taught(Agent(memory, unsure))
    agent = Agent(memory, unsure, method=method_named(method))
    assert doubted(agent, unsure).question is None


def test_before_acting_the_method_pre_asks_back_too(memory: Memory, unsure: Unsure) -> None:
    agent = Agent(memory, unsure, method=method_named("pre"))
    assert answered(agent, unsure, Reading(wants=("milk",)), 0.6).question is not None


@pytest.mark.parametrize("policy", [AskPolicy(turns=1), AskPolicy(cost=1.0)])
def test_asking_back_is_within_the_budget_and_has_to_be_worth_it(
    policy: AskPolicy, memory: Memory, unsure: Unsure
) -> None:
    agent = Agent(memory, unsure, policy=policy)
    turn = Turn(episode=agent.consider(DROWSY).episode, request=DROWSY, question=Question("Which?", tuple(DRINKS)))
    unsure.takes[MUMBLED], unsure.sure = Reading(wants=("milk",)), 0.6
    assert agent.hear(turn, MUMBLED).question is None


def test_who_may_not_be_asked_is_not_asked_back(ana: Agent, unsure: Unsure) -> None:
    taught(ana)
    unsure.takes[MUMBLED], unsure.sure = NO_LONGER, DOUBTFUL
    turn = ana.hear(ana.consider(DROWSY, may_ask=False), MUMBLED)
    assert turn.question is None
    assert turn.reaction == MUMBLED


@pytest.mark.parametrize(("reply", "kept"), [("no", True), ("hm", True), ("yes", False)])
def test_a_constraint_is_confirmed_before_it_is_dropped_however_plain_the_words(
    reply: str, kept: bool, ana: Agent
) -> None:
    ana.memory.add("ana", draft("milk", situation="", topic="", stance="avoids", kind="constraint"))
    turn = ana.hear(ana.hear(ana.consider(DROWSY), "the coffee please"), "No, I drink milk again.")
    assert turn.question is not None
    assert (turn.question.text, turn.question.back) == ("Just to be sure: milk again, from now on?", "reaction")
    over = ana.hear(turn, reply)
    assert over.question is None
    assert any(belief.kind == "constraint" for belief in ana.memory.list("ana")) is kept


def test_a_wish_alone_never_drops_a_constraint(ana: Agent) -> None:
    ana.memory.add("ana", draft("milk", situation="", topic="", stance="avoids", kind="constraint"))
    turn = ana.hear(ana.hear(ana.consider(DROWSY), "the coffee please"), "No, I want the milk from now on.")
    while turn.question is not None:
        turn = ana.hear(turn, "yes")
    assert any(belief.kind == "constraint" for belief in ana.memory.list("ana"))


def test_a_constraint_is_kept_where_nobody_may_be_asked(memory: Memory, unsure: Unsure) -> None:
    agent = Agent(memory, unsure, method=method_named("post"))
    agent.memory.add("ana", draft("milk", situation="", topic="", stance="avoids", kind="constraint"))
    agent.hear(agent.consider(DROWSY), "No, I drink milk again.")
    assert "constraint" in {belief.kind for belief in agent.memory.list("ana")}


def test_the_question_is_in_the_turn_and_the_transcript_and_the_same_words_count_once(
    ana: Agent, unsure: Unsure
) -> None:
    taught(ana)
    choice = ana.consider(DROWSY)
    unsure.takes[MUMBLED], unsure.sure = NO_LONGER, DOUBTFUL
    turn = ana.hear(choice, MUMBLED)
    assert ana.hear(choice, MUMBLED) == turn
    unsure.sure = 1.0
    assert Turn.from_json(turn.to_json()) == turn
    over = ana.hear(Turn.from_json(turn.to_json()), "yes")
    before = ana.memory.list("ana", closed=True)
    assert ana.hear(turn, "yes").lesson == over.lesson
    assert ana.memory.list("ana", closed=True) == before
    with pytest.raises(BadInput, match="something else was heard"):
        ana.hear(turn, "no")
    said = [line for line in ana.memory.transcript("ana", turn.episode) if line.kind != "task"]
    lines = [(line.number, line.kind, line.words) for line in said]
    assert lines[1:] == [(1, "heard", MUMBLED), (2, "said", "Just to be sure: no milk?"), (3, "heard", "yes")]


def test_a_turn_that_asks_back_is_not_reconsidered_before_it_is_answered(ana: Agent, unsure: Unsure) -> None:
    taught(ana)
    with pytest.raises(BadInput, match="nothing to reconsider"):
        ana.reconsider(doubted(ana, unsure))


def _reply(path: Path, turn: str) -> str:
    with Agent.open(path) as agent:
        return agent.hear(Turn.from_json(turn), "yes").to_json()


def test_another_process_hears_the_reply(tmp_path: Path) -> None:
    mind = Unsure(embedder_named("wordllama"))
    path = tmp_path / "memory.db"
    with Agent.open(path, mind=mind) as agent:
        taught(agent)
        turn = doubted(agent, mind)
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        over = Turn.from_json(pool.apply(_reply, (path, turn.to_json())))
    assert over.lesson.closed
    with Agent.open(path, mind=mind) as agent:
        assert beliefs(agent)["milk"].stance == "avoids"
        assert [line.words for line in agent.memory.transcript("ana", turn.episode) if line.kind == "heard"][
            -1
        ] == "yes"


class Mumbler:
    """Says the same to everything, and yes when asked back."""

    name = "ana"

    def answer(self, request: Request, question: Question) -> str:
        return "yes" if question.back else MUMBLED

    def react(self, request: Request, action: Action, because: str = "") -> str:
        return MUMBLED


@pytest.mark.parametrize(
    ("prepare", "back"),
    [(lambda agent: None, "answer"), (taught, "reaction")],
    ids=["after an answer", "after a reaction"],
)
def test_an_episode_follows_the_question_and_counts_it(
    prepare: Callable[[Agent], None], back: str, ana: Agent, unsure: Unsure
) -> None:
    prepare(ana)
    unsure.takes[MUMBLED], unsure.sure = NO_LONGER, DOUBTFUL if back == "reaction" else 0.6
    episode = run_episode(Mumbler(), ana, DROWSY, teaching=True, episode="e1")
    assert [exchange.question.back for exchange in episode.heard if exchange.question.back] == [back]
    assert episode.asked_first is (back == "answer")
    assert episode.reaction == MUMBLED
    exam = run_episode(Mumbler(), ana, DROWSY, teaching=False, episode="e2")
    assert not exam.heard
