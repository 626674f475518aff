"""Noise, change and mishearing are told apart by evidence: what an agent makes of each of them."""

from __future__ import annotations

import pytest

from penchant import Agent, Request
from penchant.domain import Action, Preference
from workbench import Clock, errand

MATTERS = {
    "I'm so drowsy": ["black coffee", "herbal tea", "cold water", "milk"],
    "My guests just arrived": ["red wine", "lemonade", "beer", "cider"],
    "I have a sore throat": ["honey", "ginger", "broth", "ice cream"],
    "Just back from a long run": ["banana", "yoghurt", "toast", "nuts"],
    "What a busy morning at the office": ["sandwich", "salad", "soup", "crisps"],
    "It is raining all day": ["novel", "puzzle", "film", "records"],
}
WANTED = {when: options[1] for when, options in MATTERS.items()}
OTHER = {when: options[2] for when, options in MATTERS.items()}
DROWSY = next(iter(MATTERS))


@pytest.fixture
def known(agent: Agent, clock: Clock) -> Agent:
    """An agent that learned six tastes of Ana's, and saw each confirmed three times."""
    clock.step = 1
    for when in MATTERS:
        errand(agent, request(when), answer=f"the {WANTED[when]} please", reaction="Perfect, thank you!")
    for _ in range(2):
        for when in MATTERS:
            errand(agent, request(when), reaction="Perfect, thank you!")
    return agent


def request(when: str) -> Request:
    return Request("ana", f"{when}. Could you bring me something?", MATTERS[when])


def asks(agent: Agent) -> list[str]:
    """The matters that it would ask about now."""
    return [when for when in MATTERS if agent.consider(request(when)).question is not None]


def does(agent: Agent, when: str) -> str | None:
    turn = agent.consider(request(when), may_ask=False)
    assert turn.choice is not None
    return turn.choice.action.thing


def corrected(agent: Agent, when: str, value: str) -> None:
    """Somebody says that they wanted something else, and nobody asks back."""
    agent.hear(agent.consider(request(when), may_ask=False), f"No, I wanted the {value}.")


def held(agent: Agent, value: str) -> Preference | None:
    return next((belief for belief in agent.memory.list("ana") if belief.value == value), None)


def test_it_never_asks_what_it_knows(known: Agent) -> None:
    assert asks(known) == []


def test_one_stray_word_changes_no_choice_and_makes_no_other_belief_doubtful(known: Agent) -> None:
    corrected(known, DROWSY, OTHER[DROWSY])
    belief = held(known, WANTED[DROWSY])
    assert belief is not None
    assert set(asks(known)) <= {DROWSY}
    assert [does(known, when) for when in MATTERS if when != DROWSY] == [*WANTED.values()][1:]


def test_words_that_agree_with_each_other_close_it_and_the_new_wish_is_followed(known: Agent) -> None:
    for _ in range(3):
        corrected(known, DROWSY, OTHER[DROWSY])
    assert held(known, WANTED[DROWSY]) is None
    assert does(known, DROWSY) == OTHER[DROWSY]
    assert any(belief.value == WANTED[DROWSY] for belief in known.memory.list("ana", closed=True))


def test_stray_words_that_do_not_agree_leave_the_belief_the_likeliest(known: Agent) -> None:
    for value in (MATTERS[DROWSY][0], MATTERS[DROWSY][3]):
        corrected(known, DROWSY, value)
        errand(known, request(DROWSY), answer=f"the {WANTED[DROWSY]} please", reaction="Perfect, thank you!")
    assert does(known, DROWSY) == WANTED[DROWSY]


def test_a_change_that_is_announced_closes_it_at_once_and_makes_what_was_heard_before_doubtful(known: Agent) -> None:
    turn = known.consider(request(DROWSY))
    known.hear(turn, f"I no longer like the {WANTED[DROWSY]}, the {OTHER[DROWSY]} from now on please.")
    assert held(known, WANTED[DROWSY]) is None
    assert does(known, DROWSY) == OTHER[DROWSY]
    assert len(asks(known)) >= 4


def test_a_change_that_is_not_announced_is_noticed_by_its_company(known: Agent) -> None:
    first, second, third, *others = MATTERS
    for when in (first, second, third):
        corrected(known, when, OTHER[when])
    assert {*others} <= {*asks(known)}


def test_a_taste_that_comes_back_is_followed_again_and_its_history_is_kept(known: Agent) -> None:
    there = f"I no longer like the {WANTED[DROWSY]}, the {OTHER[DROWSY]} from now on please."
    back = f"I no longer like the {OTHER[DROWSY]}, the {WANTED[DROWSY]} from now on please."
    for words, wanted in ((there, OTHER[DROWSY]), (back, WANTED[DROWSY])):
        known.hear(known.consider(request(DROWSY), may_ask=False), words)
        assert does(known, DROWSY) == wanted
    belief = held(known, WANTED[DROWSY])
    assert belief is not None
    assert [one.value for one in known.memory.history("ana", belief.id)] == [
        WANTED[DROWSY],
        OTHER[DROWSY],
        WANTED[DROWSY],
    ]


def test_a_taste_that_was_held_before_is_recognised_sooner_than_a_new_one(known: Agent) -> None:
    there = f"I no longer like the {WANTED[DROWSY]}, the {OTHER[DROWSY]} from now on please."
    known.hear(known.consider(request(DROWSY), may_ask=False), there)
    for _ in range(2):
        known.hear(known.consider(request(DROWSY), may_ask=False), "Perfect, thank you!")
    scene = known.mind.survey(request(DROWSY))
    assert known._recollection.former("ana", scene) == {WANTED[DROWSY]}
    corrected(known, DROWSY, WANTED[DROWSY])
    back = held(known, WANTED[DROWSY])
    assert back is not None
    corrected(known, DROWSY, MATTERS[DROWSY][0])
    new = held(known, MATTERS[DROWSY][0])
    assert new is None or new.confidence < back.confidence


def test_trust_that_fell_is_asked_about_again(known: Agent) -> None:
    corrected(known, DROWSY, OTHER[DROWSY])
    corrected(known, DROWSY, MATTERS[DROWSY][0])
    assert DROWSY in asks(known)
    turn = known.hear(known.consider(request(DROWSY)), f"the {WANTED[DROWSY]} please")
    assert turn.choice is not None or turn.question is not None
    while turn.question is not None:
        turn = known.hear(turn, f"the {WANTED[DROWSY]} please")
    assert turn.choice is not None
    assert turn.choice.action == Action(WANTED[DROWSY])
