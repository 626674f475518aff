"""What a message of free talk says about the person."""

from __future__ import annotations

import re

import pytest

from penchant.domain import Heard, Message, Statement
from penchant.mind.builtin import BuiltInMind
from penchant.mind.talk import listen
from penchant.mind.talk.listen import RULE
from penchant.mind.talk.plain_limits import plain_limit
from penchant.mind.talk.tagger import TalkTagger
from penchant.testing import HashEmbedder

TAGGER = TalkTagger()
MIND = BuiltInMind(HashEmbedder())


def heard(words: str, *before: str) -> Heard:
    """What is read in a message, after what the assistant said."""
    return listen(Message("user", words), [Message("assistant", said) for said in before], tagger=TAGGER)


def told(words: str) -> list[tuple[str, str, str]]:
    """The statements of a message, short."""
    return [(one.kind, one.stance, one.value) for one in heard(words).statements]


def only(words: str) -> Statement:
    """The one statement of a message."""
    (one,) = heard(words).statements
    return one


@pytest.mark.parametrize(
    ("words", "stance", "value"),
    [
        ("I don't like crowded places", "avoids", "crowded places"),
        ("I have a strong aversion to crowded tourist spots", "avoids", "crowded tourist spots"),
        ("I refuse to stay in chain hotels", "avoids", "chain hotels"),
        ("I really can't stand techno", "avoids", "techno"),
        ("Honestly can't stand coriander, tastes like soap", "avoids", "coriander"),
        ("I've never been a fan of musicals", "avoids", "musicals"),
        ("I only watch films that have subtitles", "wants", "films that have subtitles"),
        ("I usually drink oat milk", "wants", "oat milk"),
        ("My favourite season is autumn", "wants", "autumn"),
        ("I can't get enough of ramen", "wants", "ramen"),
        ("I have a soft spot for old cinemas", "wants", "old cinemas"),
        ("I don't mind walking", "accepts", "walking"),
    ],
)  # fmt: skip
def test_a_taste_is_read_with_its_stance(words: str, stance: str, value: str) -> None:
    assert told(words) == [("taste", stance, value)]


def test_what_is_said_of_one_occasion_holds_there_and_what_goes_on_inherits_the_verb() -> None:
    statements = heard("I'm vegetarian, and from now on window seats, but aisle on night flights").statements
    assert [(one.kind, one.value, one.situation, one.changed) for one in statements] == [
        ("constraint", "vegetarian", "", False),
        ("taste", "window seats", "", True),
        ("taste", "aisle", "night flights", False),
    ]


@pytest.mark.parametrize(
    ("words", "situation"),
    [
        ("I like tea when I'm drowsy", "drowsy"),
        ("When I'm drowsy, I like tea", "drowsy"),
        ("I prefer tea in the mornings", "in the mornings"),
        ("On weekends I like tea", "weekends"),
    ],
)
def test_when_it_holds_is_told_apart(words: str, situation: str) -> None:
    one = only(words)
    assert (one.value, one.situation) == ("tea", situation)


def test_what_something_is_preferred_to_is_said_with_it_and_is_no_aversion() -> None:
    one = only("I prefer trains to planes")
    assert (one.stance, one.value, one.rather_than) == ("wants", "trains", ("planes",))
    assert told("I'd rather read books than watch television")[0][:2] == ("taste", "wants")


@pytest.mark.parametrize(
    ("words", "topic", "value"),
    [
        ("I live in Lyon", "home", "Lyon"),
        ("I'm a nurse", "job", "nurse"),
        ("We have a dog called Rex", "pet", "dog called Rex"),
        ("I'm from Porto originally", "hometown", "Porto"),
        ("My birthday is the 3rd of May", "birthday", "3rd of May"),
        ("I play the viola in an orchestra", "instrument", "viola"),
    ],
)
def test_facts_have_a_name_and_a_value(words: str, topic: str, value: str) -> None:
    one = next(one for one in heard(words).statements if one.topic == topic)
    assert (one.kind, one.stance, one.topic, re.sub(r"^(?:the|an?) ", "", one.value)) == ("fact", "is", topic, value)


