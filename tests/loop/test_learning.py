"""What is learned from a reaction, and what is left alone. Readings are scripted where the words are not the point."""

from __future__ import annotations

import pytest

from penchant.domain import Preference, Reading, Request, Utterance
from penchant.errors import BadInput
from penchant.loop import Agent
from penchant.memory import Habits, Memory
from penchant.mind.builtin import BuiltInMind
from workbench import Clock, draft, errand

OPTIONS = ["black coffee", "herbal tea", "cold water"]
DROWSY = Request("ana", "I'm so drowsy. Could you bring me something to drink?", OPTIONS)
ELSEWHEN = {
    "guests": Request("ana", "My guests just arrived. Could you bring me something to drink?", OPTIONS),
    "sore throat": Request("ana", "I have a sore throat. Could you bring me something to drink?", OPTIONS),
    "sweating": Request("ana", "Just back from a long run, sweating. Could you bring me something to drink?", OPTIONS),
    "office": Request("ana", "What a busy morning at the office! Could you bring me something to drink?", OPTIONS),
}
"""The same wish in other situations."""


def beliefs(agent: Agent, *, closed: bool = False) -> dict[str, Preference]:
    return {belief.value: belief for belief in agent.memory.list("ana", closed=closed)}


def taught(agent: Agent, times: int = 1) -> Preference:
    """The belief that Ana, when drowsy, wants herbal tea, confirmed by praise so many times."""
    for _ in range(times):
        errand(agent, DROWSY, answer="the herbal tea please", reaction="Perfect, thank you!")
    return beliefs(agent)["herbal tea"]


def test_an_answer_opens_a_belief_with_its_words_situation_and_what_was_passed_over(agent: Agent) -> None:
    turn = errand(agent, DROWSY, answer="the herbal tea please")
    [belief] = agent.memory.list("ana")
    assert (belief.stance, belief.value, belief.words) == ("wants", "herbal tea", "the herbal tea please")
    assert belief.rather_than == ("black coffee", "cold water")
    assert "drowsy" in belief.situation
    assert "drink" in belief.topic
    assert belief.episode == turn.episode
    assert len(turn.lesson.opened) == 1
    assert "herbal tea" in turn.lesson.opened[0]
    assert turn.lesson.beliefs == (belief.id,)


def test_praise_confirms_what_was_chosen(agent: Agent) -> None:
    turn = errand(agent, DROWSY, answer="the herbal tea please")
    before = beliefs(agent)["herbal tea"]
    turn = agent.hear(turn, "Perfect, thank you!")
    after = beliefs(agent)["herbal tea"]
    assert after.id == before.id
    assert after.confidence > before.confidence
    assert after.confirmed > before.confirmed
    assert not turn.corrected
    assert len(turn.lesson.confirmed) == 1
    assert [item.source for item in agent.memory.evidence("ana", after.id)] == ["answer", "praise"]


def test_praise_for_a_guess_opens_a_belief(agent: Agent) -> None:
    turn = agent.consider(DROWSY, may_ask=False)
    assert turn.choice is not None
    agent.hear(turn, "Perfect, thank you!")
    [belief] = agent.memory.list("ana")
    assert (belief.stance, belief.value) == ("wants", turn.choice.action.thing)


def test_corrections_that_agree_replace_what_was_only_just_believed(agent: Agent) -> None:
    """A belief heard once bears one contradiction and not two: it is closed, and the new one takes its place."""
    agent.memory.add("ana", draft("herbal tea", rather_than=("black coffee", "cold water"), confidence=0.85))
    turn = agent.hear(agent.consider(DROWSY, may_ask=False), "No, I wanted the black coffee.")
    assert turn.corrected
    assert len(turn.lesson.opened) == 1
    assert beliefs(agent)["black coffee"].confidence > beliefs(agent)["herbal tea"].confidence
    again = agent.hear(agent.consider(DROWSY, may_ask=False), "Perfect, thank you!")
    assert len(again.lesson.closed) == 1
    assert list(beliefs(agent)) == ["black coffee"]
    old = beliefs(agent, closed=True)["herbal tea"]
    assert not old.is_open
    assert [item.supports for item in agent.memory.evidence("ana", old.id)] == [True, False, False]


