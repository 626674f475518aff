"""What is learned from words that were read in doubt: at once, tentatively, or not at all."""

from __future__ import annotations

from dataclasses import replace

import pytest

from penchant.domain import Preference, Reading, Request
from penchant.loop import Agent, method_named
from penchant.loop.sureness import posterior
from penchant.memory import Memory
from workbench import LAMP, Clock, Unsure, errand

DRINKS = ["black coffee", "herbal tea", "cold water"]
DROWSY = Request("ana", "I'm so drowsy. Could you bring me something to drink?", DRINKS)
MISREAD = "well I never"


@pytest.fixture
def ana(memory: Memory, unsure: Unsure, clock: Clock) -> Agent:
    """An agent that is corrected and never asks."""
    clock.step = 1
    return Agent(memory, unsure, method=method_named("post"))


def beliefs(agent: Agent) -> dict[str, Preference]:
    return {belief.value: belief for belief in agent.memory.list("ana")}


def trusted(agent: Agent, times: int = 4) -> Preference:
    """The belief that Ana wants herbal tea when drowsy, said plainly and confirmed."""
    errand(agent, DROWSY, reaction="No, the herbal tea please.")
    for _ in range(times):
        errand(agent, DROWSY, reaction="Perfect, thank you!")
    return beliefs(agent)["herbal tea"]


def test_what_was_read_in_doubt_is_believed_as_much_less(ana: Agent, unsure: Unsure) -> None:
    unsure.sure = 0.6
    errand(ana, DROWSY, reaction="No, the herbal tea please.")
    assert beliefs(ana)["herbal tea"].confidence < 0.75
    unsure.sure = 1.0
    errand(ana, Request("bo", DROWSY.text, DRINKS), reaction="No, the herbal tea please.")
    [plain] = ana.memory.list("bo")
    assert plain.confidence > 0.9


def test_what_is_believed_tentatively_is_asked_about_next_time(memory: Memory, unsure: Unsure, clock: Clock) -> None:
    clock.step = 1
    agent = Agent(memory, unsure)
    unsure.sure = 0.6
    turn = agent.hear(agent.consider(DROWSY), "the herbal tea please")
    agent.hear(turn, "")  # silent when asked back
    assert agent.consider(DROWSY).question is not None
    unsure.sure = 1.0
    errand(agent, DROWSY, answer="the herbal tea please", reaction="Perfect, thank you!")
    assert agent.consider(DROWSY).question is None


def test_below_the_floor_nothing_is_learned_and_the_lesson_says_so(ana: Agent, unsure: Unsure) -> None:
    unsure.sure = 0.4
    turn = errand(ana, DROWSY, reaction="No, the herbal tea please.")
    assert not ana.memory.list("ana", closed=True)
    assert not turn.lesson
    assert not turn.corrected


def test_an_option_of_which_the_reader_is_sure_is_learned_though_the_rest_is_in_doubt(
    ana: Agent, unsure: Unsure
) -> None:
    unsure.sure, unsure.odds = 0.3, (("herbal tea", 0.97),)
    unsure.takes[MISREAD] = Reading(wants=("herbal tea",), avoids=("black coffee",), verdict="wrong")
    errand(ana, DROWSY, reaction=MISREAD)
    assert beliefs(ana).keys() == {"herbal tea"}


@pytest.mark.parametrize("sure", [0.6, 0.75, 0.85])
def test_a_doubtful_contradiction_leaves_a_trusted_belief_as_it_is_but_for_a_little(
    sure: float, ana: Agent, unsure: Unsure
) -> None:
    before = trusted(ana)
    unsure.sure = sure
    unsure.takes[MISREAD] = Reading(avoids=("herbal tea",), verdict="wrong")
    turn = errand(ana, DROWSY, reaction=MISREAD)
    assert beliefs(ana).keys() == {"herbal tea"}
    assert 0.85 * before.confidence < beliefs(ana)["herbal tea"].confidence < before.confidence
    assert not turn.lesson


def test_doubtful_contradictions_add_up(ana: Agent, unsure: Unsure) -> None:
    trusted(ana)
    unsure.sure = 0.85
    unsure.takes[MISREAD] = Reading(wants=("black coffee",), avoids=("herbal tea",), verdict="wrong")
    for _ in range(8):
        ana.hear(ana.consider(DROWSY), MISREAD)
    assert beliefs(ana)["black coffee"].confidence > 0.7