def test_what_is_said_of_somebody_close_is_theirs() -> None:
    relation, taste = heard("My sister Rosa loves lilies").statements
    assert (relation.kind, relation.topic, relation.value, relation.whom) == ("relation", "sister", "Rosa", "")
    assert (taste.kind, taste.value, taste.whom) == ("taste", "lilies", "Rosa")
    allergy = only("my flatmate is allergic to nuts")
    assert (allergy.kind, allergy.stance, allergy.value, allergy.whom) == ("constraint", "avoids", "nuts", "flatmate")


@pytest.mark.parametrize(
    ("words", "stance", "value"),
    [
        ("Always show your sources", "wants", "show your sources"),
        ("Please answer in Spanish from now on", "wants", "answer in Spanish"),
    ],
)
def test_an_instruction_is_for_every_answer(words: str, stance: str, value: str) -> None:
    assert told(words) == [("instruction", stance, value)]


@pytest.mark.parametrize(
    "words",
    [
        "Do you like jazz?",
        "Write me a poem about cats.",
        "Today I fancy sushi.",
        "If I were rich I would love yachts.",
        "My colleague says the aisle seat is always better.",
        "I heard that people hate the new tram.",
        "What do people usually eat for breakfast in Turkey?",
        "You are a helpful assistant. I want you to act as a linux terminal.",
        "Please proofread this text: I love you and I hate the rain in spring.",
        'Our customer wrote: "I am allergic to nuts and your label was wrong." Draft a reply.',
        "I loved the concert yesterday.",
        "I'm looking for a hotel in Rome.",
        "I prefer the second option.",
        "Thanks, that was helpful!",
    ],
)
def test_what_says_nothing_lasting_teaches_nothing(words: str) -> None:
    assert not any(one.lasting for one in heard(words).statements)


def test_what_was_left_alone_is_told_with_why() -> None:
    assert [one.why for one in heard("My colleague swears by cold baths").left_alone] == ["hearsay"]
    assert heard("ich möchte bitte keinen Kaffee und keine Milch").left_alone[0].why == "another language"


def test_a_preference_in_the_midst_of_an_errand_is_found() -> None:
    words = (
        "Could you plan two days in Rome for us? We arrive on Friday. By the way, I hate museums, so leave those out."
    )
    assert [(one.stance, one.value) for one in heard(words).statements] == [("avoids", "museums")]


def test_a_request_to_forget_teaches_nothing() -> None:
    for words in (
        "Please forget that I smoke",
        "you can drop what I said about my ex",
        "Delete the note on my drinking",
    ):
        found = heard(words)
        assert found.forget, words
        assert not found.statements, words
    assert heard("Don't forget that I hate olives").forget == ()


def test_what_is_taken_of_an_offer_is_chosen() -> None:
    before = [Message("assistant", "Would you like the oat flat white or the chai latte?")]
    found = MIND.listen(Message("user", "the second one please"), before)
    assert [(one.stance, one.value, one.origin) for one in found.statements] == [("wants", "chai latte", "chosen")]


def test_how_a_thing_may_be_used_is_said_after_it() -> None:
    assert only("I'm allergic to nuts. Keep that between us.").use == "private"
    assert only("I have a fear of heights. Never use that.").use == "never"


def test_what_the_assistant_said_is_no_evidence() -> None:
    assert not listen(Message("assistant", "I love tea"), tagger=TAGGER).statements


def test_every_quotation_is_in_the_message() -> None:
    words = "When it’s late I’d rather have tea; my sister Rosa can't stand it, and we live in Oslo."
    for one in heard(words).statements:
        assert one.quote
        assert one.quote in words


@pytest.mark.parametrize("words", ["I love tea. " * 900_000, "a.b" * 3_000_000, "(" * 1_000_000, "i " * 1_000_000])
def test_ten_megabytes_are_read_as_far_as_is_sensible(words: str) -> None:
    assert any("characters" in one.why for one in heard(words).left_alone)


def test_somebody_who_was_named_before_is_known_by_name() -> None:
    before = [Message("user", "My sister Rosa is coming over."), Message("assistant", "How nice!")]
    (one,) = listen(Message("user", "Rosa loves lilies"), before, tagger=TAGGER).statements
    assert (one.value, one.whom) == ("lilies", "Rosa")


def test_a_budget_is_kept_to() -> None:
    one = only("my rent can't go over 1200 euros a month")
    assert (one.kind, one.stance, one.value) == ("constraint", "avoids", "over 1200 euros a month")