def test_a_change_that_is_spoken_of_is_kept_as_a_line_of_beliefs(agent: Agent) -> None:
    taught(agent)
    agent.hear(agent.consider(DROWSY), "I no longer like herbal tea, the black coffee from now on please.")
    old, new = beliefs(agent, closed=True)["herbal tea"], beliefs(agent)["black coffee"]
    assert new.replaces == old.id
    assert [b.value for b in agent.memory.history("ana", new.id)] == ["herbal tea", "black coffee"]


def test_after_corrections_the_new_wish_is_followed(agent: Agent) -> None:
    taught(agent)
    for _ in range(2):
        agent.hear(agent.consider(DROWSY, may_ask=False), "No, I wanted the black coffee.")
    turn = agent.consider(DROWSY, may_ask=False)
    assert turn.choice is not None
    assert turn.choice.action.thing == "black coffee"


def test_a_plainly_worded_change_closes_even_a_well_confirmed_belief(agent: Agent) -> None:
    assert taught(agent, 5).confidence > 0.99
    turn = agent.hear(agent.consider(DROWSY), "I no longer like herbal tea, the black coffee from now on please.")
    assert not beliefs(agent, closed=True)["herbal tea"].is_open
    assert list(beliefs(agent)) == ["black coffee"]
    assert turn.corrected
    assert "herbal tea" in turn.lesson.closed[0]


def test_one_stray_contradiction_of_a_well_confirmed_belief_lowers_trust_and_a_second_closes_it(agent: Agent) -> None:
    before = taught(agent, 4)
    agent.hear(agent.consider(DROWSY, may_ask=False), "No, I wanted the black coffee.")
    shaken = beliefs(agent)["herbal tea"]
    assert shaken.id == before.id
    assert shaken.is_open
    assert 0.4 < shaken.confidence < before.confidence
    assert shaken.confirmed == before.confirmed, "what speaks against a belief does not confirm it"
    agent.hear(agent.consider(DROWSY, may_ask=False), "No, I wanted the black coffee.")
    errand(agent, DROWSY, answer="the black coffee please", reaction="Perfect, thank you!")
    assert not beliefs(agent, closed=True)["herbal tea"].is_open
    assert beliefs(agent)["black coffee"].is_open


def test_a_belief_that_was_shaken_recovers_when_it_is_confirmed_again(agent: Agent) -> None:
    taught(agent, 4)
    agent.hear(agent.consider(DROWSY, may_ask=False), "No, I wanted the black coffee.")
    low = beliefs(agent)["herbal tea"].confidence
    agent.hear(agent.consider(DROWSY, may_ask=False), "Perfect, thank you!")
    assert beliefs(agent)["herbal tea"].confidence > max(low, 0.9)


def test_a_rejection_without_an_alternative_is_kept_as_something_to_avoid(agent: Agent) -> None:
    turn = agent.consider(DROWSY, may_ask=False)
    assert turn.choice is not None
    given = turn.choice.action.thing
    after = agent.hear(turn, f"No, not the {given}.")
    assert after.corrected
    [belief] = agent.memory.list("ana")
    assert (belief.stance, belief.value) == ("avoids", given)
    next_time = agent.consider(DROWSY, may_ask=False)
    assert next_time.choice is not None
    assert next_time.choice.action.thing != given


@pytest.mark.parametrize(
    "when",
    [
        "guests",
        "sore throat",
        "sweating",
        "office",
    ],
)
def test_a_belief_of_another_situation_is_untouched(agent: Agent, when: str) -> None:
    before = taught(agent, 2)
    turn = agent.hear(agent.consider(ELSEWHEN[when], may_ask=False), "No, I wanted the cold water.")
    assert "cold water" in turn.lesson.opened[0]
    assert beliefs(agent)["herbal tea"] == before
    then, now = agent.consider(DROWSY, may_ask=False), agent.consider(ELSEWHEN[when], may_ask=False)
    assert then.choice is not None
    assert now.choice is not None
    assert (then.choice.action.thing, now.choice.action.thing) == ("herbal tea", "cold water")


