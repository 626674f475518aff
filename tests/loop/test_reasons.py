"""The reason beside a pick is kept with its reach: when it holds, when not, of whom it is, and in what numbers."""

from __future__ import annotations

import pytest

from penchant import Agent, Request

MILK = Request("ana", "Which milk?", ["whole milk", "oat milk"])
HOTEL = Request("ana", "A hotel in Rome", ["Plaza, 5 stars", "Budget Inn, 2 stars"])
TIMES = Request("ana", "When shall the call be?", ["9:00", "15:00", "17:30"])
FILMS = Request("ana", "A film for tonight", ["The Conjuring, horror", "Amelie, comedy", "Heat, thriller"])
GIFTS = Request("ana", "A gift for my mother", ["gloves for the garden", "a novel", "chocolates"])
DINNER = Request("ana", "Dinner with Sam", ["Sakura, Japanese", "Bella Napoli, Italian"])
TRAIN = Request("ana", "Which train?", ["the 6:30", "the 11:30"])


def answered(request: Request, words: str) -> Agent:
    agent = Agent.open(":memory:")
    agent.hear(agent.consider(request), words)
    return agent


def reasons(agent: Agent) -> list[tuple[str, str, str, str, str]]:
    """What is known beside the choice among the options."""
    kept = [one for one in agent.memory.list("ana") if not (one.rather_than or one.value in _NAMES)]
    return [(one.stance, one.value, one.situation, one.exception, one.whom) for one in kept]


_NAMES = {name for request in (MILK, HOTEL, TIMES, FILMS, GIFTS, DINNER, TRAIN) for name in request.options}


@pytest.mark.parametrize(
    ("request_", "words", "reason"),
    [
        (DINNER, "Japanese, I always go for that on date nights", ("wants", "Japanese", "date nights", "", "")),
        (TRAIN, "the 11:30, I refuse to get up before seven", ("avoids", "before seven", "", "", "")),
        (MILK, "oat, dairy upsets my stomach", ("avoids", "dairy", "", "", "")),
        (TIMES, "afternoons suit me, but not after 5", ("wants", "afternoons", "", "after 5", "")),
        (FILMS, "anything but horror", ("avoids", "horror", "", "", "")),
        (GIFTS, "she's a keen gardener, so the gloves", ("is", "gardener", "", "", "mother")),
    ],
)
def test_a_reason_leaves_a_preference_with_its_reach(
    request_: Request, words: str, reason: tuple[str, str, str, str, str]
) -> None:
    assert reason in reasons(answered(request_, words))


@pytest.mark.parametrize(
    ("request_", "words"),
    [
        (MILK, "the oat milk please"),
        (HOTEL, "the Plaza, for this trip the company pays"),
        (HOTEL, "Budget Inn, just for this weekend"),
        (Request("ana", "Wine tonight?", ["red wine", "water"]), "water, not this time, I'm hungover"),
    ],
)
def test_a_pick_without_a_lasting_reason_leaves_none(request_: Request, words: str) -> None:
    assert reasons(answered(request_, words)) == []


def test_times_that_suit_choose_among_times_now_and_later() -> None:
    agent = Agent.open(":memory:")
    turn = agent.hear(agent.consider(TIMES), "afternoons suit me, but not after 5")
    assert turn.choice is not None
    assert turn.choice.action.thing == "15:00"
    later = agent.consider(Request("ana", "When shall I book the dentist?", ["10:00", "14:30", "18:00"]))
    assert later.choice is not None
    assert later.choice.action.thing == "14:30"
    assert "afternoons" in later.choice.because


def test_a_correction_that_names_another_option_counts_for_that_one() -> None:
    agent = Agent.open(":memory:")
    latte = Request("ana", "Coffee", ["latte with oat milk", "latte with cow's milk"])
    turn = agent.hear(agent.consider(latte), "cow's milk")
    agent.hear(turn, "no, oat, dairy upsets my stomach")
    believed = {(one.stance, one.value) for one in agent.memory.list("ana")}
    assert ("wants", "latte with oat milk") in believed
    assert ("avoids", "latte with oat milk") not in believed


def test_what_is_named_by_its_title_is_taken_also_when_asked_back() -> None:
    agent = Agent.open(":memory:")
    rooms = ["Hotel A, 90, private bathroom", "Hostel B, 40, shared bathroom", "Hotel C, 220, private bathroom"]
    turn = agent.hear(agent.consider(Request("ana", "A room", rooms)), "something around 100, no shared bathrooms")
    if turn.question is not None:
        turn = agent.hear(turn, "Hotel A")
        assert turn.choice is not None
        assert turn.choice.action.thing == rooms[0]


def test_nothing_is_learned_from_an_answer_in_another_language() -> None:
    agent = answered(
        Request("ana", "Ein Hotel", ["Hotel A mit Lift", "Hotel B ohne Lift"]), "Hotel A, ich hasse Treppen"
    )
    assert agent.memory.list("ana") == []


def test_a_spending_limit_is_an_upper_one_and_of_its_own_thing_alone() -> None:
    agent = Agent.open(":memory:")
    agent.tell("ana", "I never spend more than £80 on a coat")
    coat = agent.consider(Request("ana", "a winter coat", ["Wool coat, £75", "Down coat, £140"]))
    assert coat.choice is not None
    assert coat.choice.action.thing == "Wool coat, £75"
    flight = agent.consider(Request("ana", "a flight to Rome", ["Ryanair, £60", "BA, £140"]))
    assert flight.question is not None


def test_what_must_be_kept_to_is_in_a_profile_of_any_size() -> None:
    agent = Agent.open(":memory:")
    agent.tell("ana", "I'm allergic to peanuts")
    assert "peanuts" in str(agent.profile("ana", about="order dinner", tokens=5))


def test_whole_answers_are_held_against_what_was_told() -> None:
    answers = [
        "Spend the day at the street festival in the centre, where thousands of people crowd the stages and stalls.",
        "Take the path along the river to the old mill; it is calm there, and you will hardly meet anybody on the way.",
        "The opening of the new shopping mall draws crowds from all over the city, with music until late at night.",
    ]
    agent = Agent.open(":memory:")
    agent.tell("ana", "I can't stand crowds")
    choice = agent.consider(Request("ana", "What should I do on Saturday?", answers), may_ask=False).choice
    assert choice is not None
    assert choice.action.thing == answers[1]