def test_an_order_is_an_instruction() -> None:
    assert told("Don't include any imports") == [("instruction", "avoids", "include any imports")]


@pytest.mark.parametrize(
    "words",
    [
        "Delete the second paragraph.",
        "Remove my name from the letter.",
        "Forget the recipe, let's order pizza.",
        "I keep forgetting my keys.",
        "Never mention it to my wife, it's a surprise.",
        "Do not store passwords in plain text.",
        "Let's forget about work for a while.",
    ],
)
def test_an_order_about_something_else_asks_to_forget_nothing(words: str) -> None:
    assert heard(words).forget == ()


@pytest.mark.parametrize(
    ("words", "about"),
    [
        ("Could you erase from your memory that I gamble?", "I gamble"),
        ("That bit about me hating jazz, get rid of it", "hating jazz"),
        ("Don't bring up my weight again", "weight"),
        ("I want you to forget my preference for spicy food", "my preference for spicy food"),
    ],
)
def test_what_is_to_be_forgotten_is_told_in_their_words(words: str, about: str) -> None:
    [forget] = heard(words).forget
    assert about in forget


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("In winter I like skiing, in summer I like hiking", [("skiing", "in winter"), ("hiking", "in summer")]),
        ("in winter I love soup, but in summer salads", [("soup", "in winter"), ("salads", "in summer")]),
        ("coffee in the mornings, tea when I'm drowsy", [("coffee", "in the mornings"), ("tea", "drowsy")]),
    ],
)  # fmt: skip
def test_each_half_keeps_its_occasion_whichever_comes_first(words: str, expected: list[tuple[str, str]]) -> None:
    assert [(one.value, one.situation) for one in heard(words).statements] == expected


def test_whoever_may_not_have_two_things_may_have_neither() -> None:
    assert told("I'm allergic to peanuts and shellfish") == [
        ("constraint", "avoids", "peanuts"),
        ("constraint", "avoids", "shellfish"),
    ]


def test_what_she_likes_is_hers_and_of_nobody_named_is_left_alone() -> None:
    assert {(one.whom, one.value) for one in heard("Rosa is my sister. She loves tulips.").statements} >= {
        ("Rosa", "tulips")
    }
    unknown = heard("She loves tulips.")
    assert not unknown.statements
    assert [one.why for one in unknown.left_alone] == ["of somebody who is not named"]


def test_a_sentence_in_another_language_is_named_beside_one_that_is_read() -> None:
    mixed = heard("Ich wohne in Berlin. I love rye bread.")
    assert [one.value for one in mixed.statements] == ["rye bread"]
    assert [(one.words, one.why) for one in mixed.left_alone] == [("Ich wohne in Berlin", "another language")]
    assert [one.why for one in heard("Soy vegetariano y me encanta el té").left_alone] == ["another language"]
    assert only("I love soy milk").value == "soy milk"


def test_all_that_a_confidence_tells_is_private_and_nothing_else() -> None:
    statements = heard("I love figs. Between us, I have diabetes.").statements
    uses = {one.value: one.use for one in statements}
    assert uses.pop("figs") == "free"
    assert uses["sugar"] == "private"
    assert set(uses.values()) == {"private"}


@pytest.mark.parametrize("words", ["I'm vegetarian.", "I'm vegetarian and allergic to peanuts."])
def test_a_diet_is_as_sure_beside_an_allergy_as_alone(words: str) -> None:
    [diet] = [
        one for one in listen(Message("user", words), tagger=TalkTagger()).statements if one.value == "vegetarian"
    ]
    assert diet.sure >= RULE


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("For this trip I want a window seat", "a window seat"),
        ("I fancy sushi tonight", "sushi"),
        ("Today I fancy sushi", "sushi"),
        ("I want aisle seats for this flight only", "aisle seats"),
    ],
)
def test_what_is_wanted_this_once_is_read_as_such(words: str, value: str) -> None:
    assert (only(words).value, only(words).lasting, only(words).quote) == (value, False, words)


@pytest.mark.parametrize("words", ["From today I want window seats", "We moved to Lisbon this week"])
def test_what_begins_today_lasts(words: str) -> None:
    assert only(words).lasting