def test_a_different_choice_when_the_old_value_is_not_on_offer_is_no_contradiction(agent: Agent) -> None:
    before = taught(agent, 2)
    without = Request("ana", DROWSY.text, ["black coffee", "cold water"])
    turn = errand(agent, without, answer="the black coffee please", reaction="Perfect, thank you!")
    assert not turn.lesson.closed
    assert beliefs(agent)["herbal tea"] == before
    assert all(item.supports for item in agent.memory.evidence("ana"))


def test_something_wanted_that_is_not_on_offer_is_remembered_in_the_persons_words(agent: Agent) -> None:
    turn = agent.hear(agent.consider(DROWSY, may_ask=False), "I wanted hot chocolate.")
    assert turn.corrected
    assert ("wants", "hot chocolate") in [(b.stance, b.value) for b in agent.memory.list("ana")]
    later = agent.consider(Request("ana", DROWSY.text, ["cold water", "hot chocolate", "herbal tea"]), may_ask=False)
    assert later.choice is not None
    assert later.choice.action.thing == "hot chocolate"


def test_words_that_say_nothing_about_the_matter_change_nothing(agent: Agent) -> None:
    before = taught(agent)
    known = agent.memory.list(before.person, closed=True), agent.memory.evidence(before.person)
    turn = agent.hear(agent.consider(DROWSY), "hmm")
    assert not turn.lesson
    assert not turn.corrected
    assert (agent.memory.list(before.person, closed=True), agent.memory.evidence(before.person)) == known


def test_an_explanation_names_the_preference_and_the_words_it_came_from(agent: Agent) -> None:
    belief = taught(agent)
    turn = agent.consider(DROWSY)
    assert turn.choice is not None
    assert "herbal tea" in turn.choice.because
    assert "the herbal tea please" in turn.choice.because
    assert "1 May 2026" in turn.choice.because
    [reason] = turn.choice.reasons
    assert reason.preference.id == belief.id
    assert reason.weight > 0.9
    assert "herbal tea" in reason.note
    assert "drowsy" in reason.note


def test_a_reason_of_another_matter_is_not_given(agent: Agent) -> None:
    taught(agent)
    errand(
        agent,
        Request("ana", "Guests are coming. Could you put the crackers away?", ["crackers", "top shelf", "low shelf"]),
        answer="the low shelf",
    )
    turn = agent.consider(DROWSY, may_ask=False)
    assert turn.choice is not None
    assert [reason.preference.value for reason in turn.choice.reasons] == ["herbal tea"]


@pytest.mark.parametrize("words", ["Thanks!", "", "No, the coffee."])
def test_nothing_can_be_heard_after_the_end(agent: Agent, words: str) -> None:
    turn = errand(agent, DROWSY, answer="the herbal tea please", reaction="")
    revision = agent.memory.store.revision(agent.memory.people()[0])
    with pytest.raises(BadInput, match="over"):
        agent.hear(turn, words)
    assert agent.memory.store.revision(agent.memory.people()[0]) == revision


def test_a_long_memory_still_finds_the_belief_that_matters(memory: Memory, mind: BuiltInMind, clock: Clock) -> None:
    clock.step = 1
    agent = Agent(memory, mind)
    for n in range(300):
        memory.add("ana", draft(f"box {n}", situation=f"errand number {n}", topic=f"where to put parcel {n}"))
        if n == 20:
            for _ in range(3):
                errand(agent, DROWSY, answer="the herbal tea please", reaction="Perfect, thank you!")
    assert len(memory.list("ana")) > 300 > Habits().notes
    turn = agent.consider(DROWSY, may_ask=False)
    assert turn.choice is not None
    assert turn.choice.action.thing == "herbal tea"
    assert turn.choice.reasons[0].preference.value == "herbal tea"
    corrected = agent.hear(turn, "I no longer like herbal tea, the black coffee from now on please.")
    assert "herbal tea" in corrected.lesson.closed[0]
    assert len(memory.list("ana")) == 301