def test_a_reader_without_doubts_is_taken_at_its_word_as_before(ana: Agent, unsure: Unsure) -> None:
    before = trusted(ana)
    unsure.takes[MISREAD] = Reading(wants=("black coffee",), changed=True, verdict="wrong")
    turn = errand(ana, DROWSY, reaction=MISREAD)
    assert beliefs(ana).keys() == {"black coffee"}
    assert len(turn.lesson.closed) == 1
    assert before.value in turn.lesson.closed[0]


def test_doubtful_praise_confirms_less_than_plain_praise(ana: Agent, unsure: Unsure) -> None:
    errand(ana, DROWSY, reaction="No, the herbal tea please.")
    before = beliefs(ana)["herbal tea"].confidence
    unsure.sure = 0.6
    errand(ana, DROWSY, reaction="Perfect, thank you!")
    doubtful = beliefs(ana)["herbal tea"].confidence
    assert before < doubtful
    unsure.sure = 1.0
    errand(ana, DROWSY, reaction="Perfect, thank you!")
    assert 1 - beliefs(ana)["herbal tea"].confidence < (1 - doubtful) / 10


def test_what_was_not_understood_makes_no_doubt(ana: Agent, unsure: Unsure) -> None:
    before = trusted(ana)
    unsure.sure = 0.6
    errand(ana, DROWSY, reaction="my uncle sails")
    assert beliefs(ana)["herbal tea"] == before


def test_a_misunderstanding_that_is_put_right_on_the_same_errand_makes_nothing_else_doubtful(
    memory: Memory, unsure: Unsure, clock: Clock
) -> None:
    clock.step = 1
    agent = Agent(memory, unsure)
    unsure.takes[MISREAD] = Reading(avoids=("cold water",))
    lunch = Request("ana", "I skipped breakfast. Could you bring me something to eat?", ["soup", "salad", "toast"])
    errand(agent, lunch, answer="the soup", reaction="Perfect, thank you!")
    before = [held.standing for held in agent._recollection.of("ana", (DROWSY.text,)).beliefs]
    turn = agent.consider(DROWSY)
    assert turn.question
    turn = agent.hear(agent.hear(turn, MISREAD), "No, the cold water please.")
    assert turn.choice is not None
    after = [held.standing for held in agent._recollection.of("ana", (DROWSY.text,)).beliefs]
    assert after[: len(before)] == pytest.approx(before, abs=0.02)


def test_features_named_in_doubt_are_believed_as_much_less(ana: Agent, unsure: Unsure) -> None:
    unsure.sure = 0.6
    unsure.takes[MISREAD] = Reading(avoids=("brass foot",), verdict="wrong")
    turn = ana.consider(LAMP)
    ana.hear(turn, MISREAD)
    assert beliefs(ana)["brass foot"].confidence < 0.85
    unsure.sure = 1.0
    ana.hear(ana.consider(replace(LAMP, person="bo")), MISREAD)
    [plain] = [belief for belief in ana.memory.list("bo") if belief.value == "brass foot"]
    assert plain.confidence > 0.9


def test_a_doubtful_word_does_not_close_a_trusted_belief_about_a_feature(ana: Agent, unsure: Unsure) -> None:
    for _ in range(4):
        ana.hear(replace(ana.consider(LAMP)), "I like the brass foot best.")
    before = beliefs(ana)["brass foot"]
    unsure.sure = 0.7
    unsure.takes[MISREAD] = Reading(avoids=("brass foot",), verdict="wrong")
    turn = ana.hear(ana.consider(LAMP), MISREAD)
    assert beliefs(ana)["brass foot"].confidence > 0.9 * before.confidence
    assert not turn.lesson.closed


def test_praise_below_the_floor_says_nothing_of_features(ana: Agent, unsure: Unsure) -> None:
    unsure.sure = 0.3
    turn = ana.hear(ana.consider(LAMP), "Perfect, thank you!")
    assert not turn.lesson
    assert not beliefs(ana)


def test_what_is_known_already_is_believed_more_readily_than_what_contradicts_it() -> None:
    assert posterior(0.85, 0.5) == pytest.approx(0.85)
    assert posterior(0.85, 0.95) > 0.99
    assert posterior(0.85, 0.05) < 0.25
    assert posterior(0.0, 0.5) == 0.0