def test_a_limit_is_of_what_was_asked_about() -> None:
    asked = {"What's your budget for the laptop?": "1,200 euros, tops", "How long can the flight be?": "5 hours max"}
    assert [heard(words, before).statements[0].topic for before, words in asked.items()] == ["laptop", "flight"]


def test_a_rule_of_somebody_else_is_told_by_the_same_table() -> None:
    found = {
        words: [(one.whom, one.stance, one.value) for one in heard(words).statements]
        for words in ("someone on my team can't eat pork", "my wife is allergic to pollen", "My son has a nut allergy.")
    }
    assert list(found.values()) == [
        [("someone on my team", "avoids", "pork")],
        [("wife", "avoids", "pollen")],
        [("son", "avoids", "nut")],
    ]


def test_weighing_two_things_is_against_neither() -> None:
    for words, more, less in (
        ("Cinema isn't nearly as much fun as theatre", "theatre", "Cinema"),
        ("I like the bus less than the tram", "the tram", "the bus"),
        ("hostels are ok but they can't compete with guesthouses", "guesthouses", "hostels"),
        ("I'm not as fond of the beach as I am of the mountains", "the mountains", "the beach"),
    ):
        one = only(words)
        assert (one.stance, one.value, one.rather_than) == ("wants", more, (less,))


@pytest.mark.parametrize(
    "asked", ["Anything else?", "Nothing else then?", "Shall I leave anything out?", "Sure, noted."]
)
@pytest.mark.parametrize(
    ("words", "stance"),
    [("I love jazz.", "wants"), ("I love window seats", "wants"), ("I really can't stand techno", "avoids")],
)
def test_what_is_said_outright_keeps_its_sign_whatever_was_asked(words: str, stance: str, asked: str) -> None:
    assert [one.stance for one in heard(words, asked).statements] == [stance]


@pytest.mark.parametrize(
    ("words", "usual", "other", "then"),
    [
        ("I love window seats, but aisle on night flights.", "window seats", "aisle", "night flights"),
        ("I like tea, but coffee in the mornings", "tea", "coffee", "in the mornings"),
        ("I love jazz, but silence when I work.", "jazz", "silence", "I work"),
    ],
)
def test_what_holds_but_for_one_occasion_stays_apart_from_it(words: str, usual: str, other: str, then: str) -> None:
    found = [(one.stance, one.value, one.situation) for one in heard(words).statements]
    assert found == [("wants", usual, ""), ("wants", other, then)]


def test_help_with_a_letter_of_ones_own_is_a_draft_of_theirs() -> None:
    draft = heard("Please help me polish my bio: I am a keen gardener, I love roses and I can't stand techno music")
    assert {(one.value, one.origin) for one in draft.statements} >= {("roses", "implied"), ("techno music", "implied")}


@pytest.mark.parametrize(
    ("words", "stance"),
    [
        ("You use too many emojis", "avoids"),
        ("You write too many words.", "avoids"),
        ("You keep using bullet points", "avoids"),
        ("You never give sources", "wants"),
        ("You always forget to greet me", "wants"),
    ],
)
def test_a_complaint_asks_for_the_opposite(words: str, stance: str) -> None:
    assert (only(words).kind, only(words).stance) == ("instruction", stance)


@pytest.mark.parametrize("thing", ["a long train ride", "camping"])
def test_what_nothing_is_liked_more_than_is_liked(thing: str) -> None:
    one = only(f"There is nothing I enjoy more than {thing}")
    assert (one.stance, one.value) == ("wants", thing)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("1234567890", "no words"),
        ("http://example.com/ilovetea", "a link"),
        ("'; DROP TABLE users; --", "code"),
        ("never on Fridays", "an occasion, of nothing"),
        (", ".join(f"thing{number}" for number in range(300)), "longer than is read of a sentence"),
    ],
)
def test_what_is_no_thing_teaches_nothing_and_is_said_to_be_left_alone(words: str, why: str) -> None:
    assert [one.why for one in heard(words).left_alone] == [why]
    assert not heard(words).statements


def test_what_a_long_sentence_ends_with_is_said_to_be_left_alone() -> None:
    said = heard(", ".join(f"I like {thing}" for thing in ("jazz", "tea", "chess", "tulips") * 30) + ", I hate figs")
    assert [one.why for one in said.left_alone] == ["longer than is read of a sentence"]
    assert "figs" not in {one.value for one in said.statements}