def test_what_another_agent_wrote_meanwhile_is_known_at_once(memory: Memory, mind: BuiltInMind) -> None:
    first, second = Agent(memory, mind), Agent(memory, mind)
    assert first.consider(DROWSY).question is not None
    taught(second, 2)
    turn = first.consider(DROWSY)
    assert turn.choice is not None
    assert turn.choice.action.thing == "herbal tea"
    memory.forget_person("ana")
    assert first.consider(DROWSY).question is not None


class Scripted(BuiltInMind):
    """The built-in mind, but that a sentence means what the test says it means."""

    reading = Reading()

    def understand(self, utterance: Utterance) -> Reading:
        return self.reading


@pytest.fixture
def scripted(memory: Memory, mind: BuiltInMind, embedder: object, clock: Clock) -> Agent:
    clock.step = 1
    return Agent(memory, Scripted(memory.embedder))


def hear(agent: Agent, reading: Reading, request: Request = DROWSY) -> dict[str, Preference]:
    assert isinstance(agent.mind, Scripted)
    agent.mind.reading = reading
    agent.hear(agent.consider(request, may_ask=False), "in some words")
    return beliefs(agent, closed=True)


def test_what_is_accepted_is_kept_beside_what_is_wanted(scripted: Agent) -> None:
    known = hear(scripted, Reading(wants=("herbal tea",), accepts=("cold water",), verdict="wrong"))
    assert {(b.stance, b.value) for b in known.values()} == {("wants", "herbal tea"), ("accepts", "cold water")}
    assert known["herbal tea"].rather_than == ("black coffee",), "what is accepted was not passed over"


def test_wanting_what_was_avoided_contradicts_it(scripted: Agent) -> None:
    hear(scripted, Reading(avoids=("herbal tea",), verdict="wrong"))
    hear(scripted, Reading(wants=("herbal tea",), changed=True, verdict="wrong"))
    open_now = [(b.stance, b.value) for b in scripted.memory.list("ana")]
    assert open_now == [("wants", "herbal tea")]


def test_wanting_something_else_does_not_contradict_what_is_merely_accepted(scripted: Agent) -> None:
    hear(scripted, Reading(accepts=("cold water",)))
    known = hear(scripted, Reading(wants=("herbal tea",), verdict="wrong"))
    assert known["cold water"].is_open
    assert known["cold water"].confidence == pytest.approx(0.85, abs=0.1)


def test_two_wishes_at_once_do_not_contradict_each_other(scripted: Agent) -> None:
    known = hear(scripted, Reading(wants=("herbal tea", "cold water"), verdict="wrong"))
    assert all(belief.is_open for belief in known.values())
    assert known["herbal tea"].rather_than == known["cold water"].rather_than == ("black coffee",)
    again = hear(scripted, Reading(wants=("herbal tea", "cold water"), verdict="right"))
    assert again["herbal tea"].confidence > known["herbal tea"].confidence
    assert again["cold water"].confidence > known["cold water"].confidence


def test_names_that_are_not_in_sight_are_not_learned_as_if_they_were(scripted: Agent) -> None:
    assert hear(scripted, Reading(wants=("caviar",), avoids=("champagne",), verdict="wrong")) == {}


@pytest.mark.parametrize(
    ("words", "taken"),
    [
        ("the Plaza, for this trip the company pays", "Plaza, 5 stars"),
        ("Budget Inn, just for this weekend", "Budget Inn"),
    ],
)
def test_what_is_for_this_one_occasion_is_done_and_leaves_nothing(agent: Agent, words: str, taken: str) -> None:
    turn = agent.consider(Request("ana", "which hotel in Rome?", ["Plaza, 5 stars", "Budget Inn"]))
    turn = agent.hear(turn, words)
    assert turn.choice is not None
    assert turn.choice.action.thing == taken
    assert agent.memory.list("ana") == []
