"""What the plain syntax of the words contradicts is taken back, whoever read it; everything else is left as it is."""

from __future__ import annotations

import time

import pytest

from penchant.domain import Question, Reading, Utterance
from penchant.mind.builtin import BuiltInMind
from penchant.mind.understand.guard import CONTRADICTED, guarded
from penchant.testing import HashEmbedder

DRINKS = ("coffee", "tea", "water")
MIND = BuiltInMind(HashEmbedder())


def of_tea(words: str, *, acted: str = "", asked: str = "") -> tuple[bool, bool]:
    """Whether a reading that wants tea stands, and one that refuses it."""
    question = Question(asked) if asked else None
    said = Utterance(words, DRINKS, (acted,) if acted else (), question)
    wants = guarded(said, Reading(wants=("tea",), sure=0.9))
    avoids = guarded(said, Reading(avoids=("tea",), sure=0.9))
    return bool(wants.wants), bool(avoids.avoids)


@pytest.mark.parametrize(
    "words",
    [
        "I went off tea ages ago",
        "I'm not that keen on tea",
        "rather coffee than tea",
        "I'd be lying if I said I liked tea",
        "I used to love tea",
        "if it were colder I'd have tea",
        "tea. On second thought, coffee",
        "Not my thing, tea",
    ],
)
def test_what_is_turned_down_is_not_wanted(words: str) -> None:
    assert of_tea(words) == (False, True)


@pytest.mark.parametrize(
    "words",
    [
        "I don't not like tea",
        "there's nothing I'd rather have than tea",
        "I never get tired of tea",
        "it's not that I dislike tea",
        "nothing wrong with tea",
        "don't forget tea",
    ],
)
def test_two_noes_refuse_nothing(words: str) -> None:
    assert of_tea(words) == (True, False)


@pytest.mark.parametrize(
    "words",
    [
        "forget what I said about tea",
        "delete the line about tea",
        "the note says I like tea",
        "my sister loves tea",
        "everybody raves about the tea",
        "is tea any good?",
        "how much is the tea?",
        "since when do I like tea?",
        'he said "get the tea"',
        "I almost ordered tea",
    ],
)
def test_what_others_say_what_is_asked_and_what_is_noted_teach_nothing(words: str) -> None:
    assert of_tea(words) == (False, False)


@pytest.mark.parametrize(
    "words",
    [
        "tea please",
        "I'd like the tea",
        "could I have tea?",
        "no rush, tea would be nice",
        "no doubt about it: tea",
        "without question tea",
        "no, tea",
        "if I had to choose, tea",
        "tea, and coffee too, I mean it",
        "my sister loves coffee, I want tea",
        "I've stopped drinking coffee, tea for me",
        "scrap what I told you before, I want tea",
        'I\'d like the "tea", as you call it',
    ],
)
def test_a_plain_wish_stands(words: str) -> None:
    assert of_tea(words)[0]


@pytest.mark.parametrize(
    ("words", "not_read"),
    [
        ("I've stopped drinking tea", "wants"),
        ("sick and tired of tea", "wants"),
        ("tea doesn't really appeal to me", "wants"),
        ("tea leaves me cold", "wants"),
        ("I couldn't be less keen on tea", "wants"),
        ("anything but tea", "wants"),
        ("whatever you have, except tea", "wants"),
        ("coffee instead of tea", "wants"),
        ("tea, no, sorry, coffee", "wants"),
        ("I like tea less than coffee", "wants"),
        ("it's fine, I suppose, but the tea, no.", "wants"),
        ("I'd be lying if I said I didn't want tea", "avoids"),
        ("nothing beats tea", "avoids"),
        ("I can't live without tea", "avoids"),
        ("I wouldn't say no to tea", "avoids"),
        ('he said "get the tea"', "wants"),
        ("tea or rather coffee", "wants"),
    ],
)
def test_what_the_encoder_reads_rightly_needs_no_shape(words: str, not_read: str) -> None:
    assert "tea" not in getattr(MIND.read(Utterance(words, DRINKS)), not_read)


@pytest.mark.parametrize("words", ["not the tea", "no tea", "I hate tea", "never tea again", "tea is not for me"])
def test_a_plain_refusal_stands(words: str) -> None:
    assert of_tea(words)[1]


def test_a_name_answers_what_was_asked_for() -> None:
    assert of_tea("tea", asked="Anything you can't drink?") == (False, True)
    assert of_tea("just the tea, please", asked="What shall I leave out?") == (False, True)
    assert of_tea("tea", asked="What would you like?") == (True, True)
    assert of_tea("keep the tea", asked="What shall I leave out?")[0]


def test_blame_that_names_what_was_wanted_refuses_another_thing() -> None:
    said = Utterance("you left out the tea", DRINKS, ("coffee",))
    heard = guarded(said, Reading(avoids=("tea",), verdict="right", wants=("coffee",), sure=0.9))
    assert (heard.wants, heard.avoids, heard.verdict) == ((), (), "unclear")


def test_praise_that_names_the_other_is_no_blame() -> None:
    said = Utterance("so glad you didn't bring tea", DRINKS, ("coffee",))
    heard = guarded(said, Reading(wants=("tea",), verdict="wrong", avoids=("coffee",), sure=0.9))
    assert (heard.wants, heard.verdict) == ((), "unclear")


def test_what_is_left_of_a_contradicted_reading_is_doubtful() -> None:
    said = Utterance("my sister loves tea, coffee for me", DRINKS)
    heard = guarded(said, Reading(wants=("tea", "coffee"), sure=0.9, odds=(("coffee", 0.95), ("tea", 0.9))))
    assert (heard.wants, heard.sure, heard.sure_of("coffee")) == (("coffee",), CONTRADICTED, CONTRADICTED)


@pytest.mark.parametrize("words", ["", "?!...", "🙂🙂", "tea " * 30_000, "not " * 30_000, "no tea, " * 15_000])
def test_odd_input_is_quick(words: str) -> None:
    started = time.process_time()
    guarded(Utterance(words, DRINKS), Reading(wants=("coffee",), avoids=("water",)))
    assert time.process_time() - started < 1


def test_ten_thousand_options_are_quick() -> None:
    options = tuple(f"{colour} mug {at}" for at in range(2_500) for colour in ("red", "blue", "green", "grey"))
    guarded(Utterance("warm up", options), Reading(wants=options[:1]))
    started = time.process_time()
    guarded(Utterance("the red mug 7 without a lid", options), Reading(wants=options[:1], avoids=options[1:]))
    assert time.process_time() - started < 3


@pytest.mark.parametrize(
    "words", ["no sugar in my tea", "I don't want lemon in my tea", "without milk in my tea please"]
)
def test_what_is_not_wanted_in_a_thing_does_not_speak_against_the_thing(words: str) -> None:
    heard = guarded(Utterance(words, DRINKS, ("tea",)), Reading(avoids=("tea",), verdict="wrong", sure=0.9))
    assert (heard.avoids, heard.verdict) == ((), "unclear")


@pytest.mark.parametrize("words", ["I don't want that on my shelf", "I don't want my keys on my shelf"])
def test_what_is_not_wanted_somewhere_speaks_against_the_place(words: str) -> None:
    heard = guarded(Utterance(words, ("shelf", "desk"), ("shelf",)), Reading(avoids=("shelf",), verdict="wrong"))
    assert (heard.avoids, heard.verdict) == (("shelf",), "wrong")