def test_neither_a_pronoun_nor_a_sign_that_cannot_be_seen_is_taken_for_a_thing() -> None:
    assert told("Call me Kimmy") == [("fact", "is", "Kimmy")]
    assert only("I love tulips\u202e").value == "tulips"


@pytest.mark.parametrize(
    ("words", "whom", "value"),
    [
        ("big fan of Thai, not Indian tho, and my wife's coeliac", "wife", "coeliac"),
        ("My brother's allergic to cats", "brother", "cats"),
        ("my sister's diabetic", "sister", "diabetic"),
    ],
)
def test_what_ails_somebody_close_is_not_the_speakers(words: str, whom: str, value: str) -> None:
    assert {one.whom for one in heard(words).statements if one.value == value} == {whom}


@pytest.mark.parametrize(
    "words", ["The whole office drinks oat milk these days", "my ex always wanted me to wear heels"]
)
def test_what_others_want_or_do_teaches_nothing(words: str) -> None:
    assert not heard(words).statements


def test_of_a_child_that_is_only_named_it_is_not_said_that_she_is_a_daughter() -> None:
    assert [one.topic for one in heard("I have two kids, Max and Mia").statements if one.value == "Mia"] == ["child"]


def test_an_occasion_is_of_its_own_half_of_a_sentence() -> None:
    found = {
        words: [(one.value, one.situation) for one in heard(words).statements]
        for words in (
            "No calls after 6 in the evening, and none at all on weekends.",
            "I usually fly economy, though for the honeymoon we want business",
        )
    }
    assert list(found.values()) == [
        [("calls after 6 in the evening", ""), ("calls", "weekends")],
        [("economy", ""), ("business", "for the honeymoon")],
    ]


def test_what_is_usual_lasts_beside_what_is_wanted_this_once() -> None:
    for words in (
        "for this trip a window seat please, usually I'm an aisle person",
        "I normally want an aisle seat, for this trip a window please",
    ):
        assert sorted((one.value.split()[-1], one.lasting) for one in heard(words).statements if one.value) in (
            [("aisle", True), ("seat", False)],
            [("seat", True), ("window", False)],
        )
    assert only("today I'd rather walk, normally I take the tram").lasting


@pytest.mark.parametrize(
    ("words", "lasts"),
    [
        ("until Easter I'm off alcohol", False),
        ("I'm off sugar until the wedding", False),
        ("I don't drink coffee until the afternoon", True),
        ("I'm pregnant, so raw fish is out until May.", True),
    ],
)
def test_what_ends_on_a_day_does_not_last(words: str, lasts: bool) -> None:
    assert {one.lasting for one in heard(words).statements} == {lasts}


@pytest.mark.parametrize("words", ["either is fine", "whichever, no preference really"])
def test_a_reply_that_leaves_the_choice_teaches_nothing(words: str) -> None:
    offer = Message("assistant", "Would you like the pasta or the risotto?")
    assert not MIND.listen(Message("user", words), [offer]).statements


@pytest.mark.parametrize(
    ("words", "stance", "value", "topic"),
    [
        ("let's say 2k at most", "wants", "2k at most", ""),
        ("nothing over a tenner for the taxi", "avoids", "over a tenner for the taxi", "taxi"),
        ("not a penny above £12.50 for the ticket", "avoids", "a penny above £12.50 for the ticket", "ticket"),
        ("calls only after 6 in the evening", "wants", "calls only after 6 in the evening", "calls"),
    ],
)
def test_a_sentence_that_is_a_limit_and_nothing_else(words: str, stance: str, value: str, topic: str) -> None:
    one = only(words)
    assert (one.kind, one.stance, one.value, one.topic) == ("constraint", stance, value, topic)


@pytest.mark.parametrize(
    "words", ["I'm over 60", "It's over 3 km away", "over 60", "Lunch, 12:00–14:00", "is it under 50?"]
)
def test_how_something_is_sets_no_limit(words: str) -> None:
    assert plain_limit(words) is None


def test_a_limit_keeps_what_it_is_of() -> None:
    assert only("My budget for lunch is 12 euros").topic == "lunch"
    asked = Message("user", "find me a laptop")
    found = listen(Message("user", "1,200 euros, tops"), [asked], tagger=TAGGER).statements
    assert [one.topic for one in found] == ["laptop"]
