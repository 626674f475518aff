"""An agent that buys described things: asks, chooses or declines, learns from answers and reactions, and relearns."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from penchant.domain import PreferenceId, Request, Turn
from penchant.loop import Agent
from penchant.store import Change

OPTIONS = ["option A", "option B", "option C"]
WOODS = [("oak", "dimmer"), ("pine", "dimmer"), ("steel", "dimmer")]
ANSWER = "Oak would be my first choice; dimmer is fine too; not pine or steel, please."


def lamp(features: list[tuple[str, str]], text: str = "Find me a lamp I'd like") -> Request:
    return Request("ana", text, OPTIONS, features=features, may_decline=True)


def stances(agent: Agent) -> dict[str, str]:
    return {belief.value: belief.stance for belief in agent.memory.list("ana")}


def told(agent: Agent) -> Turn:
    turn = agent.consider(lamp(WOODS))
    assert turn.question is not None
    return agent.hear(turn, ANSWER)


def test_a_stranger_is_asked_about_features_by_name(agent: Agent) -> None:
    turn = agent.consider(lamp(WOODS))
    assert turn.question is not None
    assert turn.question.text.startswith("Which of these would you be happy with for the lamp: ")
    assert set(turn.question.alternatives) == {"oak", "pine", "steel", "dimmer"}


def test_an_answer_leads_to_the_option_that_fits_and_is_kept(agent: Agent) -> None:
    turn = told(agent)
    assert turn.choice is not None
    assert turn.choice.action.thing == "option A"
    assert stances(agent) == {"oak": "wants", "dimmer": "accepts", "pine": "avoids", "steel": "avoids"}


def test_what_was_told_once_is_not_asked_again(agent: Agent) -> None:
    agent.hear(told(agent), "Perfect, thank you!")
    again = agent.consider(lamp(WOODS[::-1], "Could you order a lamp for me?"))
    assert again.question is None
    assert again.choice is not None
    assert again.choice.action.thing == "option C"


def test_where_nothing_fits_it_declines_and_says_so(agent: Agent) -> None:
    agent.hear(told(agent), "Perfect, thank you!")
    turn = agent.consider(lamp([("pine", "dimmer"), ("steel", "dimmer"), ("pine", "switch")]), may_ask=False)
    assert turn.choice is not None
    assert turn.choice.action.declined


def test_a_lamp_says_nothing_about_a_sofa(agent: Agent) -> None:
    told(agent)
    assert agent.consider(lamp(WOODS, "Find me a sofa I'd like")).question is not None


def test_praise_certifies_every_feature_of_what_was_bought(agent: Agent) -> None:
    turn = agent.consider(lamp([("oak", "dimmer")] * 2 + [("pine", "dimmer")]), may_ask=False)
    told(agent)
    bought = agent.consider(lamp([("oak", "switch"), ("pine", "switch"), ("steel", "switch")]), may_ask=False)
    assert turn.choice is not None
    assert bought.choice is not None
    if bought.choice.action.declined:
        agent.hear(bought, "Option A would have worked for me.")
    else:
        agent.hear(bought, "Perfect, thank you!")
    assert stances(agent)["switch"] == "accepts"


def test_a_rejection_that_names_a_feature_outweighs_what_it_contradicts_and_closes_it_when_said_again(
    agent: Agent,
) -> None:
    turn = agent.hear(told(agent), "Option A won't work for me: I don't want dimmer.")
    assert turn.corrected
    assert stances(agent)["dimmer"] == "avoids"
    lessons = [
        agent.hear(agent.consider(lamp(WOODS), may_ask=False), "Once more: I don't want dimmer.").lesson
        for _ in range(2)
    ]
    assert [belief.stance for belief in agent.memory.list("ana") if belief.value == "dimmer"] == ["avoids"]
    assert any("dimmer" in sentence for lesson in lessons for sentence in lesson.closed)


def test_a_change_of_taste_reopens_all_that_was_heard_before_about_that_kind_of_thing(agent: Agent) -> None:
    agent.hear(told(agent), "Perfect, thank you!")
    turn = agent.consider(lamp(WOODS))
    assert turn.question is None
    agent.hear(turn, "My taste has changed: I used to like oak, but now I don't want it.")
    assert stances(agent)["oak"] == "avoids"
    again = agent.consider(lamp(WOODS))
    assert again.question is not None
    assert {"pine", "steel"} <= set(again.question.alternatives)
    assert "oak" not in again.question.alternatives


def test_the_feature_that_makes_another_better_is_wanted_and_nothing_it_says_is_taken_back(agent: Agent) -> None:
    offer = [("oak", "dimmer"), ("ash", "dimmer"), ("pine", "dimmer")]
    agent.hear(agent.consider(lamp(offer)), "Oak, ash and dimmer are fine; not pine, please.")
    turn = agent.consider(lamp(offer))
    agent.hear(turn, "Option A would do, but option B has ash, and I like that better.")
    assert [b.stance for b in agent.memory.list("ana") if b.value == "ash"] == ["wants"]
    assert stances(agent)["oak"] == "accepts"


def test_what_would_have_worked_has_no_unwanted_feature(agent: Agent) -> None:
    told(agent)
    turn = agent.consider(lamp([("pine", "dimmer"), ("steel", "dimmer"), ("pine", "switch")]), may_ask=False)
    agent.hear(turn, "Option B would have worked for me.")
    assert stances(agent)["steel"] == "accepts"


def test_to_hear_after_declining_that_something_would_have_done_is_to_be_corrected(agent: Agent) -> None:
    told(agent)
    offer = [("pine", "dimmer"), ("pine", "switch"), ("pine", "steel")]
    turn = agent.consider(lamp(offer), may_ask=False)
    assert turn.choice is not None
    assert turn.choice.action.declined
    assert agent.hear(turn, "Option C would have worked for me.").corrected
    again = agent.consider(lamp([("pine", "dimmer"), ("pine", "switch"), ("pine", "oak")]), may_ask=False)
    assert not agent.hear(again, "Right, none of these.").corrected


def test_an_agent_without_memory_keeps_nothing() -> None:
    from penchant.loop import method_named

    agent = Agent.open(":memory:")
    agent.method = method_named("none")
    turn = agent.consider(lamp(WOODS))
    assert turn.question is None
    assert agent.memory.list("ana") == []


def test_whatever_one_sentence_teaches_is_written_in_one_step(agent: Agent, monkeypatch: pytest.MonkeyPatch) -> None:
    told(agent)
    turn = agent.consider(lamp([("pine", "dimmer"), ("steel", "switch"), ("pine", "switch")]), may_ask=False)
    written: list[int] = []
    apply = agent.memory.apply

    def counting(person: str, changes: Sequence[Change], *, expected: int | None = None) -> list[PreferenceId]:
        written.append(len(changes))
        return apply(person, changes, expected=expected)

    monkeypatch.setattr(agent.memory, "apply", counting)
    agent.hear(turn, "Option B would have worked for me.")
    assert len(written) == 1
    assert written[0] > 2  # steel is no longer avoided, and the switch is fine
    assert (stances(agent)["steel"], stances(agent)["switch"]) == ("accepts", "accepts")


def test_after_a_change_an_option_that_fits_does_not_say_what_is_wanted_most(agent: Agent) -> None:
    agent.hear(told(agent), "Perfect, thank you!")
    turn = agent.consider(lamp([("ash", "dimmer"), ("pine", "dimmer"), ("steel", "dimmer")]), may_ask=False)
    agent.hear(turn, "My taste has changed: I used to like dimmer, but now I don't want it.")
    turn = agent.consider(lamp([("ash", "switch"), ("pine", "switch"), ("steel", "switch")]), may_ask=False)
    agent.hear(turn, "My taste has changed: I used to dislike pine, but now I like pine best.")
    turn = agent.consider(lamp([("oak", "switch"), ("pine", "switch"), ("steel", "switch")]), may_ask=False)
    agent.hear(turn, "Perfect, thank you!" if turn.choice and turn.choice.action.thing == "option A" else "I wanted A.")
    again = agent.consider(lamp([("oak", "switch"), ("elm", "switch"), ("steel", "switch")]))
    if again.question is None:
        assert again.choice is not None
        assert again.choice.action.thing == "option A"  # oak, which is wanted as before
    else:
        assert "oak" in again.question.alternatives


def test_a_praised_refusal_confirms_what_had_to_be_unwanted(agent: Agent) -> None:
    agent.hear(told(agent), "Perfect, thank you!")
    turn = agent.consider(lamp([("pine", "dimmer"), ("steel", "dimmer"), ("steel", "switch")]), may_ask=False)
    turn = agent.hear(turn, "Right, none of these was for me.")
    assert any("pine" in sentence for sentence in turn.lesson.confirmed)
