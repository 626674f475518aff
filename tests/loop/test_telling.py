"""What a person tells the agent, or says while it listens, with nothing on offer."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from penchant import Agent, BadInput, Message, Request, Statement, Turn

DAY = datetime(2026, 5, 1, 8, tzinfo=UTC)
WINDOW = Statement("wants", "window seats", topic="seat")
AISLE = Statement("wants", "aisle seats", topic="seat")


@pytest.fixture
def agent() -> Agent:
    return Agent.open(":memory:", clock=lambda: DAY + timedelta(days=100))


def values(agent: Agent, person: str = "sam") -> list[str]:
    return [belief.value for belief in agent.memory.list(person)]


def test_what_is_told_is_kept_with_its_kind_and_its_words(agent: Agent) -> None:
    lesson = agent.tell("sam", "I'm vegetarian")
    [belief] = agent.memory.list("sam")
    assert lesson.beliefs == (belief.id,)
    assert (belief.kind, belief.stance, belief.value, belief.words) == (
        "constraint",
        "wants",
        "vegetarian",
        "I'm vegetarian",
    )


def test_the_same_message_twice_teaches_once(agent: Agent) -> None:
    first = agent.tell("sam", "I'm vegetarian")
    assert agent.tell("sam", "I'm vegetarian") == first
    assert len(agent.memory.evidence("sam")) == 1


def test_the_same_words_teach_again_once_what_they_taught_is_over(agent: Agent) -> None:
    for said in (WINDOW, AISLE, WINDOW):
        words = f"From now on {said.value}"
        agent.learn("sam", [Statement("wants", said.value, topic="seat", changed=True)], words=words, at=None)
    assert values(agent) == ["aisle seats"]  # the third is the first again, by the same words: a retry
    agent.tell("sam", "I prefer window seats")
    agent.tell("sam", "I prefer aisle seats")
    agent.tell("sam", "I prefer window seats")
    assert values(agent) == ["window seats"]


def test_a_message_with_an_id_teaches_once_whatever_the_time(agent: Agent) -> None:
    agent.tell("sam", "I'm vegetarian", at=DAY, id="m1")
    agent.tell("sam", "I'm vegetarian", at=DAY + timedelta(days=1), id="m1")
    assert len(agent.memory.evidence("sam")) == 1


def test_a_belief_begins_when_it_was_said(agent: Agent) -> None:
    agent.tell("sam", "I'm vegetarian", at="2026-05-01T08:00:00+00:00")
    assert agent.memory.list("sam")[0].since == DAY


def test_a_change_said_in_general_reaches_every_belief_of_the_matter(agent: Agent) -> None:
    turn = agent.consider(Request("sam", "book a flight to Oslo", ["aisle seat", "window seat"]))
    agent.hear(turn, "the aisle seat")
    agent.learn("sam", [AISLE])
    agent.learn("sam", [Statement("wants", "aisle", situation="flights to Berlin", topic="seat")])
    lesson = agent.learn("sam", [Statement("wants", "window seats", topic="seat", changed=True)])
    assert values(agent) == ["window seats"]
    assert len(lesson.closed) == 3


def test_what_holds_on_one_occasion_closes_nothing_that_holds_always(agent: Agent) -> None:
    agent.learn("sam", [WINDOW])
    agent.learn("sam", [Statement("wants", "aisle seats", topic="seat", situation="night flights")])
    assert values(agent) == ["window seats", "aisle seats"]


def test_the_opposite_closes_what_was_believed_and_says_what_it_replaces(agent: Agent) -> None:
    agent.learn("sam", [Statement("wants", "jazz")])
    lesson = agent.learn("sam", [Statement("avoids", "jazz")])
    [now] = agent.memory.list("sam")
    assert (now.stance, now.replaces) == ("avoids", 1)
    assert len(lesson.closed) == 1


def test_two_likings_of_one_kind_stand_side_by_side(agent: Agent) -> None:
    agent.learn("sam", [Statement("wants", "red wine", topic="drink", quote="I love red wine")])
    agent.learn("sam", [Statement("wants", "white wine", topic="drink", quote="I love white wine")])
    assert values(agent) == ["red wine", "white wine"]


def test_another_home_takes_the_place_of_the_first(agent: Agent) -> None:
    agent.learn("sam", [Statement("is", "Lyon", topic="home", kind="fact")])
    agent.learn("sam", [Statement("is", "Paris", topic="home", kind="fact")])
    agent.learn("sam", [Statement("is", "a dog called Rex", topic="pet", kind="fact")])
    agent.learn("sam", [Statement("is", "a cat", topic="pet", kind="fact")])
    assert values(agent) == ["Paris", "a dog called Rex", "a cat"]


def test_what_is_anothers_is_kept_apart(agent: Agent) -> None:
    agent.learn("sam", [Statement("wants", "lilies", whom="Rosa")])
    agent.learn("sam", [Statement("avoids", "lilies")])
    assert [(belief.whom, belief.stance) for belief in agent.memory.list("sam")] == [("Rosa", "wants"), ("", "avoids")]


def test_an_older_message_does_not_overturn_a_newer_one(agent: Agent) -> None:
    agent.learn("sam", [Statement("avoids", "jazz")], words="no jazz", at=DAY + timedelta(days=5))
    lesson = agent.learn("sam", [Statement("wants", "jazz")], words="I like jazz", at=DAY)
    assert [left.why for left in lesson.left_alone] == ["something newer is known"]
    assert [belief.stance for belief in agent.memory.list("sam")] == ["avoids"]


def test_a_quotation_that_is_not_in_the_message_is_refused(agent: Agent) -> None:
    lesson = agent.learn("sam", [Statement("wants", "tea", quote="I love tea")], words="I like coffee")
    assert not lesson
    assert lesson.left_alone[0].why == "the quotation is not in the message"
    assert values(agent) == []


def test_what_is_read_with_doubt_or_said_both_ways_is_left_alone(agent: Agent) -> None:
    unsure = agent.learn("sam", [Statement("wants", "tea", sure=0.3)])
    both = agent.learn("sam", [Statement("wants", "milk"), Statement("avoids", "milk")])
    assert [left.why for left in (*unsure.left_alone, *both.left_alone)] == [
        "not sure",
        "it says one thing and its opposite",
        "it says one thing and its opposite",
    ]
    assert values(agent) == []


def test_a_conversation_that_grew_teaches_only_what_is_new(agent: Agent) -> None:
    talk: list[dict[str, Any]] = [
        {"role": "user", "content": "Hello there"},
        {"role": "assistant", "content": "Hello! You love opera, I hear."},
        {"role": "user", "content": "I'm vegetarian"},
    ]
    agent.observe("sam", talk)
    count = len(agent.memory.transcript("sam"))
    agent.observe(
        "sam", [*talk, {"role": "assistant", "content": "Noted."}, {"role": "user", "content": "I'm allergic to nuts"}]
    )
    assert values(agent) == ["vegetarian", "nuts"]
    assert len(agent.memory.transcript("sam")) == count + 2
    assert not [belief for belief in agent.memory.list("sam") if "opera" in belief.value]


def test_messages_out_of_order_are_read_in_the_order_of_their_times(agent: Agent) -> None:
    agent.observe(
        "sam",
        [
            Message("user", "I prefer aisle seats", DAY + timedelta(days=2)),
            Message("user", "I prefer window seats", DAY),
        ],
    )
    assert values(agent) == ["aisle seats"]


def test_a_time_still_to_come_is_left_alone(agent: Agent) -> None:
    lesson = agent.observe("sam", [Message("user", "I'm vegetarian", DAY + timedelta(days=1000))])
    assert "still to come" in lesson.left_alone[0].why
    assert values(agent) == []


@pytest.mark.parametrize(
    ("messages", "told"),
    [
        ([{"content": "hello"}], "Message 1: its role is None"),
        ([{"role": "user", "content": "a"}, {"role": "bard", "content": "hello"}], "Message 2: its role is 'bard'"),
        (["hello"], "Message 1: it is not of the form"),
        ("hello", "A conversation is a list"),
        ([{"role": "user", "content": 5}], "Message 1: its content is a text"),
        ([{"role": "user", "content": "hello", "at": "yesterday"}], "Message 1: 'yesterday' is no time"),
    ],
)
def test_what_is_no_conversation_is_told_in_one_line_and_nothing_is_kept(
    agent: Agent, messages: Any, told: str
) -> None:
    with pytest.raises(BadInput, match=told):
        agent.observe("sam", messages)
    assert agent.memory.people() == []


def test_nobody_is_nobody(agent: Agent) -> None:
    with pytest.raises(BadInput, match="whose words"):
        agent.tell("  ", "I'm vegetarian")
    with pytest.raises(BadInput, match="no words"):
        agent.tell("sam", " ")


def test_ten_megabytes_are_read_as_far_as_a_message_goes(agent: Agent) -> None:
    lesson = agent.tell("sam", "I'm vegetarian. " + "la " * 3_500_000)
    assert "up to 100,000 characters" in lesson.left_alone[0].why


def test_forgetting_by_words_erases_every_copy_and_bars_it(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    with Agent.open(path) as agent:
        agent.observe(
            "sam",
            [
                {"role": "user", "content": "I smoke Gitanes"},
                {"role": "assistant", "content": "So you smoke Gitanes. What else?"},
                {"role": "user", "content": "I'm vegetarian"},
            ],
        )
        agent.learn("sam", [Statement("wants", "Gitanes", topic="cigarettes")])
        lesson = agent.tell("sam", "Please forget that I smoke Gitanes")
        assert lesson.forgotten
        assert not lesson.opened
        assert values(agent) == ["vegetarian"]
        again = agent.learn("sam", [Statement("wants", "Gitanes", origin="implied")])
        assert [left.why for left in again.left_alone] == ["it was to be forgotten"]
    assert all(b"Gitanes" not in file.read_bytes() for file in tmp_path.iterdir())


@pytest.mark.parametrize("words", ["I moved to Berlin, and I eat meat again", "please forget everything about my food"])
def test_a_preview_says_what_would_be_learned_and_writes_nothing(tmp_path: Path, words: str) -> None:
    with Agent.open(tmp_path / "memory.db") as agent:
        for person in ("sam", "ana"):
            agent.tell(person, "I'm vegetarian. I'm allergic to peanuts. I live in Lyon.")
        kept = {person: agent.memory.export_person(person) for person in ("sam", "ana")}
        files = {path: path.read_bytes() for path in tmp_path.iterdir()}
        foreseen = agent.tell("sam", words, preview=True)
        assert len(foreseen.closed + foreseen.forgotten) == 2
        assert {path: path.read_bytes() for path in tmp_path.iterdir()} == files
        assert agent.tell("sam", words) == foreseen, "and it is done as it was foreseen"
        assert agent.memory.export_person("sam") != kept["sam"]
        assert agent.memory.export_person("ana") == kept["ana"]


def test_several_things_are_shown_before_they_are_forgotten(agent: Agent) -> None:
    agent.learn("sam", [WINDOW, Statement("wants", "window seats on trains", topic="seat"), Statement("wants", "jazz")])
    shown = agent.forget("sam", "anything about seats")
    assert (shown.done, len(shown.found), len(agent.memory.list("sam"))) == (False, 2, 3)
    assert agent.forget("sam", shown).done
    assert values(agent) == ["jazz"]
    with pytest.raises(BadInput, match="has to say so for themselves"):
        agent.forget("ben", shown)


def test_one_thing_is_forgotten_at_once_and_nothing_is_nothing(agent: Agent) -> None:
    agent.learn("sam", [WINDOW, Statement("wants", "jazz")])
    assert agent.forget("sam", "jazz").done
    assert values(agent) == ["window seats"]
    assert not agent.forget("sam", "submarines")


def test_a_profile_tells_what_must_be_kept_to_first_and_fits_its_room(agent: Agent) -> None:
    agent.learn("sam", [WINDOW, Statement("wants", "jazz"), Statement("avoids", "nuts", kind="constraint")])
    profile = agent.profile("sam", about="book a flight to Oslo with dinner on board")
    assert [line.preference.value for line in profile.lines][:2] == ["nuts", "window seats"]
    assert "- [1] sam likes window seats." in str(profile)
    short = agent.profile("sam", tokens=30)
    assert [line.preference.value for line in short.lines] == ["nuts"]
    assert short.left_out == 2
    assert str(agent.profile("ben")) == "Nothing is known about ben yet."


def test_what_may_not_be_used_is_in_no_profile(agent: Agent) -> None:
    agent.learn("sam", [Statement("wants", "poker", use="private"), Statement("wants", "whist", use="never")])
    assert agent.profile("sam").lines == ()


def test_without_options_a_request_gets_a_briefing_or_a_question_worth_asking(agent: Agent) -> None:
    turn = agent.consider(Request("sam", "Plan dinner for Friday"))
    assert turn.question is not None
    assert turn.briefing is not None
    assert turn.briefing.missing == ("diet",)
    turn = agent.hear(turn, "I'm allergic to peanuts")
    assert turn.briefing is not None
    assert (turn.question, turn.briefing.missing) == (None, ())
    assert "peanuts" in str(turn.briefing)
    later = agent.consider(Request("sam", "Plan dinner for Saturday"))
    assert (later.question, later.choice) == (None, None)
    assert "peanuts" in str(later.briefing)
    assert Turn.from_json(later.to_json()) == later
    told = agent.hear(later, "thanks, and I'm vegetarian")
    assert (told.reaction, len(told.lesson.opened)) == ("thanks, and I'm vegetarian", 1)


@pytest.mark.parametrize(
    "text",
    [
        "I'm vegetarian. Plan a dinner",
        "Plan dinner, I'm allergic to nuts",
        "a flight to Oslo, window please",
        "a comedy film",
    ],
)
def test_nobody_is_asked_for_what_the_request_says_itself(agent: Agent, text: str) -> None:
    turn = agent.consider(Request("sam", text))
    assert turn.question is None
    assert turn.briefing is not None
    assert turn.briefing.missing == ()


def test_what_speaks_against_the_others_is_a_reason(agent: Agent) -> None:
    agent.tell("sam", "I hate mushrooms. I'm allergic to peanuts.")
    pizza = agent.consider(Request("sam", "order a pizza", ["mushroom pizza", "pepper pizza"])).choice
    assert pizza is not None
    assert pizza.because.startswith("sam does not like mushrooms: you said “I hate mushrooms”")
    snack = agent.consider(Request("sam", "get me a snack", ["peanut bar", "apple"])).choice
    assert snack is not None
    assert snack.because.startswith("There is nothing else to choose from than apple. Ruled out for you: peanut bar")
    asked = agent.consider(Request("sam", "get me a snack", ["peanut bar", "apple", "crackers"])).question
    assert asked is not None
    assert "Ruled out for you: peanut bar (“never peanuts”" in asked.why


def test_one_persons_profile_has_nothing_of_anothers(agent: Agent) -> None:
    agent.tell("sam", "I'm vegetarian")
    assert agent.profile("ben").lines == ()
    assert not agent.forget("ben", "vegetarian")


def test_a_thing_and_its_opposite_in_one_breath_are_left_alone_unless_one_is_a_change(agent: Agent) -> None:
    lesson = agent.tell("sam", "I love jazz. I hate jazz.")
    assert {left.why for left in lesson.left_alone} == {"it says one thing and its opposite"}
    assert not values(agent)
    words = "I loved polka, and no longer like polka"
    stated = [Statement("wants", "polka", quote=words), Statement("avoids", "polka", quote=words, changed=True)]
    agent.learn("sam", stated, words=words)
    assert [(one.stance, one.value) for one in agent.memory.list("sam")] == [("avoids", "polka")]


def test_another_budget_takes_the_place_of_the_first_however_it_is_put(agent: Agent) -> None:
    for value in ("under 100 a night", "at most 150 a night"):
        agent.learn("sam", [Statement("wants", value, kind="constraint")])
    agent.learn("sam", [Statement("wants", "at least 4 stars", kind="constraint")])
    assert values(agent) == ["at most 150 a night", "at least 4 stars"]


def test_how_much_a_thing_is_liked_makes_it_no_other_thing(agent: Agent) -> None:
    for value in ("jazz", "jazz a lot"):
        agent.learn("sam", [Statement("wants", value)])
    assert values(agent) == ["jazz"]


@pytest.mark.parametrize("what", [None, 2.5, {3}])
def test_what_cannot_be_forgotten_or_learned_is_told_in_one_line(agent: Agent, what: Any) -> None:
    with pytest.raises(BadInput, match="what to forget"):
        agent.forget("sam", what)
    with pytest.raises(BadInput, match="Statements are given"):
        agent.learn("sam", what)


def test_an_answer_that_says_what_was_to_be_forgotten_is_not_chosen() -> None:
    spicy = "Since you are fond of very spicy curries, book the place by the canal and ask for the hottest one."
    plain = "Look at what is open near you on Friday, read a few of the latest reviews, and book a table for half past."
    with Agent.open(":memory:") as agent:
        agent.tell("sam", "I love very spicy curries")
        request = Request("sam", "Where shall I eat on Friday?", [spicy, plain])
        assert str(agent.consider(request, may_ask=False).choice.action) == spicy  # type: ignore[union-attr]
        agent.tell("sam", "Please forget that I love spicy curries")
        assert str(agent.consider(request, may_ask=False).choice.action) == plain  # type: ignore[union-attr]
        told = Request("ben", request.text, request.options)
        agent.tell("ben", "I love very spicy curries")
        assert str(agent.consider(told, may_ask=False).choice.action) == spicy  # type: ignore[union-attr]


def test_a_limit_takes_the_place_of_another_and_a_name_with_a_number_of_none(agent: Agent) -> None:
    agent.learn("sam", [Statement("avoids", "gate 12", kind="constraint")])
    agent.learn("sam", [Statement("avoids", "gate 14", kind="constraint")])
    agent.learn("sam", [Statement("wants", "under 100 a night", kind="constraint")])
    agent.learn("sam", [Statement("wants", "under 150 a night", kind="constraint")])
    assert values(agent) == ["gate 12", "gate 14", "under 150 a night"]


def test_a_change_without_a_verb_reaches_every_flight(agent: Agent) -> None:
    agent.tell("sam", "I want an aisle seat on flights")
    lesson = agent.tell("sam", "from now on window")
    assert len(lesson.closed) == len(lesson.opened) == 1
    for city in ("Oslo", "Berlin"):
        choice = agent.consider(Request("sam", f"a flight to {city}", ["aisle seat", "window seat"])).choice
        assert choice is not None
        assert choice.action.thing == "window seat"


def test_an_exception_decides_on_its_occasion(agent: Agent) -> None:
    agent.tell("sam", "I'm vegetarian, and from now on window seats, but aisle on night flights")
    for flight, seat in (("a flight to Oslo", "window seat"), ("a night flight to Oslo", "aisle seat")):
        choice = agent.consider(Request("sam", flight, ["window seat", "aisle seat"])).choice
        assert choice is not None
        assert choice.action.thing == seat


def test_a_kind_that_is_left_out_leaves_the_rest_as_it_was(agent: Agent) -> None:
    lesson = agent.tell("sam", "I love jazz but I can't stand free jazz")
    assert not lesson.closed
    assert values(agent) == ["jazz", "free jazz"]
    assert agent.tell("sam", "I hate jazz").closed


def test_a_profile_with_no_room_does_not_say_that_nothing_is_known(agent: Agent) -> None:
    agent.tell("sam", "I'm allergic to nuts")
    assert str(agent.profile("sam", tokens=5)) == "Nothing of what is known about sam bears on this and fits in here."
    assert str(agent.profile("bo", tokens=5)) == "Nothing is known about bo yet."


@pytest.mark.parametrize("words", ["I fancy sushi tonight", "Just this once I want the window seat"])
def test_what_is_wanted_this_once_teaches_nothing_and_the_lesson_says_why(agent: Agent, words: str) -> None:
    lesson = agent.tell("sam", words)
    assert (values(agent), [one.why for one in lesson.left_alone]) == ([], ["only this once"])
    given = agent.learn("sam", [Statement("wants", "window seats", lasting=False)])
    assert (values(agent), [one.why for one in given.left_alone]) == ([], ["only this once"])


def test_what_is_wanted_this_once_leaves_what_is_known_as_it_was(agent: Agent) -> None:
    agent.tell("sam", "I hate sushi")
    agent.tell("sam", "I love sushi tonight")
    assert values(agent) == ["sushi"]
    assert agent.memory.list("sam")[0].stance == "avoids"


def test_a_statement_lasts_or_it_does_not() -> None:
    with pytest.raises(BadInput, match="lasting is True or False"):
        Statement("wants", "tea", lasting="yes")  # type: ignore[arg-type]
